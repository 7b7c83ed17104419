//! Which backend serves which zones, and whether it serves what the platform believes: for operators.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    dns::record::{self, RecordStatus},
    domain,
};
use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::Database,
    kernel::{
        duty,
        figures::FIGURES,
        platform::Platform,
        queue::enqueue::{Asker, enqueue},
    },
    providers::{
        Failure, Port, SANDBOX,
        dns::{Dns, RrSet, SetName},
    },
    refusals::error::Result,
    values::clock::Clock,
};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use std::{collections::BTreeMap, sync::Arc};

/// The backends that zones name, and how many zones each serves.
pub fn backends_of_zones(db: &Database) -> BoxFuture<'_, Result<Vec<(String, i64)>>> {
    Box::pin(backends_by(db, domain::Column::DnsBackend))
}

/// The registrars that domains name, and how many domains each has.
pub fn backends_of_domains(db: &Database) -> BoxFuture<'_, Result<Vec<(String, i64)>>> {
    Box::pin(backends_by(db, domain::Column::RegistrarBackend))
}

async fn backends_by(db: &Database, column: domain::Column) -> Result<Vec<(String, i64)>> {
    let reader = db.reader(false).await?;
    let select = domain::Entity::find().select_only().column(column);
    let select = select.column_as(domain::Column::Id.count(), "total");
    let select = select.group_by(column).order_by_asc(column);
    Ok(select.into_tuple().all(&reader.executor()).await?)
}

/// How often zones are compared: reconciliation (`contract.md` §13).
const EVERY: TimeDelta = TimeDelta::days(1);

/// Compares all zones with what their backends serve, once a day however many processes there are; what differs is
/// logged and counted.
pub(super) async fn compare_all(platform: &Platform) -> Result<()> {
    for (name, _) in platform.providers().dns.names(Port::Dns) {
        FIGURES.no_differences_yet(name);
    }
    let real = || platform.providers().dns.iter().filter(|backend| backend.id != SANDBOX);
    if real().next().is_none()
        || !duty::take(platform.database(), "zones", platform.clock().now(), EVERY).await?
    {
        return Ok(());
    }
    for backend in real() {
        let mut different = 0;
        for (domain, found) in differences(platform.database(), &backend.id, &*backend.driver).await? {
            let zone = domain.domain_name;
            match found {
                Ok(found) if found.is_empty() => {}
                Ok(found) => {
                    different += found.len();
                    let (backend, count) = (&backend.id, found.len());
                    tracing::warn!(
                        backend,
                        zone,
                        count,
                        "a zone is not served as it should be: `hosting backend diff`"
                    );
                }
                Err(failure) => {
                    tracing::warn!(backend = backend.id, zone, %failure, "a zone could not be compared");
                }
            }
        }
        FIGURES.differences(&backend.id, different);
    }
    Ok(())
}

/// How what is served differs from what the platform believes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// It is served otherwise, or not at all.
    Other {
        /// The record.
        record: Uuid,
        /// As it should be served.
        believed: RrSet,
        /// As it is.
        served: Option<RrSet>,
    },
    /// It is served, and no record of ours.
    Strange(RrSet),
    /// The whole zone is not there, though records of it should be served.
    NoZone,
}

/// A zone, and how what is served in it differs; or why that is not known.
pub type Compared = (domain::Model, Result<Vec<Difference>, Failure>);

/// How the zones that the backend `id` serves differ from what the platform believes, in the order of their names;
/// what is on its way is left out.
pub fn differences<'a>(
    db: &'a Database,
    id: &'a str,
    driver: &'a dyn Dns,
) -> BoxFuture<'a, Result<Vec<Compared>>> {
    Box::pin(async move {
        let domains = {
            let reader = db.reader(false).await?;
            let of_it = domain::Entity::find().filter(domain::Column::DnsBackend.eq(id));
            of_it.order_by_asc(domain::Column::DomainName).all(&reader.executor()).await?
        };
        let mut found = Vec::new();
        for domain in domains {
            let rows = {
                let reader = db.reader(false).await?;
                let rows = record::Entity::find().filter(record::Column::DomainId.eq(domain.id));
                rows.all(&reader.executor()).await?
            };
            let compared = compare(&domain, &rows, driver).await?;
            found.push((domain, compared));
        }
        Ok(found)
    })
}

async fn compare(
    domain: &domain::Model,
    rows: &[record::Model],
    driver: &dyn Dns,
) -> Result<Result<Vec<Difference>, Failure>> {
    let active = || rows.iter().filter(|row| row.status == RecordStatus::Active);
    let served = match driver.zone(&domain.domain_name).await {
        Ok(served) => served,
        Err(Failure::NotThere(_)) if active().next().is_none() => return Ok(Ok(Vec::new())),
        Err(Failure::NotThere(_)) => return Ok(Ok(vec![Difference::NoZone])),
        Err(failure) => return Ok(Err(failure)),
    };
    let key = |name: &str, kind: &str| (name.to_owned(), kind.to_owned());
    let mut served: BTreeMap<_, RrSet> =
        served.into_iter().map(|set| (key(&set.name, &set.kind), set)).collect();
    let mut found = Vec::new();
    for row in active() {
        let believed = row.set()?;
        let is = served.remove(&key(&believed.name, &believed.kind));
        if !is.as_ref().is_some_and(|is| same(is, &believed)) {
            found.push(Difference::Other { record: row.id, believed, served: is });
        }
    }
    let moving = |set: &RrSet| {
        let name = SetName { name: set.name.clone(), kind: set.kind.clone() };
        rows.iter().any(|row| row.status != RecordStatus::Active && row.names().contains(&name))
    };
    found.extend(served.into_values().filter(|set| !moving(set)).map(Difference::Strange));
    Ok(Ok(found))
}

/// Whether two sets say the same, in whichever order.
pub(super) fn same(one: &RrSet, other: &RrSet) -> bool {
    let sorted = |set: &RrSet| {
        let mut contents = set.contents.clone();
        contents.sort_unstable();
        contents
    };
    one.ttl == other.ttl && sorted(one) == sorted(other)
}

/// Queues what brings the records of a zone to where they are not, or not so, served; gives how many.
///
/// What is served that is no record of ours is left alone.
pub fn repair<'a>(
    db: &'a Database,
    clock: Arc<dyn Clock>,
    domain: Uuid,
    differences: &[Difference],
) -> BoxFuture<'a, Result<usize>> {
    let all = differences.contains(&Difference::NoZone);
    let those = differences.iter().filter_map(|difference| match difference {
        Difference::Other { record, .. } => Some(*record),
        _ => None,
    });
    let those: Vec<Uuid> = those.collect();
    Box::pin(db.write(move |db| {
        Box::pin(async move {
            let held = domain::Entity::find_by_id(domain).lock_exclusive().one(db).await?;
            let Some(domain) = held else { return Ok(0) };
            let rows = record::Entity::find()
                .filter(record::Column::DomainId.eq(domain.id))
                .filter(record::Column::Status.eq(RecordStatus::Active));
            let rows = if all { rows } else { rows.filter(record::Column::Id.is_in(those)) };
            let rows = rows.all(db).await?;
            let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
            for row in &rows {
                let task = row.put_task(&domain, None)?;
                enqueue(db, &*clock, asker, domain::subject(domain.id), &task).await?;
            }
            Ok(rows.len())
        })
    }))
}
