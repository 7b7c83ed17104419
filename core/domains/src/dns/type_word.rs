//! The type of a record as a request names it.
use super::kind::RecordType;
use async_graphql::{InputType, InputValueError, InputValueResult, Value, registry::Registry};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What a request calls the type of a record: perhaps none that there is, which has a code of its own in
/// REST. In the graph it is one of the choices.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct TypeWord(pub String);

impl From<RecordType> for TypeWord {
    fn from(kind: RecordType) -> Self {
        Self(kind.as_str().to_owned())
    }
}

impl InputType for TypeWord {
    type RawValueType = Self;

    fn type_name() -> Cow<'static, str> {
        <RecordType as InputType>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        <RecordType as InputType>::create_type_info(registry)
    }

    fn parse(value: Option<Value>) -> InputValueResult<Self> {
        <RecordType as InputType>::parse(value).map(Self::from).map_err(InputValueError::propagate)
    }

    fn to_value(&self) -> Value {
        Value::String(self.0.clone())
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }
}
