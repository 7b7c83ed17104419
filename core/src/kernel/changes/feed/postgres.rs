//! PostgreSQL: it tells changes to whoever listens, at their commit.
use crate::{
    kernel::{
        changes::{change::Change, deliver::deliver},
        platform::Platform,
    },
    refusals::error::Result,
};
use futures_util::{Stream, StreamExt, stream};
use sea_orm::{
    DbErr, RuntimeErr,
    sqlx::{self, PgPool, postgres::PgListener},
};
use std::{pin::pin, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, interval},
};

/// What the triggers notify on.
const CHANNEL: &str = "hosting_changes";
/// How often a word is sent that must come back.
const WORD: Duration = Duration::from_secs(10);
/// How long nothing may be heard: a connection can break without a sound.
const SILENCE: Duration = Duration::from_secs(25);
/// Changes that are told together.
const TOGETHER: usize = 1000;

/// Listens; what was missed while the connection was broken is lost, and so an error.
pub async fn follow(platform: &Platform, pool: &PgPool, ready: &watch::Sender<bool>) -> Result<()> {
    let mut listener = PgListener::connect_with(pool).await.map_err(failed)?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await.map_err(failed)?;
    ready.send_replace(true);
    let mut heard = pin!(words(listener).ready_chunks(TOGETHER));
    let (mut words, mut last) = (interval(WORD), Instant::now());
    loop {
        tokio::select! {
            heard = heard.next() => {
                last = Instant::now();
                let said: Vec<String> = heard.unwrap_or_default().into_iter().collect::<Result<_, _>>()?;
                let changes = said.iter().filter_map(|word| Change::read(word)).collect();
                deliver(platform.changes(), changes).await;
            }
            now = words.tick() => {
                if platform.changes().is_idle() {
                    return Ok(());
                }
                if last + SILENCE < now {
                    return Err(broken().into());
                }
                let word = sqlx::query("SELECT pg_notify($1, 'here')").bind(CHANNEL);
                word.execute(pool).await.map_err(failed)?;
            }
        }
    }
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
