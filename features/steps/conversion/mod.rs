//! Steps about conversions: tools, jobs, and how they end.
pub mod examples;
mod fetching;
mod hostile;
mod keeping;
mod samples;
mod sending;

pub use keeping::{content_of, key_of};

use crate::{
    trouble,
    words::{Key, choice, list},
    world::World,
};
use cucumber::{given, then, when};
use futures_util::future::join_all;
use hosting_core::{
    Operation,
    account::{
        GetAccount,
        row::{self as account, Plan, PlanStatus},
    },
    clock::Clock,
    conversion::{
        CancelConversion, ConversionJob, ConversionTool, FileToConvert, GetConversionJob, JobStatus,
        ListConversionTools, Options, PrepareConversion, StartConversion, job,
    },
    queue,
};
use sea_orm::{EntityTrait, Set, Unchanged};
use serde_json::Value;
use std::path::PathBuf;
use uuid::Uuid;

/// What a scenario knows of its last job.
#[derive(Default)]
pub struct Conversion {
    /// Who prepared it, and the job as it was shown first.
    first: Option<(String, ConversionJob)>,
    /// The job as it was shown last.
    shown: Option<ConversionJob>,
    /// What came of the last file that was sent or fetched.
    http: Option<crate::stage::Http>,
    /// Files of a job that never was.
    orphan: Option<Uuid>,
    /// A file that never was whole.
    scrap: Option<PathBuf>,
}

/// The job as it was shown last.
fn shown(world: &World) -> &ConversionJob {
    world.conversion.shown.as_ref().expect("a job was shown")
}

/// The identity of the job.
pub fn job_id(world: &World) -> Uuid {
    world.conversion.first.as_ref().expect("a job was prepared").1.id
}

/// Sends every file that the last job awaits.
pub async fn send_files(world: &mut World) {
    sending::send_all(world).await;
}

/// Who prepared the job.
fn owner(world: &World) -> String {
    world.conversion.first.as_ref().expect("a job was prepared").0.clone()
}

/// The job as its owner sees it now.
async fn look(world: &mut World) -> ConversionJob {
    let (who, id) = (owner(world), job_id(world));
    world.look(&who, GetConversionJob::of(id)).await
}

