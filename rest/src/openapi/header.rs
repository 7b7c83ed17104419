//! The headers that answers carry.
use serde_json::{Value, json};

/// Of every answer.
pub fn request_id() -> Value {
    json!({
        "description": "Identifies this request.",
        "schema": { "type": "string", "format": "uuid" },
    })
}

/// Of an answer that was given before.
pub fn replayed() -> Value {
    json!({
        "description": "`true` where an earlier request under the same key did the work.",
        "schema": { "type": "string", "enum": ["true"] },
    })
}

/// Of a page of a list.
pub fn link() -> Value {
    json!({
        "description": "Where the list goes on (RFC 8288), with `rel=\"next\"`; absent on the last page.",
        "schema": { "type": "string" },
    })
}

/// Of an answer that can be kept and asked for again.
pub fn etag() -> Value {
    json!({
        "description": "The version of `data`: sent back in `If-None-Match`, it spares an answer that is known.",
        "schema": { "type": "string", "maxLength": 32 },
    })
}

/// What a read may be asked with: the version that is known.
pub fn known_version() -> Value {
    json!({
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of the answer that is known already: where it still holds, the answer is 304.",
        "schema": { "type": "string", "maxLength": 1024 },
    })
}

/// Of accepted work.
pub fn location() -> Value {
    json!({
        "description": "The record, or the list that it is in: read it again to see how the work goes.",
        "schema": { "type": "string", "format": "uri-reference", "maxLength": 2048 },
    })
}

/// Of a refusal that need not last: `least` seconds or more.
pub fn retry_after(least: u32) -> Value {
    number("Seconds to wait.", least)
}

/// Of a refusal for want of a credential, or of what it may do.
pub fn challenge() -> Value {
    json!({
        "description": "What is asked for (RFC 6750 section 3), and where it is told how to get it (RFC 9728).",
        "schema": { "type": "string", "examples": ["Bearer resource_metadata=\"https://api.example.com/.well-known/oauth-protected-resource\""] },
    })
}

/// Adds what is left of an allowance of requests.
pub fn allowance(headers: &mut Value) {
    headers["X-RateLimit-Limit"] =
        number("Requests in any 60 seconds; absent where it is not known whose they are.", 0);
    headers["X-RateLimit-Remaining"] =
        number("Requests that are left of them; absent where it is not known whose they are.", 0);
}

fn number(description: &str, minimum: u32) -> Value {
    json!({ "description": description, "schema": { "type": "integer", "minimum": minimum } })
}
