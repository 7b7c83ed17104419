//! What a tool is told, as the customer wrote it.
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Map;
use std::borrow::Cow;

/// A JSON object of any members.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(pub Map<String, serde_json::Value>);

impl JsonSchema for Options {
    fn schema_name() -> Cow<'static, str> {
        "Options".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": true, "examples": [{ "format": "webp" }] })
    }
}

/// A JSON object of any members.
#[Scalar(name = "JSONObject")]
impl ScalarType for Options {
    fn parse(value: Value) -> InputValueResult<Self> {
        match value.clone().into_json() {
            Ok(serde_json::Value::Object(members)) => Ok(Self(members)),
            _ => Err(InputValueError::expected_type(value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::from_json(serde_json::Value::Object(self.0.clone())).unwrap_or_default()
    }
}
