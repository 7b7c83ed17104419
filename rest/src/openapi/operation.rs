//! One operation of the contract.
use super::{header, refusal};
use crate::{
    answer::{status, status_of},
    bind::Binding,
};
use axum::http::{Method, StatusCode};
use hosting_core::{Code, Effect};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What the contract says of `binding`.
pub fn describe(binding: &Binding, inputs: &mut SchemaGenerator, outputs: &mut SchemaGenerator) -> Value {
    let mut input = (binding.input)(inputs).to_value();
    let mut parameters = in_path(&mut input, binding.path);
    let (summary, description) = texts(&input, binding);
    let mutation = binding.effect.is_mutation();
    let mut operation = json!({
        "operationId": binding.id,
        "tags": [tag(binding)],
        "summary": summary,
        "description": description,
        "security": [{ "bearer": [binding.scope.as_str()] }],
    });
    if let Some(input) = input.as_object_mut() {
        for word in ["description", "title"] {
            input.shift_remove(word);
        }
    }
    if mutation {
        parameters.push(key());
        let required = !input["required"].is_null() || !input["minProperties"].is_null();
        without_null(&mut input);
        // What is deleted is named by its path alone.
        if binding.method != Method::DELETE {
            operation["requestBody"] =
                json!({ "required": required, "content": { "application/json": { "schema": input } } });
        }
    } else {
        parameters.extend(in_query(&mut input));
        if binding.has_version() {
            parameters.push(header::known_version());
        }
    }
    operation["parameters"] = parameters.into();
    operation["responses"] = responses(binding, outputs);
    operation
}

/// The first line of what the code says of an operation, and the rest, with the scope that it needs.
fn texts(input: &Value, binding: &Binding) -> (String, String) {
    let text = input["description"].as_str().unwrap_or_default();
    let (summary, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let scope = format!("Needs the scope `{}`.", binding.scope.as_str());
    let description = [rest.replace('\n', " "), scope].join("\n\n").trim().to_owned();
    (summary.replace('\n', " ").trim_end_matches('.').to_owned(), description)
}

/// What an operation is about.
fn tag(binding: &Binding) -> &'static str {
    match binding.path.starts_with("/v1/domains/{domainId}/dns") {
        true => "dns",
        false => binding.scope.product(),
    }
}

/// Moves the fields that `path` names out of `input`.
fn in_path(input: &mut Value, path: &str) -> Vec<Value> {
    let in_braces = |name: &str| path.contains(&format!("{{{name}}}"));
    if let Some(required) = input["required"].as_array_mut() {
        required.retain(|name| !name.as_str().is_some_and(in_braces));
        if required.is_empty() {
            input.as_object_mut().and_then(|input| input.shift_remove("required"));
        }
    }
    let Some(properties) = input["properties"].as_object_mut() else { return Vec::new() };
    let names: Vec<_> = properties.keys().filter(|name| in_braces(name)).cloned().collect();
    let parameter = |name: String| {
        let mut schema = properties.shift_remove(&name).unwrap_or_default();
        let description = schema.as_object_mut().and_then(|schema| schema.shift_remove("description"));
        json!({ "name": name, "in": "path", "required": true, "description": description, "schema": schema })
    };
    names.into_iter().map(parameter).collect()
}

/// A member of a body or a query is there or it is not; null is refused.
fn without_null(input: &mut Value) {
    for field in input["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
        if let Some(first) = field["type"].as_array().and_then(|types| types.first()).cloned() {
            field["type"] = first;
        }
        let Some(field) = field.as_object_mut() else { continue };
        if let Some(Value::Array(choices)) = field.shift_remove("anyOf") {
            let one = choices.into_iter().find(|choice| choice["type"] != "null").unwrap_or_default();
            field.extend(one.as_object().cloned().unwrap_or_default());
        }
    }
}

