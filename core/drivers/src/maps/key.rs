//! The keys that mail is signed with, as `OpenDKIM` reads them.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use aws_lc_rs::{rsa::KeyPair, signature::Ed25519KeyPair};
use base64::{Engine, engine::general_purpose::STANDARD};
use hosting_kernel::{
    database::executor::Executor,
    error::Result,
    providers::{Failure, mail::SigningKey},
};
use sea_orm::{IntoActiveModel, entity::prelude::*, sea_query::OnConflict};
use std::fmt;

/// How many seconds the zone says of a key before it signs, where another one signs meanwhile: longer than what
/// nameservers of the world remember, and than a zone may be late.
const ZONE_FIRST: i64 = 24 * 60 * 60;

/// A key of a domain.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "dkim_key")]
pub struct Model {
    /// The domain.
    #[sea_orm(primary_key, auto_increment = false)]
    pub domain: String,
    /// Its selector.
    #[sea_orm(primary_key, auto_increment = false)]
    pub selector: String,
    /// `rsa` or `ed25519`.
    pub algorithm: String,
    /// Its private half (PKCS #8, PEM).
    pub private_key: String,
    /// When it begins to sign, in seconds since 1970.
    pub signs_from: i64,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key {{ {}, {} }}", self.domain, self.selector)
    }
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The row of a key.
pub fn row(domain: &str, key: &SigningKey) -> Result<Model, Failure> {
    let algorithm = if KeyPair::from_pkcs8(&key.private).is_ok() {
        "rsa"
    } else if Ed25519KeyPair::from_pkcs8_maybe_unchecked(&key.private).is_ok() {
        "ed25519"
    } else {
        return Err(Failure::ours(format!("{key:?} is none of RSA or Ed25519")));
    };
    Ok(Model {
        domain: domain.to_owned(),
        selector: key.selector.clone(),
        algorithm: algorithm.to_owned(),
        private_key: pem(&key.private),
        signs_from: 0,
    })
}

/// A private key as text (RFC 7468 section 10).
fn pem(private: &[u8]) -> String {
    let text = STANDARD.encode(private);
    let mut pem = "-----BEGIN PRIVATE KEY-----\n".to_owned();
    for line in text.as_bytes().chunks(64) {
        pem.extend(line.iter().copied().map(char::from));
        pem.push('\n');
    }
    pem + "-----END PRIVATE KEY-----\n"
}

/// Has mail of a domain signed with `keys` alone; one under a new selector signs once its zone was there for a day.
/// Where there are none, what is there goes on signing.
pub async fn put(db: &Executor<'_>, domain: &str, keys: Vec<Model>, now: i64) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let held = Entity::find().filter(Column::Domain.eq(domain)).all(db).await?;
    for key in &keys {
        let known = held.iter().find(|one| one.selector == key.selector);
        let replaces = held.iter().any(|one| one.algorithm == key.algorithm && one.signs_from <= now);
        let signs_from = match known {
            Some(known) => known.signs_from,
            None if replaces => now + ZONE_FIRST,
            None => 0,
        };
        let changed = [Column::Algorithm, Column::PrivateKey, Column::SignsFrom];
        let replace =
            OnConflict::columns([Column::Domain, Column::Selector]).update_columns(changed).to_owned();
        let key = Model { signs_from, ..key.clone() }.into_active_model();
        Entity::insert(key).on_conflict(replace).exec_without_returning(db).await?;
    }
    forget(db, &held, &keys, now).await
}

/// Forgets what is not among `keys`, once one that is signs in its place.
async fn forget(db: &Executor<'_>, held: &[Model], keys: &[Model], now: i64) -> Result<()> {
    let given = |one: &Model| keys.iter().any(|key| key.selector == one.selector);
    let signs = |algorithm: &str| {
        held.iter().any(|one| given(one) && one.algorithm == algorithm && one.signs_from <= now)
    };
    for old in held.iter().filter(|one| !given(one)) {
        let needed = keys.iter().any(|key| key.algorithm == old.algorithm) && !signs(&old.algorithm);
        if !needed {
            Entity::delete_by_id((old.domain.clone(), old.selector.clone())).exec(db).await?;
        }
    }
    Ok(())
}
