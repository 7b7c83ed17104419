#![expect(clippy::disallowed_methods, reason = "queued work names its service; nobody asks for it")]
use super::{
    DnsStatus, MailRecord, Presence,
    desk::Desk,
    merge::by_hand,
    row::{self, MailRecords},
    zone::Served,
};
use async_trait::async_trait;
use hosting_domains::dns::record::RecordStatus;
use hosting_kernel::{
    kernel::queue::task::{Completion, Outcome, Task},
    refusals::error::Result,
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, QuerySelect};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Queued work behind the changes to a zone: what became of them is noted.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ConfirmMailDns {
    pub service_id: Uuid,
    pub revision: i32,
}

#[async_trait]
impl Task for ConfirmMailDns {
    const KIND: &'static str = "confirm_mail_dns";

    /// Nothing is done before: that its turn has come says that the zone's changes had theirs.
    async fn finish(&self, at: &Completion<'_>, _: Outcome) -> Result<()> {
        let desk = Desk::at(at);
        let email = row::Entity::find_by_id(self.service_id).lock_exclusive().one(at.db).await?;
        // A later synchronization has its own work behind it.
        let Some(email) = email.filter(|email| email.dns_revision == self.revision) else { return Ok(()) };
        let (status, records) = match desk.zone_of(&email).await? {
            Some(served) => judged(desk.seen(&email, &served).await?),
            None => (DnsStatus::Manual, by_hand(&desk.wanted(&email).await?)),
        };
        desk.note_published(&email, &records).await?;
        let (dns_status, dns_records) = (status, MailRecords(records));
        let email =
            row::Model { dns_status, dns_records, dns_synced_at: Some(at.now), updated_at: at.now, ..email };
        email.into_active_model().reset_all().update(at.db).await?;
        Ok(())
    }
}

impl Desk<'_> {
    /// What was written, as far as the zone says it still and the nameservers took it.
    pub(super) async fn seen(&self, email: &row::Model, served: &Served) -> Result<Vec<MailRecord>> {
        let now = self.merged(email, served).await?.records;
        let written = &email.dns_records.0;
        let judge = |record: MailRecord| {
            let failed = |row| row == RecordStatus::Failed;
            let row = served.rows.iter().find(|row| record.is_in(row));
            let state = match record.state {
                Presence::Present if row.is_some_and(|row| failed(row.status)) => Presence::Missing,
                Presence::Present => before(written, &record),
                Presence::Conflict => Presence::Conflict,
                Presence::Added | Presence::Merged | Presence::Missing => Presence::Missing,
            };
            MailRecord { state, ..record }
        };
        Ok(now.into_iter().map(judge).collect())
    }
}

/// How a record came to stand where it stands.
fn before(written: &[MailRecord], record: &MailRecord) -> Presence {
    let same = |one: &&MailRecord| one.name == record.name && one.content == record.content;
    match written.iter().find(same).map(|one| one.state) {
        Some(state @ (Presence::Added | Presence::Merged)) => state,
        _ => Presence::Present,
    }
}

fn judged(records: Vec<MailRecord>) -> (DnsStatus, Vec<MailRecord>) {
    let open = |record: &MailRecord| matches!(record.state, Presence::Missing | Presence::Conflict);
    match records.iter().any(open) {
        true => (DnsStatus::Partial, records),
        false => (DnsStatus::Synced, records),
    }
}
