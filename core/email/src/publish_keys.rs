//! Keys that do not sign yet, or no more, in the zone of their domain.
use super::{
    MailRecord, Presence, Purpose,
    desk::Desk,
    key::{self, Stand},
    merge::is_same_key,
    row,
};
use chrono::TimeDelta;
use hosting_domains::{
    dns::{DnsRecord, kind::RecordType, record::RecordStatus},
    domain,
};
use hosting_kernel::{refusals::error::Result, values::texts::Texts};
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};

/// How long the zone says of a key before it signs: longer than what nameservers of the world remember, and than some of
/// its own may be late. As often a zone is seen to that does not say of it.
pub(super) const ZONE_FIRST: TimeDelta = TimeDelta::days(1);

impl Desk<'_> {
    /// Has the zone say of the keys of a domain, and changes nothing else there: the owner may have.
    pub async fn publish_keys(&self, email: row::Model) -> Result<row::Model> {
        let keys = email.published(self.profile(&email)?, &self.others(&email).await?);
        let names: Vec<String> = keys.iter().map(|key| name(&key.selector, &email.domain_name)).collect();
        self.publish_some(email, &|written| names.iter().any(|one| one == written)).await
    }

    /// Notes of the keys that are to sign whether the zone says of them, by what was found there: those sign a day later,
    /// and others wait.
    pub async fn note_published(&self, email: &row::Model, found: &[MailRecord]) -> Result<()> {
        for key in self.others(email).await? {
            let stand = match is_said(&key, &email.domain_name, found) {
                true => Stand::Published,
                false => Stand::Waiting,
            };
            if key.stand.is_next() && key.stand != stand {
                self.stands(key, stand, ZONE_FIRST).await?;
            }
        }
        Ok(())
    }

    /// Notes where a key stands from now on, for how long.
    pub async fn stands(&self, key: key::Model, stand: Stand, span: TimeDelta) -> Result<()> {
        let mut key = key.into_active_model();
        key.stand = Set(stand);
        key.due_at = Set(self.now.plus(span));
        key.update(self.db).await?;
        Ok(())
    }

    /// Whether the zone says of a key, and is ours to know.
    pub async fn says(&self, email: &row::Model, key: &key::Model) -> Result<bool> {
        let Some(served) = self.zone_of(email).await? else { return Ok(false) };
        Ok(is_said(key, &email.domain_name, &self.seen(email, &served).await?))
    }

    /// Takes what the zone says of keys that are gone out of it; what else stands under their names stays.
    pub async fn unpublish(&self, email: &row::Model, keys: &[key::Model]) -> Result<()> {
        let Some(served) = self.zone_of(email).await? else { return Ok(()) };
        for key in keys {
            let name = name(&key.selector, &email.domain_name);
            let is_its = |row: &&DnsRecord| row.fqdn == name && row.r#type == RecordType::Txt.as_str();
            let Some(row) = served.rows.iter().find(is_its) else { continue };
            let mut left = row.contents.0.clone();
            left.retain(|text| !is_same_key(text, &key.published));
            if left.is_empty() {
                let row = DnsRecord { status: RecordStatus::Deleting, ..self.again(row.clone()) };
                let task = row.removal_task(&served.domain);
                row.into_active_model().reset_all().update(self.db).await?;
                self.enqueue(domain::subject(served.domain.id), &task).await?;
            } else if left.len() < row.contents.0.len() {
                let row = DnsRecord { contents: Texts(left), ..self.again(row.clone()) };
                self.put(&served, row, false).await?;
            }
        }
        Ok(())
    }
}

/// Whether a key of `domain` is among what was found in a zone.
fn is_said(key: &key::Model, domain: &str, found: &[MailRecord]) -> bool {
    let name = name(&key.selector, domain);
    let is_it = |one: &&MailRecord| one.purpose == Purpose::Dkim && one.name == name;
    let there = |state| matches!(state, Presence::Present | Presence::Added | Presence::Merged);
    found.iter().filter(is_it).any(|one| one.content == key.published && there(one.state))
}

/// Where a zone says of a key of `domain` (RFC 6376 section 3.6.2.1).
fn name(selector: &str, domain: &str) -> String {
    format!("{selector}._domainkey.{domain}")
}
