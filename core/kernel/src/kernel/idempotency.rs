//! Performing a mutation once, however often it is sent (`contract.md` §4).
#![expect(clippy::disallowed_methods, reason = "the account is part of the key")]
use crate::{
    database::{executor::Executor, kept::Kept},
    kernel::{
        account,
        call::Call,
        context::{Claim, Context},
        platform::Platform,
        queue::{moment::Moment, table},
        usage::{Asked, entry_of_done, insert, record, values},
        way::Way,
    },
    refusals::error::{Error, Result},
    values::time::Time,
};
use chrono::TimeDelta;
use sea_orm::{
    IntoActiveModel, Iterable, QuerySelect, QueryTrait, Set, TryInsertResult, Unchanged,
    entity::prelude::*,
    sea_query::{CommonTableExpression, ExprTrait, OnConflict, Query},
};
use serde_json::{Value, value::RawValue};

/// A key that was used, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency")]
pub struct Model {
    /// Whose key it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: Uuid,
    /// The key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Tells one request from another without keeping any: a request may hold a password.
    pub fingerprint: Vec<u8>,
    /// The request that was answered; before that, the first that asked.
    pub request_id: Uuid,
    /// The data of the answer, sealed: it may hold a link. Nothing while the work is under way.
    pub answer: Option<Vec<u8>>,
    /// When it was used first.
    pub created_at: Time,
    /// Until when the key belongs to a call that asks a backend and has not come back.
    pub lease_until: Option<Time>,
}

/// How long a key belongs to a call that asks a backend.
const LEASE: TimeDelta = TimeDelta::seconds(60);

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What an earlier call was told, and its request.
pub(crate) type Replay = (Box<RawValue>, Uuid);

/// A key that a call came with.
pub(crate) enum Claimed<T> {
    /// It belongs to this call; with what that made of it.
    Mine(T),
    /// It belonged to an earlier call, which came to this.
    Before(Replay),
}

/// What a mutation came to in its transaction: what it gave, also as it is stored.
pub(crate) type Changed = Claimed<(Way, Box<RawValue>)>;

/// What tells this request from every other under the same key.
pub fn fingerprint(platform: &Platform, operation: &str, mut input: Value) -> [u8; 32] {
    input.sort_all_objects();
    platform.secret().fingerprint(format!("{operation}\n{input}").as_bytes())
}

/// What an earlier call under this key came to; nothing if there was none.
pub async fn before(
    platform: &Platform,
    db: &Executor<'_>,
    call: &Call,
    fingerprint: &[u8; 32],
) -> Result<Option<Replay>> {
    match find(db, call).await? {
        Some(row) => told(platform, db, row, fingerprint).await,
        None => Ok(None),
    }
}

/// What the call that has the key came to; nothing where it has not come back in time.
async fn told(
    platform: &Platform,
    db: &Executor<'_>,
    row: Model,
    fingerprint: &[u8; 32],
) -> Result<Option<Replay>> {
    if row.fingerprint != fingerprint {
        return Err(Error::IdempotencyKeyConflict);
    }
    match (row.answer, row.lease_until) {
        (Some(sealed), _) => Ok(Some((opened(platform, &sealed)?, row.request_id))),
        (None, Some(until)) if until <= Moment::of(platform).read(db).await? => Ok(None),
        (None, _) => Err(Error::RequestInProgress),
    }
}

/// The row of the call's key.
async fn find(db: &Executor<'_>, call: &Call) -> Result<Option<Model>> {
    static FIND: Kept = Kept::new();
    let (backend, account, key) = (db.get_database_backend(), call.credential.account, call.key()?);
    let find = FIND.with(backend, vec![account.into(), key.into()], |_| {
        Entity::find().filter(Column::AccountId.eq(account)).filter(Column::Key.eq(key)).build(backend)
    });
    Ok(db.record::<Entity>(find).await?)
}

fn opened(platform: &Platform, sealed: &[u8]) -> Result<Box<RawValue>> {
    let unreadable = |cause: &dyn std::error::Error| Error::Internal(format!("a stored answer: {cause}"));
    let plain = platform.secret().open(sealed).map_err(|cause| unreadable(&cause))?;
    serde_json::from_slice(&plain).map_err(|cause| unreadable(&cause))
}

/// Performs what is on its `way` for the call's key, unless another call does or did.
pub(crate) async fn once(
    cx: &Context<'_>,
    fingerprint: &[u8; 32],
    asked: Asked,
    way: Way,
) -> Result<Changed> {
    if cx.platform.database().is_file() {
        return once_in_file(cx, fingerprint, asked, way).await;
    }
    if claim(cx, fingerprint, None).await? {
        return Ok(Claimed::Mine(perform(cx, asked, way).await?));
    }
    let earlier = before(cx.platform, cx.db, cx.call, fingerprint).await?;
    earlier.map(Claimed::Before).ok_or(Error::RequestInProgress)
}

