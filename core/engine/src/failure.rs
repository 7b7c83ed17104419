//! Why a conversion failed: what the customer reads in a job's `error`.
use serde::{Deserialize, Serialize};
use std::io;
use uuid::Uuid;

/// What went wrong, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A file is not what its type says.
    FileTypeMismatch,
    /// A file is encrypted.
    FileEncrypted,
    /// A file cannot be read: it is cut off or broken.
    FileBroken,
    /// A file is well, but needs something that the tool does not know.
    FileUnsupported,
    /// The options do not fit the file: a page that it has not, for example.
    OptionsDoNotFit,
    /// An image is too large to be opened.
    TooManyPixels,
    /// A document has too many pages.
    TooManyPages,
    /// An image has too many frames or layers.
    TooManyLayers,
    /// An archive or a table has too many entries.
    TooManyEntries,
    /// A file grows too much when it is unpacked.
    ExpansionTooLarge,
    /// A file holds too much within itself.
    NestingTooDeep,
    /// What would be made is too large.
    OutputTooLarge,
    /// The work needs more memory than there is for it.
    MemoryExceeded,
    /// The work takes longer than there is time for it.
    TimeExceeded,
    /// The work broke off, for no reason that is known.
    ConversionFailed,
}

/// Why a conversion failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What went wrong, for programs.
    pub code: Code,
    /// The same for people.
    pub message: String,
    /// The file that it is about, if it is about one.
    pub file: Option<Uuid>,
}

impl Failure {
    /// A failure that is about no file, or not yet.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), file: None }
    }

    /// A file that cannot be read. `cause` is the reader's word for it.
    pub fn broken(cause: impl std::fmt::Display) -> Self {
        Self::new(Code::FileBroken, format!("the file cannot be read: {cause}"))
    }

    /// The same, about `file`; a failure that knows its file already keeps it.
    #[must_use]
    pub fn about(self, file: Uuid) -> Self {
        Self { file: self.file.or(Some(file)), ..self }
    }
}

/// Our own folder failed us: it is full, or the limit on a file's size was met.
impl From<io::Error> for Failure {
    fn from(cause: io::Error) -> Self {
        match cause.kind() {
            io::ErrorKind::FileTooLarge | io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Self::new(Code::OutputTooLarge, "what would be made is too large")
            }
            // The second is what a thread gets that there is no memory for.
            io::ErrorKind::OutOfMemory | io::ErrorKind::WouldBlock => {
                Self::new(Code::MemoryExceeded, "the work needs more memory than there is for it")
            }
            _ => Self::new(Code::ConversionFailed, format!("the work broke off: {cause}")),
        }
    }
}
