//! What all processes of an installation have to agree on.
#![expect(clippy::disallowed_methods, reason = "an installation is everybody's")]
use crate::{database::Database, refusals::error::Result};
use sea_orm::{IntoActiveModel, entity::prelude::*};

/// Something that an installation has one of.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "mark")]
pub struct Model {
    /// What it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Which it is.
    pub value: String,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What this installation has of `name`: `value`, unless another was there first.
pub async fn mark(db: &Database, name: &str, value: &str) -> Result<String> {
    let row = Model { name: name.to_owned(), value: value.to_owned() };
    db.write(move |db| {
        Box::pin(async move {
            let name = row.name.clone();
            let insert = Entity::insert(row.clone().into_active_model()).on_conflict_do_nothing();
            insert.exec_without_returning(db).await?;
            Ok(Entity::find_by_id(name).one(db).await?.map_or(row.value, |stands| stands.value))
        })
    })
    .await
}
