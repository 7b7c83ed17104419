//! What the operator brings in, and backends have to do first: it is queued in the transaction that writes it.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{ApplyNameservers, dns::record, domain, look::LookAtDomain};
use crate::{
    kernel::queue::enqueue::{Asker, enqueue},
    providers::dns::SetName,
    refusals::error::Result,
    values::{clock::Clock, time::Time},
};
use futures_util::future::BoxFuture;
use sea_orm::{DatabaseExecutor, entity::prelude::*};

/// The moment at which all of it is queued.
struct At(Time);

impl Clock for At {
    fn now(&self) -> Time {
        self.0
    }
}

/// Queues what brings each of the records to its nameservers, in place of what it is served as until then.
pub fn queue_records<'a>(
    db: &'a DatabaseExecutor<'_>,
    now: Time,
    records: Vec<(Uuid, Option<SetName>)>,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let clock = At(now);
        for (id, replaces) in records {
            let Some(record) = record::Entity::find_by_id(id).one(db).await? else { continue };
            let Some(domain) = domain::Entity::find_by_id(record.domain_id).one(db).await? else { continue };
            let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
            let task = record.put_task(&domain, replaces)?;
            enqueue(db, &clock, asker, domain::subject(domain.id), &task).await?;
        }
        Ok(())
    })
}

/// Queues what hands some domains over to the hosts that they wait for, and a look at others.
pub fn queue_domains<'a>(
    db: &'a DatabaseExecutor<'_>,
    now: Time,
    (handed_over, looked_at): (&'a [Uuid], &'a [Uuid]),
) -> BoxFuture<'a, Result<()>> {
    Box::pin(async move {
        let clock = At(now);
        for id in handed_over.iter().chain(looked_at) {
            let Some(domain) = domain::Entity::find_by_id(*id).one(db).await? else { continue };
            let asker = Asker { request_id: clock.id(), account_id: Some(domain.account_id) };
            let subject = domain::subject(domain.id);
            match &domain.pending_name_servers {
                Some(hosts) if handed_over.contains(id) => {
                    let task = ApplyNameservers::new(&domain, hosts.0.clone());
                    enqueue(db, &clock, asker, subject, &task).await?;
                }
                _ => enqueue(db, &clock, asker, subject, &LookAtDomain::new(&domain, None, false)).await?,
            }
        }
        Ok(())
    })
}
