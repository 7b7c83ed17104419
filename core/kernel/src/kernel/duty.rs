//! What one process does for all of them.
use crate::{database::Database, refusals::error::Result, values::time::Time};
use chrono::TimeDelta;
use sea_orm::{IntoActiveModel, Set, TryInsertResult, entity::prelude::*, sea_query::ExprTrait};

/// Something that one process at a time does.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "duty")]
pub struct Model {
    /// What it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Until when it has been seen to.
    pub until: Time,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Takes the duty `name` for `span`; not while another process has it.
pub async fn take(db: &Database, name: &'static str, now: Time, span: TimeDelta) -> Result<bool> {
    let until = now.plus(span);
    db.write(move |db| {
        Box::pin(async move {
            let first = Model { name: name.to_owned(), until };
            let insert = Entity::insert(first.into_active_model()).on_conflict_do_nothing();
            if matches!(insert.exec_without_returning(db).await?, TryInsertResult::Inserted(1)) {
                return Ok(true);
            }
            let next = ActiveModel { until: Set(until), ..Default::default() };
            let free = Column::Name.eq(name).and(Column::Until.lte(now));
            let taken = Entity::update_many().set(next).filter(free).exec(db).await?;
            Ok(taken.rows_affected == 1)
        })
    })
    .await
}
