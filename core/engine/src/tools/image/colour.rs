//! A colour, as web pages write it.
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A colour without transparency: `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// White.
    pub const WHITE: Self = Self([255; 3]);
}

impl Default for Colour {
    fn default() -> Self {
        Self::WHITE
    }
}

impl TryFrom<String> for Colour {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let refused = "expected a colour like #ff8800";
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(refused)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(refused);
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| refused)?;
        let [_, red, green, blue] = number.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl From<Colour> for String {
    fn from(Colour([red, green, blue]): Colour) -> Self {
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

impl JsonSchema for Colour {
    fn schema_name() -> Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^#[0-9A-Fa-f]{6}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_six_digits() {
        assert_eq!(Colour::try_from("#FF8000".to_owned()), Ok(Colour([255, 128, 0])));
        assert_eq!(String::from(Colour([255, 128, 0])), "#ff8000");
        for wrong in ["", "#", "ff8000", "#ff80", "#ff80000", "#+f8000", "#ff800ä", "red"] {
            assert!(Colour::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
