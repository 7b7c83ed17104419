//! Statements whose text is always the same.
use sea_orm::{
    ActiveModelTrait, DbBackend, EntityTrait, Iterable, Statement, Value,
    sea_query::{Expr, OnConflict, Query},
};
use std::sync::OnceLock;

/// A statement whose text is always the same, whatever its values are: to write it takes as long as to run it, so it is
/// written once for each kind of database.
pub struct Kept([OnceLock<String>; 2]);

impl Kept {
    /// One that was not written yet.
    pub const fn new() -> Self {
        Self([OnceLock::new(), OnceLock::new()])
    }

    /// The statement with these `values`, in the order of their places in what `write` makes of them.
    pub fn with(
        &self,
        backend: DbBackend,
        values: Vec<Value>,
        write: impl FnOnce(&[Value]) -> Statement,
    ) -> Statement {
        let text = self.0[usize::from(backend == DbBackend::Postgres)].get_or_init(|| write(&values).sql);
        Statement::from_sql_and_values(backend, text, values)
    }

    /// The statement that inserts `row`, of which nothing is left out, unless its key is there already.
    pub fn insert<A: ActiveModelTrait>(&self, backend: DbBackend, mut row: A) -> Statement {
        let columns = <A::Entity as EntityTrait>::Column::iter();
        let values = columns.filter_map(|column| row.take(column).into_value()).collect();
        self.with(backend, values, |values| {
            let insert = Query::insert()
                .into_table(A::Entity::default())
                .columns(<A::Entity as EntityTrait>::Column::iter())
                .values_panic(values.iter().cloned().map(Expr::val))
                .on_conflict(OnConflict::new().do_nothing().to_owned())
                .take();
            backend.build(&insert)
        })
    }
}

impl Default for Kept {
    fn default() -> Self {
        Self::new()
    }
}
