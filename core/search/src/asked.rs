//! What a client asks for, in the ways in which it can be asked (`spec.md`, "Public operations").
use super::NAMES;
use hosting_kernel::refusals::error::{Error, Result};
use serde_json::Value;
use std::ops::RangeInclusive;

/// Characters of a name.
pub(super) const NAME: RangeInclusive<usize> = 3..=253;
/// Characters of a list in the address.
pub(super) const LIST: RangeInclusive<usize> = 3..=5099;

/// The names that a client asks for, as they were written and in that order; none is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked(pub(super) Vec<String>);

impl Asked {
    /// The names in the parameters of an address: each `domain`, `domains` and `q`; others mean nothing.
    ///
    /// A list out of its bounds is not read: it stands as one name, which it cannot be.
    pub fn by_query(parameters: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut names = Vec::new();
        for (parameter, value) in parameters {
            match parameter.as_str() {
                "domains" if LIST.contains(&value.chars().count()) => {
                    names.extend(value.split(',').flat_map(str::split_whitespace).map(str::to_owned));
                }
                "domain" | "domains" | "q" => names.push(value),
                _ => {}
            }
        }
        Self::of(names)
    }

    /// The names in a body, which has one of four shapes and nothing else.
    pub fn by_body(body: Value) -> Result<Self> {
        let Value::Object(members) = body else {
            return Err(Error::invalid("", "type", "the body must be an object"));
        };
        let mut members = members.into_iter();
        let (Some((member, value)), None) = (members.next(), members.next()) else {
            return Err(Error::invalid("", "one_of", SHAPES));
        };
        match (member.as_str(), value) {
            ("domains", Value::Array(items)) => {
                let names = items.into_iter().enumerate().map(|(index, item)| match item {
                    Value::String(name) => Ok(name),
                    _ => Err(Error::invalid(&format!("/domains/{index}"), "type", "must be a string")),
                });
                Self::by_list(names.collect::<Result<_>>()?)
            }
            ("domains", _) => Err(Error::invalid("/domains", "type", "must be an array of strings")),
            ("domain" | "domainName" | "q", Value::String(name)) => Ok(Self::of(vec![name])),
            ("domain" | "domainName" | "q", _) => {
                Err(Error::invalid(&format!("/{member}"), "type", "must be a string"))
            }
            _ => Err(Error::invalid("", "one_of", SHAPES)),
        }
    }

    /// A list of 1 to 20 different names; those out of their bounds are invalid, as they are in an address.
    pub fn by_list(names: Vec<String>) -> Result<Self> {
        if !(1..=NAMES).contains(&names.len()) {
            return Err(Error::invalid("/domains", "bounds", format!("has 1 to {NAMES} items")));
        }
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                return Err(Error::invalid(&format!("/domains/{index}"), "unique_items", "stands twice"));
            }
        }
        Ok(Self::of(names))
    }

    fn of(names: Vec<String>) -> Self {
        let names = names.into_iter().map(|name| name.trim().to_owned());
        Self(names.filter(|name| !name.is_empty()).collect())
    }
}

/// What a body may be.
pub const SHAPES: &str = "the body has exactly one member: `domains`, `domain`, `domainName` or `q`";

#[cfg(test)]
mod tests;
