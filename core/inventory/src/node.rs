//! A value of a JSON text, with the place where it stands.
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt};

/// A value of the text.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// The text of the value.
    pub raw: &'a RawValue,
    /// Where it stands: a JSON Pointer (RFC 6901).
    pub pointer: String,
}

impl<'a> Node<'a> {
    /// The whole of `text`.
    pub fn whole(text: &'a str) -> serde_json::Result<Self> {
        Ok(Self { raw: serde_json::from_str(text)?, pointer: String::new() })
    }

    /// What it says, read as a `T`.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, String> {
        serde_json::from_str(self.raw.get()).map_err(|cause| {
            let cause = cause.to_string();
            // The line would be counted within this value.
            cause.rsplit_once(" at line ").map_or(cause.as_str(), |(cause, _)| cause).to_owned()
        })
    }

    /// The member or the item `name` of this value.
    pub fn child(&self, name: &str, raw: &'a RawValue) -> Self {
        let name = name.replace('~', "~0").replace('/', "~1");
        Node { raw, pointer: format!("{}/{name}", self.pointer) }
    }

    /// The items of a list.
    pub fn items(&self) -> Result<Vec<Self>, String> {
        let raws: Vec<&RawValue> = self.read()?;
        Ok(raws.into_iter().enumerate().map(|(index, raw)| self.child(&index.to_string(), raw)).collect())
    }

    /// The value at `pointer` below this one; the last that exists on the way there.
    pub fn below(&self, pointer: &str) -> Self {
        pointer
            .split('/')
            .skip(1)
            .try_fold(self.clone(), |node, name| {
                let found = match node.read::<Pairs<'a>>() {
                    Ok(pairs) => pairs.0.into_iter().find(|(key, _)| key == name).map(|(_, raw)| raw),
                    Err(_) => node
                        .read::<Vec<&RawValue>>()
                        .ok()
                        .and_then(|raws| raws.get(name.parse::<usize>().ok()?).copied()),
                };
                found.map(|raw| node.child(name, raw)).ok_or(node)
            })
            .unwrap_or_else(|nearest| nearest)
    }
}

/// The members of an object in their order, also those that are there twice.
pub struct Pairs<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor).map(Pairs)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Vec<(Cow<'de, str>, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut pairs = Vec::new();
        while let Some((name, raw)) = map.next_entry::<String, _>()? {
            pairs.push((Cow::Owned(name), raw));
        }
        Ok(pairs)
    }
}
