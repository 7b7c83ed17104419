//! Records of one backend.
use sea_orm::{entity::prelude::*, sea_query::SimpleExpr};

/// What names the backend `named` in `column`, or none.
pub fn names(column: impl ColumnTrait, named: Option<&str>) -> SimpleExpr {
    match named {
        Some(id) => column.eq(id),
        None => column.is_null(),
    }
}
