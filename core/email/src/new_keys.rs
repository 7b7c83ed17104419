//! New keys for the domains whose keys are to be called otherwise: made, and published beside those that sign.
#![expect(clippy::disallowed_methods, reason = "time passes for every account")]
use super::{
    desk::Desk,
    key::{self, ALGORITHMS, Algorithm, Stand},
    keys::{self, Pair},
    publish_keys::ZONE_FIRST,
    row, servers,
};
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor, kernel::platform::Platform, providers::mail::Profile,
    refusals::error::Result, values::time::Time,
};
use hosting_services::{level::Level, service};
use sea_orm::{IntoActiveModel, QueryOrder, QuerySelect, entity::prelude::*, sea_query::ExprTrait};
use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Services that are looked at in one go. Once as many have new keys, the others wait for a minute: making them keeps a
/// processor busy, and nameservers are told of each.
const PAGE: u64 = 100;
/// How often the services are looked through: selectors change with a process, and services come into use at any time.
const EVERY: TimeDelta = TimeDelta::hours(1);

/// How far this process has looked through the services.
#[derive(Default)]
struct Place(Mutex<At>);

#[derive(Clone, Copy, Default)]
struct At {
    /// The last one that was looked at.
    after: Uuid,
    /// When they are looked through again; nothing while they are.
    again: Option<Time>,
}

impl Place {
    fn at(&self) -> MutexGuard<'_, At> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether services are to be looked at by now.
pub(super) fn are_due(platform: &Platform) -> bool {
    platform.memory::<Place>().at().again.is_none_or(|again| again <= platform.clock().now())
}

/// Looks on through the services in use, and gives those new keys that are to have some, until enough have.
pub(super) async fn make_all(platform: &Platform) -> Result<()> {
    let (place, mut given) = (platform.memory::<Place>(), 0);
    while given < PAGE {
        let after = place.at().after;
        let page = page(platform, after).await?;
        let Some(last) = page.last().map(|(email, _)| email.service_id) else {
            *place.at() = At { after: Uuid::nil(), again: Some(platform.clock().now().plus(EVERY)) };
            break;
        };
        for service in in_use(platform, differing(platform, &page)).await? {
            match give(platform, service).await {
                Ok(is_new) => given += u64::from(is_new),
                // What is wrong with one holds up no other; it is tried again with the next look at all of them.
                Err(cause) => tracing::error!(%service, %cause, "mail cannot get new keys"),
            }
        }
        *place.at() = At { after: last, again: None };
    }
    if given > 0 {
        tracing::info!(domains = given, "mail has new keys, which sign a day after the zones say of them");
        platform.wake();
    }
    Ok(())
}

/// The services after this one whose mail is signed by the platform's keys, with those that do not sign.
async fn page(platform: &Platform, after: Uuid) -> Result<Vec<(row::Model, Vec<key::Model>)>> {
    let reader = platform.database().reader(true).await?;
    let db = &reader.executor();
    let those = row::Column::ServiceId.gt(after).and(row::Column::RsaPrivate.is_not_null());
    let those = row::Entity::find().filter(those).order_by_asc(row::Column::ServiceId).limit(PAGE);
    let those = those.all(db).await?;
    let ids: Vec<Uuid> = those.iter().map(|email| email.service_id).collect();
    let mut keys = key::of(db, &ids).await?;
    let with_keys = |email: row::Model| {
        let of_it = keys.extract_if(.., |key| key.service_id == email.service_id).collect();
        (email, of_it)
    };
    Ok(those.into_iter().map(with_keys).collect())
}

/// Those whose keys are to be called otherwise.
fn differing(platform: &Platform, page: &[(row::Model, Vec<key::Model>)]) -> Vec<Uuid> {
    let differs = |(email, others): &&(row::Model, Vec<key::Model>)| {
        let Ok(backend) = servers::of(platform, email) else { return false };
        let otherwise = Otherwise::of(email, backend.driver.profile(), others);
        email.provisioned_at.is_some() && !otherwise.is_nothing()
    };
    page.iter().filter(differs).map(|(email, _)| email.service_id).collect()
}

/// Those of these services that are in use; the others get new keys when they are.
async fn in_use(platform: &Platform, ids: Vec<Uuid>) -> Result<Vec<Uuid>> {
    if ids.is_empty() {
        return Ok(ids);
    }
    let reader = platform.database().reader(false).await?;
    let those = service::Entity::find().filter(service::Column::Id.is_in(ids));
    let mut those = those.order_by_asc(service::Column::Id).all(&reader.executor()).await?;
    those.retain(|service| Level::of(service.status) == Level::InUse);
    Ok(those.into_iter().map(|service| service.id).collect())
}

/// What is otherwise with the keys of a domain than its mail servers are to have it.
struct Otherwise {
    /// Those that are missing, which are to sign.
    missing: Vec<Algorithm>,
    /// The selectors of those that are to sign no more.
    withdrawn: HashSet<String>,
}

impl Otherwise {
    fn of(email: &row::Model, profile: &Profile, others: &[key::Model]) -> Self {
        let signs = ALGORITHMS.map(|algorithm| email.selector(algorithm, profile));
        let (mut missing, mut withdrawn) = (Vec::new(), HashSet::new());
        for (algorithm, current) in ALGORITHMS.into_iter().zip(&signs) {
            let wish = algorithm.selector(profile);
            let next = others.iter().filter(|key| key.algorithm == algorithm && key.stand.is_next());
            let unwanted = next.filter(|key| current == wish || key.selector != wish);
            withdrawn.extend(unwanted.map(|key| key.selector.clone()));
            // A name that another key has, or had lately, is free when that is gone.
            let is_taken =
                signs.iter().any(|one| one == wish) || others.iter().any(|key| key.selector == wish);
            if !is_taken {
                missing.push(algorithm);
            }
        }
        Self { missing, withdrawn }
    }

