//! Polling hypervisors: what instances use, and what has become of them while nobody asked.
#![expect(clippy::disallowed_methods, reason = "the instances of every account are polled")]
use super::{
    instance::Instance,
    look::{self, Place},
    usage::{counter, purge, sample::sample, write::write},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use hosting_kernel::{
    kernel::{duty, platform::Platform},
    providers::hypervisor::{InstanceKind, Report},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::entity::prelude::*;
use std::collections::HashMap;

/// For how long one process polls for all: a little less than a minute, so that its next poll is on time.
const LEASE: TimeDelta = TimeDelta::seconds(55);

/// Polls all hypervisors, once a minute however many processes there are.
pub(crate) async fn poll(platform: &Platform) -> Result<()> {
    if !duty::take(platform.database(), "watch", platform.clock().now(), LEASE).await? {
        return Ok(());
    }
    let mut places = look::places(platform, InstanceKind::Lxc);
    places.extend(look::places(platform, InstanceKind::Kvm));
    // All at once: one that is away holds up no other.
    let polled = join_all(places.iter().map(|place| poll_one(platform, place))).await;
    polled.into_iter().collect::<Result<()>>()?;
    purge::purge_points(platform).await
}

async fn poll_one(platform: &Platform, place: &Place) -> Result<()> {
    let Some(seen) = look::look(platform, place).await? else { return Ok(()) };
    record_usage(platform, &seen.known, &seen.reports.told, seen.at).await?;
    look::write_down(platform, seen).await
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
    let all = reader.executor().records(select).await?;
    Ok(all.into_iter().map(|counter| (counter.service_id, counter)).collect())
}
