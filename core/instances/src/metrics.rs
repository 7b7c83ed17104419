//! What an instance used in the last 24 hours.
use super::{
    instance::Instance,
    instance_of_service,
    usage::point::{Column, Entity, Model as Point, RESOLUTION},
};
use async_graphql::SimpleObject;
use chrono::TimeDelta;
use hosting_kernel::{
    kernel::{batched::grouped, context::Context},
    providers::hypervisor::InstanceKind,
    refusals::error::Result,
    values::{bytes::Bytes, time::Time},
};
use schemars::JsonSchema;
use sea_orm::{QueryOrder, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// What an instance used in five minutes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct MetricPoint {
    /// When the five minutes began.
    pub at: Time,
    /// How busy its processors were together, in percent.
    #[schemars(example = 12.5, range(min = 0, max = 100))]
    pub cpu_percent: f64,
    /// Memory in use on average, in bytes.
    pub memory_bytes: Bytes,
    /// Disk in use at last, in bytes; nothing where the hypervisor does not say.
    pub disk_bytes: Option<Bytes>,
    /// Bytes that came in.
    pub network_in_bytes: Bytes,
    /// Bytes that went out.
    pub network_out_bytes: Bytes,
    /// Bytes that were read from disks.
    pub disk_read_bytes: Bytes,
    /// Bytes that were written to disks.
    pub disk_write_bytes: Bytes,
}

/// What an instance used in the last 24 hours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[schemars(rename = "LxcMetrics")]
#[graphql(name = "LxcMetrics")]
pub struct Metrics {
    /// The instance.
    pub service_id: Uuid,
    /// The beginning: 24 hours before the end.
    pub from: Time,
    /// The end: now.
    pub to: Time,
    /// Seconds of a point.
    #[schemars(range(min = 1, max = 86400), example = 300)]
    pub resolution_seconds: i32,
    /// The points, the oldest first; one is missing where nothing was seen.
    pub points: Vec<MetricPoint>,
}

/// What an instance of the calling account used in the last 24 hours.
pub(super) async fn get(cx: &Context<'_>, kind: InstanceKind, service_id: Uuid) -> Result<Metrics> {
    let found = instance_of_service::get(cx, kind, service_id).await?;
    let points = points(cx, &[service_id]).await?;
    Ok(metrics(cx, &found.instance, &points))
}

/// The same of each of `ids`, in their order.
pub(super) async fn get_each(
    cx: &Context<'_>,
    kind: InstanceKind,
    ids: &[Uuid],
) -> Result<Vec<Result<Metrics>>> {
    let found = instance_of_service::get_each(cx, kind, ids).await?;
    let owned: Vec<_> = found.iter().flatten().map(|one| one.instance.service_id).collect();
    let points = if owned.is_empty() { Vec::new() } else { points(cx, &owned).await? };
    let points = grouped(ids.iter().copied(), points, |point| point.service_id);
    let each = found.into_iter().zip(points);
    Ok(each.map(|(one, points)| Ok(metrics(cx, &one?.instance, &points))).collect())
}

fn since(cx: &Context<'_>) -> Time {
    cx.now().plus(-TimeDelta::hours(24))
}

async fn points(cx: &Context<'_>, ids: &[Uuid]) -> Result<Vec<Point>> {
    #[expect(clippy::disallowed_methods, reason = "the instances are the caller's")]
    let points = Entity::find()
        .filter(Column::ServiceId.is_in(ids.iter().copied()))
        .filter(Column::Bucket.gte(since(cx).millis()))
        .order_by_asc(Column::ServiceId)
        .order_by_asc(Column::Bucket);
    cx.all(points).await
}

fn metrics(cx: &Context<'_>, instance: &Instance, points: &[Point]) -> Metrics {
    Metrics {
        service_id: instance.service_id,
        from: since(cx),
        to: cx.now(),
        resolution_seconds: RESOLUTION,
        points: points.iter().map(|point| metric_point(point, instance.vcpus)).collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a percentage to look at")]
fn metric_point(point: &Point, vcpus: i32) -> MetricPoint {
    let span = point.span_millis.max(1);
    let percent = point.cpu_ns as f64 / (span as f64 * 1e6 * f64::from(vcpus.max(1))) * 100.0;
    MetricPoint {
        at: Time::of_millis(point.bucket),
        cpu_percent: (percent.clamp(0.0, 100.0) * 100.0).round() / 100.0,
        memory_bytes: Bytes(point.memory_byte_millis / span),
        disk_bytes: point.disk_bytes.map(Bytes),
        network_in_bytes: Bytes(point.network_in_bytes),
        network_out_bytes: Bytes(point.network_out_bytes),
        disk_read_bytes: Bytes(point.disk_read_bytes),
        disk_write_bytes: Bytes(point.disk_write_bytes),
    }
}
