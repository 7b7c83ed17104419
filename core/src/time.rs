//! A moment, as every facade writes it.
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use chrono::{DateTime, SecondsFormat, SubsecRound, TimeDelta, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use sea_orm::DeriveValueType;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{borrow::Cow, fmt};

/// A moment to the millisecond; written in UTC as RFC 3339 says, for example
/// `2026-11-20T13:24:18.042Z` (`contract.md` §1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Time(DateTime<Utc>);

impl Time {
    /// `at`, without what is smaller than a millisecond.
    pub fn new(at: DateTime<Utc>) -> Self {
        Self(at.trunc_subsecs(3))
    }

    /// The moment as a calendar knows it.
    pub const fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// Milliseconds since the first of January 1970.
    pub const fn millis(self) -> i64 {
        self.0.timestamp_millis()
    }

    /// The moment `delta` later.
    #[must_use]
    pub fn plus(self, delta: TimeDelta) -> Self {
        self.0.checked_add_signed(delta).map_or(self, Self)
    }
}

impl From<DateTime<Utc>> for Time {
    fn from(at: DateTime<Utc>) -> Self {
        Self::new(at)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        DateTime::parse_from_rfc3339(&text).map(|at| Self::new(at.to_utc())).map_err(D::Error::custom)
    }
}

impl JsonSchema for Time {
    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time", "examples": ["2026-11-20T13:24:18.042Z"] })
    }
}

/// A moment in UTC, to the millisecond, as RFC 3339 writes it.
#[Scalar(name = "DateTime", specified_by_url = "https://www.rfc-editor.org/rfc/rfc3339")]
impl ScalarType for Time {
    fn parse(value: Value) -> InputValueResult<Self> {
        match &value {
            Value::String(text) => match DateTime::parse_from_rfc3339(text) {
                Ok(at) => Ok(Self::new(at.to_utc())),
                Err(cause) => Err(InputValueError::custom(cause)),
            },
            _ => Err(InputValueError::expected_type(value)),
        }
    }

    fn to_value(&self) -> Value {
        Value::String(self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_written_with_milliseconds_in_utc() {
        let at: Time = serde_json::from_str("\"2026-01-02T03:04:05+02:00\"").unwrap();
        assert_eq!(at.to_string(), "2026-01-02T01:04:05.000Z");
        assert!(serde_json::from_str::<Time>("\"yesterday\"").is_err());
    }
}
