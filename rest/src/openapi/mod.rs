//! The contract, read off the routes (OpenAPI 3.1).
mod example;
mod header;
mod link;
mod operation;
mod public;
mod refusal;
mod retired;
mod schema;
mod share;
mod store;

use crate::bind::Binding;
use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

/// The contract of `bindings` and of what is public.
pub fn document(bindings: &[Binding]) -> Value {
    let mut inputs = generator(SchemaSettings::draft2020_12());
    let mut outputs = generator(SchemaSettings::draft2020_12().for_serialize());
    let mut paths = Map::new();
    for binding in bindings {
        let at = paths.entry(binding.path).or_insert_with(|| json!({}));
        at[binding.method.as_str().to_lowercase()] = operation::describe(binding, &mut inputs, &mut outputs);
    }
    public::describe(&mut paths, &mut outputs);
    store::describe(&mut paths);
    retired::describe(&mut paths);
    let mut schemas = outputs.take_definitions(true);
    schemas.extend(inputs.take_definitions(true));
    let other = [("SearchError", public::error_schema()), ("FileError", store::error_schema())];
    let refusals = refusal::schemas().into_iter().chain(other);
    schemas.extend(refusals.map(|(name, schema)| (name.to_owned(), schema)));
    let mut schemas = Value::from(schemas);
    schema::complete(&mut schemas);
    paths.values_mut().for_each(schema::complete);
    example::complete(&mut paths, &schemas);
    link::complete(&mut paths, bindings);
    let mut components = Map::from_iter([("schemas".to_owned(), schemas)]);
    components.extend(share::share(&mut paths));
    components.insert(
        "securitySchemes".to_owned(),
        json!({ "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API key or an OAuth access token. Each operation names the scope that it needs.",
    } }),
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hosting Platform API",
            "version": "v1",
            "summary": "Automate your hosting account: services, domains, DNS.",
            "description": DESCRIPTION,
            "contact": { "name": "API support", "url": "https://example.com/support", "email": "support@example.com" },
            "license": { "name": "Proprietary", "identifier": "LicenseRef-Proprietary" },
        },
        "servers": [{
            "url": "/",
            "description": "The server that published this document: the one in production, or one for trying out",
            "x-internal": false,
        }],
        "tags": TAGS.iter().map(|(name, description)| json!({ "name": name, "description": description })).collect::<Vec<_>>(),
        "paths": paths,
        "components": components,
    })
}

/// The operations of `paths`.
fn operations(paths: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut)
}

fn generator(settings: SchemaSettings) -> SchemaGenerator {
    let settings = settings.with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    settings.into_generator()
}

const TAGS: &[(&str, &str)] = &[
    ("account", "The account, and a record of its API activity."),
    ("services", "What the account has ordered."),
    ("domains", "Names and their nameservers."),
    ("dns", "The records of a domain's zone."),
    ("email", "Mailboxes under a name of one's own, and what its zone says of mail."),
    ("hosting", "Sites on shared servers, and the way into their control panels."),
    ("lxc", "System containers: power, snapshots, passwords, terminals, and what they use."),
    ("kvm", "Virtual machines: their power, snapshots, passwords, and how they are paid."),
    ("conversion", "Files turned into others: tools, uploads, jobs, and what was made."),
    ("search", "Which names are free, and what they cost. Public: no credential is needed."),
    ("operations", "For those who run the platform."),
];

const DESCRIPTION: &str = "Every operation of `/v1` needs a credential with the scope that it names.\n\n\
A mutation also needs an `Idempotency-Key`: generate one per logical operation and reuse it only to retry that exact \
operation; a repeated request gets the first answer again, byte for byte, and nothing happens twice.\n\n\
Answers of 202 are queued work: read the record again to see how it went. \
Lists give the newest first, and a `Link` header with `rel=\"next\"` where more remains.\n\n\
Pages of other origins may call where the operator lets them in; any page may search.\n\n\
Reads carry an `ETag`: sent back in `If-None-Match`, it is answered by 304 as long as nothing has changed, which counts \
like any request. Answers over 1 KiB are compressed for who takes zstd, br or gzip.\n\n\
Refusals have one form whatever is asked; but bytes that cannot be read as HTTP/1.1 (a broken request line, header lines \
over 128 KiB or more than 100 of them, an address over 64 KiB) are answered by an empty 400, 414 or 431, and the connection is closed.";
