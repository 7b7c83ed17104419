//! What a cell of a table holds.
use serde_json::Number;

/// What a cell of a table holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing.
    Empty,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text, a day or a time.
    Text(String),
}

/// More digits than these are not the same again after they were a number.
const DIGITS: usize = 15;

impl Value {
    /// The value of a cell of which only the text is known.
    pub fn of(text: &str, infer: bool) -> Self {
        match text {
            "" => Self::Empty,
            _ if !infer => Self::Text(text.to_owned()),
            _ if text.eq_ignore_ascii_case("true") => Self::Bool(true),
            _ if text.eq_ignore_ascii_case("false") => Self::Bool(false),
            _ if is_number(text) => {
                serde_json::from_str(text).map_or_else(|_| Self::Text(text.to_owned()), Self::Number)
            }
            _ => Self::Text(text.to_owned()),
        }
    }

    /// A number as tables keep it; nothing where it is none.
    pub fn number(number: f64) -> Self {
        // Whole numbers look whole: 3, not 3.0.
        match whole(number) {
            Some(whole) => Self::Number(whole.into()),
            None => Number::from_f64(number).map_or(Self::Empty, Self::Number),
        }
    }

    /// The text of it.
    pub fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

impl From<Value> for serde_json::Value {
    fn from(value: Value) -> Self {
        match value {
            Value::Empty => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number),
            Value::Text(text) => Self::String(text),
        }
    }
}

/// Whether a text is a number that is the same text again afterwards: neither 007 nor +1 nor 1e5 is.
pub fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(whole, part)| (whole, Some(part)));
    let all = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && part.is_none_or(all)
        && whole.len() + part.map_or(0, str::len) <= DIGITS
}

#[expect(clippy::cast_possible_truncation, reason = "checked: it is whole and small enough")]
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_stays_the_same_is_a_number() {
        let texts = [
            "0",
            "-12",
            "3.50",
            "007",
            "-01",
            "+1",
            "1e5",
            "1.",
            ".5",
            "1234567890123456",
            "-",
            "TRUE",
            "no",
            "",
            " 1",
        ];
        let values = texts.map(|text| serde_json::Value::from(Value::of(text, true)));
        let expected = [
            json!(0),
            json!(-12),
            json!(3.5),
            json!("007"),
            json!("-01"),
            json!("+1"),
            json!("1e5"),
            json!("1."),
            json!(".5"),
            json!("1234567890123456"),
            json!("-"),
            json!(true),
            json!("no"),
            json!(null),
            json!(" 1"),
        ];
        assert_eq!(values, expected);
        assert_eq!(Value::of("1", false), Value::Text("1".to_owned()));
    }

    #[test]
    fn a_whole_number_looks_whole() {
        let texts = [3.0, -0.5, 1e300, f64::NAN].map(|number| Value::number(number).text());
        assert_eq!(texts, ["3", "-0.5", "1e+300", ""]);
    }
}
