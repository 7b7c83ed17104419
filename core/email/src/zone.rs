//! The zone that a mail domain stands in, if it is ours to change.
#![expect(clippy::disallowed_methods, reason = "it names the account that owns the service")]
use super::{
    desk::Desk,
    merge::{Set, Zone},
    row,
};
use hosting_domains::{
    Domain,
    dns::{
        self, DnsRecord,
        kind::RecordType,
        record::{self, RecordStatus},
    },
    domain,
};
use hosting_kernel::refusals::error::Result;
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};

/// A zone that can be changed, as it stands.
pub(super) struct Served {
    pub domain: Domain,
    /// What stands in it to stay.
    pub rows: Vec<DnsRecord>,
    /// How many records more it may hold.
    pub room: usize,
}

impl Desk<'_> {
    /// The zone of a mail domain, where the account owns it and the platform serves it; until the
    /// transaction ends, nobody else changes it.
    pub async fn zone_of(&self, email: &row::Model) -> Result<Option<Served>> {
        let domains = domain::Entity::find()
            .filter(domain::Column::AccountId.eq(email.account_id))
            .filter(domain::Column::DomainName.is_in(names_above(&email.domain_name)))
            .order_by_asc(domain::Column::DomainName)
            .lock_exclusive();
        let domains = domains.all(self.db).await?;
        let closest = domains.into_iter().max_by_key(|domain| domain.domain_name.len());
        let ours = |domain: &Domain| domain.status.is_changeable() && self.serves(domain);
        let Some(domain) = closest.filter(ours) else { return Ok(None) };
        let mut rows = record::Entity::find()
            .filter(record::Column::DomainId.eq(domain.id))
            .order_by_asc(record::Column::Name)
            .order_by_asc(record::Column::Type)
            .all(self.db)
            .await?;
        let most = usize::try_from(dns::MOST).unwrap_or(usize::MAX);
        let room = most.saturating_sub(rows.len());
        rows.retain(|row| row.status != RecordStatus::Deleting);
        Ok(Some(Served { domain, rows, room }))
    }

    /// Whether the platform's own nameservers, and no others, answer for a domain.
    pub fn serves(&self, domain: &Domain) -> bool {
        let Ok(backend) = self.platform.providers().dns.find(&domain.dns_backend) else { return false };
        Domain::are_of(&domain.name_servers.0, &*backend.driver)
    }
}

impl Served {
    /// The zone as it is merged with.
    pub fn zone(&self) -> Zone {
        let set = |row: &DnsRecord| {
            let kind = RecordType::parse(&row.r#type).ok()?;
            let contents = row.contents.0.clone();
            Some(Set { name: row.name.clone(), kind, contents, priority: row.priority })
        };
        let sets = self.rows.iter().filter_map(set).collect();
        Zone { name: self.domain.domain_name.clone(), sets, room: self.room, ..Zone::default() }
    }
}

/// A name, and those above it that can be registered: `a.b.c`, `b.c`.
pub(super) fn names_above(name: &str) -> Vec<String> {
    let starts = std::iter::once(0).chain(name.match_indices('.').map(|(dot, _)| dot + 1));
    starts.map(|start| &name[start..]).filter(|name| name.contains('.')).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_above_a_name_have_two_labels_at_least() {
        assert_eq!(names_above("a.b.example.com"), ["a.b.example.com", "b.example.com", "example.com"]);
        assert_eq!(names_above("com"), [""; 0]);
        assert_eq!(names_above(""), [""; 0]);
    }
}
