//! What an operation gave.
use crate::refusals::error::{Error, Result};
use serde_json::value::RawValue;
use uuid::Uuid;

/// What an operation gave, and whether it gave it before.
#[derive(Debug)]
pub struct Answer<T> {
    data: Data<T>,
    /// The call that did the work: an earlier one where the answer is a replay.
    pub request_id: Uuid,
    /// Whether this was done for an earlier call under the same key.
    pub replayed: bool,
}

#[derive(Debug)]
enum Data<T> {
    Fresh(T),
    Both(T, Box<RawValue>),
    Stored(Box<RawValue>),
}

impl<T> Answer<T> {
    pub(super) const fn read(data: T, request_id: Uuid) -> Self {
        Self { data: Data::Fresh(data), request_id, replayed: false }
    }

    pub(super) const fn changed(data: T, json: Box<RawValue>, request_id: Uuid) -> Self {
        Self { data: Data::Both(data, json), request_id, replayed: false }
    }

    /// What this call did, as it is stored.
    pub(super) const fn stored(json: Box<RawValue>, request_id: Uuid) -> Self {
        Self { data: Data::Stored(json), request_id, replayed: false }
    }

    pub(super) const fn replayed(json: Box<RawValue>, request_id: Uuid) -> Self {
        Self { data: Data::Stored(json), request_id, replayed: true }
    }
}

impl<T: serde::Serialize + serde::de::DeserializeOwned> Answer<T> {
    /// What the customer asked for.
    pub fn data(self) -> Result<T> {
        match self.data {
            Data::Fresh(data) | Data::Both(data, _) => Ok(data),
            Data::Stored(json) => {
                serde_json::from_str(json.get()).map_err(|cause| Error::Internal(cause.to_string()))
            }
        }
    }

    /// The same, where this call made it.
    pub const fn fresh(&self) -> Option<&T> {
        match &self.data {
            Data::Fresh(data) | Data::Both(data, _) => Some(data),
            Data::Stored(_) => None,
        }
    }

    /// Room that the JSON will most likely fit into, in bytes.
    pub fn size_hint(&self) -> usize {
        match &self.data {
            Data::Fresh(_) => 8 << 10,
            Data::Both(_, json) | Data::Stored(json) => json.get().len() + 128,
        }
    }

    /// The same as JSON; a replay gives the very bytes of the first answer.
    pub fn json(&self, into: &mut Vec<u8>) -> Result<()> {
        match &self.data {
            Data::Fresh(data) => {
                serde_json::to_writer(into, data).map_err(|cause| Error::Internal(cause.to_string()))
            }
            Data::Both(_, json) | Data::Stored(json) => {
                into.extend_from_slice(json.get().as_bytes());
                Ok(())
            }
        }
    }
}
