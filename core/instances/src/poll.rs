//! Polling hypervisors: what instances use, and what has become of them while nobody asked.
#![expect(clippy::disallowed_methods, reason = "the instances of every account are polled")]
use super::{
    change::lane_of,
    instance::{ActiveModel, Column, Entity, Instance},
    level, lost_snapshots,
    usage::{counter, purge, sample::sample, write::write},
};
use chrono::TimeDelta;
use hosting_kernel::{
    kernel::{duty, figures::asked, platform::Platform},
    providers::hypervisor::{InstanceKind, InstanceStatus, Report},
    refusals::error::Result,
    values::time::Time,
};
use hosting_services::{
    level::held,
    service::{self, ServiceStatus},
};
use sea_orm::{
    QueryFilter, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use std::{collections::HashMap, time::Duration};

/// How long a hypervisor has to report on all its instances.
const TIMEOUT: Duration = Duration::from_secs(20);
/// For how long one process polls for all: a little less than a minute, so that its next poll is on time.
const LEASE: TimeDelta = TimeDelta::seconds(55);

/// Polls all hypervisors, once a minute however many processes there are.
pub(crate) async fn poll(platform: &Platform) -> Result<()> {
    if !duty::take(platform.database(), "watch", platform.clock().now(), LEASE).await? {
        return Ok(());
    }
    for kind in [InstanceKind::Lxc, InstanceKind::Kvm] {
        poll_kind(platform, kind).await?;
    }
    purge::purge_points(platform).await
}

async fn poll_kind(platform: &Platform, kind: InstanceKind) -> Result<()> {
    let (known, held) = (in_use(platform, kind).await?, held(platform).await?);
    if known.is_empty() && held.is_empty() {
        return Ok(());
    }
    let lane = lane_of(kind);
    let backend = lane.name();
    let reports = match asked(backend, TIMEOUT, platform.providers().hypervisor(kind).reports()).await {
        Ok(reports) => reports,
        // What was not measured is a gap.
        Err(failure) => {
            tracing::warn!(?kind, %failure, "the hypervisor reports nothing");
            return Ok(());
        }
    };
    let now = platform.clock().now();
    record_usage(platform, &known, &reports, now).await?;
    let reports: HashMap<Uuid, &Report> = reports.iter().map(|report| (report.instance, report)).collect();
    level::look_again(platform, held, &reports).await?;
    lost_snapshots::forget_all(platform, &reports, now).await?;
    for instance in known.values() {
        let (status, why) = match reports.get(&instance.service_id).map(|report| report.status) {
            // Where it runs is away: what is shown of it holds until somebody knows better.
            Some(None) => continue,
            Some(Some(InstanceStatus::Error)) => (InstanceStatus::Error, Some("the instance has crashed")),
            Some(Some(status)) => (status, None),
            None => (InstanceStatus::Error, Some(level::UNKNOWN)),
        };
        let differs = status != instance.status && !status.is_on_its_way();
        if differs && instance.change.is_none() {
            correct(platform, instance, status, why, now).await?;
        }
    }
    Ok(())
}

/// The instances of services that are in use.
async fn in_use(platform: &Platform, kind: InstanceKind) -> Result<HashMap<Uuid, Instance>> {
    let reader = platform.database().reader(false).await?;
    let service = Query::select()
        .expr(Expr::val(1))
        .from(service::Entity)
        .and_where(Expr::col((service::Entity, service::Column::Id)).equals((Entity, Column::ServiceId)))
        .and_where(service::Column::Status.is_in([ServiceStatus::Active, ServiceStatus::PastDue]))
        .take();
    let select = Entity::find().filter(Column::Kind.eq(kind)).filter(Expr::exists(service));
    let all = match reader.lane() {
        Some(lane) => lane.all(&select)?,
        None => select.all(&reader.executor()).await?,
    };
    Ok(all.into_iter().map(|instance| (instance.service_id, instance)).collect())
}

async fn record_usage(
    platform: &Platform,
    known: &HashMap<Uuid, Instance>,
    reports: &[Report],
    now: Time,
) -> Result<()> {
    let before = counters(platform).await?;
    let samples = reports.iter().filter(|report| known.contains_key(&report.instance)).filter_map(|report| {
        let usage = report.usage.as_ref()?;
        Some(sample(before.get(&report.instance), report.instance, usage, now.millis()))
    });
    write(platform.database(), samples.collect()).await
}

async fn counters(platform: &Platform) -> Result<HashMap<Uuid, counter::Model>> {
    let reader = platform.database().reader(false).await?;
    let select = counter::Entity::find();
    let all = match reader.lane() {
        Some(lane) => lane.all(&select)?,
        None => select.all(&reader.executor()).await?,
    };
    Ok(all.into_iter().map(|counter| (counter.service_id, counter)).collect())
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
