//! Performing a mutation once, however often it is sent (`contract.md` §4).
#![expect(clippy::disallowed_methods, reason = "the account is part of the key")]
use crate::{Call, Context, Error, Operation, Platform, Result, Time};
use sea_orm::{IntoActiveModel, Set, TryInsertResult, Unchanged, entity::prelude::*};
use serde_json::value::RawValue;
use std::io;

/// A key that was used, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Tells one request from another without keeping any: a request may hold a password.
    pub fingerprint: Vec<u8>,
    pub request_id: Uuid,
    /// The data of the answer, sealed: it may hold a link. Nothing while the work is under way.
    pub answer: Option<Vec<u8>>,
    pub created_at: Time,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What is done under a key: by this call, or by an earlier one.
pub(crate) enum Done<T> {
    /// This call did it; the data, and the same as it is stored.
    Now(T, Box<RawValue>),
    /// An earlier call did it; what that was told, and its request.
    Before(Box<RawValue>, Uuid),
}

/// What tells this request from every other under the same key.
pub(crate) fn fingerprint<O: Operation>(platform: &Platform, operation: &O) -> [u8; 32] {
    let mut input = serde_json::to_value(operation).expect("inputs are plain data");
    input.sort_all_objects();
    platform.secret().fingerprint(format!("{}\n{input}", O::ID).as_bytes())
}

/// What an earlier call under this key came to; nothing if there was none.
pub(crate) async fn before(
    platform: &Platform,
    db: &impl ConnectionTrait,
    call: &Call,
    fingerprint: &[u8; 32],
) -> Result<Option<(Box<RawValue>, Uuid)>> {
    let key = (call.credential.account, call.key()?.to_owned());
    let Some(row) = Entity::find_by_id(key).one(db).await? else { return Ok(None) };
    if row.fingerprint != fingerprint {
        return Err(Error::IdempotencyKeyConflict);
    }
    let sealed = row.answer.ok_or(Error::RequestInProgress)?;
    let unreadable = |cause: &dyn std::error::Error| Error::Internal(format!("a stored answer: {cause}"));
    let plain = platform.secret().open(&sealed).map_err(|cause| unreadable(&cause))?;
    let json = serde_json::from_slice(&plain).map_err(|cause| unreadable(&cause))?;
    Ok(Some((json, row.request_id)))
}

/// Performs `operation` for the call's key, unless another call does or did.
pub(crate) async fn once<O: Operation>(
    cx: &Context<'_>,
    fingerprint: [u8; 32],
    operation: O,
) -> Result<Done<O::Output>> {
    if !claim(cx, &fingerprint).await? {
        let earlier = before(cx.platform, cx.db, cx.call, &fingerprint).await?;
        let (json, request) = earlier.ok_or(Error::RequestInProgress)?;
        return Ok(Done::Before(json, request));
    }
    let data = operation.perform(cx).await?;
    let json = raw(&data)?;
    complete(cx, &json).await?;
    Ok(Done::Now(data, json))
}

/// Takes the key, unless another call has it; waits for one that is still running.
async fn claim(cx: &Context<'_>, fingerprint: &[u8; 32]) -> Result<bool> {
    let row = Model {
        account_id: cx.account(),
        key: cx.call.key()?.to_owned(),
        fingerprint: fingerprint.to_vec(),
        request_id: cx.call.id(),
        answer: None,
        created_at: cx.now(),
    };
    let insert = Entity::insert(row.into_active_model()).on_conflict_do_nothing();
    Ok(matches!(insert.exec_without_returning(cx.db).await?, TryInsertResult::Inserted(1)))
}

async fn complete(cx: &Context<'_>, json: &RawValue) -> Result<()> {
    let done = ActiveModel {
        account_id: Unchanged(cx.account()),
        key: Unchanged(cx.call.key()?.to_owned()),
        answer: Set(Some(cx.platform.secret().seal(json.get().as_bytes()))),
        ..Default::default()
    };
    Entity::update(done).validate()?.exec(cx.db).await?;
    Ok(())
}

/// `data` as every facade that writes JSON writes it.
pub(crate) fn raw(data: &impl serde::Serialize) -> Result<Box<RawValue>> {
    let written = serde_json::value::to_raw_value(data);
    written.map_err(|cause| Error::Internal(io::Error::from(cause).to_string()))
}
