//! What a container used.
use crate::Time;
use async_graphql::SimpleObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a container used in 24 hours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct LxcMetrics {
    /// The container.
    pub service_id: Uuid,
    /// The beginning of the 24 hours.
    pub from: Time,
    /// Their end.
    pub to: Time,
    /// Seconds from one point to the next.
    #[schemars(example = 300)]
    pub resolution_seconds: u32,
    /// What was measured, the oldest first; where nothing was, no point is.
    pub points: Vec<LxcPoint>,
}

/// What a container used in one span of time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, SimpleObject)]
pub struct LxcPoint {
    /// When the span began.
    pub at: Time,
    /// Processor time, in percent of all that the container has.
    pub cpu_percent: f64,
    /// Memory in use, in bytes.
    pub memory_bytes: i64,
    /// Disk in use, in bytes.
    pub disk_bytes: i64,
    /// Bytes that came in.
    pub network_in_bytes: i64,
    /// Bytes that went out.
    pub network_out_bytes: i64,
    /// Bytes that were read from disks.
    pub disk_read_bytes: i64,
    /// Bytes that were written to disks.
    pub disk_write_bytes: i64,
}
