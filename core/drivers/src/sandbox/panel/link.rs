//! A link into the sandbox panel, and the session that it became.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use chrono::TimeDelta;
use hosting_kernel::{
    database::executor::Executor,
    providers::panel::PanelTarget,
    refusals::error::Result,
    values::{secret::Secret, time::Time},
};
use sea_orm::{
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict, Query},
};

/// A link; one for each work.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_panel_link")]
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
    /// Until when it can be opened.
    pub expires_at: Time,
    /// What is kept of the session that it became; nothing until it is opened.
    pub session: Option<Vec<u8>>,
    /// When the session was last used.
    pub seen_at: Option<Time>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// How long a session lives that nobody uses.
pub(super) const IDLE: TimeDelta = TimeDelta::minutes(15);

/// How long links are kept after their time, for the sessions that they became.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// Links that are removed with each that is made: more than one, so that there are ever fewer old ones.
const SLICE: u64 = 20;

/// A link for `work` that nobody has opened; the rest is to be filled in.
pub(super) const fn unused(work: Uuid, expires_at: Time) -> Model {
    let target = PanelTarget::Panel;
    Model { work, hash: Vec::new(), site: String::new(), target, expires_at, session: None, seen_at: None }
}

/// What is kept of a token, or of a session's cookie: nothing that opens anything.
pub(super) fn hash(secret: &Secret, token: &str) -> Vec<u8> {
    secret.token(&format!("sandbox panel\n{token}")).to_vec()
}

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
            Column::Session,
            Column::SeenAt,
        ])
        .to_owned();
    Entity::insert(link.into_active_model()).on_conflict(replace).exec_without_returning(db).await?;
    Ok(())
}

/// The link with this hash that can still be opened; whoever is to open it holds it until then.
pub(super) async fn unopened(db: &Executor<'_>, hash: Vec<u8>, now: Time) -> Result<Option<Model>> {
    let open = Column::Hash.eq(hash).and(Column::Session.is_null()).and(Column::ExpiresAt.gt(now));
    Ok(Entity::find().filter(open).one(db).await?)
}

/// Turns an unopened link into a session; says whether nobody was faster.
pub(super) async fn consume(
    db: &Executor<'_>,
    work: Uuid,
    hash: Vec<u8>,
    session: Vec<u8>,
    now: Time,
) -> Result<bool> {
    let opened = ActiveModel { session: Set(Some(session)), seen_at: Set(Some(now)), ..Default::default() };
    let first = Column::Work.eq(work).and(Column::Hash.eq(hash)).and(Column::Session.is_null());
    let done = Entity::update_many().set(opened).filter(first).exec(db).await?;
    Ok(done.rows_affected == 1)
}

/// The session with this hash, if it was used within its time.
pub(super) async fn session(db: &Executor<'_>, hash: Vec<u8>, now: Time) -> Result<Option<Model>> {
    let mine = Column::Session.eq(hash).and(Column::SeenAt.gt(now.plus(-IDLE)));
    Ok(Entity::find().filter(mine).order_by_asc(Column::Work).limit(1).one(db).await?)
}

/// Notes that the session of `work` was used.
pub(super) async fn seen(db: &Executor<'_>, work: Uuid, now: Time) -> Result<()> {
    let seen = ActiveModel { seen_at: Set(Some(now)), ..Default::default() };
    Entity::update_many().set(seen).filter(Column::Work.eq(work)).exec(db).await?;
    Ok(())
}
