//! An amount of money.
use async_graphql::{InputValueError, InputValueResult, Scalar, ScalarType, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use sea_orm::DeriveValueType;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::borrow::Cow;

/// US dollars: cents inside, a number with at most two decimals outside (`contract.md` §1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, DeriveValueType)]
pub struct Money(i64);

impl Money {
    /// An amount in cents.
    pub const fn cents(cents: i64) -> Self {
        Self(cents)
    }

    /// The amount in cents.
    pub const fn in_cents(self) -> i64 {
        self.0
    }

    /// What `months` cost where this is the price of `of` months, rounded to the cent.
    #[must_use]
    pub fn in_proportion(self, months: i32, of: i32) -> Self {
        if of <= 0 {
            return self;
        }
        let (doubled, of) = (2 * self.0 * i64::from(months), i64::from(of));
        Self((doubled + of) / (2 * of))
    }

    /// The amount in dollars; exact up to 2^53 cents.
    #[expect(clippy::cast_precision_loss, reason = "prices are far below 2^53 cents")]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// `dollars`, unless it has more than two decimals or is no price.
    #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let cents = dollars * 100.0;
        let whole = cents.round();
        let exact = (cents - whole).abs() < 1e-6 && (0.0..1e12).contains(&whole);
        exact.then_some(Self(whole as i64))
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_i64(self.0 / 100),
            _ => serializer.serialize_f64(self.dollars()),
        }
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let refused = || D::Error::custom("expected an amount of at least 0 with at most two decimals");
        Self::from_dollars(f64::deserialize(deserializer)?).ok_or_else(refused)
    }
}

impl JsonSchema for Money {
    fn schema_name() -> Cow<'static, str> {
        "Money".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "examples": [11.99] })
    }
}

/// An amount in US dollars, with at most two decimals.
#[Scalar]
impl ScalarType for Money {
    fn parse(value: Value) -> InputValueResult<Self> {
        let amount = match &value {
            Value::Number(number) => number.as_f64().and_then(Self::from_dollars),
            _ => None,
        };
        amount.ok_or_else(|| InputValueError::expected_type(value))
    }

    fn to_value(&self) -> Value {
        serde_json::to_value(self).map_or(Value::Null, |json| Value::from_json(json).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_numbers_of_two_decimals_at_most() {
        for (cents, text) in [(1199, "11.99"), (1200, "12"), (1250, "12.5"), (5, "0.05"), (0, "0")] {
            assert_eq!(serde_json::to_string(&Money::cents(cents)).unwrap(), text);
            assert_eq!(serde_json::from_str::<Money>(text).unwrap(), Money::cents(cents));
        }
        assert!(serde_json::from_str::<Money>("1.999").is_err());
        assert!(serde_json::from_str::<Money>("-1").is_err());
    }
}
