//! What is kept of a ticket: enough to know it again.
use hosting_kernel::{
    kernel::{platform::Platform, purge::purge},
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{entity::prelude::*, sea_query::Query};

/// A ticket, without what opens: only a keyed hash of that is kept.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "terminal_ticket")]
pub struct Model {
    /// HMAC-SHA-256 of the ticket.
    #[sea_orm(primary_key, auto_increment = false)]
    pub hash: Vec<u8>,
    /// The container that it opens.
    pub service_id: Uuid,
    /// The account that owns it.
    pub account_id: Uuid,
    /// The credential that asked for it.
    pub credential_id: Uuid,
    /// When it is worth nothing any more.
    pub expires_at: Time,
    /// When it was used.
    pub used_at: Option<Time>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Rows that are removed in one transaction.
const BATCH: u64 = 500;

/// Removes tickets whose time is over.
pub(crate) async fn purge_tickets(platform: &Platform) -> Result<()> {
    let over = Query::select()
        .column(Column::Hash)
        .from(Entity)
        .and_where(Column::ExpiresAt.lte(platform.clock().now()))
        .limit(BATCH)
        .take();
    let delete = Query::delete().from_table(Entity).and_where(Column::Hash.in_subquery(over)).take();
    purge(platform.database(), delete, BATCH).await
}
