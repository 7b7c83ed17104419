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

/// When a key begins to sign that does not sign: the platform says when it does.
const NEVER: i64 = i64::MAX;

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
    /// When it begins to sign, in seconds since 1970: 0 or [`NEVER`]. Those before this release wrote other times too.
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
        signs_from: if key.signs { 0 } else { NEVER },
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

/// Has a domain have `keys`, and its mail signed by those of them that sign. Others that are there are forgotten, but
/// where none of `keys` signs in their place, or there are none at all: those go on signing.
pub async fn put(db: &Executor<'_>, domain: &str, keys: Vec<Model>) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let held = Entity::find().filter(Column::Domain.eq(domain)).all(db).await?;
    for old in held.iter().filter(|old| !is_needed(old, &keys)) {
        Entity::delete_by_id((old.domain.clone(), old.selector.clone())).exec(db).await?;
    }
    for key in keys {
        let changed = [Column::Algorithm, Column::PrivateKey, Column::SignsFrom];
        let replace =
            OnConflict::columns([Column::Domain, Column::Selector]).update_columns(changed).to_owned();
        Entity::insert(key.into_active_model()).on_conflict(replace).exec_without_returning(db).await?;
    }
    Ok(())
}

/// Whether a key that is there is given once more, or signs while none does that is given.
fn is_needed(old: &Model, keys: &[Model]) -> bool {
    let mut same = keys.iter().filter(|key| key.algorithm == old.algorithm).peekable();
    let waits = same.peek().is_some() && same.all(|key| key.signs_from == NEVER);
    (waits && old.signs_from != NEVER) || keys.iter().any(|key| key.selector == old.selector)
}
