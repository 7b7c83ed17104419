//! PostgreSQL: changes stand in a table from their commit on, until a process takes them from there and tells whoever
//! listens, on each replica. At their own commit they are not told: the server commits one transaction after the other
//! where each tells somebody, and a mutation would wait for all others.
use crate::{
    database::Database,
    kernel::{
        changes::{change::Change, deliver::deliver},
        platform::Platform,
    },
    refusals::error::Result,
};
use futures_util::{Stream, StreamExt, stream};
use sea_orm::{
    ConnectionTrait, DbBackend, DbErr, RuntimeErr, Statement, Value,
    sqlx::{self, PgPool, postgres::PgListener},
};
use std::{pin::pin, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval},
};

/// What is listened on.
const CHANNEL: &str = "hosting_changes";
/// How often it is looked whether there is something to tell, while somebody here is subscribed.
const POLL: Duration = Duration::from_millis(50);
/// What takes changes from the table and tells them, in the order in which they were made; several processes that do
/// it at the same time take different ones.
const TELL: &str = "
    WITH told AS (
        DELETE FROM change WHERE id IN (SELECT id FROM change ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
        RETURNING id, kind, account_id, record_id
    )
    SELECT pg_notify($1, kind || ' ' || account_id || ' ' || record_id) FROM (SELECT * FROM told ORDER BY id) AS told";
/// What must come back.
const HERE: &str = "SELECT pg_notify($1, 'here')";
/// How long it is left alone after it failed.
const AGAIN: Duration = Duration::from_millis(500);
/// How often a word is sent that must come back.
const WORD: Duration = Duration::from_secs(10);
/// How long nothing may be heard: a connection can break without a sound.
const SILENCE: Duration = Duration::from_secs(25);
/// Changes that are told together.
const TOGETHER: u16 = 1000;

/// Listens; what was missed while the connection was broken is lost, and so an error.
pub async fn follow(platform: &Platform, pool: &PgPool, ready: &watch::Sender<bool>) -> Result<()> {
    let db = platform.database();
    // Who listens from now on is not told of what was before.
    tell_all(db).await?;
    let mut listener = PgListener::connect_with(pool).await.map_err(failed)?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await.map_err(failed)?;
    ready.send_replace(true);
    let mut heard = pin!(words(listener).ready_chunks(TOGETHER.into()));
    let (mut words, mut last) = (interval(WORD), Instant::now());
    let mut looks = interval(POLL);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            heard = heard.next() => {
                last = Instant::now();
                let said: Vec<String> = heard.unwrap_or_default().into_iter().collect::<Result<_, _>>()?;
                let changes = said.iter().filter_map(|word| Change::read(word)).collect();
                deliver(platform.changes(), changes).await;
            }
            _ = looks.tick() => {
                // Some at a time, so that what is heard is not held up; nothing is lost, it is told the next time.
                if let Err(cause) = tell(db).await {
                    tracing::warn!(%cause, "changes could not be told");
                    looks.reset_after(AGAIN);
                }
            }
            now = words.tick() => {
                if platform.changes().is_idle() {
                    return Ok(());
                }
                if last + SILENCE < now {
                    return Err(broken().into());
                }
                say(db, HERE, vec![CHANNEL.into()]).await?;
            }
        }
    }
}

/// Tells what was changed and is not told yet.
pub async fn tell_all(db: &Database) -> Result<()> {
    while tell(db).await? >= u64::from(TOGETHER) {}
    Ok(())
}

/// Tells some of it; how much that was.
async fn tell(db: &Database) -> Result<u64> {
    say(db, TELL, vec![CHANNEL.into(), i64::from(TOGETHER).into()]).await
}

/// Tells by a statement; to how many rows it comes.
async fn say(db: &Database, sql: &'static str, values: Vec<Value>) -> Result<u64> {
    let say = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
    db.write_statement(|db| Box::pin(async move { Ok(db.execute_raw(say).await?.rows_affected()) })).await
}

/// What is said, until the connection breaks.
fn words(listener: PgListener) -> impl Stream<Item = Result<String, DbErr>> {
    stream::unfold(Some(listener), async |listener| {
        let mut listener = listener?;
        match listener.try_recv().await {
            Ok(Some(word)) => Some((Ok(word.payload().to_owned()), Some(listener))),
            Ok(None) => Some((Err(broken()), None)),
            Err(cause) => Some((Err(failed(cause)), None)),
        }
    })
}

fn broken() -> DbErr {
    DbErr::Conn(RuntimeErr::Internal("the connection that listens broke".to_owned()))
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn failed(cause: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::Internal(cause.to_string()))
}
