//! The last counters of an instance, as the hypervisor gave them.
use sea_orm::entity::prelude::*;

/// The last counters of an instance, as the hypervisor gave them.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_counter")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// When they were asked for, in milliseconds since 1970.
    pub at_millis: i64,
    /// Tells one boot from another, where the hypervisor does.
    pub boot: Option<i64>,
    pub cpu_ns: i64,
    pub network_in_bytes: i64,
    pub network_out_bytes: i64,
    pub disk_read_bytes: i64,
    pub disk_write_bytes: i64,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
