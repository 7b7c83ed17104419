//! What mail needs is written into the zone, and queued for the nameservers.
use super::{
    ConfirmMailDns, DnsStatus, MailRecord, Presence,
    desk::Desk,
    merge::{Merge, Set, by_hand, merge},
    row::{self, MailRecords},
    zone::Served,
};
use hosting_domains::{
    dns::{DnsRecord, content, name, record::RecordStatus},
    domain,
};
use hosting_kernel::{refusals::error::Result, values::texts::Texts};
use sea_orm::{ActiveModelTrait, IntoActiveModel};

/// At which names something is written.
pub(super) type Writes<'a> = &'a (dyn Fn(&str) -> bool + Sync);

impl Desk<'_> {
    /// Merges what mail needs into the zone, in this transaction; the caller holds the service's lock.
    pub async fn publish(&self, email: row::Model) -> Result<row::Model> {
        self.publish_some(email, &|_| true).await
    }

    /// The same, where nothing is written but what is to stand at names of which `writes` is true.
    pub(super) async fn publish_some(&self, email: row::Model, writes: Writes<'_>) -> Result<row::Model> {
        let wanted = self.wanted(&email).await?;
        let mut email = row::Model { dns_revision: email.dns_revision + 1, updated_at: self.now, ..email };
        if let Some(served) = self.zone_of(&email).await? {
            let mut merge = self.merged(&email, &served).await?;
            merge.changes.retain(|set| writes(&name::fqdn(&set.name, &served.domain.domain_name)));
            for record in merge.records.iter_mut().filter(|record| !writes(&record.name)) {
                if matches!(record.state, Presence::Added | Presence::Merged) {
                    record.state = Presence::Missing;
                }
            }
            self.write(&served, &merge, writes).await?;
            let (service_id, revision) = (email.service_id, email.dns_revision);
            let task = ConfirmMailDns { service_id, revision };
            self.enqueue(domain::subject(served.domain.id), &task).await?;
            email.dns_status = DnsStatus::Queued;
            email.dns_records = MailRecords(merge.records);
        } else {
            email.dns_status = DnsStatus::Manual;
            email.dns_records = MailRecords(by_hand(&wanted));
            email.dns_synced_at = Some(self.now);
        }
        Ok(email.into_active_model().reset_all().update(self.db).await?)
    }

    /// The merge of what mail needs with a zone as it stands.
    pub async fn merged(&self, email: &row::Model, served: &Served) -> Result<Merge> {
        let (wanted, mut zone) = (self.wanted(email).await?, served.zone());
        zone.elsewhere = self.elsewhere(&zone, &wanted.profile.spf_include).await?;
        Ok(merge(&zone, &wanted))
    }

    /// Writes the changes of a merge, and once more what the nameservers did not take.
    async fn write(&self, served: &Served, merge: &Merge, writes: Writes<'_>) -> Result<()> {
        for set in &merge.changes {
            let old = served.rows.iter().find(|row| row.name == set.name && row.r#type == set.kind.as_str());
            self.put(served, self.changed(served, old, set)?, old.is_none()).await?;
        }
        let refused = served.rows.iter().filter(|row| writes(&row.fqdn) && is_refused(row, &merge.records));
        for row in refused {
            self.put(served, self.again(row.clone()), false).await?;
        }
        Ok(())
    }

    pub(super) async fn put(&self, served: &Served, record: DnsRecord, is_new: bool) -> Result<()> {
        let task = record.put_task(&served.domain, None)?;
        self.enqueue(domain::subject(served.domain.id), &task).await?;
        let record = record.into_active_model();
        match is_new {
            true => record.insert(self.db).await?,
            false => record.reset_all().update(self.db).await?,
        };
        Ok(())
    }

    /// A record as a change makes it: one that was there keeps its identity and its time to live.
    fn changed(&self, served: &Served, old: Option<&DnsRecord>, set: &Set) -> Result<DnsRecord> {
        let (contents, priority) = (Texts(set.contents.clone()), set.priority);
        if let Some(old) = old {
            return Ok(DnsRecord { contents, priority, ..self.again(old.clone()) });
        }
        Ok(DnsRecord {
            id: self.platform.id(),
            account_id: served.domain.account_id,
            domain_id: served.domain.id,
            fqdn: name::fqdn(&set.name, &served.domain.domain_name),
            name: set.name.clone(),
            r#type: set.kind.as_str().to_owned(),
            contents,
            ttl: content::ttl(None)?,
            priority,
            status: RecordStatus::Pending,
            last_error: None,
            revision: 1,
            served: None,
            created_at: self.now,
            updated_at: self.now,
            synced_at: None,
            published: None,
        })
    }

    pub(super) fn again(&self, old: DnsRecord) -> DnsRecord {
        let (status, revision) = (RecordStatus::Pending, old.revision + 1);
        DnsRecord { status, last_error: None, revision, updated_at: self.now, ..old }
    }
}

/// Whether a record is one that mail needs and the nameservers did not take.
fn is_refused(row: &DnsRecord, records: &[MailRecord]) -> bool {
    let needs = |told: &MailRecord| told.state == Presence::Present && told.is_in(row);
    row.status == RecordStatus::Failed && records.iter().any(needs)
}

impl MailRecord {
    /// Whether `row` is where it stands.
    pub(super) fn is_in(&self, row: &DnsRecord) -> bool {
        self.name == row.fqdn && self.r#type == row.r#type
    }
}
