//! A link into a panel that the platform redeems itself.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use chrono::TimeDelta;
use hosting_kernel::{
    database::{executor::Executor, named::names},
    providers::panel::PanelTarget,
    refusals::error::Result,
    values::time::Time,
};
use sea_orm::{
    IntoActiveModel, QueryFilter, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict, Query},
};

/// A link; one for each work.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "panel_link")]
pub struct Model {
    /// The work that asked for it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub work: Uuid,
    /// What is kept of its token.
    #[sea_orm(unique)]
    pub hash: Vec<u8>,
    /// The site that it leads to.
    pub site: String,
    /// What it opens there.
    pub target: PanelTarget,
    /// Until when it can be redeemed.
    pub expires_at: Time,
    /// When it was.
    pub redeemed_at: Option<Time>,
    /// The backend that it leads to; nothing where nobody named it.
    pub backend: Option<String>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// How long links are kept after their time.
const KEPT: TimeDelta = TimeDelta::hours(1);
/// Links that are removed with each that is made: more than one, so that there are ever fewer old ones.
const SLICE: u64 = 20;

/// Keeps `link`, in place of what its work made before, and removes some that are too old.
pub(super) async fn put(db: &Executor<'_>, link: Model, now: Time) -> Result<()> {
    let old = Query::select()
        .column(Column::Work)
        .from(Entity)
        .and_where(Column::ExpiresAt.lt(now.plus(-KEPT)))
        .limit(SLICE)
        .take();
    Entity::delete_many().filter(Column::Work.in_subquery(old)).exec(db).await?;
    let replace = OnConflict::column(Column::Work)
        .update_columns([
            Column::Hash,
            Column::Site,
            Column::Target,
            Column::ExpiresAt,
            Column::RedeemedAt,
            Column::Backend,
        ])
        .to_owned();
    Entity::insert(link.into_active_model()).on_conflict(replace).exec_without_returning(db).await?;
    Ok(())
}

/// The link with this hash to the backend `named`, or to the one that nobody named, that can still be redeemed.
pub(super) async fn find(
    db: &Executor<'_>,
    hash: Vec<u8>,
    named: Option<&str>,
    now: Time,
) -> Result<Option<Model>> {
    let open = Column::Hash.eq(hash).and(Column::RedeemedAt.is_null()).and(Column::ExpiresAt.gt(now));
    Ok(Entity::find().filter(open).filter(names(Column::Backend, named)).one(db).await?)
}

/// Notes that a link is redeemed; says whether nobody was faster.
pub(super) async fn claim(db: &Executor<'_>, hash: Vec<u8>, now: Time) -> Result<bool> {
    let open = Column::Hash.eq(hash).and(Column::RedeemedAt.is_null()).and(Column::ExpiresAt.gt(now));
    let claimed = ActiveModel { redeemed_at: Set(Some(now)), ..Default::default() };
    Ok(Entity::update_many().set(claimed).filter(open).exec(db).await?.rows_affected == 1)
}

/// Notes that a link was not redeemed after all.
pub(super) async fn release(db: &Executor<'_>, hash: Vec<u8>) -> Result<()> {
    let released = ActiveModel { redeemed_at: Set(None), ..Default::default() };
    Entity::update_many().set(released).filter(Column::Hash.eq(hash)).exec(db).await?;
    Ok(())
}
