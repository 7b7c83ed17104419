//! What hypervisors show otherwise than the platform believes: for operators.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use super::{
    instance::{self, Instance},
    snapshot::{self, Snapshot, SnapshotStatus},
};
use futures_util::future::BoxFuture;
use hosting_kernel::{
    database::{Database, named::names},
    providers::{
        Failure,
        hypervisor::{Hypervisor, InstanceKind, InstanceStatus, Report, Told},
        within,
    },
    refusals::error::Result,
};
use hosting_services::{
    level::Level,
    service::{self, ServiceStatus},
};
use sea_orm::{QueryOrder, entity::prelude::*};
use std::{collections::HashMap, time::Duration};

/// How long a hypervisor has to report on all its instances.
const TIMEOUT: Duration = Duration::from_mins(1);

/// What a hypervisor shows otherwise of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReportedOtherwise {
    /// It is not there.
    NotThere,
    /// It is there, and no service of ours has it, or one that is terminated.
    Strange,
    /// It runs, or is held still, and its service is stopped.
    NotStopped(InstanceStatus),
    /// It stands otherwise.
    Status {
        /// What the platform believes.
        believed: InstanceStatus,
        /// What is shown.
        shown: InstanceStatus,
    },
    /// A snapshot of this name, which could be gone back to, is not there.
    NoSnapshot(String),
}

/// An instance, what it calls itself as far as the platform knows, and what is shown otherwise of it.
pub type Reported = (Uuid, Option<String>, Vec<ReportedOtherwise>);

/// What the backend `named` (or nobody did) of this `kind` shows otherwise than the platform believes, in the order of
/// names, and what is strange to us last; or why that is not known. What is being changed is let be, as is what runs
/// where nobody can look: where there is such a place, what is told is not whole, and nothing is told to be missing.
pub fn reported<'a>(
    db: &'a Database,
    kind: InstanceKind,
    named: Option<&'a str>,
    driver: &'a dyn Hypervisor,
) -> BoxFuture<'a, Result<Result<Told<Reported>, Failure>>> {
    Box::pin(async move {
        let Told { told, whole } = match within(TIMEOUT, driver.reports()).await {
            Ok(reports) => reports,
            Err(failure) => return Ok(Err(failure)),
        };
        let mut reports: HashMap<Uuid, Report> =
            told.into_iter().map(|report| (report.instance, report)).collect();
        let mut found = Vec::new();
        for (instance, service, snapshots) in believed(db, kind, named).await? {
            let report = reports.remove(&instance.service_id);
            if report.is_none() && !whole {
                continue;
            }
            let otherwise = otherwise(&instance, service, &snapshots, report);
            if !otherwise.is_empty() {
                found.push((instance.service_id, Some(instance.hostname), otherwise));
            }
        }
        let mut strange: Vec<Uuid> = reports.into_keys().collect();
        strange.sort_unstable();
        found.extend(strange.into_iter().map(|id| (id, None, vec![ReportedOtherwise::Strange])));
        Ok(Ok(Told { told: found, whole }))
    })
}

/// The instances of this `kind` that name it, where their services stand, and what they can go back to.
async fn believed(
    db: &Database,
    kind: InstanceKind,
    named: Option<&str>,
) -> Result<Vec<(Instance, ServiceStatus, Vec<Snapshot>)>> {
    let reader = db.reader(true).await?;
    let db = &reader.executor();
    let named = names(instance::Column::Backend, named);
    let of_kind = instance::Entity::find().filter(instance::Column::Kind.eq(kind)).filter(named);
    let in_order = of_kind.order_by_asc(instance::Column::Hostname).order_by_asc(instance::Column::ServiceId);
    let of_type = service::Column::ServiceType.eq(instance::service_type(kind));
    let services = service::Entity::find().filter(of_type).all(db).await?;
    let services: HashMap<Uuid, ServiceStatus> =
        services.into_iter().map(|service| (service.id, service.status)).collect();
    let mut kept: HashMap<Uuid, Vec<Snapshot>> = HashMap::new();
    for ready in snapshot::Entity::find()
        .filter(snapshot::Column::Status.eq(SnapshotStatus::Ready))
        .order_by_asc(snapshot::Column::Name)
        .all(db)
        .await?
    {
        kept.entry(ready.service_id).or_default().push(ready);
    }
    let all = in_order.all(db).await?.into_iter().filter_map(|instance| {
        let (service, snapshots) =
            (*services.get(&instance.service_id)?, kept.remove(&instance.service_id).unwrap_or_default());
        Some((instance, service, snapshots))
    });
    Ok(all.collect())
}

fn otherwise(
    instance: &Instance,
    service: ServiceStatus,
    snapshots: &[Snapshot],
    report: Option<Report>,
) -> Vec<ReportedOtherwise> {
    if instance.change.is_some() || service == ServiceStatus::Provisioning {
        return Vec::new();
    }
    let level = Level::of(service);
    let Some(Report { status, snapshots: has, .. }) = report else {
        return if level == Level::Removed { Vec::new() } else { vec![ReportedOtherwise::NotThere] };
    };
    if level == Level::Removed {
        return vec![ReportedOtherwise::Strange];
    }
    let mut found = Vec::new();
    if let Some(shown) = status.filter(|status| !status.is_on_its_way()) {
        let is_off = matches!(shown, InstanceStatus::Stopped | InstanceStatus::Error);
        match level {
            Level::Stopped if !is_off => found.push(ReportedOtherwise::NotStopped(shown)),
            Level::InUse if shown != instance.status => {
                found.push(ReportedOtherwise::Status { believed: instance.status, shown });
            }
            _ => {}
        }
    }
    if let Some(has) = has {
        let lost = snapshots.iter().filter(|snapshot| !has.contains(&snapshot.id));
        found.extend(lost.map(|snapshot| ReportedOtherwise::NoSnapshot(snapshot.name.clone())));
    }
    found
}
