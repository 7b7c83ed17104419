//! The rows that the database has of what an inventory names.
#![expect(clippy::disallowed_methods, reason = "the operator sees every account")]
use hosting_core::{database::executor::Executor, refusals::error::Result};
use sea_orm::{QuerySelect, entity::prelude::*};

/// Rows that are read or written at once: below what a statement of either database takes.
pub const CHUNK: usize = 500;

/// Where rows are looked up, and whether they are locked.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    /// The database, or a transaction of it.
    pub db: &'a Executor<'a>,
    /// Whether what is found is kept from changing until the transaction ends.
    pub lock: bool,
}

impl Lookup<'_> {
    /// All rows.
    pub async fn all<E: EntityTrait<Model: Send + Sync>>(self) -> Result<Vec<E::Model>> {
        let select = if self.lock { E::find().lock_exclusive() } else { E::find() };
        Ok(select.all(self.db).await?)
    }

    /// The rows whose `column` is one of `values`.
    pub async fn among<E, V>(
        self,
        column: E::Column,
        values: impl IntoIterator<Item = V>,
    ) -> Result<Vec<E::Model>>
    where
        E: EntityTrait<Model: Send + Sync>,
        V: Into<Value>,
    {
        let values: Vec<Value> = values.into_iter().map(Into::into).collect();
        let mut found = Vec::new();
        for some in values.chunks(CHUNK) {
            let select = E::find().filter(column.is_in(some.iter().cloned()));
            let select = if self.lock { select.lock_exclusive() } else { select };
            found.extend(select.all(self.db).await?);
        }
        Ok(found)
    }
}
