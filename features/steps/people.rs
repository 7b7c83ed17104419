//! The people of a scenario, and what they call with.
use chrono::TimeDelta;
use hosting_core::{
    Scope,
    credential::{CredentialKind, NewCredential},
};
use std::net::{IpAddr, Ipv4Addr};
use uuid::Uuid;

/// Someone with an account.
#[derive(Clone, Debug)]
pub struct Person {
    /// What the others call them.
    pub name: String,
    /// The account.
    pub account: Uuid,
    /// What their credential is like.
    pub wanted: NewCredential,
    /// The credential they use.
    pub credential: Uuid,
    /// What they send as its token, if anything.
    pub token: Option<String>,
    /// Where they are.
    pub address: IpAddr,
    /// What their client calls itself.
    pub agent: Option<String>,
}

impl Person {
    /// `name`, who owns `account`; without a credential yet.
    pub fn new(name: &str, account: Uuid) -> Self {
        Self {
            name: name.to_owned(),
            account,
            wanted: all(account),
            credential: Uuid::nil(),
            token: None,
            address: IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)),
            agent: None,
        }
    }

    /// The mail address of the account.
    pub fn email(&self) -> String {
        format!("{}@example.com", self.name.to_lowercase())
    }

    /// Somebody who has no account at all.
    pub fn nobody() -> Self {
        Self::new("nobody", Uuid::nil())
    }
}

/// A credential that may do everything, everywhere, for ever.
pub fn all(account: Uuid) -> NewCredential {
    NewCredential {
        account,
        kind: CredentialKind::ApiKey,
        name: "everything".to_owned(),
        scopes: Scope::ALL.to_vec(),
        networks: Vec::new(),
        requests_per_minute: 600,
        expires_in: None::<TimeDelta>,
    }
}
