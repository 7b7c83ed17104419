//! SPF records of other names, where the platform serves them.
#![expect(clippy::disallowed_methods, reason = "what the nameservers tell everyone is nobody's alone")]
use super::{
    desk::Desk,
    merge::{Zone, is_spf, leads_to},
    zone::names_above,
};
use hosting_domains::{
    Domain,
    dns::{
        DnsRecord,
        kind::RecordType,
        record::{self, RecordStatus},
    },
    domain,
};
use hosting_kernel::refusals::error::Result;
use sea_orm::entity::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// Names that are looked up for one zone at most: no sound record leads to as many.
const MOST: usize = 50;

impl Desk<'_> {
    /// The SPF records that those of a zone lead to, and `also`.
    pub async fn elsewhere(&self, zone: &Zone, also: &str) -> Result<HashMap<String, String>> {
        let texts = zone.sets.iter().filter(|set| set.kind == RecordType::Txt);
        let texts = texts.flat_map(|set| &set.contents);
        let mut next: BTreeSet<String> = texts.flat_map(|text| leads_to(text)).collect();
        next.insert(also.to_owned());
        let (mut seen, mut known) = (BTreeSet::new(), HashMap::new());
        while !next.is_empty() && seen.len() < MOST {
            let asked: Vec<String> = next.into_iter().take(MOST).collect();
            let found = self.texts(&asked).await?;
            seen.extend(asked);
            let names = found.values().flat_map(|text| leads_to(text));
            next = names.filter(|name| !seen.contains(name)).collect();
            known.extend(found);
        }
        Ok(known)
    }

    /// What the platform's zones say of `names` in SPF.
    async fn texts(&self, names: &[String]) -> Result<HashMap<String, String>> {
        let above: BTreeSet<String> = names.iter().flat_map(|name| names_above(name)).collect();
        let domains = domain::Entity::find().filter(domain::Column::DomainName.is_in(above));
        let mut domains = domains.all(self.db).await?;
        domains.retain(|domain| self.serves(domain));
        let mut found = HashMap::new();
        for domain in &domains {
            for row in self.rows(domain, names).await? {
                if let Some(text) = row.contents.0.iter().find(|text| is_spf(text)) {
                    found.insert(row.fqdn, text.clone());
                }
            }
        }
        Ok(found)
    }

    async fn rows(&self, domain: &Domain, names: &[String]) -> Result<Vec<DnsRecord>> {
        let zone = &domain.domain_name;
        let inner = |name: &String| match name.strip_suffix(zone.as_str())? {
            "" => Some("@".to_owned()),
            start => start.strip_suffix('.').map(str::to_owned),
        };
        let inside: Vec<String> = names.iter().filter_map(inner).collect();
        let rows = record::Entity::find()
            .filter(record::Column::DomainId.eq(domain.id))
            .filter(record::Column::Name.is_in(inside))
            .filter(record::Column::Type.eq(RecordType::Txt.as_str()))
            .filter(record::Column::Status.ne(RecordStatus::Deleting));
        Ok(rows.all(self.db).await?)
    }
}
