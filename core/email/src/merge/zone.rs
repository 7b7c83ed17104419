//! A zone as it is merged with.
use hosting_domains::dns::{kind::RecordType, name};
use std::collections::HashMap;

/// What one name says in one type, in the form of the platform's DNS records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The name within the zone; `@` is the zone itself.
    pub name: String,
    /// The type.
    pub kind: RecordType,
    /// What it says, in presentation form; TXT without quotes.
    pub contents: Vec<String>,
    /// The preference that all its MX records share.
    pub priority: Option<i32>,
}

/// What stands in a zone to stay.
#[derive(Clone, Debug, Default)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// What it says.
    pub sets: Vec<Set>,
    /// SPF records of other names, as far as the platform knows them.
    pub elsewhere: HashMap<String, String>,
    /// How many sets more it may hold.
    pub room: usize,
}

impl Zone {
    /// What `name` says in a type.
    pub(super) fn set(&self, name: &str, kind: RecordType) -> Option<&Set> {
        self.sets.iter().find(|set| set.kind == kind && set.name == name)
    }

    /// `fqdn` as the zone writes it.
    pub(super) fn relative(&self, fqdn: &str) -> String {
        match fqdn.strip_suffix(&self.name).map(|start| start.strip_suffix('.')) {
            Some(Some(inner)) => inner.to_owned(),
            _ => "@".to_owned(),
        }
    }

    /// The whole of `name`.
    pub(super) fn whole(&self, name: &str) -> String {
        name::fqdn(name, &self.name)
    }
}

/// A host name in its one form: lower case, without the last dot.
pub(super) fn host(written: &str) -> String {
    written.strip_suffix('.').unwrap_or(written).to_ascii_lowercase()
}
