//! What an instance used in five minutes, as far as it was measured.
use sea_orm::entity::prelude::*;

/// Seconds of a point.
pub const RESOLUTION: i32 = 300;
/// Milliseconds of a point.
pub const BUCKET: i64 = RESOLUTION as i64 * 1000;

/// What an instance used in five minutes, as far as it was measured.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_metric")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// When the five minutes began, in milliseconds since 1970: they are written by the thousand.
    #[sea_orm(primary_key, auto_increment = false)]
    pub bucket: i64,
    /// How much of the time was measured.
    pub span_millis: i64,
    pub cpu_ns: i64,
    /// Memory in use, times the milliseconds for which it was.
    pub memory_byte_millis: i64,
    /// Disk in use when it was last measured.
    pub disk_bytes: Option<i64>,
    pub network_in_bytes: i64,
    pub network_out_bytes: i64,
    pub disk_read_bytes: i64,
    pub disk_write_bytes: i64,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
