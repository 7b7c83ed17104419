//! Steps in which the operator gives commands.
use super::{Ended, Process, process};
use crate::{words::list, world::World};
use cucumber::{given, then, when};
use hosting_core::{Database, database::Location};
use sea_orm::ConnectionTrait;
use std::{fs, path::Path};

#[given("an empty folder")]
fn empty_folder(world: &mut World) {
    world.operating.folder();
}

/// Gives the operator a folder in which the platform has been started before.
#[given("a folder with the demo data")]
pub async fn demo_data(world: &mut World) {
    let (folder, keys) = process::filled().await;
    world.operating.folder = Some(folder);
    world.operating.keys = keys;
}

/// Leaves in the database what a step of a later version would.
#[given("a newer version has changed the database")]
async fn newer(world: &mut World) {
    let file = world.operating.file("data/hosting.db");
    let database = Database::open(&Location::Sqlite(file)).await.expect("the database");
    let step = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_of_tomorrow', 0)";
    database.connection().execute_unprepared(step).await.expect("a step");
}

#[given("a folder with an empty database")]
async fn empty_database(world: &mut World) {
    world.operating.done("hosting migrate").await;
}

#[given("the platform runs on the demo data")]
async fn runs(world: &mut World) {
    started_by(world, "hosting".to_owned()).await;
}

#[given("the platform runs without demo data")]
async fn runs_empty(world: &mut World) {
    world.operating.start("hosting --no-demo").await;
}

#[given(regex = r#"^the platform was started by "([^"]*)" on the demo data$"#)]
async fn started_by(world: &mut World, line: String) {
    demo_data(world).await;
    world.operating.start(&line).await;
}

#[given(regex = r#"^a file "([^"]*)" that says "([^"]*)"$"#)]
fn file(world: &mut World, name: String, text: String) {
    let file = world.operating.file(&name);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("a file");
}

#[given(regex = r#"^the file "([^"]*)" is gone$"#)]
fn is_gone(world: &mut World, name: String) {
    fs::remove_file(world.operating.file(&name)).expect("a file");
}

#[given(regex = r#"^the operator has started "([^"]*)"$"#)]
#[when(regex = r#"^the operator starts "([^"]*)"$"#)]
async fn starts(world: &mut World, line: String) {
    world.operating.start(&line).await;
    if world.operating.keys.is_empty() {
        world.operating.keys = world.operating.process().keys();
    }
}

/// A command with a flag, or with a variable before it.
pub fn with(line: &str, setting: &str) -> String {
    if setting.starts_with('-') { format!("{line} {setting}") } else { format!("{setting} {line}") }
}

#[when(regex = r#"^the operator starts "([^"]*)" with "([^"]*)"$"#)]
async fn starts_with(world: &mut World, line: String, setting: String) {
    starts(world, with(&line, &setting)).await;
}

/// Tries a start that must not succeed.
#[when(regex = r#"^the operator tries "([^"]*)" with "([^"]*)"$"#)]
pub async fn tries(world: &mut World, line: String, setting: String) {
    let line = with(&line, &setting);
    let mut process = Process::run(world.operating.folder(), &line);
    assert_eq!(process.serves().await, None, "it starts: {line}");
    world.operating.ended.push(process.end().await);
}

#[when(regex = r#"^the operator runs "([^"]*)"$"#)]
async fn runs_command(world: &mut World, line: String) {
    world.operating.run(&line).await;
}

#[given(regex = r#"^the operator has run "([^"]*)"$"#)]
async fn has_run(world: &mut World, line: String) {
    world.operating.done(&line).await;
}

#[then(regex = r"^it ends with code (\d+)$")]
fn ends_with(world: &mut World, code: i32) {
    let Ended { code: ended, said, .. } = world.operating.last();
    assert_eq!(*ended, Some(code), "{said}");
}

#[then(regex = r#"^it says "([^"]*)"$"#)]
fn says(world: &mut World, words: String) {
    let said = &world.operating.last().said;
    assert!(said.contains(&words), "it says: {said}");
}

#[then(regex = r#"^it prints "([^"]*)"$"#)]
fn prints(world: &mut World, words: String) {
    let Ended { printed, said, .. } = world.operating.last();
    assert!(printed.contains(&words), "it prints: {printed}{said}");
}

#[then(regex = r#"^it prints nothing of "([^"]*)"$"#)]
fn prints_nothing_of(world: &mut World, words: String) {
    let printed = &world.operating.last().printed;
    assert!(!printed.contains(&words), "it prints: {printed}");
}

#[then(regex = r#"^it says nothing of "([^"]*)"$"#)]
fn says_nothing_of(world: &mut World, words: String) {
    let said = &world.operating.last().said;
    assert!(!said.contains(&words), "it says: {said}");
}

#[then("it prints nothing")]
fn prints_nothing(world: &mut World) {
    assert_eq!(world.operating.last().printed, "");
}

#[then("it prints what the command before it printed")]
fn prints_the_same(world: &mut World) {
    let [.., before, last] = &world.operating.ended[..] else { panic!("two commands") };
    assert!(!last.printed.is_empty(), "{}", last.said);
    assert_eq!(before.printed, last.printed);
}

#[then(regex = r#"^it prints what is in "([^"]*)"$"#)]
fn prints_file(world: &mut World, name: String) {
    let written = fs::read_to_string(world.operating.file(&name)).expect("a file");
    assert_eq!(world.operating.last().printed, written);
}

#[then(regex = r#"^the folder holds "([^"]*)"$"#)]
fn holds(world: &mut World, names: String) {
    for name in list(&names, ", ") {
        assert!(world.operating.file(&name).is_file(), "no {name}");
    }
}

#[then(regex = r#"^the folder holds no "([^"]*)"$"#)]
fn holds_no(world: &mut World, name: String) {
    assert!(!world.operating.file(&name).exists());
}

#[cfg(unix)]
#[then(regex = r#"^nobody else may read "([^"]*)"$"#)]
fn only_for_its_owner(world: &mut World, name: String) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(world.operating.file(&name)).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "{mode:o}");
}

/// The files below `folder` in which `text` stands.
pub fn holding(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
        if entry.is_dir() {
            found.extend(holding(&entry, text));
        } else {
            let bytes = fs::read(&entry).expect("a file");
            if bytes.windows(text.len()).any(|window| window == text.as_bytes()) {
                found.push(entry.display().to_string());
            }
        }
    }
    found
}
