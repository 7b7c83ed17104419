//! The shape of a picture: its width to its height.
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A width to a height: `16:9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ratio {
    wide: u16,
    high: u16,
}

const PATTERN: &str = "^[1-9][0-9]{0,3}:[1-9][0-9]{0,3}$";

impl Ratio {
    /// The largest size of this shape within another.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no larger than the other")]
    pub fn within(self, (width, height): (u32, u32)) -> (u32, u32) {
        let (wide, high) = (f64::from(self.wide), f64::from(self.high));
        let scale = (f64::from(width) / wide).min(f64::from(height) / high);
        let side = |part: f64, most: u32| ((part * scale).round().max(1.0) as u32).min(most);
        (side(wide, width), side(high, height))
    }
}

fn part(text: &str) -> Option<u16> {
    let fits = (1..=4).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|_| fits && !text.starts_with('0'))
}

impl TryFrom<String> for Ratio {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let parts = text.split_once(':').and_then(|(wide, high)| Some((part(wide)?, part(high)?)));
        parts.map(|(wide, high)| Self { wide, high }).ok_or("expected a ratio like 16:9")
    }
}

impl From<Ratio> for String {
    fn from(ratio: Ratio) -> Self {
        format!("{}:{}", ratio.wide, ratio.high)
    }
}

impl JsonSchema for Ratio {
    fn schema_name() -> Cow<'static, str> {
        "Ratio".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": PATTERN })
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn a_ratio_is_two_numbers() {
        let ratio = Ratio::try_from("16:9".to_owned()).expect("a ratio");
        assert_eq!(String::from(ratio), "16:9");
        for wrong in ["", ":", "16", "16:", ":9", "0:9", "1.5:1", "16:9:4", "10000:1", "+1:1", "1:1 "] {
            assert!(Ratio::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_shape_is_found_within_another() {
        for (text, has, becomes) in [
            ("1:1", (100, 60), (60, 60)),
            ("16:9", (1600, 1600), (1600, 900)),
            ("9:16", (1600, 1600), (900, 1600)),
            ("9999:1", (100, 60), (100, 1)),
            ("1:9999", (100, 60), (1, 60)),
        ] {
            assert_eq!(Ratio::try_from(text.to_owned()).expect("a ratio").within(has), becomes, "{text}");
        }
    }
}
