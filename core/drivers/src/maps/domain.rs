//! The domains that mail is taken for, and what is left of those that are removed.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use super::{key, removed};
use hosting_kernel::{database::executor::Executor, error::Result, providers::mail::HeldDomain};
use sea_orm::{
    IntoActiveModel, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict, SimpleExpr},
};
use std::collections::HashMap;

/// A domain that mail is taken for.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "domain")]
pub struct Model {
    /// The name: A-labels, in lower case.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// The id of the service that it belongs to.
    pub service: String,
    /// Whether no mail is taken for it for now.
    pub suspended: bool,
    /// Mailboxes that it may have.
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub mailbox_bytes: i64,
    /// The id of the work that last changed it.
    pub changed_by: String,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The domain, where it is this service's.
fn its(service: &str, name: &str) -> SimpleExpr {
    Column::Name.eq(name).and(Column::Service.eq(service))
}

/// Whether the domain is its service's own, and as it says now.
pub async fn put(db: &Executor<'_>, row: Model, keys: Vec<key::Model>) -> Result<bool> {
    let (name, service) = (row.name.clone(), row.service.clone());
    let changed = [Column::Suspended, Column::MailboxLimit, Column::MailboxBytes, Column::ChangedBy];
    let upsert = OnConflict::column(Column::Name)
        .update_columns(changed)
        .action_and_where(Expr::col((Entity, Column::Service)).eq(service.as_str()))
        .to_owned();
    Entity::insert(row.into_active_model()).on_conflict(upsert).exec_without_returning(db).await?;
    if Entity::find().filter(its(&service, &name)).one(db).await?.is_none() {
        return Ok(false);
    }
    key::put(db, &name, keys).await?;
    // Its mail is not to be deleted any more.
    removed::Entity::delete_by_id((service, name)).exec(db).await?;
    Ok(true)
}

/// All that there are, and which keys they have.
pub async fn all(db: &Executor<'_>) -> Result<Vec<HeldDomain>> {
    let mut selectors: HashMap<String, Vec<String>> = HashMap::new();
    let keys = key::Entity::find().select_only().column(key::Column::Domain).column(key::Column::Selector);
    let keys: Vec<(String, String)> = keys.order_by_asc(key::Column::Selector).into_tuple().all(db).await?;
    for (domain, selector) in keys {
        selectors.entry(domain).or_default().push(selector);
    }
    let held = |row: Model| HeldDomain {
        selectors: selectors.remove(&row.name).unwrap_or_default(),
        name: row.name,
        service: id(&row.service),
        suspended: row.suspended,
        mailbox_limit: row.mailbox_limit,
        storage_bytes_per_mailbox: row.mailbox_bytes,
    };
    Ok(Entity::find().all(db).await?.into_iter().map(held).collect())
}

/// The id of a service, as it is written here: by another writing of it, no domain is found, and no folder.
fn id(service: &str) -> Option<Uuid> {
    service.parse().ok().filter(|id: &Uuid| id.to_string() == service)
}

/// Takes no mail for it, and lets nobody in.
pub async fn suspend(db: &Executor<'_>, work: String, service: &str, name: &str) -> Result<()> {
    let suspended = ActiveModel { suspended: Set(true), changed_by: Set(work), ..Default::default() };
    Entity::update_many().set(suspended).filter(its(service, name)).exec(db).await?;
    Ok(())
}

/// Removes it with its mailboxes, its aliases and its keys; what is to be deleted on the disks is noted.
pub async fn remove(db: &Executor<'_>, work: String, service: &str, name: &str) -> Result<()> {
    let found = Entity::find().filter(its(service, name)).lock_exclusive().one(db).await?;
    let Some(found) = found else { return Ok(()) };
    let note =
        removed::ActiveModel { service: Set(found.service), domain: Set(found.name), removed_by: Set(work) };
    let again =
        OnConflict::columns([removed::Column::Service, removed::Column::Domain]).do_nothing().to_owned();
    removed::Entity::insert(note).on_conflict(again).exec_without_returning(db).await?;
    Entity::delete_many().filter(its(service, name)).exec(db).await?;
    Ok(())
}
