//! Columns that the usual names do not tell apart.
use sea_orm_migration::prelude::*;

/// A whole number of 32 bits. `SQLite` calls one of 64 bits `integer`, and reads them by this name.
pub fn int(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).custom("int").not_null().take()
}

/// The same, or nothing.
pub fn int_null(name: &'static str) -> ColumnDef {
    ColumnDef::new(name).custom("int").null().take()
}
