//! Queued work: the nameservers are told of a change to a zone.
#![expect(clippy::disallowed_methods, reason = "queued work names its record; nobody asks for it")]
use super::{
    DnsRecord, content,
    kind::RecordType,
    record::{self, Published, RecordStatus},
};
use crate::domain::{self, Model as Domain};
use async_trait::async_trait;
use hosting_kernel::{
    database::executor::Executor,
    kernel::{
        context::Context,
        platform::Platform,
        queue::{
            job::Job,
            lane::Lane,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{
        Failure, Port, SANDBOX,
        dns::{Change, Dns, Receipt, RrSet, SetName},
    },
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    ActiveModelTrait, IntoActiveModel, ModelTrait, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, Query},
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// More than a driver takes for a change and for the servers that must answer with it: it says more than that nothing
/// was heard.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A record as it is to be served; the change that was asked for, whatever comes after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PutRecord {
    pub record_id: Uuid,
    pub revision: i32,
    /// The backend that serves the zone.
    #[serde(default = "sandbox")]
    pub backend: String,
    pub zone: String,
    pub set: RrSet,
    /// What the record was before it got another name or type.
    pub replaces: Option<SetName>,
    /// What came of it.
    #[serde(skip)]
    pub receipt: Receipt,
}

/// A record that is no longer to be served.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoveRecord {
    pub record_id: Uuid,
    pub revision: i32,
    /// The backend that serves the zone.
    #[serde(default = "sandbox")]
    pub backend: String,
    pub zone: String,
    pub set: SetName,
}

/// The backend of work that an earlier version has queued.
fn sandbox() -> String {
    SANDBOX.to_owned()
}

impl DnsRecord {
    pub(super) async fn enqueue_put(
        &self,
        cx: &Context<'_>,
        domain: &Domain,
        replaces: Option<SetName>,
    ) -> Result<()> {
        cx.enqueue(domain::subject(domain.id), &self.put_task(domain, replaces)?).await
    }

    /// What the nameservers serve of it.
    pub fn set(&self) -> Result<RrSet> {
        let kind = RecordType::parse(&self.r#type)?;
        let wire = |text: &String| content::presentation(kind, text, self.priority);
        Ok(RrSet {
            name: self.fqdn.clone(),
            kind: self.r#type.clone(),
            ttl: self.ttl,
            contents: self.contents.0.iter().map(wire).collect(),
        })
    }

    /// The work that brings it to the nameservers.
    pub fn put_task(&self, domain: &Domain, replaces: Option<SetName>) -> Result<impl Task> {
        let (record_id, revision) = (self.id, self.revision);
        let (backend, zone) = (domain.dns_backend.clone(), domain.domain_name.clone());
        Ok(PutRecord {
            record_id,
            revision,
            backend,
            zone,
            set: self.set()?,
            replaces,
            receipt: Receipt::default(),
        })
    }

    pub(super) async fn enqueue_removal(&self, cx: &Context<'_>, domain: &Domain) -> Result<()> {
        cx.enqueue(domain::subject(domain.id), &self.removal_task(domain)).await
    }

    /// The work that has the nameservers serve it no longer, and removes it then.
    pub fn removal_task(&self, domain: &Domain) -> impl Task + use<> {
        let set = self.set_name();
        let (record_id, revision) = (self.id, self.revision);
        let (backend, zone) = (domain.dns_backend.clone(), domain.domain_name.clone());
        RemoveRecord { record_id, revision, backend, zone, set }
    }
}

#[async_trait]
impl Task for PutRecord {
    const KIND: &'static str = "put_record";
    const TIMEOUT: Duration = TIMEOUT;

    fn lane(&self) -> Lane {
        Lane::to(Port::Dns, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let now = SetName { name: self.set.name.clone(), kind: self.set.kind.clone() };
        let mut changes = gone(platform, self.record_id, self.replaces.as_ref()).await?;
        changes.retain(|change| *change != Change::Remove(now.clone()));
        changes.push(Change::Put(self.set.clone()));
        let backend = platform.providers().dns.find(&self.backend)?;
        self.receipt = backend.ask(serve(&*backend.driver, job, &self.zone, &changes)).await?;
        Ok(())
    }

    async fn finish(&self, &Completion { db, now, .. }: &Completion<'_>, outcome: Outcome) -> Result<()> {
        // A record that was changed meanwhile is dealt with by the work on that change.
        let Some(record) = current(db, self.record_id, self.revision).await? else { return Ok(()) };
        let mut record = record.into_active_model();
        match outcome {
            Ok(()) => {
                record.status = Set(RecordStatus::Active);
                record.served = Set(None);
                record.last_error = Set(None);
                record.synced_at = Set(Some(now));
                let Receipt { serial, answered } = self.receipt.clone();
                record.published = Set(Some(Published { serial, answered }));
            }
            Err((failure, last)) => {
                record.last_error = Set(Some(failure.told()));
                if last {
                    record.status = Set(RecordStatus::Failed);
                }
            }
        }
        record.update(db).await?;
        Ok(())
    }

    async fn revive(&self, db: &Executor<'_>, now: Time) -> Result<bool> {
        revive(db, (self.record_id, self.revision), RecordStatus::Pending, now).await
    }
}

#[async_trait]
impl Task for RemoveRecord {
    const KIND: &'static str = "remove_record";
    const TIMEOUT: Duration = TIMEOUT;

