//! The domains that mail servers take mail for, and that are no service's yet.
//!
//! Mail lies in a folder named by the service's id: the service takes the id that is there, and the mail stays.
use super::candidate::Candidate;
use crate::{
    adopt::{MAIL, TIMEOUT},
    entry::{Entry as _, service::Service},
    failed::{Failed, NotAdopted},
    lookup::Lookup,
    rule,
};
use hosting_core::{
    database::Database,
    email::row::{Column, Entity, Model},
    providers::{
        backends::Backend,
        mail::{HeldDomain, Mail},
        within,
    },
    services::service::{self, ServiceStatus},
};
use serde_json::json;
use std::collections::HashMap;
use uuid::Uuid;

/// Those that mail servers have, by their names.
pub async fn domains(db: &Database, backend: &Backend<dyn Mail>) -> Result<Vec<Candidate>, Failed> {
    let listed = within(TIMEOUT, backend.ask(backend.driver.domains())).await;
    let mut listed = listed.map_err(|failure| {
        Failed::NotListed(NotAdopted { backend: backend.named().unwrap_or(MAIL).to_owned(), failure })
    })?;
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    let ours = Ours::read(db, &listed).await?;
    listed.retain(|domain| !ours.has(domain));
    let mut by_id: HashMap<Uuid, Vec<String>> = HashMap::new();
    for domain in &listed {
        if let Some(id) = domain.service {
            by_id.entry(id).or_default().push(domain.name.clone());
        }
    }
    Ok(listed.into_iter().map(|domain| candidate(domain, &ours, &by_id)).collect())
}

/// What the database has of these domains.
struct Ours {
    /// The email services of these names.
    emails: HashMap<String, Vec<Model>>,
    /// The services of these, and those of the ids that the mail servers have.
    services: HashMap<Uuid, service::Model>,
}

impl Ours {
    async fn read(db: &Database, listed: &[HeldDomain]) -> Result<Self, Failed> {
        let reader = db.reader(true).await?;
        let lookup = Lookup { db: &reader.executor(), lock: false };
        let names = listed.iter().map(|domain| domain.name.clone());
        let rows = lookup.among::<Entity, _>(Column::DomainName, names).await?;
        let ids = listed.iter().filter_map(|domain| domain.service);
        let ids = ids.chain(rows.iter().map(|row| row.service_id));
        let services = lookup.among::<service::Entity, _>(service::Column::Id, ids).await?;
        let mut emails: HashMap<String, Vec<Model>> = HashMap::new();
        for row in rows {
            emails.entry(row.domain_name.clone()).or_default().push(row);
        }
        Ok(Self { emails, services: services.into_iter().map(|row| (row.id, row)).collect() })
    }

    /// Whether a service of ours has the domain: this one, or another that is not over.
    fn has(&self, domain: &HeldDomain) -> bool {
        let is_over = |id| self.services.get(id).is_none_or(|row| row.status == ServiceStatus::Terminated);
        let mut emails = self.emails.get(&domain.name).into_iter().flatten();
        emails.any(|email| domain.service == Some(email.service_id) || !is_over(&email.service_id))
    }
}

fn candidate(domain: HeldDomain, ours: &Ours, by_id: &HashMap<Uuid, Vec<String>>) -> Candidate {
    let flaw = flaw(&domain, ours, by_id);
    let HeldDomain { name, service, suspended, mailbox_limit, storage_bytes_per_mailbox, selectors: _ } =
        domain;
    let status = if suspended { ServiceStatus::Suspended } else { ServiceStatus::Active };
    let said = vec![
        ("domain_name", json!(name)),
        ("mailbox_limit", json!(mailbox_limit)),
        ("storage_bytes_per_mailbox", json!(storage_bytes_per_mailbox)),
    ];
    Candidate { name, id: service, status, said, flaw }
}

/// Why no service can be made of it.
fn flaw(domain: &HeldDomain, ours: &Ours, by_id: &HashMap<Uuid, Vec<String>>) -> Option<String> {
    if rule::domain(&domain.name).as_ref() != Ok(&domain.name) {
        return Some("it is not the name of a domain, in A-labels and small letters".to_owned());
    }
    let Some(id) = domain.service else {
        return Some("its id there is not a UUID, in small letters".to_owned());
    };
    if let Some(other) = ours.services.get(&id) {
        return Some(format!("its id there is that of the service {}: {id}", Service::of(other).label()));
    }
    let other = by_id.get(&id)?.iter().find(|name| **name != domain.name)?;
    Some(format!("its id there is that of {other} too: {id}"))
}