/// The fields of a read that are not in the path.
fn in_query(input: &mut Value) -> Vec<Value> {
    without_null(input);
    let Some(properties) = input["properties"].as_object_mut() else { return Vec::new() };
    let parameter = |(name, mut schema): (String, Value)| {
        let description = schema.as_object_mut().and_then(|schema| schema.shift_remove("description"));
        json!({ "name": name, "in": "query", "description": description, "schema": schema })
    };
    std::mem::take(properties).into_iter().map(parameter).collect()
}

fn key() -> Value {
    json!({
        "name": "Idempotency-Key",
        "in": "header",
        "required": true,
        "description": "Stands for this one change, however often it is sent.",
        "schema": { "type": "string", "minLength": 8, "maxLength": 128, "pattern": "^[A-Za-z0-9._:-]+$" },
        "example": "renewal-2026-11-20",
    })
}

fn responses(binding: &Binding, outputs: &mut SchemaGenerator) -> Value {
    let data = (binding.output)(outputs).to_value();
    let mut headers = json!({ "X-Request-Id": header::request_id() });
    header::allowance(&mut headers);
    if binding.has_version() {
        headers["ETag"] = header::etag();
    }
    if binding.effect == Effect::Queues {
        headers["Location"] = header::location();
    }
    if binding.effect.is_mutation() {
        headers["Idempotent-Replayed"] = header::replayed();
    }
    let takes_cursor = (binding.input)(outputs).to_value()["properties"]["cursor"].is_object();
    if takes_cursor {
        headers["Link"] = header::link();
    }
    let known = json!({ "description": "What is known already still holds.", "headers": headers });
    let success = json!({
        "description": done(binding.effect),
        "headers": headers,
        "content": { "application/json": { "schema": {
            "type": "object",
            "required": ["data", "request_id"],
            "additionalProperties": false,
            "properties": {
                "data": data,
                "request_id": { "type": "string", "format": "uuid", "description": "Identifies the request." },
            },
        } } },
    });
    let mut all = Map::new();
    all.insert(status_of(binding.effect).as_str().to_owned(), success);
    if binding.has_version() {
        all.insert(StatusCode::NOT_MODIFIED.as_str().to_owned(), known);
    }
    all.extend(refusals(binding));
    all.into()
}

const fn done(effect: Effect) -> &'static str {
    match effect {
        Effect::Reads => "What was asked for.",
        Effect::Changes => "Done.",
        Effect::Creates => "Made.",
        Effect::Queues => "Accepted: the work is queued, and the record shows how it goes.",
    }
}

/// The refusals of an operation, by status: what its effect implies, and its own.
fn refusals(binding: &Binding) -> BTreeMap<String, Value> {
    use Code::{
        AccountSuspended, BodyTooLarge, CredentialExpired, CredentialRevoked, IdempotencyKeyConflict,
        IdempotencyKeyInvalid, IdempotencyKeyRequired, InsufficientScope, InternalError, InvalidJson,
        InvalidRequest, InvalidToken, IpNotAllowed, Overloaded, RateLimitExceeded, RequestInProgress,
        RequestTimeout, ShuttingDown, UnsupportedMediaType,
    };
    let mut codes = vec![
        InvalidToken,
        CredentialExpired,
        CredentialRevoked,
        InsufficientScope,
        IpNotAllowed,
        RateLimitExceeded,
        InternalError,
        Overloaded,
        ShuttingDown,
        InvalidRequest,
    ];
    if binding.effect.is_mutation() {
        codes.extend([
            AccountSuspended,
            InvalidJson,
            IdempotencyKeyRequired,
            IdempotencyKeyInvalid,
            IdempotencyKeyConflict,
            RequestInProgress,
            RequestTimeout,
            BodyTooLarge,
            UnsupportedMediaType,
        ]);
    }
    codes.extend(binding.refusals);
    let mut by_status = BTreeMap::<String, Vec<Code>>::new();
    for code in codes {
        by_status.entry(status(Err(code.kind())).as_str().to_owned()).or_default().push(code);
    }
    by_status.into_iter().map(|(status, codes)| (status, refusal::response(&codes))).collect()
}