/// The same where nobody else writes until the transaction ends: the key is taken with what is stored under it.
async fn once_in_file(
    cx: &Context<'_>,
    fingerprint: &[u8; 32],
    asked: Asked,
    mut way: Way,
) -> Result<Changed> {
    static INSERT: Kept = Kept::new();
    if let Some(row) = find(cx.db, cx.call).await? {
        let earlier = told(cx.platform, cx.db, row, fingerprint).await?;
        return earlier.map(Claimed::Before).ok_or(Error::RequestInProgress);
    }
    way.perform(cx).await?;
    let json = way.json()?;
    let row = Model {
        account_id: cx.account(),
        key: cx.call.key()?.to_owned(),
        fingerprint: fingerprint.to_vec(),
        request_id: cx.call.id(),
        answer: Some(cx.platform.secret().seal(json.get().as_bytes())),
        created_at: cx.now(),
        lease_until: None,
    };
    let insert = INSERT.insert(cx.db.get_database_backend(), row.into_active_model());
    if cx.db.execute_raw(insert).await?.rows_affected() != 1 {
        return Err(Error::Internal("a key was taken while nobody else wrote".to_owned()));
    }
    record(cx.db, entry_of_done(cx.call, asked, cx.platform.clock())).await?;
    Ok(Claimed::Mine((way, json)))
}

/// Performs, stores the answer under the key, which is this call's, and writes down that it was done.
async fn perform(cx: &Context<'_>, asked: Asked, mut way: Way) -> Result<(Way, Box<RawValue>)> {
    way.perform(cx).await?;
    let json = way.json()?;
    complete(cx, asked, &json).await?;
    Ok((way, json))
}

/// Claims the key for a call that is to ask a backend; or gives what an earlier call came to.
pub(crate) async fn begin(cx: &Context<'_>, fingerprint: &[u8; 32]) -> Result<Claimed<Claim>> {
    let since = Moment::of(cx.platform).read(cx.db).await?;
    let until = since.plus(LEASE);
    if claim(cx, fingerprint, Some(until)).await? {
        return Ok(Claimed::Mine(Claim { work: cx.call.id(), since, until }));
    }
    if let Some(earlier) = before(cx.platform, cx.db, cx.call, fingerprint).await? {
        return Ok(Claimed::Before(earlier));
    }
    // Whoever had the key has not come back in time.
    let row = held(cx).await?.ok_or(Error::RequestInProgress)?;
    if row.lease_until.is_none_or(|until| until > since) || !table::remove(cx.db, row.request_id).await? {
        return Err(Error::RequestInProgress);
    }
    let work = row.request_id;
    let mut row = row.into_active_model();
    row.lease_until = Set(Some(until));
    Entity::update(row).validate()?.exec(cx.db).await?;
    Ok(Claimed::Mine(Claim { work, since, until }))
}

/// The key's row, which nobody else changes until the transaction ends.
async fn held(cx: &Context<'_>) -> Result<Option<Model>> {
    let key = (cx.account(), cx.call.key()?.to_owned());
    Ok(Entity::find_by_id(key).lock_exclusive().one(cx.db).await?)
}

/// Performs that for which a backend was asked under `claim`, unless the time for it is over.
pub(crate) async fn finish(
    cx: &Context<'_>,
    claim: Claim,
    asked: Asked,
    way: Way,
) -> Result<(Way, Box<RawValue>)> {
    let held = held(cx).await?;
    let now = Moment::of(cx.platform).read(cx.db).await?;
    let mine = |row: &Model| row.lease_until == Some(claim.until) && now < claim.until;
    if !held.as_ref().is_some_and(mine) {
        return Err(Error::RequestInProgress);
    }
    table::remove(cx.db, claim.work).await?;
    perform(cx, asked, way).await
}

/// Gives a key back that came to nothing: to nobody, or, where the work may be half done, to the
/// same request only; what is to be undone is undone now.
pub(crate) async fn release(cx: &Context<'_>, claim: Claim, keep: bool) -> Result<()> {
    let now = Moment::of(cx.platform).read(cx.db).await?;
    let mine = Column::AccountId
        .eq(cx.account())
        .and(Column::Key.eq(cx.call.key()?))
        .and(Column::LeaseUntil.eq(claim.until));
    let given_back = match keep {
        true => {
            let lapsed = ActiveModel { lease_until: Set(Some(now)), ..Default::default() };
            Entity::update_many().set(lapsed).filter(mine).exec(cx.db).await?.rows_affected
        }
        false => Entity::delete_many().filter(mine).exec(cx.db).await?.rows_affected,
    };
    match given_back {
        0 => Ok(()),
        _ => table::make_due(cx.db, claim.work, now).await,
    }
}

