//! What customers have.
use hosting_core::{
    Time,
    account::row::{AccountStatus, Model as Account},
    domains::{
        Domain,
        domain::{DomainStatus, Environment},
    },
    texts::Texts,
};
use uuid::Uuid;

/// An account.
pub fn owner(id: Uuid, now: Time) -> Account {
    Account {
        id,
        email: format!("{id}@example.com"),
        full_name: "Ama Mensah".to_owned(),
        first_name: None,
        last_name: None,
        company_name: None,
        country: None,
        preferred_language: "en".to_owned(),
        timezone: "UTC".to_owned(),
        status: AccountStatus::Active,
        plan: None,
        plan_status: None,
        operations_limit: None,
        period_ends_at: None,
        created_at: now,
    }
}

/// A domain of an account's.
pub fn domain(id: Uuid, account_id: Uuid, name: &str, now: Time) -> Domain {
    Domain {
        id,
        account_id,
        domain_name: name.to_owned(),
        unicode_name: name.to_owned(),
        tld: ".example".to_owned(),
        status: DomainStatus::Active,
        registered_at: None,
        expires_at: None,
        auto_renew: false,
        privacy_enabled: false,
        locked: false,
        name_servers: Texts(Vec::new()),
        pending_name_servers: None,
        name_servers_error: None,
        registrar_environment: Environment::Ote,
        registrar_backend: "sandbox".to_owned(),
        awaits_registry: false,
        renewal_error: None,
        ds: None,
        dns_backend: "sandbox".to_owned(),
        last_synced_at: None,
        created_at: now,
        updated_at: now,
    }
}
