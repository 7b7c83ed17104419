//! Steps about what cannot be written or removed, and about what time takes away.
use crate::{
    domains::seen,
    words::{Switch, assert_none},
    world::World,
};
use cucumber::{given, then, when};
use hosting_core::{domains::SetDomainAutoRenew, queue};
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Statement};

/// Lets the database refuse a change of a table, as on a full disk.
async fn forbid(world: &World, change: &str, table: &str) {
    let db = world.stage.database().connection();
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => format!(
            "CREATE OR REPLACE FUNCTION forbidden() RETURNS trigger LANGUAGE plpgsql AS
                 'BEGIN RAISE EXCEPTION ''no room''; END';
             CREATE TRIGGER forbidden BEFORE {change} ON {table} EXECUTE FUNCTION forbidden()"
        ),
        _ => format!(
            "CREATE TRIGGER forbidden BEFORE {change} ON {table} BEGIN SELECT RAISE(ABORT, 'no room'); END"
        ),
    };
    db.execute_unprepared(&sql).await.expect("a trigger");
}

/// Takes that back.
async fn allow(world: &World, table: &str) {
    let db = world.stage.database().connection();
    let sql = match db.get_database_backend() {
        DbBackend::Postgres => format!("DROP TRIGGER forbidden ON {table}"),
        _ => "DROP TRIGGER forbidden".to_owned(),
    };
    db.execute_unprepared(&sql).await.expect("no trigger any more");
}

#[given("usage entries cannot be written")]
async fn entries_cannot(world: &mut World) {
    forbid(world, "INSERT", "usage_entry").await;
}

#[given("usage entries can be written again")]
async fn entries_can(world: &mut World) {
    allow(world, "usage_entry").await;
}

/// As many as a busy day brings; they are kept as the first one is.
#[given(regex = r"^(\d+) keys more were used as well$")]
async fn more_keys(world: &mut World, count: u32) {
    let columns = "fingerprint, request_id, answer, created_at, lease_until";
    let numbers = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) \
         SELECT n FROM numbers"
    );
    let used = format!(
        "INSERT INTO idempotency (account_id, key, {columns}) \
         SELECT account_id, key || '-' || n, {columns} FROM idempotency, ({numbers}) AS numbered"
    );
    let used = world.stage.database().connection().execute_unprepared(&used).await;
    assert_eq!(used.expect("keys").rows_affected(), u64::from(count));
}

#[given("used keys cannot be removed")]
async fn keys_cannot(world: &mut World) {
    forbid(world, "DELETE", "idempotency").await;
}

#[given("used keys can be removed again")]
async fn keys_can(world: &mut World) {
    allow(world, "idempotency").await;
}

/// Turns auto-renew on.
async fn turn_on(world: &mut World, who: &str, domain: &str, key: &str) {
    let operation = SetDomainAutoRenew { domain_id: world.domain(domain).id, enabled: true };
    let _ = world.perform_with(who, Some(key), operation).await;
}

#[given(regex = r#"^(\S+)'s change of "([^"]*)" under the key "([^"]*)" came to nothing$"#)]
async fn came_to_nothing(world: &mut World, who: String, domain: String, key: String) {
    turn_on(world, &who, &domain, &key).await;
    assert_eq!(world.refusal().code, "internal_error");
}

#[given(regex = r#"^(\S+) has changed "([^"]*)" under the key "([^"]*)"$"#)]
async fn has_changed(world: &mut World, who: String, domain: String, key: String) {
    turn_on(world, &who, &domain, &key).await;
    assert!(world.last().outcome.is_ok(), "{:?}", world.last().outcome);
}

#[then(expr = "once entries can be written again, auto-renew is {switch} for {string}")]
async fn auto_renew_is(world: &mut World, expected: Switch, domain: String) {
    entries_can(world).await;
    assert_eq!(Switch(seen(world, &domain).await.auto_renew), expected);
}

#[then("no work is queued")]
async fn nothing_queued(world: &mut World) {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's work")]
    let jobs = queue::Entity::find().all(&reader.executor()).await.expect("the queue");
    assert_none(&jobs);
}

/// How many rows a table has.
async fn count(world: &World, table: &str) -> i64 {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    let db = reader.executor();
    let count = format!("SELECT count(*) AS count FROM {table}");
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), count)).await;
    row.expect("an answer").expect("a row").try_get("", "count").expect("a number")
}

#[then("nothing is known of any job")]
async fn nothing_of_jobs(world: &mut World) {
    for table in ["conversion_job", "conversion_file", "conversion_artifact", "conversion_ledger"] {
        assert_eq!(count(world, table).await, 0, "{table}");
    }
}

#[then("nothing is noted for those who watch")]
async fn nothing_noted(world: &mut World) {
    assert_eq!(count(world, "change").await, 0);
}

#[then(regex = r"^(\d+) used keys? (?:is|are) kept, and (\d+) (?:entry|entries)$")]
async fn are_kept(world: &mut World, keys: i64, entries: i64) {
    assert_eq!((count(world, "idempotency").await, count(world, "usage_entry").await), (keys, entries));
}

#[when("the platform does what is due")]
async fn does_what_is_due(world: &mut World) {
    world.stage.run_routines().await;
}
