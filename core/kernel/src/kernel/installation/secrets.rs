//! The secrets that a database knows, by what tells them: a process with another one would find no key and open
//! nothing that is sealed, and is refused.
//!
//! A secret is replaced in three steps, while everything is served. A newer one is sealed with the one before it, and
//! the one before it with the newer one: whoever has either reads what both have written. For [`SOON`] all processes
//! learn of it, and go on writing with the old one; then they write with the new one. When the operator has given it
//! to all of them, the old one is finished: it opens the database no more, and signs nothing.
#![expect(clippy::disallowed_methods, reason = "a secret is everybody's")]
use crate::{
    database::{Database, executor::Executor},
    kernel::platform::Platform,
    refusals::error::{Error, Result},
    values::{
        clock::Clock,
        secret::{Keyring, Secret, open_with, seal_with},
        time::Time,
    },
};
use chrono::TimeDelta;
use sea_orm::{
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, Set, TryInsertResult, entity::prelude::*,
};

/// How long processes go on writing with the secret before a new one: time for all to learn of it.
pub const SOON: TimeDelta = TimeDelta::minutes(5);

/// A secret, without itself.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "secret")]
pub struct Model {
    /// Counts them, from 1.
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i32,
    /// What tells it from every other.
    pub mark: Vec<u8>,
    /// Those before it, sealed with it; nothing for the first.
    pub before: Option<Vec<u8>>,
    /// The one after it, sealed with it.
    pub after: Option<Vec<u8>>,
    /// When it was made, or first used.
    pub made_at: Time,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What a database says of a secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It is its own.
    Ours(Ring),
    /// It has another one.
    Another,
    /// It has none yet.
    None,
}

/// The secrets of a database, to whom has one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// All of them, and how each is used by now.
    pub keyring: Keyring,
    /// When the newest came.
    pub since: Time,
    /// Whether the one that was given has been replaced.
    pub replaced: bool,
}

impl Ring {
    /// The newest of them.
    ///
    /// # Panics
    ///
    /// Never: there is one.
    pub fn newest(&self) -> &[u8] {
        self.keyring.secrets.last().expect("a database has a secret")
    }
}

/// What came of finishing with a secret that was replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// The older ones open the database no more.
    Done,
    /// No secret is being replaced.
    Nothing,
    /// Not every process need know the new one yet.
    Later(Time),
}

/// What the database says of `secret` at `now`.
pub async fn known(db: &Executor<'_>, secret: &[u8], now: Time) -> Result<Known> {
    let rows = Entity::find().order_by_asc(Column::Number).all(db).await?;
    let Some(first) = rows.first() else { return Ok(Known::None) };
    let mark = Secret::mark(secret);
    let Some(mine) = rows.iter().position(|row| row.mark == mark) else { return Ok(Known::Another) };
    let mut secrets = match &rows[mine].before {
        Some(sealed) => unsealed(secret, sealed)?,
        None => Vec::new(),
    };
    secrets.push(secret.to_vec());
    for row in &rows[mine..] {
        let Some(sealed) = &row.after else { break };
        let last = secrets.last().map_or(secret, Vec::as_slice);
        let next = open_with(last, sealed).map_err(|cause| Error::Internal(cause.to_string()))?;
        secrets.push(next);
    }
    let (newest, trusted) = (&rows[rows.len() - 1], index(first));
    // For a while it is only read.
    let early = newest.number > 1 && newest.made_at.plus(SOON) > now;
    let current = secrets.len() - 1 - usize::from(early);
    let keyring = Keyring { secrets, current, trusted: trusted.min(current) };
    Ok(Known::Ours(Ring { keyring, since: newest.made_at, replaced: mine + 1 < rows.len() }))
}

/// The same; where the database has no secret yet, this is it from now on.
pub async fn claim(db: &Database, clock: &dyn Clock, secret: &[u8]) -> Result<Known> {
    let (secret, now) = (secret.to_vec(), clock.now());
    db.write(move |db| {
        Box::pin(async move {
            if let known @ (Known::Ours(_) | Known::Another) = known(db, &secret, now).await? {
                return Ok(known);
            }
            let mark = Secret::mark(&secret).to_vec();
            let row = Model { number: 1, mark, before: None, after: None, made_at: now };
            put(db, row).await?;
            known(db, &secret, now).await
        })
    })
    .await
}