    fn is_nothing(&self) -> bool {
        self.missing.is_empty() && self.withdrawn.is_empty()
    }
}

/// Gives a domain the keys that it is missing, and has its zone say of them; whether it has new ones.
async fn give(platform: &Platform, service: Uuid) -> Result<bool> {
    let mut made = Vec::new();
    for algorithm in ALGORITHMS {
        made.push((algorithm, keys::make(platform, algorithm).await?));
    }
    let of = platform.clone();
    let given =
        platform.database().write(move |db| Box::pin(async move { write(&of, db, service, made).await }));
    given.await
}

async fn write(
    platform: &Platform,
    db: &Executor<'_>,
    id: Uuid,
    made: Vec<(Algorithm, Pair)>,
) -> Result<bool> {
    let Some((service, email)) = row::lock(db, id).await? else { return Ok(false) };
    let desk = Desk::by_itself(platform, db, &email);
    let (profile, others) = (desk.profile(&email)?, desk.others(&email).await?);
    // It may stand otherwise by now, and another process may have been here.
    let otherwise = Otherwise::of(&email, profile, &others);
    if Level::of(service.status) != Level::InUse || otherwise.is_nothing() {
        return Ok(false);
    }
    for key in others.into_iter().filter(|key| otherwise.withdrawn.contains(&key.selector)) {
        desk.stands(key, Stand::Past, TimeDelta::zero()).await?;
    }
    let is_missing = |(algorithm, _): &(Algorithm, Pair)| otherwise.missing.contains(algorithm);
    for (algorithm, Pair { published, private }) in made.into_iter().filter(is_missing) {
        let selector = algorithm.selector(profile).to_owned();
        let (stand, due_at) = (Stand::Waiting, desk.now.plus(ZONE_FIRST));
        let key = key::Model { service_id: id, selector, algorithm, published, private, stand, due_at };
        key::Entity::insert(key.into_active_model()).exec_without_returning(db).await?;
    }
    desk.publish_keys(email).await?;
    Ok(!otherwise.missing.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DnsStatus, row::MailRecords};
    use hosting_kernel::values::clock::{Clock, SystemClock};

    /// Mail that is signed with the keys `host1` and `host2`.
    fn email() -> row::Model {
        row::Model {
            service_id: Uuid::from_u128(1),
            account_id: Uuid::from_u128(2),
            plan_id: String::new(),
            domain_name: "kente.example".to_owned(),
            mailbox_limit: 0,
            storage_bytes_per_mailbox: 0,
            domain_limit: 0,
            suspended_at: None,
            cancelled_at: None,
            provisioned_at: None,
            provisioning: None,
            last_error: None,
            rsa_selector: Some("host1".to_owned()),
            rsa_key: None,
            rsa_private: None,
            ed25519_selector: Some("host2".to_owned()),
            ed25519_key: None,
            ed25519_private: None,
            dns_status: DnsStatus::Synced,
            dns_synced_at: None,
            dns_records: MailRecords::default(),
            dns_revision: 0,
            updated_at: SystemClock.now(),
            backend: None,
        }
    }

    fn profile(rsa: &str, ed25519: &str) -> Profile {
        Profile {
            mx: Vec::new(),
            spf_include: "_spf.example".to_owned(),
            rsa_selector: rsa.to_owned(),
            ed25519_selector: ed25519.to_owned(),
            autoconfig: None,
            autodiscover: None,
            dmarc_reports: None,
            tls_reports: None,
        }
    }

    fn rsa(selector: &str, stand: Stand) -> key::Model {
        key::Model {
            service_id: Uuid::from_u128(1),
            selector: selector.to_owned(),
            algorithm: Algorithm::Rsa,
            published: String::new(),
            private: Vec::new(),
            stand,
            due_at: SystemClock.now(),
        }
    }

    #[test]
    fn what_is_called_otherwise_is_missing_and_what_nobody_wants_withdrawn() {
        use Algorithm::{Ed25519, Rsa};
        use Stand::{Past, Published, Replaced, Waiting};
        for (names, others, missing, withdrawn) in [
            (["host1", "host2"], vec![], vec![], vec![]),
            (["host3", "host4"], vec![], vec![Rsa, Ed25519], vec![]),
            (["host3", "host2"], vec![], vec![Rsa], vec![]),
            (["host3", "host2"], vec![rsa("host3", Waiting)], vec![], vec![]),
            (["host3", "host2"], vec![rsa("host3", Published)], vec![], vec![]),
            // Taken back, and others still.
            (["host1", "host2"], vec![rsa("host3", Published)], vec![], vec!["host3"]),
            (["host4", "host2"], vec![rsa("host3", Waiting)], vec![Rsa], vec!["host3"]),
            // What was there lately is not free yet, and not withdrawn.
            (["host3", "host2"], vec![rsa("host3", Past)], vec![], vec![]),
            (["host3", "host2"], vec![rsa("host3", Replaced)], vec![], vec![]),
            // Nor is what another key is called.
            (["host2", "host1"], vec![], vec![], vec![]),
        ] {
            let [rsa, ed25519] = names;
            let found = Otherwise::of(&email(), &profile(rsa, ed25519), &others);
            let mut gone: Vec<_> = found.withdrawn.iter().map(String::as_str).collect();
            gone.sort_unstable();
            assert_eq!((found.missing, gone), (missing, withdrawn), "{names:?} {others:?}");
        }
    }
}
