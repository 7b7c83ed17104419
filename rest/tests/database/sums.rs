//! The sums of usage entries on PostgreSQL, whoever writes and whoever removes.
use crate::fresh::fresh;
use hosting_core::clock::{Clock, SystemClock};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};
use std::time::Duration;
use uuid::Uuid;

/// One connection, which has a process of the server to itself.
pub async fn connect(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).idle_timeout(Duration::from_hours(1)).sqlx_logging(false);
    Database::connect(options).await.unwrap()
}

pub async fn number(db: &DatabaseConnection, sql: &str) -> i64 {
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), sql)).await;
    row.unwrap().unwrap().try_get("", "number").unwrap()
}

/// Where the process behind `db` counts.
async fn slot(db: &DatabaseConnection) -> i64 {
    number(db, "SELECT (pg_backend_pid() % 64)::bigint AS number").await
}

/// Entries of these accounts from one address, in this order, by one statement.
fn entries(accounts: &[Uuid]) -> String {
    let row = |account: &Uuid| {
        format!(
            "('{}', '{account}', '{account}', 'read', 'rest', 'succeeded', 'GET', '/', 200, '192.0.2.1', '192.0.2.1',
              '{account}', 'key', 1, now())",
            SystemClock.id()
        )
    };
    let rows: Vec<_> = accounts.iter().map(row).collect();
    format!(
        "INSERT INTO usage_entry (id, account_id, request_id, kind, facade, status, http_method, route, http_status,
         client_ipv4, client_ip, credential_id, credential_name, duration_ms, occurred_at) VALUES {}",
        rows.join(", ")
    )
}

/// Waits until so many wait for a lock.
pub async fn waiting(db: &DatabaseConnection, name: &str, count: i64) {
    let sql = format!(
        "SELECT count(*) AS number FROM pg_stat_activity WHERE datname = '{name}' AND wait_event_type = 'Lock'"
    );
    while number(db, &sql).await < count {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn batches_of_several_accounts_do_not_wait_for_each_other_in_a_circle() {
    let Some((url, name)) = fresh().await else { return };
    let url = format!("{url}/{name}");
    let admin = connect(&url).await;
    Migrator::up(&admin, None).await.unwrap();
    // Of so many processes two count in the same place.
    let mut writers: Vec<(i64, DatabaseConnection)> = Vec::new();
    let (one, other) = loop {
        let next = connect(&url).await;
        let place = slot(&next).await;
        match writers.iter().position(|(taken, _)| *taken == place) {
            Some(same) => break (writers.swap_remove(same).1, next),
            None => writers.push((place, next)),
        }
    };
    drop(writers);
    let [a, b, c] = [1, 2, 3].map(Uuid::from_u128);
    one.execute_unprepared(&entries(&[a, b, c])).await.unwrap();
    let held = connect(&url).await;
    held.execute_unprepared(&format!("BEGIN; SELECT 1 FROM usage_count WHERE account_id = '{c}' FOR UPDATE"))
        .await
        .unwrap();
    let first = tokio::spawn(async move { one.execute_unprepared(&entries(&[a, c, b])).await });
    waiting(&admin, &name, 1).await;
    let second = tokio::spawn(async move { other.execute_unprepared(&entries(&[b, a])).await });
    waiting(&admin, &name, 2).await;
    held.execute_unprepared("COMMIT").await.unwrap();
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
    let total = "SELECT sum(succeeded + rejected)::bigint AS number FROM usage_count";
    assert_eq!(number(&admin, total).await, 8);
}

#[tokio::test]
async fn an_address_is_gone_with_its_last_entry_whoever_removes_that() {
    let Some((url, name)) = fresh().await else { return };
    let url = format!("{url}/{name}");
    let writer = connect(&url).await;
    Migrator::up(&writer, None).await.unwrap();
    let account = Uuid::from_u128(1);
    writer.execute_unprepared(&entries(&[account; 3])).await.unwrap();
    let mut removers = Vec::new();
    let remover = loop {
        let next = connect(&url).await;
        if slot(&next).await != slot(&writer).await {
            break next;
        }
        removers.push(next);
    };
    let rows = "SELECT count(*) AS number FROM usage_address";
    let sum = "SELECT sum(entries)::bigint AS number FROM usage_address";
    let some = "DELETE FROM usage_entry WHERE id IN (SELECT id FROM usage_entry LIMIT 2)";
    remover.execute_unprepared(some).await.unwrap();
    assert_eq!((number(&writer, rows).await, number(&writer, sum).await), (1, 1));
    remover.execute_unprepared("DELETE FROM usage_entry").await.unwrap();
    assert_eq!(number(&writer, rows).await, 0);
    let total = "SELECT sum(succeeded + rejected)::bigint AS number FROM usage_count";
    assert_eq!(number(&writer, total).await, 0);
}
