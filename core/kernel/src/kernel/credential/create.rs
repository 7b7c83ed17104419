//! Issuing credentials and taking them back: what the operator's command line does.
#![expect(clippy::disallowed_methods, reason = "the operator revokes whatever credential it is")]
use super::{
    Column, CredentialKind, Entity, Model,
    row::{ActiveModel, Networks, Scopes},
    token::Prefixes,
};
use crate::{
    database::Database,
    refusals::{error::Result, scope::Scope},
    values::{clock::Clock, secret::Secret, time::Time},
};
use chrono::TimeDelta;
use ipnet::IpNet;
use sea_orm::{IntoActiveModel, QueryFilter, entity::prelude::*};

/// A credential to be made.
#[derive(Clone, Debug)]
pub struct NewCredential {
    /// The account that will own it.
    pub account: Uuid,
    /// What kind it is.
    pub kind: CredentialKind,
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// Where it may be used from; everywhere if empty.
    pub networks: Vec<IpNet>,
    /// Requests it may make in any 60 seconds.
    pub requests_per_minute: u32,
    /// How long it lives; for ever if not said.
    pub expires_in: Option<TimeDelta>,
}

impl NewCredential {
    /// As it is kept, to be looked up by `hash`.
    pub(super) fn row(self, clock: &dyn Clock, hash: [u8; 32]) -> Model {
        Model {
            id: clock.id(),
            account_id: self.account,
            kind: self.kind,
            name: self.name,
            hash: hash.to_vec(),
            issuer: None,
            subject: None,
            scopes: Scopes(self.scopes),
            networks: Networks(self.networks),
            requests_per_minute: i32::try_from(self.requests_per_minute).unwrap_or(i32::MAX),
            expires_at: self.expires_in.map(|life| clock.now().plus(life)),
            revoked_at: None,
            last_used_at: None,
            created_at: clock.now(),
        }
    }
}

/// Makes a credential; gives it with its token, which is shown this once.
pub async fn create(
    db: &Database,
    clock: &dyn Clock,
    secret: &Secret,
    prefixes: &Prefixes,
    new: NewCredential,
) -> Result<(Model, String)> {
    let token = prefixes.issue(new.kind);
    let row = new.row(clock, secret.token(&token));
    let insert = row.clone();
    db.write(move |db| {
        Box::pin(async move {
            Entity::insert(insert.into_active_model()).exec_without_returning(db).await?;
            Ok(())
        })
    })
    .await?;
    Ok((row, token))
}

/// Takes the credential `id` back; tells since when it opens nothing, and whether that was done just now. Nothing if
/// there is none.
pub async fn revoke(db: &Database, clock: &dyn Clock, id: Uuid) -> Result<Option<(Time, bool)>> {
    let now = clock.now();
    let revoked = ActiveModel { revoked_at: sea_orm::Set(Some(now)), ..Default::default() };
    db.write(move |db| {
        Box::pin(async move {
            let update = Entity::update_many().set(revoked).filter(Column::Id.eq(id));
            let standing = update.filter(Column::RevokedAt.is_null()).exec(db).await?.rows_affected > 0;
            let known = Entity::find_by_id(id).one(db).await?;
            Ok(known.map(|row| (row.revoked_at.unwrap_or(now), standing)))
        })
    })
    .await
}
