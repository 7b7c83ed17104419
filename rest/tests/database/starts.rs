//! Processes that start: together, and before their database.
use crate::{fresh::fresh, proxy::Proxy};
use hosting_core::clock::{Clock, SystemClock};
use hosting_migrations::{Migrator, MigratorTrait};
use hosting_rest::commands::settings::Settings;
use std::{env, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, Command},
};

const SECRET: &str = "a secret for tests only, of 32 characters";

/// The settings of a process on the database at `url`.
fn settings(url: &str) -> Settings {
    Settings {
        data: env::temp_dir().join(format!("hosting-test-{}", SystemClock.id())),
        database_url: Some(url.parse().unwrap()),
        database_connections: None,
        database_wait: 30,
        secret: Some(SECRET.to_owned()),
        backends: None,
        key_prefix: "hpk_".to_owned(),
        oauth_prefix: "hpo_".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_that_start_together_bring_the_database_to_the_present_state_once() {
    let Some((url, name)) = fresh().await else { return };
    let url = format!("{url}/{name}");
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let settings = settings(&url);
            tokio::spawn(async move { settings.open_or_make().await.map(|opened| opened.database) })
        })
        .collect();
    for start in starts {
        let database = start.await.unwrap().unwrap();
        let done = Migrator::get_migration_models(database.connection()).await.unwrap();
        assert_eq!(done.len(), Migrator::migrations().len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_starts_before_its_database_waits_for_it() {
    let Some((url, name)) = fresh().await else { return };
    let (user, host) = url.trim_start_matches("postgres://").split_once('@').unwrap();
    let address = Proxy::reserve();
    let settings = settings(&format!("postgres://{user}@{address}/{name}"));
    let opening = tokio::spawn(async move { settings.open_or_make().await.map(|_| ()) });
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(!opening.is_finished(), "there is nothing to open yet");
    let _proxy = Proxy::at(address, host.to_owned()).await;
    opening.await.unwrap().unwrap();
}

/// A process of the platform itself on the database at `url`, with files of its own in `data`, or why it did not start.
async fn started(url: &str, data: &std::path::Path) -> Result<Child, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hosting"));
    command.args([
        "--listen",
        "127.0.0.1:0",
        "--no-demo",
        "--no-conversion",
        "--database-url",
        url,
        "--data",
    ]);
    command.arg(data).env("HOSTING_SECRET", SECRET).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.kill_on_drop(true).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    match lines.next_line().await.unwrap() {
        Some(_) => Ok(process),
        None => {
            let mut said = String::new();
            process.stderr.take().unwrap().read_to_string(&mut said).await.unwrap();
            assert_eq!(process.wait().await.unwrap().code(), Some(2), "{said}");
            Err(said)
        }
    }
}

#[tokio::test]
async fn processes_that_share_a_database_share_its_files_or_do_not_start() {
    let Some((url, name)) = fresh().await else { return };
    let (url, folder) =
        (format!("{url}/{name}"), env::temp_dir().join(format!("hosting-{}", SystemClock.id())));
    let (one, other) = (folder.join("one"), folder.join("other"));
    let _first = started(&url, &one).await.unwrap();
    let _same = started(&url, &one).await.expect("a second one with the same files");
    let refused = started(&url, &other).await.unwrap_err();
    assert!(refused.contains("the files of this database are in another folder"), "{refused}");
    assert!(!other.join("files/mark").exists(), "it leaves nothing behind");
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn more_connections_than_the_server_allows_are_refused_by_name() {
    let Some((url, name)) = fresh().await else { return };
    let many = Settings { database_connections: Some(10_000), ..settings(&format!("{url}/{name}")) };
    let refused = many.open_or_make().await.err().unwrap();
    assert_eq!(refused.exit_code(), 2);
    assert!(refused.to_string().starts_with("HOSTING_DATABASE_CONNECTIONS: 10000"), "{refused}");
}
