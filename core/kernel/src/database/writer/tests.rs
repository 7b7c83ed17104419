use crate::{
    database::{Database, Location, Sum, executor::Executor},
    refusals::error::{Error, Result},
    values::clock::{Clock, SystemClock},
};
use sea_orm::{ConnectionTrait, DbBackend};
use std::sync::{Arc, Mutex};
use tokio::sync::oneshot;
use uuid::Uuid;

/// What becomes of a write.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    Kept,
    Refused,
    Panics,
    /// A single statement that is kept.
    Statement,
    /// A single statement that fails.
    Broken,
}
use Fate::{Broken, Kept, Panics, Refused, Statement};

/// A database in a file of its own, with a table; and another program's way into it.
async fn stage() -> (Database, rusqlite::Connection, std::path::PathBuf) {
    let file = std::env::temp_dir().join(format!("hosting-writer-{}.db", SystemClock.id()));
    let database = Database::open(&Location::Sqlite(file.clone())).await.unwrap();
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("CREATE TABLE one (value integer PRIMARY KEY); CREATE TABLE sum (name text PRIMARY KEY, number integer)").unwrap();
    (database, other, file)
}

/// A write that holds the writer until it is told to go on.
async fn hold(database: &Database) -> oneshot::Sender<()> {
    let (release, released) = oneshot::channel::<()>();
    let (tell, told) = oneshot::channel();
    let database = database.clone();
    tokio::spawn(async move {
        let wait = async {
            tell.send(()).unwrap();
            released.await.map_err(Error::from)
        };
        database.write(move |_| Box::pin(wait)).await
    });
    told.await.unwrap();
    release
}

