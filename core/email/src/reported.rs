//! What mail servers have otherwise than the platform believes: for operators.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    key::{self, Stand},
    level::BringMailToLevel,
    row::{self, Provisioning},
};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::{Database, named::names},
    kernel::queue::enqueue::{Asker, enqueue_once},
    providers::{
        Failure,
        mail::{HeldDomain, Mail, Profile},
        within,
    },
    refusals::error::Result,
    values::clock::Clock,
};
use hosting_services::{
    level::{self, Level},
    service,
};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

/// How long mail servers have to tell of all their domains.
const TIMEOUT: Duration = Duration::from_mins(1);

/// What mail servers have otherwise of a domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeldOtherwise {
    /// It is not there.
    NotThere,
    /// It is there, and no service of ours has it, or one that is terminated.
    Strange,
    /// It is there for another service than ours.
    SomebodyElses,
    /// No mail is taken for it, and its service is in use.
    Suspended,
    /// Mail is taken for it, and its service is stopped.
    NotSuspended,
    /// Mailboxes that it may have.
    Mailboxes {
        /// As they were ordered.
        ordered: i32,
        /// As they are there.
        held: i32,
    },
    /// Bytes that each of them holds.
    Bytes {
        /// As they were ordered.
        ordered: i64,
        /// As they are there.
        held: i64,
    },
    /// Nothing is signed with the key of this selector.
    NoKey(String),
}

/// The service of ours that has a domain, if one has it, its name, and what mail servers have otherwise of it.
pub type Held = (Option<Uuid>, String, Vec<HeldOtherwise>);

/// What `mail`, which is `named` so or not at all, has otherwise than the platform believes, in the order of names, and what is strange to us last; or why
/// that is not known. What is being set up, or brought to what its service is, is let be.
pub fn held<'a>(
    db: &'a Database,
    named: Option<&'a str>,
    mail: &'a dyn Mail,
) -> BoxFuture<'a, Result<Result<Vec<Held>, Failure>>> {
    Box::pin(async move {
        let domains = match within(TIMEOUT, mail.domains()).await {
            Ok(domains) => domains,
            Err(failure) => return Ok(Err(failure)),
        };
        let mut domains: HashMap<String, HeldDomain> =
            domains.into_iter().map(|domain| (domain.name.clone(), domain)).collect();
        let mut found = Vec::new();
        for Believed { email, level, is_settled } in believed(db, named).await? {
            let of_it = domains.remove(&email.domain_name);
            let otherwise = match is_settled {
                true => otherwise(&email, level, mail.profile(), of_it),
                false => Vec::new(),
            };
            if !otherwise.is_empty() {
                found.push((Some(email.service_id), email.domain_name, otherwise));
            }
        }
        let mut strange: Vec<String> = domains.into_keys().collect();
        strange.sort_unstable();
        found.extend(strange.into_iter().map(|name| (None, name, vec![HeldOtherwise::Strange])));
        Ok(Ok(found))
    })
}

/// A mail domain of ours.
struct Believed {
    email: row::Model,
    /// What its service is.
    level: Level,
    /// Whether the mail servers are to have it so by now.
    is_settled: bool,
}

/// Those that mail servers were told of. Of several services that had a domain one after the other, the one that is not
/// over is last.
async fn believed(db: &Database, named: Option<&str>) -> Result<Vec<Believed>> {
    let reader = db.reader(true).await?;
    let db = &reader.executor();
    let told = row::Entity::find().filter(row::Column::ProvisionedAt.is_not_null());
    let told = told.filter(names(row::Column::Backend, named));
    let told =
        told.order_by_asc(row::Column::DomainName).order_by_asc(row::Column::ServiceId).all(db).await?;
    let of_type = service::Column::ServiceType.eq(service::ServiceType::Email);
    let services = service::Entity::find().filter(of_type).all(db).await?;
    let services: HashMap<Uuid, Level> =
        services.into_iter().map(|service| (service.id, Level::of(service.status))).collect();
    let noted = level::row::Entity::find().all(db).await?;
    let noted: HashMap<Uuid, Level> = noted.into_iter().map(|row| (row.service_id, row.level)).collect();
    let replaced = key::Entity::find().filter(key::Column::Stand.eq(Stand::Replaced)).all(db).await?;
    let replaced: HashSet<Uuid> = replaced.into_iter().map(|key| key.service_id).collect();
    let mut last: HashMap<String, Believed> = HashMap::new();
    for email in told {
        let Some(level) = services.get(&email.service_id).copied() else { continue };
        let under_way = matches!(email.provisioning, Some(Provisioning::Queued | Provisioning::Running));
        let noted = noted.get(&email.service_id).copied().unwrap_or(Level::InUse);
        let is_settled = !under_way && noted == level && !replaced.contains(&email.service_id);
        let before = last.get(&email.domain_name);
        if level != Level::Removed || before.is_none_or(|before| before.level == Level::Removed) {
            last.insert(email.domain_name.clone(), Believed { email, level, is_settled });
        }
    }
    let mut all: Vec<Believed> = last.into_values().collect();
    all.sort_by(|one, other| one.email.domain_name.cmp(&other.email.domain_name));
    Ok(all)
}

fn otherwise(
    email: &row::Model,
    level: Level,
    profile: &Profile,
    held: Option<HeldDomain>,
) -> Vec<HeldOtherwise> {
    let Some(held) = held else {
        return if level == Level::Removed { Vec::new() } else { vec![HeldOtherwise::NotThere] };
    };
    let is_ours = held.service == Some(email.service_id);
    match level {
        Level::Removed => return vec![HeldOtherwise::Strange],
        _ if !is_ours => return vec![HeldOtherwise::SomebodyElses],
        Level::Stopped if held.suspended => return Vec::new(),
        Level::Stopped => return vec![HeldOtherwise::NotSuspended],
        Level::InUse => {}
    }
    let mut found = Vec::new();
    if held.suspended {
        found.push(HeldOtherwise::Suspended);
    }
    if held.mailbox_limit != email.mailbox_limit {
        found.push(HeldOtherwise::Mailboxes { ordered: email.mailbox_limit, held: held.mailbox_limit });
    }
    if held.storage_bytes_per_mailbox != email.storage_bytes_per_mailbox {
        let (ordered, held) = (email.storage_bytes_per_mailbox, held.storage_bytes_per_mailbox);
        found.push(HeldOtherwise::Bytes { ordered, held });
    }
    // Mail that was taken before the platform came is signed with keys that it does not know.
    let mut missing = email.selectors(profile);
    missing.retain(|selector| !held.selectors.contains(selector));
    found.extend(missing.into_iter().map(HeldOtherwise::NoKey));
    found
}

/// Queues what brings the domain of `service` to what it is to be at the mail servers; whether that was not queued
/// already.
pub fn bring_about(db: &Database, clock: Arc<dyn Clock>, service: Uuid) -> BoxFuture<'_, Result<bool>> {
    Box::pin(db.write(move |db| {
        Box::pin(async move {
            let email = row::Entity::find_by_id(service).lock_exclusive().one(db).await?;
            let Some(email) = email else { return Ok(false) };
            let asker = Asker { request_id: clock.id(), account_id: Some(email.account_id) };
            let task = BringMailToLevel::of(&email);
            enqueue_once(db, &*clock, asker, row::subject(service), &task).await
        })
    }))
}

#[cfg(test)]
mod tests;
