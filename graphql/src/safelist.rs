//! The documents that are answered where not all are.
use crate::documents::Hash;
use serde_json::Value;
use std::{collections::HashMap, str::FromStr, sync::Arc};

/// The documents that are answered where not all are: by hash, with the text where the operator gave it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Safelist(HashMap<Hash, Option<Arc<str>>>);

impl Safelist {
    /// Whether the document of this hash is answered; and its text, where it is known.
    pub fn find(&self, hash: Hash) -> Option<Option<&str>> {
        self.0.get(&hash).map(Option::as_deref)
    }
}

impl FromStr for Safelist {
    type Err = String;

    /// Reads JSON: a list of hashes, or an object from hashes to documents.
    fn from_str(text: &str) -> Result<Self, String> {
        let listed = match serde_json::from_str(text).map_err(|cause| cause.to_string())? {
            Value::Array(hashes) => {
                let hash = |hash: Value| Ok((read(hash.as_str().unwrap_or_default())?, None));
                hashes.into_iter().map(hash).collect::<Result<_, String>>()?
            }
            Value::Object(documents) => {
                let document = |(hash, text): (String, Value)| {
                    let text = text.as_str().ok_or_else(|| format!("`{hash}` is not a text"))?;
                    let known = read(&hash)?;
                    match Hash::of(text) == known {
                        true => Ok((known, Some(text.into()))),
                        false => Err(format!("`{hash}` is not the SHA-256 of its document")),
                    }
                };
                documents.into_iter().map(document).collect::<Result<_, String>>()?
            }
            _ => return Err("expected a list of hashes, or an object from hashes to documents".to_owned()),
        };
        Ok(Self(listed))
    }
}

fn read(hash: &str) -> Result<Hash, String> {
    hash.parse().map_err(|rule| format!("`{hash}` {rule}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_and_an_object_are_read_and_a_wrong_one_is_refused() {
        let text = "{ account { id } }";
        let hash = Hash::of(text);
        let list: Safelist = format!("[\"{hash}\"]").parse().expect("a list");
        assert_eq!((list.find(hash), list.find(Hash::of(""))), (Some(None), None));
        let object: Safelist = format!("{{\"{hash}\": \"{text}\"}}").parse().expect("an object");
        assert_eq!(object.find(hash), Some(Some(text)));
        for wrong in ["", "1", "[1]", "[\"ab\"]", &format!("{{\"{hash}\": \"other\"}}"), "{\"ab\": \"\"}"] {
            assert!(wrong.parse::<Safelist>().is_err(), "{wrong}");
        }
    }
}