    fn lane(&self) -> Lane {
        Lane::to(Port::Dns, &self.backend)
    }

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let changes = gone(platform, self.record_id, Some(&self.set)).await?;
        let backend = platform.providers().dns.find(&self.backend)?;
        match backend.ask(backend.driver.change(job.id, &self.zone, &changes)).await {
            // Nothing is served of a zone that is gone.
            Ok(_) | Err(Failure::NotThere(_)) => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    async fn finish(&self, &Completion { db, .. }: &Completion<'_>, outcome: Outcome) -> Result<()> {
        let Some(record) = current(db, self.record_id, self.revision).await? else { return Ok(()) };
        match outcome {
            Ok(()) => {
                record.delete(db).await?;
            }
            Err((failure, last)) => {
                let successor = last && occupied(db, &record).await?;
                if successor {
                    record.delete(db).await?;
                    return Ok(());
                }
                let mut record = record.into_active_model();
                record.last_error = Set(Some(failure.told()));
                if last {
                    record.status = Set(RecordStatus::Failed);
                }
                record.update(db).await?;
            }
        }
        Ok(())
    }

    async fn revive(&self, db: &Executor<'_>, now: Time) -> Result<bool> {
        revive(db, (self.record_id, self.revision), RecordStatus::Deleting, now).await
    }
}

/// Has the nameservers do `changes`; a zone that they do not have is made.
async fn serve(dns: &dyn Dns, job: &Job, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
    match dns.change(job.id, zone, changes).await {
        Err(Failure::NotThere(_)) => {
            dns.make_zone(job.id, zone).await?;
            dns.change(job.id, zone, changes).await
        }
        done => done,
    }
}

/// Shows a change that was given up as under way again, unless the record has changed since.
async fn revive(
    db: &Executor<'_>,
    (id, revision): (Uuid, i32),
    status: RecordStatus,
    now: Time,
) -> Result<bool> {
    let Some(record) = current(db, id, revision).await? else { return Ok(false) };
    if record.status != RecordStatus::Failed {
        return Ok(false);
    }
    let mut record = record.into_active_model();
    record.status = Set(status);
    record.last_error = Set(None);
    record.updated_at = Set(now);
    record.update(db).await?;
    Ok(true)
}

/// What is no longer to be served of a record: the names that it may be served under, and `known`; but for those
/// that another record has by now, whose own work is to serve it there, and those that another is about to leave, and
/// is served under until its own work is done.
async fn gone(platform: &Platform, id: Uuid, known: Option<&SetName>) -> Result<Vec<Change>, Failure> {
    let reader = platform.database().reader(false).await?;
    let db = reader.executor();
    let found = record::Entity::find_by_id(id).one(&db).await.map_err(Failure::ours)?;
    let mut names = found.as_ref().map_or_else(Vec::new, DnsRecord::names);
    names.extend(known.filter(|known| !names.contains(known)).cloned());
    let mut others = Vec::new();
    if let Some(record) = found {
        let theirs = record::Entity::find()
            .filter(record::Column::DomainId.eq(record.domain_id))
            .filter(record::Column::Id.ne(id))
            .filter(record::Column::Fqdn.is_in(names.iter().map(|name| name.name.as_str())).or(
                record::Column::Status.eq(RecordStatus::Pending).and(record::Column::Served.is_not_null()),
            ))
            .filter(record::Column::Status.ne(RecordStatus::Deleting));
        others = theirs.all(&db).await.map_err(Failure::ours)?;
    }
    let has = |other: &DnsRecord, name: &SetName| match other.status {
        RecordStatus::Pending => other.names().contains(name),
        _ => other.set_name() == *name,
    };
    names.retain(|name| !others.iter().any(|other| has(other, name)));
    Ok(names.into_iter().map(Change::Remove).collect())
}

/// The record, if it has not changed since: until the transaction ends, neither it nor its zone is changed by
/// anybody else, as by nobody who has the zone's domain.
async fn current(db: &Executor<'_>, id: Uuid, revision: i32) -> Result<Option<DnsRecord>> {
    let of = Query::select()
        .column(record::Column::DomainId)
        .from(record::Entity)
        .and_where(record::Column::Id.eq(id))
        .take();
    let domain = domain::Entity::find().filter(domain::Column::Id.in_subquery(of)).lock_exclusive();
    if domain.one(db).await?.is_none() {
        return Ok(None);
    }
    let found = record::Entity::find_by_id(id).lock_exclusive().one(db).await?;
    Ok(found.filter(|record| record.revision == revision))
}

/// Whether another record has taken the name and type meanwhile.
async fn occupied(db: &Executor<'_>, old: &DnsRecord) -> Result<bool> {
    let same = record::Entity::find()
        .filter(record::Column::DomainId.eq(old.domain_id))
        .filter(record::Column::Name.eq(&old.name))
        .filter(record::Column::Type.eq(&old.r#type))
        .filter(record::Column::Id.ne(old.id));
    Ok(same.count(db).await? > 0)
}
