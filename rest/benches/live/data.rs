//! Accounts, their keys and their domains, put in place before the server starts.
use crate::Failure;
use hosting_core::{
    Database, Scope, Secret,
    account::row::{AccountStatus, Entity as Accounts, Model as Account},
    clock::{Clock, SystemClock},
    credential::{self, CredentialKind, NewCredential, token::Prefixes},
    domains::domain::{DomainStatus, Entity as Domains, Environment, Model as Domain},
    texts::Texts,
};
use sea_orm::{EntityTrait, IntoActiveModel};
use uuid::Uuid;

/// An account, as its customer knows it.
pub struct Owner {
    /// The token of its key.
    pub token: String,
    /// Its domains.
    pub domains: Vec<Uuid>,
}

/// Makes an account that owns so many domains.
pub async fn owner(db: &Database, secret: &Secret, number: u32, domains: u32) -> Result<Owner, Failure> {
    let account = account(number);
    let id = account.id;
    let rows: Vec<Domain> =
        (0..domains).map(|domain| named(id, format!("d{number}-{domain}.example"))).collect();
    let owned = rows.iter().map(|domain| domain.id).collect();
    let write = db.write(move |db| {
        Box::pin(async move {
            Accounts::insert(account.into_active_model()).exec_without_returning(db).await?;
            for domain in rows {
                Domains::insert(domain.into_active_model()).exec_without_returning(db).await?;
            }
            Ok(())
        })
    });
    write.await?;
    let new = NewCredential {
        account: id,
        kind: CredentialKind::ApiKey,
        name: "figures".to_owned(),
        scopes: Scope::ALL.to_vec(),
        networks: Vec::new(),
        requests_per_minute: 100_000,
        expires_in: None,
    };
    let (_, token) = credential::create(db, &SystemClock, secret, &Prefixes::default(), new).await?;
    Ok(Owner { token, domains: owned })
}

fn account(number: u32) -> Account {
    Account {
        id: SystemClock.id(),
        email: format!("customer-{number}@example.com"),
        full_name: "Marta Lindqvist".to_owned(),
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
        created_at: SystemClock.now(),
    }
}

fn named(account_id: Uuid, name: String) -> Domain {
    let now = SystemClock.now();
    Domain {
        id: SystemClock.id(),
        account_id,
        domain_name: name.clone(),
        unicode_name: name,
        tld: ".example".to_owned(),
        status: DomainStatus::Active,
        registered_at: None,
        expires_at: None,
        auto_renew: false,
        privacy_enabled: false,
        locked: false,
        name_servers: Texts(vec!["ns1.host.example".to_owned(), "ns2.host.example".to_owned()]),
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
