//! A password on its way to a machine.
use crate::values::line::{LINE, line};
use async_graphql::{InputType, InputValueResult, Value, registry::Registry};
use garde::rules::length::chars::HasChars;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// A password on its way to a machine: never shown, and kept nowhere.
///
/// It is written out for the fingerprint of a request only (`contract.md` §4).
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Password(String);

impl Password {
    /// The password itself, for the machine that it is of.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Password {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

/// What tells machines of passwords ends each with a line break (chpasswd, the guest agent).
pub fn one_line(password: &Password, _: &()) -> garde::Result {
    line(password.expose(), &())
}

impl HasChars for Password {
    fn num_chars(&self) -> usize {
        self.0.chars().count()
    }
}

impl JsonSchema for Password {
    fn schema_name() -> Cow<'static, str> {
        "Password".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": "password",
            "pattern": LINE,
            "writeOnly": true,
        })
    }
}

/// To the graph it is a text.
impl InputType for Password {
    type RawValueType = Self;

    fn type_name() -> Cow<'static, str> {
        <String as InputType>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        <String as InputType>::create_type_info(registry)
    }

    fn parse(value: Option<Value>) -> InputValueResult<Self> {
        <String as InputType>::parse(value).map(Self).map_err(async_graphql::InputValueError::propagate)
    }

    /// Only defaults are written out, and a password has none.
    fn to_value(&self) -> Value {
        Value::Null
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(format!("{:?}", Password::from("correct horse")), "Password");
    }

    #[test]
    fn a_password_has_no_line_breaks() {
        assert!(one_line(&"zwölf Zeichen".into(), &()).is_ok());
        for wrong in ["line\nbreak", "nul\0", "tab\t", "delete\u{7f}"] {
            assert!(one_line(&wrong.into(), &()).is_err(), "{wrong:?}");
        }
    }
}
