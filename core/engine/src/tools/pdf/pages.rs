//! Pages, as people write them: `1-3,7,10-`.
use crate::{Code, Failure};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Pages by their numbers from 1, in this order: `7`, `1-3`, `10-` (to the end), `5-1` (backwards), and several
/// of these with commas between.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Pages(Vec<Part>);

/// From a page to another, or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    from: u32,
    to: Option<u32>,
}

const LONGEST: usize = 500;
const PATTERN: &str = "^[1-9][0-9]{0,4}(-([1-9][0-9]{0,4})?)?(,[1-9][0-9]{0,4}(-([1-9][0-9]{0,4})?)?)*$";

impl Pages {
    /// Every page.
    pub fn all() -> Self {
        Self(vec![Part { from: 1, to: None }])
    }

    /// The places of these pages among `count`, from 0, each once.
    pub fn places(&self, count: usize) -> Result<Vec<usize>, Failure> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let mut seen = vec![false; count as usize];
        let mut places = Vec::new();
        for &Part { from, to } in &self.0 {
            let to = to.unwrap_or(count);
            if from.max(to) > count {
                let message = format!("there is no page {}: the document has {count}", from.max(to));
                return Err(Failure::new(Code::OptionsDoNotFit, message));
            }
            let backwards = to < from;
            for step in 0..=from.abs_diff(to) {
                let place = if backwards { from - step } else { from + step } as usize - 1;
                if !std::mem::replace(&mut seen[place], true) {
                    places.push(place);
                }
            }
        }
        Ok(places)
    }
}

impl Default for Pages {
    fn default() -> Self {
        Self::all()
    }
}

fn number(text: &str) -> Option<u32> {
    let fits = (1..=5).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|_| fits && !text.starts_with('0'))
}

fn part(text: &str) -> Option<Part> {
    match text.split_once('-') {
        None => number(text).map(|page| Part { from: page, to: Some(page) }),
        Some((from, "")) => number(from).map(|from| Part { from, to: None }),
        Some((from, to)) => Some(Part { from: number(from)?, to: Some(number(to)?) }),
    }
}

impl TryFrom<String> for Pages {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let refused = "expected pages like 1-3,7,10-";
        if text.len() > LONGEST {
            return Err("these are too many pages to name");
        }
        text.split(',').map(part).collect::<Option<_>>().map(Self).ok_or(refused)
    }
}

impl From<Pages> for String {
    fn from(Pages(parts): Pages) -> Self {
        let text = |part: Part| match part.to {
            Some(to) if to == part.from => to.to_string(),
            Some(to) => format!("{}-{to}", part.from),
            None => format!("{}-", part.from),
        };
        parts.into_iter().map(text).collect::<Vec<_>>().join(",")
    }
}

impl JsonSchema for Pages {
    fn schema_name() -> Cow<'static, str> {
        "Pages".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": PATTERN, "maxLength": LONGEST })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, count: usize) -> Result<Vec<usize>, Code> {
        let pages = Pages::try_from(text.to_owned()).expect("pages");
        assert_eq!(String::from(pages.clone()), text);
        pages.places(count).map_err(|failure| failure.code)
    }

    #[test]
    fn pages_are_numbered_from_one() {
        assert_eq!(places("1-3,7,10-", 11), Ok(vec![0, 1, 2, 6, 9, 10]));
        assert_eq!(places("3-1,2", 3), Ok(vec![2, 1, 0]));
        assert_eq!(places("1-", 1), Ok(vec![0]));
        assert_eq!(String::from(Pages::all()), "1-");
    }

    #[test]
    fn a_page_that_is_not_there_is_refused() {
        for (text, count) in [("4", 3), ("1-4", 3), ("4-", 3), ("99999-99999", 2000), ("1", 0)] {
            assert_eq!(places(text, count), Err(Code::OptionsDoNotFit), "{text}");
        }
    }

    #[test]
    fn what_is_no_pages_is_refused() {
        for text in ["", "0", "01", "a", "-3", "1--2", "1,", ",1", "1 ,2", "+1", "100000", "1-0", "１"] {
            assert!(Pages::try_from(text.to_owned()).is_err(), "{text}");
        }
        assert!(Pages::try_from(vec!["1"; 251].join(",")).is_err());
    }
}
