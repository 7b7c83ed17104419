//! What the operator brings in, and backends have to do first: it is queued in the transaction that writes it.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{ApplyNameservers, dns::record, domain, look::LookAtDomain};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::executor::Executor,
    kernel::queue::{
        enqueue::{Asker, enqueue, enqueue_once},
        task::AnyTask,
    },
    providers::dns::SetName,
    refusals::error::Result,
    values::{clock::Clock, time::Time},
};
use sea_orm::entity::prelude::*;
use std::collections::{HashMap, hash_map::Entry};

/// The moment at which all of it is queued.
struct At(Time);

impl Clock for At {
    fn now(&self) -> Time {
        self.0
    }
}

/// Queues what brings each of the records to its nameservers, in place of what it is served as until then.
pub fn queue_records<'a>(
    db: &'a Executor<'_>,
    now: Time,
    records: Vec<(Uuid, Option<SetName>)>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let clock = At(now);
        let mut domains = HashMap::new();
        for (id, replaces) in records {
            let Some(record) = record::Entity::find_by_id(id).one(db).await? else { continue };
            let domain = match domains.entry(record.domain_id) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => match domain::Entity::find_by_id(record.domain_id).one(db).await? {
                    Some(domain) => new.insert(domain),
                    None => continue,
                },
            };
            let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
            let task = record.put_task(domain, replaces)?;
            enqueue(db, &clock, asker, domain::subject(domain.id), &task).await?;
        }
        Ok(())
    })
}

/// Queues what hands some domains over to the hosts that they wait for.
pub fn queue_name_servers<'a>(
    db: &'a Executor<'_>,
    now: Time,
    handed_over: &'a [Uuid],
) -> BoxFuture<'a, Result<()>> {
    Box::pin(queue_each(db, now, handed_over, |domain| {
        let hosts = domain.pending_name_servers.as_ref()?;
        Some(Box::new(ApplyNameservers::new(domain, hosts.0.clone())))
    }))
}

/// Queues a look at some domains at their registries.
pub fn queue_looks<'a>(db: &'a Executor<'_>, now: Time, looked_at: &'a [Uuid]) -> BoxFuture<'a, Result<()>> {
    Box::pin(queue_each(db, now, looked_at, |domain| Some(Box::new(LookAtDomain::new(domain, None, false)))))
}

async fn queue_each(
    db: &Executor<'_>,
    now: Time,
    domains: &[Uuid],
    task: fn(&domain::Model) -> Option<Box<dyn AnyTask>>,
) -> Result<()> {
    let clock = At(now);
    for id in domains {
        let Some(domain) = domain::Entity::find_by_id(*id).one(db).await? else { continue };
        let Some(task) = task(&domain) else { continue };
        let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
        enqueue_once(db, &clock, asker, domain::subject(domain.id), &*task).await?;
    }
    Ok(())
}
