//! How customers name a snapshot.
use crate::refusals::error::{Error, Result};
use schemars::{Schema, json_schema};
use uuid::Uuid;

/// The snapshot that `text` names. What we never gave names none: there is one way to write an id.
pub(super) fn parse(text: &str) -> Result<Uuid> {
    let id = Uuid::try_parse(text).ok().filter(|id| id.to_string() == text);
    id.ok_or(Error::SnapshotNotFound)
}

/// What the contract says of an id. Another text is not wrong: it names nothing.
pub(super) fn schema(_: &mut schemars::SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "maxLength": 160,
        "pattern": "^[A-Za-z0-9._:-]+$",
        "examples": ["019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b"],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_written_in_one_way() {
        let id = "019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
        assert_eq!(parse(id).map(|id| id.to_string()).ok().as_deref(), Some(id));
        let long = "a".repeat(161);
        let simple = id.replace('-', "");
        let (upper, braced) = (id.to_uppercase(), format!("{{{id}}}"));
        for none in ["", "rollback", "é", "a b", "../x", &long, &simple, &upper, &braced, "\0"] {
            assert!(matches!(parse(none), Err(Error::SnapshotNotFound)), "{none:?}");
        }
    }
}