#[tokio::test(flavor = "multi_thread")]
async fn who_writes_little_does_not_wait_for_all_of_who_writes_much() {
    let (database, _, file) = stage().await;
    let held = hold(&database).await;
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut asked = Vec::new();
    for (account, value) in (0..300).map(|value| (1, value)).chain([(2, 300)]) {
        let (database, order) = (database.on_behalf_of(Uuid::from_u128(account)), Arc::clone(&order));
        asked.push(tokio::spawn(async move {
            let note = async move {
                order.lock().unwrap().push(value);
                Ok(())
            };
            database.write(move |_| Box::pin(note)).await
        }));
    }
    // They wait by now, in whatever order.
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    held.send(()).unwrap();
    for asked in asked {
        asked.await.unwrap().unwrap();
    }
    let place = order.lock().unwrap().iter().position(|value| *value == 300).unwrap();
    assert!(place <= 2, "it had its turn after {place}");
    std::fs::remove_file(file).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_writes_little_waits_neither_for_much_of_another_nor_for_their_own() {
    let (database, other, file) = stage().await;
    let (other, held) = (Arc::new(Mutex::new(other)), hold(&database).await);
    let of = |account| database.on_behalf_of(Uuid::from_u128(account));
    let mut much = Vec::new();
    for _ in 0..3 {
        let (database, other) = (of(1), Arc::clone(&other));
        // What is committed as this one begins.
        let look = async move {
            let other = other.lock().unwrap();
            Ok(other.query_row("SELECT count(*) FROM one", [], |row| row.get::<_, i64>(0)).unwrap())
        };
        much.push(tokio::spawn(async move { database.write_rows(100, move |_| Box::pin(look)).await }));
    }
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    let little = [(1, 10), (2, 20)].map(|(account, value)| tokio::spawn(write(of(account), value, Kept)));
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    held.send(()).unwrap();
    for much in much {
        assert_eq!(much.await.unwrap().unwrap(), 2, "both were on disk before the first that is much");
    }
    for little in little {
        little.await.unwrap().unwrap();
    }
    std::fs::remove_file(file).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_wait_for_another_program_share_one_wait() {
    let (database, other, file) = stage().await;
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut asked: Vec<_> = (0..5).map(|value| tokio::spawn(write(database.clone(), value, Kept))).collect();
    let (first, _, others) = futures_util::future::select_all(asked.drain(..)).await;
    assert!(matches!(first.unwrap(), Err(Error::Overloaded)));
    // The others were refused with it: none of them begins to wait now.
    other.execute_batch("ROLLBACK").unwrap();
    for other in others {
        assert!(matches!(other.await.unwrap(), Err(Error::Overloaded)));
    }
    assert_eq!(write(database, 5, Kept).await.unwrap(), 5);
    std::fs::remove_file(file).unwrap();
}

/// Adds to the sum of all that is written.
const ADD: &str =
    "INSERT INTO sum VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET number = number + excluded.number";

async fn write(database: Database, value: usize, fate: Fate) -> Result<usize> {
    let table = if fate == Broken { "none" } else { "one" };
    let insert = format!("INSERT INTO {table} VALUES ({value})");
    let work = async move |db: &Executor<'_>| {
        db.add(Sum { sql: ADD, key: vec!["all".into()], by: vec![1] }).await?;
        db.execute_unprepared(&insert).await?;
        assert_ne!(fate, Panics, "as it should");
        if fate == Refused { Err(Error::NotFound) } else { Ok(value) }
    };
    match fate {
        Statement | Broken => {
            database.write_statement(move |db| Box::pin(async move { work(db).await })).await
        }
        _ => database.write(move |db| Box::pin(async move { work(db).await })).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_that_is_not_kept_undoes_itself_alone() {
    let file = std::env::temp_dir().join(format!("hosting-writer-{}.db", SystemClock.id()));
    let database = Database::open(&Location::Sqlite(file.clone())).await.unwrap();
    let fates = [Kept, Refused, Panics, Statement, Broken];
    let every = fates.iter().flat_map(|a| fates.iter().flat_map(move |b| fates.map(|c| [*a, *b, c])));
    for together in every {
        // By the writer: one that panics is told so before it is undone.
        let table = async |db: &Executor<'_>| {
            db.execute_unprepared("DROP TABLE IF EXISTS one").await?;
            db.execute_unprepared("CREATE TABLE one (value integer PRIMARY KEY)").await?;
            db.execute_unprepared("DROP TABLE IF EXISTS sum").await?;
            db.execute_unprepared("CREATE TABLE sum (name text PRIMARY KEY, number integer)").await?;
            Ok(())
        };
        database.write(move |db| Box::pin(async move { table(db).await })).await.unwrap();
        // They wait behind this one, and come into its transaction, which is empty.
        let (release, held) = oneshot::channel::<()>();
        let first = database.clone();
        let first = tokio::spawn(async move {
            let refused = async { held.await.map_or(Ok(()), |()| Err(Error::NotFound)) };
            first.write(move |_| Box::pin(refused)).await
        });
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        let asked = together.into_iter().enumerate();
        let asked: Vec<_> = asked.map(|(n, fate)| tokio::spawn(write(database.clone(), n, fate))).collect();
        release.send(()).unwrap();
        assert!(matches!(first.await.unwrap(), Err(Error::NotFound)));
        for (n, (asked, fate)) in asked.into_iter().zip(together).enumerate() {
            let told = asked.await.unwrap();
            match fate {
                Kept | Statement => assert_eq!(told.unwrap(), n, "{together:?}"),
                Refused => assert!(matches!(told, Err(Error::NotFound)), "{together:?}"),
                Panics | Broken => assert!(matches!(told, Err(Error::Internal(_))), "{together:?}"),
            }
        }
        let rows = "SELECT value FROM one UNION ALL SELECT number FROM sum";
        let rows = sea_orm::Statement::from_string(DbBackend::Sqlite, rows);
        // What is committed, for the same reason.
        let reader = database.reader(false).await.unwrap();
        let rows = reader.executor().query_all_raw(rows).await.unwrap();
        drop(reader);
        let rows: Vec<i64> = rows.iter().map(|row| row.try_get("", "value").unwrap()).collect();
        let kept =
            together.iter().zip(0..).filter(|(fate, _)| matches!(fate, Kept | Statement)).map(|(_, n)| n);
        let mut kept: Vec<i64> = kept.collect();
        if !kept.is_empty() {
            kept.push(i64::try_from(kept.len()).unwrap());
        }
        assert_eq!(rows, kept, "{together:?}");
    }
    std::fs::remove_file(file).unwrap();
}
