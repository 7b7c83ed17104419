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
mod life;
mod workplace;

pub use cancel::CancelConversion;
pub(crate) use convert::ConvertFiles;
pub use fault::Fault;
pub use get::GetConversionJob;
pub use list_tools::ListConversionTools;
pub use options::Options;
pub use prepare::{FileToConvert, PrepareConversion};
pub use receive::{Announced, UploadRefused};
pub use record::{ConversionArtifact, ConversionFile, ConversionJob, UploadRequest};
pub use send::Fetched;
pub use start::StartConversion;
pub use state::JobStatus;
pub use tool::{ConversionCategory, ConversionEngine, ConversionTool};
