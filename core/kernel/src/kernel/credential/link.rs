//! Linking whom an issuer knows to an account: what the operator's command line does.
#![expect(clippy::disallowed_methods, reason = "whoever is linked already, is it to whatever account")]
use super::{Column, Entity, Model, create::NewCredential, row::ActiveModel};
use crate::{
    database::Database,
    refusals::error::Result,
    values::{
        clock::Clock,
        secret::{Secret, random},
    },
};
use sea_orm::{IntoActiveModel, QueryFilter, Set, entity::prelude::*};

/// Somebody, or a program, as an issuer of access tokens knows them.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The issuer (`iss` of its tokens).
    pub issuer: String,
    /// Whom its tokens are about (`sub`).
    pub name: String,
}

/// What came of linking.
#[derive(Debug)]
pub enum Linked {
    /// The link, a credential without a token of its own.
    Made(Model),
    /// The subject has this link already, which stands.
    Before(Model),
}

/// Links `subject` to the account of `new`: the issuer's access tokens about it open that account from now
/// on, and do what `new` allows at most. A subject has one link; where that was taken back or is over,
/// another takes its place.
pub async fn link(
    db: &Database,
    clock: &dyn Clock,
    secret: &Secret,
    subject: Subject,
    new: NewCredential,
) -> Result<Linked> {
    let (hash, now) = (secret.subject(&subject.issuer, &subject.name), clock.now());
    let row = Model { issuer: Some(subject.issuer), subject: Some(subject.name), ..new.row(clock, hash) };
    db.write(move |db| {
        Box::pin(async move {
            if let Some(before) = Entity::find().filter(Column::Hash.eq(hash.to_vec())).one(db).await? {
                if before.revoked_at.is_none() && before.expires_at.is_none_or(|end| end > now) {
                    return Ok(Linked::Before(before));
                }
                // It stays in the list, and is found by nobody.
                let aside = ActiveModel { hash: Set(random::<32>().to_vec()), ..Default::default() };
                Entity::update_many().set(aside).filter(Column::Id.eq(before.id)).exec(db).await?;
            }
            Entity::insert(row.clone().into_active_model()).exec_without_returning(db).await?;
            Ok(Linked::Made(row))
        })
    })
    .await
}
