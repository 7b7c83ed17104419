//! Sites that stand otherwise at their panel than the platform believes: for operators.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    ApplySite,
    apply_site::{self, site_state},
    record::status,
    row::{self, SiteState},
};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::{Database, named::names},
    kernel::queue::enqueue::{Asker, enqueue_once},
    providers::{Failure, panel::Panel, within},
    refusals::error::Result,
    values::clock::Clock,
};
use hosting_services::service;
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*};
use std::{collections::HashMap, sync::Arc, time::Duration};

/// How long a panel has to tell of one site.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A site that stands otherwise at its panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandsOtherwise {
    /// What it is to be, as its panel was told.
    pub believed: SiteState,
    /// What it is; nothing where it is on its way from one to another, and was left there.
    pub shown: Option<SiteState>,
}

/// The service of a site, its name at the panel, and how it stands otherwise there, or why that is not known.
pub type Compared = (Uuid, String, Result<StandsOtherwise, Failure>);

/// What `panel` shows otherwise of the sites that name it, or nothing, than the platform believes, in their order; a panel that is away is not asked
/// for the others. What is being changed is let be.
pub fn compared<'a>(
    db: &'a Database,
    named: Option<&'a str>,
    panel: &'a dyn Panel,
) -> BoxFuture<'a, Result<Vec<Compared>>> {
    Box::pin(async move {
        let mut found = Vec::new();
        for (service, site, believed) in settled(db, named).await? {
            match within(TIMEOUT, panel.state(&site)).await {
                Ok(shown) if shown == Some(believed) => {}
                Ok(shown) => found.push((service, site, Ok(StandsOtherwise { believed, shown }))),
                Err(failure) => {
                    let is_refused = matches!(failure, Failure::Refused(_));
                    found.push((service, site, Err(failure)));
                    if !is_refused {
                        break;
                    }
                }
            }
        }
        Ok(found)
    })
}

/// The sites that are at their panel as they are to be, as far as the platform knows.
async fn settled(db: &Database, named: Option<&str>) -> Result<Vec<(Uuid, String, SiteState)>> {
    let reader = db.reader(true).await?;
    let db = &reader.executor();
    let of_type = service::Column::ServiceType.eq(service::ServiceType::SharedHosting);
    let orders = service::Entity::find().filter(of_type).all(db).await?;
    let orders: HashMap<Uuid, service::ServiceStatus> =
        orders.into_iter().map(|service| (service.id, service.status)).collect();
    let sites = row::Entity::find().filter(names(row::Column::Backend, named));
    let sites = sites.order_by_asc(row::Column::Site).all(db).await?;
    let settled = sites.into_iter().filter_map(|row| {
        let believed = row.site_state.unwrap_or(SiteState::Active);
        let wanted = site_state(status(*orders.get(&row.service_id)?, &row));
        (believed == wanted).then_some((row.service_id, row.site, believed))
    });
    Ok(settled.collect())
}

/// Queues what brings the site of `service` to what it is to be at its panel; whether that was not queued already.
pub fn bring_about(db: &Database, clock: Arc<dyn Clock>, service: Uuid) -> BoxFuture<'_, Result<bool>> {
    Box::pin(db.write(move |db| {
        Box::pin(async move {
            let row = row::Entity::find_by_id(service).lock_exclusive().one(db).await?;
            let Some(row) = row else { return Ok(false) };
            let asker = Asker { request_id: clock.id(), account_id: Some(row.account_id) };
            let task = ApplySite::of(&row);
            enqueue_once(db, &*clock, asker, apply_site::subject(service), &task).await
        })
    }))
}
