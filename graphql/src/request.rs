//! Reading a request (GraphQL over HTTP, section 5).
use crate::documents::Hash;
use async_graphql::{
    ErrorExtensionValues, Request, ServerError,
    parser::types::{DocumentOperations, ExecutableDocument, OperationDefinition},
};
use serde_json::Value;

/// What a request may say.
const MEMBERS: [&str; 4] = ["query", "operationName", "variables", "extensions"];

/// Reads what a client sent.
///
/// The library's own reader takes unknown members, and a request without a document, for granted.
pub fn read_request(sent: Value) -> Result<Request, String> {
    let Value::Object(mut members) = sent else {
        return Err("a request is a JSON object".to_owned());
    };
    if let Some(stranger) = members.keys().find(|name| !MEMBERS.contains(&name.as_str())) {
        return Err(format!("unknown field `{stranger}`, expected one of {}", MEMBERS.join(", ")));
    }
    members.retain(|_, value| !value.is_null());
    let persisted = members.get("extensions").is_some_and(|all| all.get("persistedQuery").is_some());
    if !members.contains_key("query") && !persisted {
        return Err("`query` is missing".to_owned());
    }
    serde_json::from_value(Value::Object(members)).map_err(|cause| cause.to_string())
}

/// Which document is named by its hash (automatic persisted queries).
pub(crate) fn persisted(request: &Request) -> Result<Option<Hash>, ServerError> {
    let Some(named) = request.extensions.get("persistedQuery") else { return Ok(None) };
    let named = named.clone().into_json().unwrap_or_default();
    if named["version"] != 1 {
        return Err(refused("`extensions.persistedQuery.version` must be 1"));
    }
    let hash = named["sha256Hash"].as_str().unwrap_or_default().parse();
    hash.map(Some).map_err(|rule: String| refused(&format!("`extensions.persistedQuery.sha256Hash` {rule}")))
}

/// The words by which clients know that they have to send the document itself.
pub(crate) fn not_persisted() -> ServerError {
    let mut error = refused("PersistedQueryNotFound");
    let extensions = error.extensions.get_or_insert_with(ErrorExtensionValues::default);
    extensions.set("code", "PERSISTED_QUERY_NOT_FOUND");
    error
}

/// The operation that is asked for.
pub(crate) fn chosen<'a>(
    document: &'a ExecutableDocument,
    name: Option<&str>,
) -> Result<&'a OperationDefinition, ServerError> {
    match (&document.operations, name) {
        (DocumentOperations::Single(one), None) => Ok(&one.node),
        (DocumentOperations::Multiple(all), None) if all.len() == 1 => {
            all.values().next().map(|one| &one.node).ok_or_else(|| refused("there is no operation"))
        }
        (DocumentOperations::Multiple(_), None) => {
            Err(refused("the document has several operations: name one with `operationName`"))
        }
        (DocumentOperations::Multiple(all), Some(name)) if all.contains_key(name) => Ok(&all[name].node),
        (_, Some(name)) => Err(refused(&format!("the document has no operation named `{name}`"))),
    }
}

/// A refusal of the request, at no place in the document.
pub(crate) fn refused(message: &str) -> ServerError {
    ServerError::new(message, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_request_is_read_and_what_is_none_is_refused() {
        for right in [
            json!({ "query": "" }),
            json!({ "query": "{ a }", "operationName": null, "variables": null, "extensions": null }),
            json!({ "query": null, "extensions": { "persistedQuery": {} } }),
            json!({ "query": "{ a }", "variables": { "a": [1, null] }, "extensions": { "b": 1 } }),
        ] {
            assert!(read_request(right.clone()).is_ok(), "{right}");
        }
        for wrong in [
            json!([]),
            json!([{ "query": "{ a }" }]),
            json!("{ a }"),
            json!({}),
            json!({ "query": null }),
            json!({ "query": 7 }),
            json!({ "query": "{ a }", "other": null }),
            json!({ "query": "{ a }", "operation_name": "a" }),
            json!({ "query": "{ a }", "operationName": 1 }),
            json!({ "query": "{ a }", "variables": [] }),
            json!({ "query": "{ a }", "extensions": "a" }),
            json!({ "extensions": { "other": 1 } }),
        ] {
            assert!(read_request(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