#[given(regex = r"^(\S+) may convert files$")]
pub async fn may_convert(world: &mut World, who: String) {
    world.introduce(&who).await;
    let row = account::ActiveModel {
        id: Unchanged(world.person(&who).account),
        plan: Set(Some(Plan::Pro)),
        plan_status: Set(Some(PlanStatus::Active)),
        operations_limit: Set(Some(1000)),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[given(regex = r#"^(\S+)'s conversion plan is "([^"]*)"$"#)]
#[when(regex = r#"^(\S+)'s conversion plan is "([^"]*)" again$"#)]
async fn plan_is(world: &mut World, who: String, status: String) {
    let row = account::ActiveModel {
        id: Unchanged(world.person(&who).account),
        plan_status: Set(Some(choice::<PlanStatus>(&status))),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[when(regex = r"^(\S+) lists the conversion tools$")]
async fn list_tools(world: &mut World, who: String) {
    let _ = world.perform(&who, ListConversionTools {}).await;
}

fn tools(world: &World) -> Vec<ConversionTool> {
    serde_json::from_value(world.last().outcome.clone().expect("tools")).expect("tools")
}

fn tool(world: &World, id: &str) -> ConversionTool {
    let found = tools(world).into_iter().find(|tool| tool.id == id);
    found.unwrap_or_else(|| panic!("{id} is not listed"))
}

#[then(regex = r#"^the tool "([^"]*)" takes "([^"]*)" and makes "([^"]*)"$"#)]
fn takes_and_makes(world: &mut World, id: String, takes: String, makes: String) {
    let tool = tool(world, &id);
    for (wanted, listed) in [(takes, tool.accepts), (makes, tool.produces)] {
        for one in list(&wanted, ", ") {
            assert!(listed.contains(&one), "{one} is not among {listed:?}");
        }
    }
}

#[then(regex = r#"^the tool "([^"]*)" can be told its "([^"]*)"$"#)]
fn can_be_told(world: &mut World, id: String, option: String) {
    let schema = tool(world, &id).options_schema.0;
    assert!(schema["properties"][&option].is_object(), "{schema:?}");
}

#[then(regex = r#"^the tool "([^"]*)" is there, done by "([^"]*)"$"#)]
fn is_there(world: &mut World, id: String, engine: String) {
    assert_eq!(tool(world, &id).engine, choice(&engine));
}

#[then(regex = r#"^the tool "([^"]*)" tells how long "([^"]*)" took$"#)]
fn tells_a_time(world: &mut World, id: String, input: String) {
    let typical = tool(world, &id).typical.unwrap_or_else(|| panic!("{id} was not measured"));
    assert_eq!(typical.input, input);
    assert!(typical.milliseconds > 0 && typical.size_bytes > 0, "{typical:?}");
}

#[then("whatever tells a time was told options that it takes")]
fn told_what_it_takes(world: &mut World) {
    let measured: Vec<_> =
        tools(world).into_iter().filter_map(|tool| Some((tool.typical?, tool.options_schema))).collect();
    assert!(!measured.is_empty());
    for (typical, schema) in measured {
        let known = typical.options.0.keys().all(|name| schema.0["properties"][name].is_object());
        let needed = schema.0.get("required").and_then(Value::as_array).into_iter().flatten();
        let told = needed.filter_map(Value::as_str).all(|name| typical.options.0.contains_key(name));
        assert!(known && told, "{typical:?} {schema:?}");
    }
}

#[then("every tool has a name, a description, types and a schema of its options")]
fn is_complete(world: &mut World) {
    assert!(!tools(world).is_empty());
    for tool in tools(world) {
        let told = [&tool.name, &tool.description].iter().all(|text| !text.is_empty());
        let counted = 1 <= tool.min_files && tool.min_files <= tool.max_files && tool.max_files <= 10;
        let typed = !tool.accepts.is_empty() && !tool.produces.is_empty();
        let closed = tool.options_schema.0.get("additionalProperties") == Some(&false.into());
        assert!(told && counted && typed && closed, "{tool:?}");
    }
}

#[then("no two tools have the same id")]
fn are_unlike(world: &mut World) {
    let mut ids: Vec<_> = tools(world).into_iter().map(|tool| tool.id).collect();
    ids.sort();
    let count = ids.len();
    assert!(count > 1, "{ids:?}");
    ids.dedup();
    assert_eq!(ids.len(), count);
}

/// The file `name`, as it is declared.
fn declared(name: &str) -> FileToConvert {
    FileToConvert {
        original_name: name.to_owned(),
        mime_type: samples::mime(name).to_owned(),
        size_bytes: i32::try_from(samples::content(name).len()).expect("a small file"),
        checksum: None,
    }
}

/// A request for `tool` of the files that `names` lists.
pub(super) fn wanted(tool: &str, names: &str, options: Option<&str>) -> PrepareConversion {
    PrepareConversion {
        tool: tool.to_owned(),
        options: options.map(|text| Options(serde_json::from_str(text).expect("a JSON object"))),
        files: list(names, ", ").iter().map(|name| declared(name)).collect(),
    }
}

pub(super) async fn prepare(world: &mut World, who: &str, key: Key, operation: PrepareConversion) {
    let key = key.or(world.new_key());
    let told = world.perform_with(who, key.as_deref(), operation).await;
    if let Ok(answer) = told {
        world.conversion.first = Some((who.to_owned(), answer.data.clone()));
        world.conversion.shown = Some(answer.data);
    }
}

#[when(expr = "{word} prepares {string} of {string}{key}")]
async fn prepares(world: &mut World, who: String, tool: String, files: String, key: Key) {
    prepare(world, &who, key, wanted(&tool, &files, None)).await;
}

#[when(regex = r#"^(\S+) prepares "([^"]*)" of "([^"]*)" with the options '(.*)'$"#)]
async fn prepares_with(world: &mut World, who: String, tool: String, files: String, options: String) {
    prepare(world, &who, Key::New, wanted(&tool, &files, Some(&options))).await;
}

#[given(expr = "{word} prepared {string} of {string}{key}")]
async fn prepared(world: &mut World, who: String, tool: String, files: String, key: Key) {
    prepares(world, who, tool, files, key).await;
    world.last().outcome.as_ref().expect("a job");
}

#[given(regex = r#"^(\S+) prepared "([^"]*)" of "([^"]*)" with the options '(.*)'$"#)]
async fn prepared_with(world: &mut World, who: String, tool: String, files: String, options: String) {
    prepares_with(world, who, tool, files, options).await;
    world.last().outcome.as_ref().expect("a job");
}

#[when(regex = r#"^(\S+) prepares "([^"]*)" of "([^"]*)" (\d+) times at once$"#)]
async fn prepares_at_once(world: &mut World, who: String, tool: String, files: String, times: usize) {
    let person = world.person(&who).clone();
    let operation = wanted(&tool, &files, None);
    let keys: Vec<_> = (0..times).map(|_| world.new_key()).collect();
    let asked = keys.iter().map(|key| world.ask(&person, Some(key), &operation));
    for told in join_all(asked).await {
        world.end(&told);
    }
}

#[then(regex = r"^(\d+) of them (?:is|are) accepted$")]
fn so_many_accepted(world: &mut World, count: usize) {
    let accepted = world.endings.iter().filter(|ending| ending.outcome.is_ok()).count();
    assert_eq!(accepted, count);
}

#[when(regex = r#"^(\S+) prepares "([^"]*)" of a file of (\d+) bytes$"#)]
async fn prepares_size(world: &mut World, who: String, tool: String, size: i32) {
    let mut operation = wanted(&tool, "prices.csv", None);
    operation.files[0].size_bytes = size;
    prepare(world, &who, Key::New, operation).await;
}

#[given(regex = r#"^(\S+) prepared "([^"]*)" of a file of (\d+) bytes$"#)]
async fn prepared_size(world: &mut World, who: String, tool: String, size: i32) {
    prepares_size(world, who, tool, size).await;
    world.last().outcome.as_ref().expect("a job");
}

#[when(regex = r#"^(\S+) prepares "([^"]*)" of a file whose name has (\d+) letters$"#)]
async fn prepares_name(world: &mut World, who: String, tool: String, length: usize) {
    let mut operation = wanted(&tool, "prices.csv", None);
    operation.files[0].original_name = "ä".repeat(length);
    prepare(world, &who, Key::New, operation).await;
}

#[when(regex = r#"^(\w+) prepares "([^"]+)" of a file with a (name|type|checksum) (.+)$"#)]
async fn prepares_wrong(world: &mut World, who: String, tool: String, member: String, how: String) {
    let mut operation = wanted(&tool, "prices.csv", None);
    let file = &mut operation.files[0];
    match (member.as_str(), how.as_str()) {
        ("name", _) => file.original_name = String::from("prices\n.csv"),
        ("type", _) => file.mime_type = String::from("text/csv; name=ä"),
        (_, "that breaks the line") => file.checksum = Some("a\0b".to_owned()),
        _ => file.checksum = Some("a".repeat(129)),
    }
    prepare(world, &who, Key::New, operation).await;
}

/// Does `operation` with the job; its record is what was shown last.
async fn with_job(world: &mut World, who: &str, key: Key, operation: impl Operation<Output = ConversionJob>) {
    let key = key.or(world.new_key());
    if let Ok(answer) = world.perform_with(who, key.as_deref(), operation).await {
        world.conversion.shown = Some(answer.data);
    }
}

#[given(expr = "{word} started the job{key}")]
async fn started(world: &mut World, who: String, key: Key) {
    starts(world, who, key).await;
    world.last().outcome.as_ref().expect("a job that was started");
}

#[when(expr = "{word} starts the job{key}")]
async fn starts(world: &mut World, who: String, key: Key) {
    let operation = StartConversion::of(job_id(world));
    with_job(world, &who, key, operation).await;
}

#[when(expr = "{word} cancels the job{key}")]
async fn cancels(world: &mut World, who: String, key: Key) {
    let operation = CancelConversion::of(job_id(world));
    with_job(world, &who, key, operation).await;
}

#[when(regex = r"^(\S+) looks up the job$")]
#[given(regex = r"^(\S+) looked up the job$")]
async fn looks_up(world: &mut World, who: String) {
    let operation = GetConversionJob::of(job_id(world));
    with_job(world, &who, Key::New, operation).await;
}

#[when(regex = r"^(\S+) looks up a job that never was$")]
async fn looks_up_unknown(world: &mut World, who: String) {
    let _ = world.perform(&who, GetConversionJob::of(world.stage.clock.id())).await;
}

#[given(expr = "{word} cancelled the job{key}")]
async fn cancelled(world: &mut World, who: String, key: Key) {
    cancels(world, who, key).await;
    world.last().outcome.as_ref().expect("a job that was cancelled");
}

#[given(regex = r#"^the job became "([^"]*)"$"#)]
async fn became(world: &mut World, status: String) {
    let row = job::ActiveModel {
        id: Unchanged(job_id(world)),
        status: Set(choice::<JobStatus>(&status)),
        ..Default::default()
    };
    world.stage.update(row).await;
}

#[given("the workers caught up")]
#[when("the workers have caught up")]
async fn caught_up(world: &mut World) {
    world.stage.work_off().await;
}

#[then("the workers have one job")]
async fn one_job(world: &mut World) {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's work")]
    let jobs = queue::Entity::find().all(&reader.executor()).await.expect("the queue");
    assert_eq!(jobs.len(), 1, "{jobs:?}");
}

#[given("a worker died on the conversion")]
async fn worker_died(world: &mut World) {
    trouble::dies(world, "converter").await;
}

#[given(regex = r#"^(\S+) converted "([^"]*)" by "([^"]*)"$"#)]
async fn converted(world: &mut World, who: String, files: String, tool: String) {
    converts(world, who, files, tool, "{}".to_owned()).await;
}

#[when(regex = r#"^(\S+) converts "([^"]*)" by "([^"]*)" with the options '(.*)'$"#)]
async fn converts(world: &mut World, who: String, files: String, tool: String, options: String) {
    prepared_with(world, who.clone(), tool, files, options).await;
    sending::send_all(world).await;
    started(world, who.clone(), Key::New).await;
    caught_up(world).await;
    looks_up(world, who).await;
}

#[then(regex = r#"^the job is "([^"]*)"$"#)]
async fn job_is(world: &mut World, status: String) {
    let job = look(world).await;
    assert_eq!(job.status, choice::<JobStatus>(&status), "{:?}", job.error);
    world.conversion.shown = Some(job);
}

#[then(regex = r#"^the job is "([^"]*)" as "([^"]*)"$"#)]
async fn job_is_as(world: &mut World, status: String, code: String) {
    job_is(world, status).await;
    let error = shown(world).error.clone().expect("a reason");
    assert_eq!(error.code, code, "{}", error.message);
    assert!(!error.message.is_empty());
}

#[then(regex = r#"^the failure is about "([^"]*)"$"#)]
fn failure_is_about(world: &mut World, name: String) {
    let job = shown(world);
    let file = job.files.iter().find(|file| file.original_name == name).expect("a file of the job");
    assert_eq!(job.error.as_ref().expect("a reason").file_id, Some(file.id));
}

#[then(regex = r"^its progress is (\d+)$")]
fn progress_is(world: &mut World, progress: i32) {
    assert_eq!(shown(world).progress, progress);
    assert!(shown(world).started_at.is_some() && shown(world).finished_at.is_some());
}

#[then(regex = r#"^the job made "([^"]*)"$"#)]
fn made(world: &mut World, names: String) {
    let made: Vec<_> = shown(world).artifacts.iter().map(|made| made.file_name.clone()).collect();
    assert_eq!(made, list(&names, ", "));
}

#[then("the job made nothing")]
fn made_nothing(world: &mut World) {
    made(world, String::new());
}

#[then(regex = r#"^the files of the job are "([^"]*)"$"#)]
fn files_are(world: &mut World, names: String) {
    let files: Vec<_> = shown(world).files.iter().map(|file| file.original_name.clone()).collect();
    assert_eq!(files, list(&names, ", "));
}

#[then(regex = r"^the job ends in (\d+) (minute|hour)s?$")]
fn ends_in(world: &mut World, count: i64, unit: String) {
    let end = world.stage.clock.now().plus(crate::time::span(count, &unit));
    assert_eq!(shown(world).expires_at, end);
}

#[then(regex = r"^each file can be sent for (\d+) (minute|hour)s?$")]
fn can_be_sent(world: &mut World, count: i64, unit: String) {
    let end = world.stage.clock.now().plus(crate::time::span(count, &unit));
    assert!(!shown(world).files.is_empty());
    for file in &shown(world).files {
        let upload = file.upload.as_ref().expect("an address");
        assert_eq!((upload.method.as_str(), upload.expires_at), ("PUT", end));
        assert_eq!(upload.headers.0["Content-Type"], file.mime_type);
    }
}

#[then("no file is awaited any more")]
async fn none_awaited(world: &mut World) {
    let job = look(world).await;
    assert!(!job.files.is_empty() && job.files.iter().all(|file| file.upload.is_none()), "{:?}", job.files);
}

#[then(regex = r"^(\w+) has used (\d+) operations?$")]
async fn has_used(world: &mut World, who: String, count: i32) {
    let account = world.look(&who, GetAccount {}).await;
    assert_eq!(account.conversion_plan.expect("a plan").operations_used, count);
}
