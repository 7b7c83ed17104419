//! Where a job stands, and what leads on: the table of `contract.md` §8.8.
use async_graphql::Enum;
use schemars::JsonSchema;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// Where a conversion stands.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    JsonSchema,
    Enum,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ConversionStatus")]
#[graphql(name = "ConversionStatus")]
pub enum JobStatus {
    /// No file has begun to arrive.
    AwaitingUpload,
    /// Files arrive.
    Uploading,
    /// All files are there: it can be started.
    Ready,
    /// It waits for its turn.
    Queued,
    /// Files are converted.
    Processing,
    /// What was asked for can be downloaded.
    Succeeded,
    /// It could not be done; `error` says why.
    Failed,
    /// The customer wanted it no longer.
    Cancelled,
    /// The files did not arrive in time, or nobody started it.
    Expired,
}

/// What happens to a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter)]
pub(super) enum Event {
    /// The first byte of a file arrives.
    UploadBegins,
    /// The last file is whole.
    UploadEnds,
    /// The customer starts it.
    Start,
    /// The customer cancels it.
    Cancel,
    /// A worker takes it.
    Take,
    /// The worker died, or could not work: somebody else will.
    GiveBack,
    /// All is converted.
    Succeed,
    /// It cannot be converted.
    Fail,
    /// Its time is over.
    Expire,
}

impl JobStatus {
    /// Where `event` leads; `None` where it cannot happen.
    pub(super) const fn after(self, event: Event) -> Option<Self> {
        Some(match (self, event) {
            (Self::AwaitingUpload | Self::Uploading, Event::UploadBegins) => Self::Uploading,
            (Self::Uploading, Event::UploadEnds) => Self::Ready,
            (Self::AwaitingUpload, Event::Cancel) => Self::Cancelled,
            // What was taken by a worker that died is taken again.
            (Self::Queued | Self::Processing, Event::Take) => Self::Processing,
            (Self::Ready, Event::Start) | (Self::Queued | Self::Processing, Event::GiveBack) => Self::Queued,
            (Self::Processing, Event::Succeed) => Self::Succeeded,
            (Self::Queued | Self::Processing, Event::Fail) => Self::Failed,
            (Self::AwaitingUpload | Self::Uploading | Self::Ready, Event::Expire) => Self::Expired,
            _ => return None,
        })
    }

    /// Whether nothing happens to it any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled | Self::Expired)
    }

    /// Whether files may still arrive.
    pub(super) const fn takes_files(self) -> bool {
        matches!(self, Self::AwaitingUpload | Self::Uploading)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Event::{Cancel, Expire, Fail, GiveBack, Start, Succeed, Take, UploadBegins, UploadEnds};
    use JobStatus::{
        AwaitingUpload, Cancelled, Expired, Failed, Processing, Queued, Ready, Succeeded, Uploading,
    };
    use sea_orm::Iterable;

    /// Every step that the contract knows; all others cannot happen.
    const TABLE: [(JobStatus, Event, JobStatus); 15] = [
        (AwaitingUpload, UploadBegins, Uploading),
        (AwaitingUpload, Cancel, Cancelled),
        (AwaitingUpload, Expire, Expired),
        (Uploading, UploadBegins, Uploading),
        (Uploading, UploadEnds, Ready),
        (Uploading, Expire, Expired),
        (Ready, Start, Queued),
        (Ready, Expire, Expired),
        (Queued, Take, Processing),
        (Queued, GiveBack, Queued),
        (Queued, Fail, Failed),
        (Processing, Take, Processing),
        (Processing, GiveBack, Queued),
        (Processing, Succeed, Succeeded),
        (Processing, Fail, Failed),
    ];

    #[test]
    fn every_event_in_every_state_leads_where_the_contract_says() {
        for status in JobStatus::iter() {
            for event in Event::iter() {
                let known = TABLE.iter().find(|(from, what, _)| (*from, *what) == (status, event));
                let to = known.map(|(_, _, to)| *to);
                assert_eq!(status.after(event), to, "{status:?} {event:?}");
            }
        }
    }

    #[test]
    fn what_is_final_stays_so() {
        for status in JobStatus::iter() {
            let ends = Event::iter().all(|event| status.after(event).is_none());
            assert_eq!(status.is_final(), ends, "{status:?}");
        }
    }
}
