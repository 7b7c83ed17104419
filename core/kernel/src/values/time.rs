//! A moment, as every facade writes it.
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use chrono::{DateTime, Datelike, NaiveDate, SecondsFormat, SubsecRound, TimeDelta, Timelike, Utc};
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

    /// The moment so many milliseconds after the first of January 1970.
    pub fn of_millis(millis: i64) -> Self {
        Self(DateTime::from_timestamp_millis(millis).unwrap_or_default())
    }

    /// The moment as a calendar knows it.
    pub const fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// The moment that `text` names, or the rule that it breaks.
    fn parse(text: &str) -> Result<Self, String> {
        let parse = |text: &str| DateTime::parse_from_rfc3339(text).map(|at| Self::new(at.to_utc()));
        parse(text).map_err(|_| {
            let rule = "is not a moment as RFC 3339 writes it, such as 2026-11-20T13:24:18Z";
            // In the query of an address a bare plus is a blank.
            match parse(&text.replace(' ', "+")) {
                Ok(_) => format!("{rule}; in an address, + is written %2B"),
                Err(_) => rule.to_owned(),
            }
        })
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
        f.write_str(&written(self.0))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match usual(self.0) {
            Some(text) => serializer.serialize_str(told(&text)),
            None => serializer.serialize_str(&written(self.0)),
        }
    }
}

/// `at` as text of one width, so that the order of texts is the order of time.
pub fn written(at: DateTime<Utc>) -> String {
    usual(at).map_or_else(|| at.to_rfc3339_opts(SecondsFormat::Millis, true), |text| told(&text).to_owned())
}

/// The text of a moment in a year of four digits. Answers hold many: each digit has its place, and nothing is divided by
/// what is not known beforehand.
fn usual(at: DateTime<Utc>) -> Option<[u8; 24]> {
    let (day, time) = (at.date_naive(), at.time());
    let year @ 0..=9999 = u32::try_from(day.year()).ok()? else { return None };
    let millis = (time.nanosecond() / 1_000_000).min(999);
    let mut text = *b"0000-00-00T00:00:00.000Z";
    let digit = |number: u32| b'0' + u8::try_from(number % 10).unwrap_or_default();
    for (place, number) in [
        (0, year / 100),
        (2, year % 100),
        (5, day.month()),
        (8, day.day()),
        (11, time.hour()),
        (14, time.minute()),
        (17, time.second()),
        (20, millis / 10),
    ] {
        text[place] = digit(number / 10);
        text[place + 1] = digit(number);
    }
    text[22] = digit(millis);
    Some(text)
}

fn told(text: &[u8; 24]) -> &str {
    str::from_utf8(text).expect("digits and marks are text")
}

/// The moment in a text that [`written`] made; in any other of RFC 3339 too.
pub fn read(text: &str) -> Option<DateTime<Utc>> {
    let number = |from: usize, to: usize| {
        let digits = text.as_bytes().get(from..to)?;
        let digit = |sum: u32, byte: &u8| Some(sum * 10 + char::from(*byte).to_digit(10)?);
        digits.iter().try_fold(0, digit)
    };
    let usual = || {
        let day = NaiveDate::from_ymd_opt(number(0, 4)?.cast_signed(), number(5, 7)?, number(8, 10)?)?;
        let time =
            day.and_hms_milli_opt(number(11, 13)?, number(14, 16)?, number(17, 19)?, number(20, 23)?)?;
        (text.len() == 24 && text.ends_with('Z')).then(|| time.and_utc())
    };
    usual().or_else(|| DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc()))
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&Cow::<'de, str>::deserialize(deserializer)?).map_err(D::Error::custom)
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
            Value::String(text) => Self::parse(text).map_err(InputValueError::custom),
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

    #[test]
    fn what_is_no_moment_is_told_the_rule() {
        let told = |text: &str| serde_json::from_value::<Time>(text.into()).unwrap_err().to_string();
        let rule = "is not a moment as RFC 3339 writes it, such as 2026-11-20T13:24:18Z";
        for wrong in ["", "yesterday", "2027-01-01", "2027-01-01T00:00:00", "2027-13-01T00:00:00Z"] {
            assert_eq!(told(wrong), rule, "{wrong}");
        }
        assert_eq!(told("2027-01-01T00:00:00 02:00"), format!("{rule}; in an address, + is written %2B"));
    }

    #[test]
    fn a_moment_is_read_back_as_written() {
        for millis in [0, 1, 999, 951_782_400_000, 1_795_181_058_042, 4_102_444_799_999, 253_402_300_799_999]
        {
            let at = DateTime::from_timestamp_millis(millis).unwrap();
            assert_eq!(written(at), at.to_rfc3339_opts(SecondsFormat::Millis, true));
            assert_eq!(read(&written(at)), Some(at));
        }
        assert_eq!(read("2026-01-02T03:04:05+02:00"), read("2026-01-02T01:04:05.000Z"));
        for wrong in ["", "2026-13-01T00:00:00.000Z", "2026-01-01T00:00:00.000", "éééééééééééé"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
