//! Steps about a disk that is full.
use super::{Process, Request, commands};
use crate::{facades::rest::read, world::World};
use cucumber::{given, when};
use hosting_core::{Database, database::Location};
use sea_orm::ConnectionTrait;
use std::{fs, time::Duration};
use tokio::time::sleep;

/// Kibibytes beside those of the database: what the platform writes by itself fits, and some entries.
const ROOM: u64 = 1500;
/// More requests than there is room for.
const MANY: usize = 5000;
/// When one that was turned away for want of a place comes back.
const AGAIN: Duration = Duration::from_millis(100);

#[given("the platform runs on the demo data, on a disk with little room")]
async fn little_room(world: &mut World) {
    commands::demo_data(world).await;
    let line = "hosting key create --account demo@example.com --all-scopes --rate 100000";
    let key = world.operating.done(line).await.printed;
    world.operating.keys.insert(0, key.trim().to_owned());
    let file = world.operating.file("data/hosting.db");
    // What a process that was quick to end has left beside the file would take up the room.
    let database = Database::open(&Location::Sqlite(file.clone())).await.expect("the database");
    let whole = "PRAGMA wal_checkpoint(TRUNCATE)";
    database.connection().execute_unprepared(whole).await.expect("one whole file");
    drop(database);
    let size = fs::metadata(file).expect("the database").len();
    let kibibytes = u32::try_from(size / 1024 + ROOM).expect("a small database");
    let process = Process::run_cramped(world.operating.folder(), "hosting", kibibytes);
    world.operating.serve(process, "hosting").await;
}

#[given("the customer looks up the account until that is refused")]
#[when("the customer looks up the account until that is refused")]
async fn until_refused(world: &mut World) {
    let request = Request::new("GET /v1/account").by(world.operating.key());
    for _ in 0..MANY {
        let http = world.operating.ask(&request).await;
        let told = read(http.clone());
        world.end(&told);
        match told {
            Ok(_) => world.operating.answered.push(http),
            // Much else is going on here: it comes back, as it is told to.
            Err(refusal) if refusal.code == "overloaded" => sleep(AGAIN).await,
            Err(refusal) => {
                assert_eq!(
                    refusal.code,
                    "internal_error",
                    "after {} answers",
                    world.operating.answered.len()
                );
                return;
            }
        }
    }
    panic!("the disk is never full");
}
