#![expect(clippy::disallowed_methods, reason = "queued work names its domain; nobody asks for it")]
use super::{
    dns::record::{self, RecordStatus},
    domain,
};
use hosting_kernel::{
    kernel::queue::task::{Completion, Task},
    refusals::error::Result,
};
use sea_orm::{ActiveModelTrait, IntoActiveModel, QueryFilter, QuerySelect, Set, entity::prelude::*};

/// Nothing comes of what waits on a domain and is in no queued work: the records, and the nameservers.
pub(super) async fn abandon(at: &Completion<'_>, domain_id: Uuid, why: &str) -> Result<()> {
    let held = domain::Entity::find_by_id(domain_id).lock_exclusive().one(at.db).await?;
    let Some(domain) = held else { return Ok(()) };
    let others = at.others().await?;
    let named = others.iter().filter_map(|job| job.task["record_id"].as_str()?.parse::<Uuid>().ok());
    let waits = record::Column::Status.is_in([RecordStatus::Pending, RecordStatus::Deleting]);
    let records = record::Entity::update_many()
        .set(record::ActiveModel {
            status: Set(RecordStatus::Failed),
            last_error: Set(Some(why.to_owned())),
            updated_at: Set(at.now),
            ..Default::default()
        })
        .filter(record::Column::DomainId.eq(domain_id))
        .filter(waits)
        .filter(record::Column::Id.is_not_in(named));
    records.exec(at.db).await?;
    let handed_over = others.iter().any(|job| job.kind == super::ApplyNameservers::KIND);
    // Those that the registry has yet to decide on need no work.
    if domain.pending_name_servers.is_some() && !handed_over && !domain.awaits_registry {
        let mut domain = domain.into_active_model();
        domain.pending_name_servers = Set(None);
        domain.name_servers_error = Set(Some(why.to_owned()));
        domain.updated_at = Set(at.now);
        domain.update(at.db).await?;
    }
    Ok(())
}
