//! How customers name a snapshot.
use schemars::{Schema, json_schema};

/// What the contract says of an id. Another text is not wrong: it names nothing.
pub(super) fn schema(_: &mut schemars::SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "maxLength": 160,
        "pattern": "^[A-Za-z0-9._:-]+$",
        "examples": ["019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"],
    })
}
