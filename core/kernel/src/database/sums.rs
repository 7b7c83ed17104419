//! Sums that many writes add to: they are written once for all that share a commit.
use super::lane::Lane;
use sea_orm::{DbBackend, DbErr, Statement, Value};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is added to one row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sum {
    /// The statement that adds: it is given the key, and then how much.
    pub sql: &'static str,
    /// The row.
    pub key: Vec<Value>,
    /// How much, of each of its sums.
    pub by: Vec<i64>,
}

impl Sum {
    /// The statement, with its values.
    pub fn statement(self, backend: DbBackend) -> Statement {
        let by = self.by.into_iter().map(Value::from);
        Statement::from_sql_and_values(backend, self.sql, self.key.into_iter().chain(by))
    }
}

/// What the writes of one transaction add.
#[derive(Default)]
pub(super) struct Sums(Mutex<Added>);

#[derive(Default)]
struct Added {
    /// By the write that is being done.
    by_one: Vec<Sum>,
    /// By those that are kept.
    kept: Vec<Sum>,
}

impl Sums {
    /// What the present write adds.
    pub fn add(&self, sum: Sum) {
        self.added().by_one.push(sum);
    }

    /// The present write is over.
    pub fn settle(&self, is_kept: bool) {
        let mut added = self.added();
        for sum in std::mem::take(&mut added.by_one) {
            if !is_kept {
                continue;
            }
            match added.kept.iter_mut().find(|kept| kept.sql == sum.sql && kept.key == sum.key) {
                Some(kept) => kept.by.iter_mut().zip(sum.by).for_each(|(kept, by)| *kept += by),
                None => added.kept.push(sum),
            }
        }
    }

    /// Writes all that was kept, in the transaction of `lane`.
    pub fn write(&self, lane: &Lane) -> Result<(), DbErr> {
        let kept = std::mem::take(&mut self.added().kept);
        kept.into_iter().try_for_each(|sum| lane.execute(&sum.statement(DbBackend::Sqlite)).map(drop))
    }

    fn added(&self) -> MutexGuard<'_, Added> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
