//! File conversion (`contract.md` §8.8).
pub mod artifact;
pub mod fault;
pub mod file;
pub mod job;
pub mod ledger;
mod options;
mod record;
mod state;
mod tool;

mod alone;
mod budget;
mod checksum;
mod look;
mod plan;
mod receive;
mod send;

mod cancel;
mod get;
mod list_tools;
mod prepare;
mod start;

mod convert;
mod forget;
mod life;

pub use cancel::CancelConversion;
pub(crate) use convert::ConvertFiles;
pub use fault::Fault;
pub use get::GetConversionJob;
pub use life::remove_all_scraps;
pub use list_tools::ListConversionTools;
pub use options::Options;
pub use prepare::{FileToConvert, PrepareConversion};
pub use receive::{Announced, Expected, Interrupted, UploadRefused, expect, receive};
pub use record::{ConversionArtifact, ConversionFile, ConversionJob, UploadRequest};
pub use send::{Fetched, send};
pub use start::StartConversion;
pub use state::JobStatus;
pub use tool::{ConversionCategory, ConversionEngine, ConversionTool, TypicalConversion};

use hosting_kernel::{
    kernel::{
        area::Area,
        changes::topic::{RecordKind, Topic, load},
        queue::{subject::Subject, task::JobKind},
        routine::Routine,
    },
    refusals::scope::Scope,
};

/// What the kernel is told of conversion.
pub static AREA: Area = Area {
    jobs: &[JobKind::of::<ConvertFiles>()],
    subjects: &[Subject { name: convert::SUBJECT, abandon: |at, id, _| Box::pin(convert::abandon(at, id)) }],
    routines: &[Routine {
        name: "conversions end, and their files go",
        run: |platform| Box::pin(life::end_conversions(platform)),
    }],
    followers: &[],
    topics: &[&CONVERSION_JOB_CHANGED],
};

/// The conversion jobs of the account, or one of them; only under a plan.
pub static CONVERSION_JOB_CHANGED: Topic = Topic {
    id: "conversionJobChanged",
    kinds: &[RecordKind {
        name: "conversion_job",
        scope: Scope::ConversionRead,
        load: |platform, call, id| load(platform, call, GetConversionJob::of(id)),
        whole: None,
    }],
    requires: Some(|platform, call| {
        Box::pin(async move { load(platform, call, ListConversionTools {}).await.map(|_| ()) })
    }),
};
