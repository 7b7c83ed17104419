use super::{
    ConversionJob, budget, file, job, ledger, options::Options, plan, state::JobStatus, tool::accepts,
};
use async_graphql::InputObject;
use chrono::TimeDelta;
use garde::Validate;
use hosting_engine::Tool;
use hosting_kernel::{
    kernel::{context::Context, effect::Effect, operation::Operation},
    refusals::{
        code::Code,
        error::{Detail, Error, Result},
        scope::Scope,
    },
    values::line::{LINE, line},
};
use schemars::JsonSchema;
use sea_orm::{IntoActiveModel, entity::prelude::*};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How long a job waits for its first byte (`contract.md` §8.8).
const PATIENCE: TimeDelta = TimeDelta::hours(1);

/// Prepare a conversion: name the tool and the files, and learn where to send them.
///
/// One operation of the plan is set aside. It is given back if the job is cancelled, expires, or fails for
/// a reason that is ours. An account has a bounded number of jobs that are not over, and of bytes that are kept
/// for it, at one time: one more is refused as `overloaded` until some of them are gone.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[graphql(name = "PrepareConversionInput")]
#[garde(allow_unvalidated)]
pub struct PrepareConversion {
    /// The tool: an id that the listing of the tools has.
    #[schemars(example = &"image-convert")]
    #[garde(length(chars, min = 1, max = 160))]
    pub tool: String,
    /// What the tool is told, as its `options_schema` allows; nothing unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Options>,
    /// The files: 1 to 10, and as many as the tool takes.
    #[garde(length(min = 1, max = 10), dive)]
    pub files: Vec<FileToConvert>,
}

/// A file that is to be sent.
#[derive(Debug, Serialize, Deserialize, JsonSchema, InputObject, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct FileToConvert {
    /// What it is called: 1 to 255 characters.
    #[schemars(example = &"holiday.jpg", extend("pattern" = LINE))]
    #[garde(length(chars, min = 1, max = 255), custom(line))]
    pub original_name: String,
    /// Its type (RFC 6838): one that the tool takes. It is sent with exactly this `Content-Type`.
    #[schemars(example = &"image/jpeg", extend("pattern" = "^[ -~]+$"))]
    #[garde(length(chars, min = 1, max = 160), custom(header))]
    pub mime_type: String,
    /// How large it is, in bytes: exactly, and at most 50 MiB.
    #[schemars(example = 482_113)]
    #[garde(range(min = 1, max = 52_428_800))]
    pub size_bytes: i32,
    /// Its SHA-256, SHA-512, SHA-1 or MD5 in hexadecimal, with or without the name and a colon in front:
    /// what is sent must have it. Anything else is kept, and not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        example = &"sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        extend("pattern" = LINE)
    )]
    #[garde(length(chars, max = 128), inner(custom(line)))]
    pub checksum: Option<String>,
}

#[async_trait::async_trait]
impl Operation for PrepareConversion {
    type Output = ConversionJob;

    const ID: &'static str = "prepareConversion";
    const SCOPE: Scope = Scope::ConversionProcess;
    const EFFECT: Effect = Effect::Creates;
    const SECRET: bool = true;
    const REFUSALS: &'static [Code] = &[Code::ConversionPlanRequired, Code::ConversionQuotaExceeded];

    async fn perform(self, cx: &Context<'_>) -> Result<ConversionJob> {
        let account = plan::entitled_for_change(cx).await?;
        let converter = &cx.platform.providers().converter;
        converter.check()?;
        let tool = self.known(&converter.tools())?;
        let limit = account.operations();
        if ledger::used(cx).await? >= limit {
            return Err(Error::ConversionQuotaExceeded(limit));
        }
        budget::check(cx, self.files.iter().map(|file| i64::from(file.size_bytes)).sum()).await?;
        let options = Value::Object(self.options.unwrap_or_default().0);
        let job = insert(cx, tool, options).await?;
        let mut files = Vec::new();
        for (position, file) in (0..).zip(self.files) {
            files.push(file.row(cx, job.id, position).into_active_model().insert(cx.db).await?);
        }
        ledger::reserve(cx, &job).await?;
        Ok(ConversionJob::with(cx.platform, cx.now(), job, files, Vec::new()))
    }
}

impl PrepareConversion {
    /// The tool; refuses what it does not take.
    fn known(&self, tools: &[&'static Tool]) -> Result<&'static Tool> {
        let found = tools.iter().copied().find(|tool| tool.about.id == self.tool);
        let unknown = || Error::invalid("/tool", "tool", format!("there is no tool {:?}", self.tool));
        let tool = found.ok_or_else(unknown)?;
        let mut wrong = self.wrong_files(tool);
        let none = Value::Object(serde_json::Map::new());
        let options = self.options.as_ref().map_or(none, |options| Value::Object(options.0.clone()));
        let problems = tool.check(&options).err().unwrap_or_default();
        wrong.extend(problems.into_iter().map(|problem| {
            Detail::new(format!("/options{}", problem.pointer), "options_schema", problem.message)
        }));
        if wrong.is_empty() { Ok(tool) } else { Err(Error::InvalidRequest(wrong)) }
    }

    fn wrong_files(&self, tool: &Tool) -> Vec<Detail> {
        let (least, most) = tool.about.files;
        let mut wrong = Vec::new();
        if !(usize::from(least)..=usize::from(most)).contains(&self.files.len()) {
            let message = format!("{} takes {least} to {most} files", tool.about.id);
            wrong.push(Detail::new("/files", "file_count", message));
        }
        for (number, file) in self.files.iter().enumerate() {
            if !accepts(tool.about.accepts, &file.mime_type) {
                let message = format!("{} takes {}", tool.about.id, tool.about.accepts.join(", "));
                wrong.push(Detail::new(format!("/files/{number}/mimeType"), "accepts", message));
            }
        }
        wrong
    }
}

/// What is secret among the options is sealed, until the job is over.
async fn insert(cx: &Context<'_>, tool: &Tool, mut options: Value) -> Result<job::Model> {
    let secret = tool.secret_options();
    let sealed = secret.iter().any(|name| options.get(name).is_some());
    let sealed = sealed.then(|| cx.platform.secret().seal(options.to_string().as_bytes()));
    if let Value::Object(members) = &mut options {
        members.retain(|name, _| !secret.contains(name));
    }
    let job = job::Model {
        id: cx.id(),
        account_id: cx.account(),
        request_id: cx.call.id(),
        tool: tool.about.id.to_owned(),
        options,
        sealed_options: sealed,
        status: JobStatus::AwaitingUpload,
        progress: 0,
        error: None,
        created_at: cx.now(),
        started_at: None,
        finished_at: None,
        expires_at: cx.now().plus(PATIENCE),
        files_gone_at: None,
    };
    Ok(job.into_active_model().insert(cx.db).await?)
}

impl FileToConvert {
    fn row(self, cx: &Context<'_>, job_id: Uuid, position: i32) -> file::Model {
        file::Model {
            id: cx.id(),
            job_id,
            account_id: cx.account(),
            position,
            original_name: self.original_name,
            mime_type: self.mime_type,
            size_bytes: self.size_bytes,
            checksum: self.checksum,
            checksum_verified: None,
            sha256: None,
            uploaded_at: None,
        }
    }
}

/// Refuses what cannot stand in a header line.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the check of a field is called")]
fn header(mime: &str, _: &()) -> garde::Result {
    match mime.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        true => Ok(()),
        false => Err(garde::Error::new("has plain characters only")),
    }
}
