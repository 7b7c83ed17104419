//! JSON as RFC 8259 has it, with what its parsers leave open closed: a member stands once.
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// How deep arrays and objects may be nested.
const DEPTH: u8 = 32;

/// Reads one value: no member twice, nothing after it, nested 32 deep at most.
pub fn strict(text: &[u8]) -> Result<Value, String> {
    let mut parser = serde_json::Deserializer::from_slice(text);
    let value = Strict(DEPTH).deserialize(&mut parser).map_err(|cause| cause.to_string())?;
    parser.end().map_err(|cause| cause.to_string())?;
    Ok(value)
}

/// A value nested no deeper than this.
#[derive(Clone, Copy)]
struct Strict(u8);

impl Strict {
    fn inner<E: Error>(self) -> Result<Self, E> {
        let deep = || E::custom(format!("nested deeper than {DEPTH}"));
        self.0.checked_sub(1).map(Self).ok_or_else(deep)
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    /// A whole number is one however it is written: `60.0` is `60` to a JSON Schema.
    #[expect(clippy::cast_possible_truncation, reason = "bounded just before")]
    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let whole = value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0;
        Ok(if whole { (value as i64).into() } else { value.into() })
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut array = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            array.push(item);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let value = members.next_value_seed(inner)?;
            if object.contains_key(&name) {
                return Err(A::Error::custom(format!("the member `{name}` stands twice")));
            }
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_json_is_read_as_usual() {
        let text = r#" {"a": [1, -2, 3.5, "x", null, true, {}], "b": "\u00e9"} "#;
        assert_eq!(strict(text.as_bytes()).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(strict(b"[60.0, 6e1]").unwrap(), serde_json::json!([60, 60]));
    }

    #[test]
    fn what_parsers_differ_about_is_refused() {
        let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
        assert!(strict(deep(32).as_bytes()).is_ok());
        let deeper = deep(33);
        let wrong: [&[u8]; 8] = [
            b"",
            b"{",
            br#"{"a":1,"a":1}"#,
            br#"{"b":{"a":1,"a":2}}"#,
            b"{} {}",
            b"\xff",
            b"{\"a\":\"\xc3\x28\"}",
            deeper.as_bytes(),
        ];
        for text in wrong {
            assert!(strict(text).is_err(), "{}", String::from_utf8_lossy(text));
        }
        assert!(strict("[".repeat(100_000).as_bytes()).is_err());
    }
}