/// Puts `new` in the place of `secret`, which is the newest; it is used a while later. Says whether it did: nobody
/// was faster, and none is being replaced already.
pub async fn rotate(db: &Database, clock: &dyn Clock, secret: &[u8], new: &[u8]) -> Result<bool> {
    let (secret, new, now) = (secret.to_vec(), new.to_vec(), clock.now());
    db.write(move |db| {
        Box::pin(async move {
            let Some(last) = newest(db).await? else { return Ok(false) };
            let Known::Ours(ring) = known(db, &secret, now).await? else { return Ok(false) };
            if ring.replaced || ring.keyring.trusted != index(&last) {
                return Ok(false);
            }
            let before = serde_json::to_vec(&ring.keyring.secrets)
                .map_err(|cause| Error::Internal(cause.to_string()))?;
            let row = Model {
                number: last.number + 1,
                mark: Secret::mark(&new).to_vec(),
                before: Some(seal_with(&new, &before)),
                after: None,
                made_at: now,
            };
            if !put(db, row).await? {
                return Ok(false);
            }
            let led = ActiveModel { after: Set(Some(seal_with(&secret, &new))), ..Default::default() };
            Entity::update_many().set(led).filter(Column::Number.eq(last.number)).exec(db).await?;
            Ok(true)
        })
    })
    .await
}

/// Ends the time of the secrets that were replaced: they open the database no more.
pub async fn finish(db: &Database, clock: &dyn Clock) -> Result<Finished> {
    let now = clock.now();
    db.write(move |db| {
        Box::pin(async move {
            let Some(last) = newest(db).await? else { return Ok(Finished::Nothing) };
            // Who learned of it last writes with it by then.
            let end = last.made_at.plus(SOON * 2);
            let older = Column::Number.lt(last.number);
            if Entity::find().filter(older.clone()).one(db).await?.is_none() {
                return Ok(Finished::Nothing);
            }
            if end > now {
                return Ok(Finished::Later(end));
            }
            Entity::delete_many().filter(older).exec(db).await?;
            Ok(Finished::Done)
        })
    })
    .await
}

/// Learns of a secret that came meanwhile.
pub async fn learn(platform: &Platform) -> Result<()> {
    let ring = platform.secret().ring();
    let Some(newest) = ring.secrets.last() else { return Ok(()) };
    let reader = platform.database().reader(true).await?;
    match known(&reader.executor(), newest, platform.clock().now()).await? {
        Known::Ours(found) if found.keyring != ring => {
            platform.secret().turn(&found.keyring);
            tracing::info!(since = %found.since, "the secrets are other ones now");
            Ok(())
        }
        Known::Ours(_) | Known::None => Ok(()),
        Known::Another => Err(Error::Internal("the database has another secret".to_owned())),
    }
}

async fn newest(db: &Executor<'_>) -> Result<Option<Model>> {
    Ok(Entity::find().order_by_desc(Column::Number).lock_exclusive().one(db).await?)
}

/// Whether nobody had put another one in its place.
async fn put(db: &Executor<'_>, row: Model) -> Result<bool> {
    let insert = Entity::insert(row.into_active_model()).on_conflict_do_nothing();
    Ok(matches!(insert.exec_without_returning(db).await?, TryInsertResult::Inserted(1)))
}

fn index(row: &Model) -> usize {
    usize::try_from(row.number - 1).unwrap_or(0)
}

fn unsealed(secret: &[u8], sealed: &[u8]) -> Result<Vec<Vec<u8>>> {
    let broken =
        |cause: &dyn std::error::Error| Error::Internal(format!("the secrets before this one: {cause}"));
    let plain = open_with(secret, sealed).map_err(|cause| broken(&cause))?;
    serde_json::from_slice(&plain).map_err(|cause| broken(&cause))
}
