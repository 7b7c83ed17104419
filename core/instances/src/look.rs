//! What instances are at their hypervisors: looked at, and written down where it differs.
#![expect(clippy::disallowed_methods, reason = "the instances of every account are looked at")]
use super::{
    change::lane_of,
    instance::{ActiveModel, Column, Entity, Instance},
    level, lost_snapshots,
};
use hosting_kernel::{
    kernel::{figures::asked, platform::Platform, queue::lane::Lane},
    providers::{
        backends::Backend,
        hypervisor::{Hypervisor, InstanceKind, InstanceStatus, Report, State, Told},
    },
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{
    level::{held, row},
    service::{self, ServiceStatus},
};
use sea_orm::{
    QueryFilter, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};
use std::{collections::HashMap, sync::Arc, time::Duration};

/// How long a hypervisor has to answer.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);

/// What was seen of all instances of a kind.
pub(super) struct Seen {
    /// Those of services that are in use.
    pub known: HashMap<Uuid, Instance>,
    /// The services that are not.
    held: Vec<row::Model>,
    /// What the hypervisor tells.
    pub reports: Told<Report>,
    /// When that was.
    pub at: Time,
}

/// A hypervisor that is looked at.
pub(super) struct Place {
    /// What it runs.
    pub kind: InstanceKind,
    /// The backend.
    pub backend: Backend<dyn Hypervisor>,
    /// Whether it has those too that name none.
    pub is_default: bool,
}

impl Place {
    /// The instances that are there.
    fn has(&self) -> SimpleExpr {
        let here = Column::Kind.eq(self.kind);
        let named = Column::Backend.eq(self.backend.id.as_str());
        here.and(if self.is_default { named.or(Column::Backend.is_null()) } else { named })
    }

    /// The lane of what is done there.
    pub fn lane(&self) -> Lane {
        lane_of(self.kind, self.backend.named())
    }
}

/// Each hypervisor of `kind`.
pub(super) fn places(platform: &Platform, kind: InstanceKind) -> Vec<Place> {
    let all = platform.providers().hypervisors(kind);
    let default = all.default().map(|backend| backend.id.as_str());
    let place = |backend: &Backend<dyn Hypervisor>| {
        let is_default = default == Some(backend.id.as_str());
        Place { kind, backend: backend.map(Arc::clone), is_default }
    };
    all.iter().map(place).collect()
}

/// Looks at all instances of a hypervisor; nothing where there are none, or it does not answer.
pub(super) async fn look(platform: &Platform, place: &Place) -> Result<Option<Seen>> {
    let (known, held) = (in_use(platform, place, None).await?, held(platform).await?);
    if known.is_empty() && held.is_empty() {
        return Ok(None);
    }
    let (backend, lane) = (&place.backend, place.lane());
    match asked(lane.name(), TIMEOUT, backend.ask(backend.driver.reports())).await {
        Ok(reports) => {
            if !reports.whole {
                tracing::warn!(backend = lane.name(), "the hypervisor does not tell of all its instances");
            }
            Ok(Some(Seen { known, held, reports, at: platform.clock().now() }))
        }
        // What was not measured is a gap.
        Err(failure) => {
            tracing::warn!(backend = place.lane().name(), %failure, "the hypervisor reports nothing");
            Ok(None)
        }
    }
}

/// Writes down what has become of all that were seen.
pub(super) async fn write_down(platform: &Platform, seen: Seen) -> Result<()> {
    let Seen { known, held, reports: Told { told, whole }, at } = seen;
    let reports: HashMap<Uuid, &Report> = told.iter().map(|report| (report.instance, report)).collect();
    level::look_again(platform, held, &reports).await?;
    lost_snapshots::forget_all(platform, &reports, None, at).await?;
    for instance in known.values() {
        match reports.get(&instance.service_id).copied() {
            // It may be where nobody can look: what is shown of it holds until somebody knows better.
            None if !whole => {}
            report => judge(platform, instance, report, at).await?,
        }
    }
    Ok(())
}

/// Looks at all instances of a hypervisor, and writes down what has become of them. What they use is counted once a
/// minute, and not here.
pub(super) async fn look_at_all(platform: &Platform, place: &Place) -> Result<()> {
    match look(platform, place).await? {
        Some(seen) => write_down(platform, seen).await,
        None => Ok(()),
    }
}

/// The same for those of `ids` alone that are of services in use and that nothing is done with just now, one by one.
pub(super) async fn look_at(platform: &Platform, place: &Place, ids: &[Uuid]) -> Result<()> {
    let (known, lane) = (in_use(platform, place, Some(ids)).await?, place.lane());
    let (backend, mut reports) = (&place.backend, Vec::new());
    for instance in known.values().filter(|instance| instance.change.is_none()) {
        let id = instance.service_id;
        match asked(lane.name(), TIMEOUT, backend.ask(backend.driver.state(id))).await {
            Ok(state) => {
                let report = state.map(|state| report(id, state));
                judge(platform, instance, report.as_ref(), platform.clock().now()).await?;
                reports.extend(report);
            }
            // What is shown of it holds until somebody knows better.
            Err(failure) => tracing::debug!(instance = %id, %failure, "nobody knows what it is now"),
        }
    }
    let reports = reports.iter().map(|report| (report.instance, report)).collect();
    lost_snapshots::forget_all(platform, &reports, Some(ids), platform.clock().now()).await
}

/// What one that was looked at alone is, in the words of a report.
fn report(instance: Uuid, state: State) -> Report {
    Report { instance, status: Some(state.status), usage: None, snapshots: state.snapshots }
}

/// The instances of a hypervisor whose services are in use: all, or those of `ids`.
async fn in_use(platform: &Platform, place: &Place, ids: Option<&[Uuid]>) -> Result<HashMap<Uuid, Instance>> {
    let reader = platform.database().reader(false).await?;
    let service = Query::select()
        .expr(Expr::val(1))
        .from(service::Entity)
        .and_where(Expr::col((service::Entity, service::Column::Id)).equals((Entity, Column::ServiceId)))
        .and_where(service::Column::Status.is_in([ServiceStatus::Active, ServiceStatus::PastDue]))
        .take();
    let select = Entity::find().filter(place.has()).filter(Expr::exists(service));
    let select =
        select.apply_if(ids, |select, ids| select.filter(Column::ServiceId.is_in(ids.iter().copied())));
    let all = reader.executor().records(select).await?;
    Ok(all.into_iter().map(|instance| (instance.service_id, instance)).collect())
}

/// Corrects what is shown of an instance by what its hypervisor tells of it, which is nothing where it has none.
async fn judge(platform: &Platform, instance: &Instance, report: Option<&Report>, now: Time) -> Result<()> {
    let (status, why) = match report.map(|report| report.status) {
        // Where it runs is away: what is shown of it holds until somebody knows better.
        Some(None) => return Ok(()),
        Some(Some(InstanceStatus::Error)) => (InstanceStatus::Error, Some("the instance has crashed")),
        Some(Some(status)) => (status, None),
        None => (InstanceStatus::Error, Some(level::UNKNOWN)),
    };
    let differs = status != instance.status && !status.is_on_its_way();
    if differs && instance.change.is_none() {
        correct(platform, instance, status, why, now).await?;
    }
    Ok(())
}

/// Writes down what has become of an instance, unless somebody has changed it since it was read.
async fn correct(
    platform: &Platform,
    instance: &Instance,
    status: InstanceStatus,
    why: Option<&str>,
    now: Time,
) -> Result<()> {
    tracing::info!(instance = %instance.service_id, was = ?instance.status, is = ?status, "changed by itself");
    let unchanged = Column::ServiceId
        .eq(instance.service_id)
        .and(Column::Change.is_null())
        .and(Column::UpdatedAt.eq(instance.updated_at));
    let observed = ActiveModel {
        status: Set(status),
        last_error: Set(why.map(str::to_owned)),
        observed_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    let write = platform.database().write(move |db| {
        Box::pin(async move {
            Entity::update_many().set(observed).filter(unchanged).exec(db).await?;
            Ok(())
        })
    });
    write.await
}
