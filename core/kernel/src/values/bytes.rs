//! A number of bytes.
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use sea_orm::DeriveValueType;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A number of bytes: often more than the 32 bits of the graph's `Int`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub i64);

impl JsonSchema for Bytes {
    fn schema_name() -> Cow<'static, str> {
        "Bytes".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "format": "int64", "minimum": 0, "examples": [10_737_418_240_i64] })
    }
}

/// A whole number of bytes, which may need more than 32 bits; exact in JSON up to 2^53.
#[Scalar]
impl ScalarType for Bytes {
    fn parse(value: Value) -> InputValueResult<Self> {
        let count = match &value {
            Value::Number(number) => number.as_i64().filter(|count| *count >= 0),
            _ => None,
        };
        count.map(Self).ok_or_else(|| InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        self.0.into()
    }
}
