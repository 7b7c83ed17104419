//! A moment, as an inventory says it.
use chrono::{DateTime, TimeDelta};
use hosting_core::values::time::Time;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, fmt};

/// The parts of a span, and their minutes.
const UNITS: [(char, i64); 3] = [('d', 1_440), ('h', 60), ('m', 1)];

/// No span is longer than a hundred years.
const MOST_MINUTES: i64 = 36_525 * 1_440;

/// A moment of the calendar, or so long before or after the thing was first brought in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A moment of the calendar.
    At(Time),
    /// Minutes from the moment at which it first holds.
    In(i64),
}

impl Moment {
    /// Reads one: RFC 3339, or a sign with days, hours and minutes.
    pub fn parse(text: &str) -> Result<Self, String> {
        let span = || Some(Self::In(minutes(text)?));
        let calendar = DateTime::parse_from_rfc3339(text).ok();
        calendar.map(|at| Self::At(Time::new(at.to_utc()))).or_else(span).ok_or_else(|| {
            format!("`{text}` is not a moment: RFC 3339, such as 2026-11-20T13:24:18Z, or a span, such as +18d or -2h30m")
        })
    }

    /// The moment; of a span, what it was `before`, or where there was none, what it is from `now` on.
    pub fn at(self, before: Option<Time>, now: Time) -> Time {
        match self {
            Self::At(at) => at,
            Self::In(minutes) => before.unwrap_or_else(|| now.plus(TimeDelta::minutes(minutes))),
        }
    }

    /// Whether it can lie before `other`: a span and a moment of the calendar are not compared.
    pub fn may_precede(self, other: Self) -> bool {
        match (self, other) {
            (Self::At(one), Self::At(other)) => one < other,
            (Self::In(one), Self::In(other)) => one < other,
            _ => true,
        }
    }
}

impl From<Time> for Moment {
    fn from(at: Time) -> Self {
        Self::At(at)
    }
}

/// What the file says, where it says anything.
pub fn given(moment: Option<Moment>, before: Option<Time>, now: Time) -> Option<Time> {
    moment.map(|moment| moment.at(before, now))
}

/// When a thing was made: as the file says, or else as it was `before`, or else `now`.
pub fn created(moment: Option<Moment>, before: Option<Time>, now: Time) -> Time {
    given(moment, before, now).or(before).unwrap_or(now)
}

/// When a thing last changed; the file says so at first only.
pub fn updated(moment: Option<Moment>, before: Option<Time>, created_at: Time, now: Time) -> Time {
    before.or_else(|| given(moment, None, now)).unwrap_or(created_at)
}

/// The minutes of a span such as `-2h30m`.
fn minutes(text: &str) -> Option<i64> {
    let (sign, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+')?),
    };
    let (mut sum, mut units) = (0_i64, UNITS.iter());
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, unit) = (rest[..digits].parse::<i64>().ok()?, rest[digits..].chars().next()?);
        // The units are in falling order, each at most once.
        let (_, each) = units.find(|(name, _)| *name == unit)?;
        sum = sum.checked_add(number.checked_mul(*each)?)?;
        rest = &rest[digits + 1..];
    }
    (text.len() > 1 && sum <= MOST_MINUTES).then_some(sign * sum)
}

/// As the file writes it.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = match self {
            Self::At(at) => return at.fmt(f),
            Self::In(minutes) => *minutes,
        };
        f.write_str(if minutes < 0 { "-" } else { "+" })?;
        let mut left = minutes.abs();
        for (unit, each) in UNITS.into_iter().filter(|_| minutes != 0) {
            if left >= each {
                write!(f, "{}{unit}", left / each)?;
                left %= each;
            }
        }
        if minutes == 0 { f.write_str("0m") } else { Ok(()) }
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A moment of the calendar (RFC 3339), or a span of days, hours and minutes from when the \
                thing was first brought in.",
            "type": "string",
            "pattern": r"^([0-9]{4}-.+|[+-]([0-9]+d)?([0-9]+h)?([0-9]+m)?)$",
            "examples": ["2026-11-20T13:24:18Z", "+18d", "-2h30m"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        Time::new(DateTime::parse_from_rfc3339(text).unwrap().to_utc())
    }

    #[test]
    fn spans_are_read_and_written_in_their_one_form() {
        for (text, minutes, written) in [
            ("+18d", 25_920, "+18d"),
            ("-2h30m", -150, "-2h30m"),
            ("-1d1m", -1_441, "-1d1m"),
            ("+36h", 2_160, "+1d12h"),
            ("+90m", 90, "+1h30m"),
            ("-0d", 0, "+0m"),
        ] {
            let moment = Moment::parse(text).unwrap();
            assert_eq!(moment, Moment::In(minutes), "{text}");
            assert_eq!(moment.to_string(), written);
            assert_eq!(Moment::parse(written).unwrap(), moment, "{written}");
        }
        for text in [
            "",
            "+",
            "-",
            "18d",
            "+18",
            "+d",
            "+1h2d",
            "+1d1d",
            "+1w",
            "+1.5d",
            "+-1d",
            "+1d ",
            "+1é",
            "+40000d",
            "+99999999999999999999d",
        ] {
            assert!(Moment::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_span_counts_from_when_it_first_holds() {
        let (first, later) = (time("2026-11-20T12:00:00Z"), time("2027-01-01T00:00:00Z"));
        let ahead = Moment::parse("+2d").unwrap();
        let at = ahead.at(None, first);
        assert_eq!(at, time("2026-11-22T12:00:00Z"));
        assert_eq!(ahead.at(Some(at), later), at);
        assert_eq!(Moment::At(first).at(Some(at), later), first, "a moment of the calendar replaces it");
        assert_eq!(given(None, Some(at), later), None);
    }
}
