//! Queued work: the nameservers are told of a change to a zone.
#![expect(clippy::disallowed_methods, reason = "queued work names its record; nobody asks for it")]
use super::{
    DnsRecord, content,
    kind::RecordType,
    record::{self, RecordStatus},
};
use crate::{
    domains::domain,
    kernel::{
        context::Context,
        platform::Platform,
        queue::{
            job::Job,
            task::{Completion, Outcome, Task},
        },
    },
    providers::{
        Failure,
        dns::{RrSet, SetName},
    },
    refusals::error::Result,
};
use async_trait::async_trait;
use sea_orm::{ActiveModelTrait, DatabaseExecutor, IntoActiveModel, ModelTrait, Set, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A record as it is to be served; the change that was asked for, whatever comes after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PutRecord {
    pub record_id: Uuid,
    pub revision: i32,
    pub zone: String,
    pub set: RrSet,
    /// What the record was before it got another name or type.
    pub replaces: Option<SetName>,
}

/// A record that is no longer to be served.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RemoveRecord {
    pub record_id: Uuid,
    pub revision: i32,
    pub zone: String,
    pub set: SetName,
}

impl DnsRecord {
    pub(super) async fn enqueue_put(
        &self,
        cx: &Context<'_>,
        zone: &str,
        replaces: Option<SetName>,
    ) -> Result<()> {
        cx.enqueue(domain::subject(self.domain_id), &self.put_task(zone, replaces)?).await
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
    pub(crate) fn put_task(&self, zone: &str, replaces: Option<SetName>) -> Result<PutRecord> {
        let (record_id, revision, zone) = (self.id, self.revision, zone.to_owned());
        Ok(PutRecord { record_id, revision, zone, set: self.set()?, replaces })
    }

    pub(super) async fn enqueue_removal(&self, cx: &Context<'_>, zone: &str) -> Result<()> {
        let set = SetName { name: self.fqdn.clone(), kind: self.r#type.clone() };
        let (record_id, revision, zone) = (self.id, self.revision, zone.to_owned());
        let task = RemoveRecord { record_id, revision, zone, set };
        cx.enqueue(domain::subject(self.domain_id), &task).await
    }
}

#[async_trait]
impl Task for PutRecord {
    const KIND: &'static str = "put_record";

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        let dns = &platform.providers().dns;
        if let Some(old) = &self.replaces {
            dns.remove(job.id, &self.zone, old).await?;
        }
        dns.put(job.id, &self.zone, &self.set).await
    }

    async fn finish(&self, &Completion { db, now, .. }: &Completion<'_>, outcome: Outcome) -> Result<()> {
        // A record that was changed meanwhile is dealt with by the work on that change.
        let Some(record) = current(db, self.record_id, self.revision).await? else { return Ok(()) };
        let mut record = record.into_active_model();
        match outcome {
            Ok(()) => {
                record.status = Set(RecordStatus::Active);
                record.last_error = Set(None);
                record.synced_at = Set(Some(now));
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
}

#[async_trait]
impl Task for RemoveRecord {
    const KIND: &'static str = "remove_record";

    async fn run(&mut self, platform: &Platform, job: &Job) -> Result<(), Failure> {
        platform.providers().dns.remove(job.id, &self.zone, &self.set).await
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
}

async fn current(db: &DatabaseExecutor<'_>, id: Uuid, revision: i32) -> Result<Option<DnsRecord>> {
    let found = record::Entity::find_by_id(id).one(db).await?;
    Ok(found.filter(|record| record.revision == revision))
}

/// Whether another record has taken the name and type meanwhile.
async fn occupied(db: &DatabaseExecutor<'_>, old: &DnsRecord) -> Result<bool> {
    let same = record::Entity::find()
        .filter(record::Column::DomainId.eq(old.domain_id))
        .filter(record::Column::Name.eq(&old.name))
        .filter(record::Column::Type.eq(&old.r#type))
        .filter(record::Column::Id.ne(old.id));
    Ok(same.count(db).await? > 0)
}
