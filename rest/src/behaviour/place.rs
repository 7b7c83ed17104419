//! Where an operation is to be found: in the explorer of REST, in the schema of the graph.
use super::html::{encoded, text};
use crate::{openapi, routes};
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};

/// The operations of the contract, with what each is filed under.
static TAGS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let contract = openapi::document(&routes::v1().bindings);
    let paths = contract["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    let operations = paths.filter_map(Value::as_object).flat_map(|path| path.values());
    let filed =
        |one: &Value| Some((one["operationId"].as_str()?.to_owned(), one["tags"][0].as_str()?.to_owned()));
    operations.filter_map(filed).collect()
});

/// The address of an operation in the explorer of REST, where it has one.
pub fn in_rest(operation: &str) -> Option<String> {
    TAGS.get(operation).map(|tag| format!("/docs#/{}/{}", encoded(tag), encoded(operation)))
}

/// The address of an operation in the schema of the graph: browsers that know fragments of text go to its field.
pub fn in_schema(operation: &str) -> String {
    format!("/schema.graphql#:~:text={}", encoded(operation))
}

/// The address of the graph's explorer with a document in it. It stands behind `#`, so that nothing of it is sent
/// before somebody runs it.
pub fn in_graph(document: &str) -> String {
    format!("/graphql#query={}", encoded(document))
}

/// An operation with the ways to it; `linked` where there is a server to lead to.
pub fn links(operation: &str, linked: bool) -> String {
    let name = text(operation);
    if !linked {
        return format!("<code>{name}</code>");
    }
    let rest = in_rest(operation).map(|path| format!(" <a href=\"{}\">REST</a>", text(&path)));
    let rest = rest.unwrap_or_default();
    let graph = text(&in_schema(operation));
    format!("<span class=\"operation\"><code>{name}</code>{rest} <a href=\"{graph}\">schema</a></span>")
}
