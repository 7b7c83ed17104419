//! Where an instance stands, as an inventory says it.
use hosting_core::providers::hypervisor::{InstanceKind, InstanceStatus};
use sea_orm::{ActiveEnum, Iterable};
use serde::{Serialize, Serializer};

/// Where an instance of this kind stands.
#[derive(Clone, Copy, Debug)]
pub struct State(pub InstanceKind, pub InstanceStatus);

impl State {
    /// What its customers call it; nothing where none of this kind stands so.
    fn word(self) -> Option<String> {
        match (self.0, self.1) {
            (InstanceKind::Kvm, InstanceStatus::Frozen) => Some("paused".to_owned()),
            (InstanceKind::Kvm, InstanceStatus::Reinstalling) => None,
            (_, status) => Some(status.to_value()),
        }
    }

    /// Reads one.
    pub fn read(kind: InstanceKind, word: &str) -> Result<Option<Self>, String> {
        let mut known = InstanceStatus::iter().map(|status| Self(kind, status));
        let found = known.find(|state| state.word().as_deref() == Some(word));
        found.map(Some).ok_or_else(|| format!("`{word}` is none of {}", Self::words(kind).join(", ")))
    }

    /// Where instances of this kind can stand.
    pub fn words(kind: InstanceKind) -> Vec<String> {
        InstanceStatus::iter().filter_map(|status| Self(kind, status).word()).collect()
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.word().serialize(serializer)
    }
}
