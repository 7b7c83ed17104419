//! Where the hosts of a delegation are found that lie within the domains of the same customer (RFC 5732 section 1).
#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::{
    dns::record::{self, RecordStatus},
    domain,
};
use hosting_kernel::{database::executor::Executor, providers::registrar::Host, refusals::error::Result};
use sea_orm::entity::prelude::*;
use std::{collections::BTreeMap, net::IpAddr};

/// `names` as hosts of `domain`: those within a domain of its owner with the addresses that its records give them.
pub(super) async fn hosts(db: &Executor<'_>, domain: &domain::Model, names: &[String]) -> Result<Vec<Host>> {
    let addresses = record::Entity::find()
        .filter(record::Column::AccountId.eq(domain.account_id))
        .filter(record::Column::Fqdn.is_in(names))
        .filter(record::Column::Type.is_in(["A", "AAAA"]))
        .filter(record::Column::Status.ne(RecordStatus::Deleting));
    let mut found: BTreeMap<&str, Vec<IpAddr>> = BTreeMap::new();
    let rows = addresses.all(db).await?;
    for row in &rows {
        let addresses = row.contents.0.iter().filter_map(|text| text.parse::<IpAddr>().ok());
        found.entry(&row.fqdn).or_default().extend(addresses);
    }
    let host = |name: &String| {
        let mut addresses = found.get(name.as_str()).cloned().unwrap_or_default();
        addresses.sort_unstable();
        Host { name: name.clone(), addresses }
    };
    Ok(names.iter().map(host).collect())
}