/// Removes a lapsed claim, whose request is refused by now.
pub(crate) async fn remove_lapsed(cx: &Context<'_>, fingerprint: &[u8; 32]) -> Result<()> {
    let now = Moment::of(cx.platform).read(cx.db).await?;
    let lapsed = Column::AccountId
        .eq(cx.account())
        .and(Column::Key.eq(cx.call.key()?))
        .and(Column::Fingerprint.eq(fingerprint.to_vec()))
        .and(Column::LeaseUntil.lte(now));
    Entity::delete_many().filter(lapsed).exec(cx.db).await?;
    Ok(())
}

/// Ends all claims: whoever had them is gone.
pub(crate) async fn take_back(db: &Executor<'_>, now: Time) -> Result<()> {
    let lapsed = ActiveModel { lease_until: Set(Some(now)), ..Default::default() };
    Entity::update_many().set(lapsed).filter(Column::LeaseUntil.gt(now)).exec(db).await?;
    Ok(())
}

/// Takes the key, unless another call has it; waits for one that is still running.
///
/// A server is told in the same statement to give it to nobody whose account is stopped: of a file that is read beside
/// its writer, before.
async fn claim(cx: &Context<'_>, fingerprint: &[u8; 32], lease_until: Option<Time>) -> Result<bool> {
    static CLAIM: Kept = Kept::new();
    let row = Model {
        account_id: cx.account(),
        key: cx.call.key()?.to_owned(),
        fingerprint: fingerprint.to_vec(),
        request_id: cx.call.id(),
        answer: None,
        created_at: cx.now(),
        lease_until,
    };
    let mut row = row.into_active_model();
    if cx.platform.database().is_file() {
        let insert = Entity::insert(row).on_conflict_do_nothing();
        return Ok(matches!(insert.exec_without_returning(cx.db).await?, TryInsertResult::Inserted(1)));
    }
    let backend = cx.db.get_database_backend();
    let values = Column::iter().filter_map(|column| row.take(column).into_value());
    let claim =
        CLAIM.with(backend, values.chain(account::stopped_values(cx.account())).collect(), |values| {
            let row = values.iter().cloned().map(Expr::val).take(Column::iter().count());
            let stopped = account::stopped(cx.account());
            let unless_stopped = Query::select().exprs(row).and_where(Expr::exists(stopped).not()).take();
            let insert = Query::insert()
                .into_table(Entity)
                .columns(Column::iter())
                .select_from(unless_stopped)
                .expect("as many values as columns")
                .on_conflict(OnConflict::new().do_nothing().to_owned())
                .take();
            backend.build(&insert)
        });
    if cx.db.begin_with("claim", claim).await?.rows_affected() == 1 {
        return Ok(true);
    }
    account::check_standing(cx.db, cx.account()).await?;
    Ok(false)
}

/// Stores the answer under the key, and writes down that what was asked for is done: one statement where a server is
/// told.
async fn complete(cx: &Context<'_>, asked: Asked, json: &RawValue) -> Result<()> {
    static COMPLETE: Kept = Kept::new();
    let answer = cx.platform.secret().seal(json.get().as_bytes());
    let entry = entry_of_done(cx.call, asked, cx.platform.clock());
    if cx.platform.database().is_file() {
        let done = ActiveModel {
            account_id: Unchanged(cx.account()),
            key: Unchanged(cx.call.key()?.to_owned()),
            request_id: Set(cx.call.id()),
            lease_until: Set(None),
            answer: Set(Some(answer)),
            ..Default::default()
        };
        Entity::update(done).validate()?.exec(cx.db).await?;
        return record(cx.db, entry).await;
    }
    let backend = cx.db.get_database_backend();
    let (request, nobody) = (cx.call.id().into(), None::<Time>.into());
    let kept = [request, nobody, answer.into(), cx.account().into(), cx.call.key()?.into()];
    let complete = COMPLETE.with(backend, kept.into_iter().chain(values(entry)).collect(), |values| {
        let (kept, entry) = values.split_at(5);
        let columns = [Column::RequestId, Column::LeaseUntil, Column::Answer];
        let update = Query::update()
            .table(Entity)
            .values(columns.into_iter().zip(kept.iter().cloned().map(Expr::val)))
            .and_where(Column::AccountId.eq(kept[3].clone()))
            .and_where(Column::Key.eq(kept[4].clone()))
            .take();
        let stored = CommonTableExpression::new().query(update).table_name("stored").to_owned();
        backend.build(&insert(entry).with(Query::with().cte(stored).to_owned()))
    });
    cx.db.execute_raw(complete).await?;
    Ok(())
}
