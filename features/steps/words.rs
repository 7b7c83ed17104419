//! Words that sentences share.
use cucumber::Parameter;
use std::{convert::Infallible, str::FromStr};

/// `on` or `off`.
#[derive(Clone, Copy, Debug, Parameter, PartialEq, Eq)]
#[param(name = "switch", regex = "on|off")]
pub struct Switch(pub bool);

impl FromStr for Switch {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Self, Infallible> {
        Ok(Self(word == "on"))
    }
}

/// Nothing, or a key that the scenario chose, or none at all.
#[derive(Clone, Debug, Parameter, PartialEq, Eq)]
#[param(name = "key", regex = r#"(?: with the key "[^"]*"| with a key of \d+ characters| without a key)?"#)]
pub enum Key {
    /// Any new one.
    New,
    /// This one.
    This(String),
    /// None.
    None,
}

impl FromStr for Key {
    type Err = Infallible;

    fn from_str(words: &str) -> Result<Self, Infallible> {
        let length = words.split(' ').find_map(|word| word.parse().ok());
        Ok(match (words.split('"').nth(1), length) {
            (Some(key), _) => Self::This(key.to_owned()),
            (None, Some(length)) => Self::This("k".repeat(length)),
            (None, None) if words.is_empty() => Self::New,
            (None, None) => Self::None,
        })
    }
}

impl Key {
    /// The key to send, where `new` is one that was never used.
    pub fn or(self, new: String) -> Option<String> {
        match self {
            Self::New => Some(new),
            Self::This(key) => Some(key),
            Self::None => None,
        }
    }
}

/// The type of a record: `A`, `CNAME` …
#[derive(Debug, Parameter)]
#[param(name = "type", regex = "[A-Z]+")]
pub struct RecordType(pub String);

impl FromStr for RecordType {
    type Err = Infallible;

    fn from_str(word: &str) -> Result<Self, Infallible> {
        Ok(Self(word.to_owned()))
    }
}

/// `one, two` or `one / two`.
pub fn list(text: &str, between: &str) -> Vec<String> {
    text.split(between).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A word as records write it, read as the choice it stands for.
pub fn choice<T: serde::de::DeserializeOwned>(word: &str) -> T {
    serde_json::from_value(word.into()).unwrap_or_else(|_| panic!("{word} is none of the choices"))
}

/// The first word of what a backend did: `refused` of `refused: it is locked`.
pub fn kind_of(error: &str) -> &str {
    error.split_once(": ").map_or(error, |(kind, _)| kind)
}

/// Says that there is nothing.
pub fn assert_none<T: std::fmt::Debug>(found: &[T]) {
    assert!(found.is_empty(), "{found:?}");
}
