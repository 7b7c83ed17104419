//! A turn to the right.
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::borrow::Cow;

/// A turn to the right, in degrees: 90, 180 or 270.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i64")]
pub struct Angle(pub i64);

impl TryFrom<i64> for Angle {
    type Error = &'static str;

    fn try_from(degrees: i64) -> Result<Self, Self::Error> {
        match degrees {
            90 | 180 | 270 => Ok(Self(degrees)),
            _ => Err("expected 90, 180 or 270"),
        }
    }
}

impl JsonSchema for Angle {
    fn schema_name() -> Cow<'static, str> {
        "Angle".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "enum": [90, 180, 270] })
    }
}
