//! Why a job failed.
use async_graphql::SimpleObject;
use hosting_engine::Failure;
use schemars::JsonSchema;
use sea_orm::FromJsonQueryResult;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Why a conversion failed.
#[derive(
    Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject, FromJsonQueryResult,
)]
#[graphql(name = "ConversionError")]
#[schemars(rename = "ConversionError")]
pub struct Fault {
    /// What a program can act on, for example `file_encrypted`.
    #[schemars(example = &"file_encrypted")]
    pub code: String,
    /// The same for people.
    #[schemars(example = &"the file is encrypted")]
    pub message: String,
    /// The file that it is about, if it is about one.
    pub file_id: Option<Uuid>,
}

impl Fault {
    /// A failure that is not a file's.
    pub(super) fn ours(code: &str, message: &str) -> Self {
        Self { code: code.to_owned(), message: message.to_owned(), file_id: None }
    }

    /// A file that is not there any more, or not as it was uploaded.
    pub(super) fn of_file(code: &str, message: &str, file: Uuid) -> Self {
        Self { file_id: Some(file), ..Self::ours(code, message) }
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        let code = serde_json::to_value(failure.code).ok();
        let code = code.as_ref().and_then(|code| code.as_str()).unwrap_or("conversion_failed").to_owned();
        Self { code, message: failure.message, file_id: failure.file }
    }
}
