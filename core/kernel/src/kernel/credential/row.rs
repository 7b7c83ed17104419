//! What is kept of a credential.
use super::grant::Grant;
use crate::{refusals::scope::Scope, values::time::Time};
use ipnet::IpNet;
use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What kind of credential it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum CredentialKind {
    /// A key that a customer keeps.
    ApiKey,
    /// A token that an assistant was given for a while.
    Oauth,
}

/// Several scopes in one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Scopes(pub Vec<Scope>);

/// Several networks in one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Networks(pub Vec<IpNet>);

/// A credential, without the token: only a keyed hash of that is kept.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "credential")]
pub struct Model {
    /// Identifies the credential.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// What kind it is.
    pub kind: CredentialKind,
    /// What its owner calls it.
    pub name: String,
    /// HMAC-SHA-256 of the token, or of whom the link is about.
    pub hash: Vec<u8>,
    /// The issuer whose access tokens use it, if it is a link; it has no token of its own then.
    pub issuer: Option<String>,
    /// Whom those tokens are about, as the issuer calls them.
    pub subject: Option<String>,
    /// What it allows.
    pub scopes: Scopes,
    /// Where it may be used from; everywhere if empty.
    pub networks: Networks,
    /// Requests it may make in any 60 seconds.
    pub requests_per_minute: i32,
    /// When it ends by itself.
    pub expires_at: Option<Time>,
    /// When it was taken back.
    pub revoked_at: Option<Time>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Time>,
    /// When it was made.
    pub created_at: Time,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A credential as a call carries it.
#[derive(Clone, Debug)]
pub struct Credential {
    /// Identifies the credential.
    pub id: Uuid,
    /// The account that owns it.
    pub account: Uuid,
    /// What its token is looked up by.
    pub hash: [u8; 32],
    /// What its owner calls it.
    pub name: String,
    /// What it allows.
    pub scopes: Vec<Scope>,
    /// Where it may be used from; everywhere if empty.
    pub networks: Vec<IpNet>,
    /// Requests it may make in any 60 seconds.
    pub requests_per_minute: u32,
    /// When it ends by itself.
    pub expires_at: Option<Time>,
    /// When it was taken back.
    pub revoked_at: Option<Time>,
    /// When it was last used, as far as the database knows.
    pub last_used_at: Option<Time>,
    /// The access token that uses it, if it is a link.
    pub grant: Option<Arc<Grant>>,
}

impl Credential {
    /// As an access token may use this link: whatever both allow, for as long as both last.
    pub(crate) fn granted(&self, grant: Arc<Grant>) -> Self {
        let mut narrowed = self.clone();
        narrowed.scopes.retain(|scope| grant.scopes.contains(scope));
        narrowed.expires_at = Some(self.expires_at.map_or(grant.expires_at, |end| end.min(grant.expires_at)));
        narrowed.name = grant.client.clone().unwrap_or(narrowed.name);
        narrowed.grant = Some(grant);
        narrowed
    }
}

impl From<Model> for Credential {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            account: row.account_id,
            hash: row.hash.try_into().unwrap_or_default(),
            name: row.name,
            scopes: row.scopes.0,
            networks: row.networks.0,
            requests_per_minute: row.requests_per_minute.unsigned_abs(),
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            last_used_at: row.last_used_at,
            grant: None,
        }
    }
}
