//! The orders of lists, and how a record's place in one is written.
use crate::values::time::Time;
use chrono::DateTime;
use sea_orm::{ColumnTrait, sea_query::Expr};
use uuid::Uuid;

/// The end of what has none, where a list is ordered by ends: it stands behind every other.
///
/// It is written like this in the indexes too: only then are they used.
pub const NEVER: &str = "9999-12-31T23:59:59.999Z";

/// The milliseconds that moments of four-digit years have: what both databases keep in order.
const CALENDAR: std::ops::RangeInclusive<i64> = -62_167_219_200_000..=253_402_300_799_999;

/// An order of a list of `M`.
pub struct Order<M> {
    /// What its cursors begin with; nothing in the order that a list usually has.
    pub prefix: &'static str,
    /// What decides, the last of it different in each record.
    pub by: Vec<Expr>,
    /// Whether what is more stands first.
    pub descending: bool,
    /// Writes a record's cursor.
    pub key: fn(&M) -> String,
    /// Reads what decides off a cursor, behind the prefix.
    pub place: fn(&str) -> Option<Vec<Expr>>,
}

impl<M> Order<M> {
    /// Newest first, by when a record was made and its id.
    pub fn newest<C: ColumnTrait>(made: C, id: C, key: fn(&M) -> String) -> Self {
        let by = vec![made.into_expr(), id.into_expr()];
        Self { prefix: "", by, descending: true, key, place: moment }
    }

    /// Soonest first, by a moment and the id; the cursors are `prefix` and a [`moment_key`].
    pub fn soonest<C: ColumnTrait>(
        prefix: &'static str,
        moment_of: Expr,
        id: C,
        key: fn(&M) -> String,
    ) -> Self {
        Self { prefix, by: vec![moment_of, id.into_expr()], descending: false, key, place: moment }
    }

    /// By a text and the id; the cursors are `prefix` and a [`text_key`].
    pub fn by_text<C: ColumnTrait>(
        prefix: &'static str,
        text_of: Expr,
        id: C,
        key: fn(&M) -> String,
    ) -> Self {
        Self { prefix, by: vec![text_of, id.into_expr()], descending: false, key, place: text }
    }

    /// What decides, as `cursor` says it; nothing if no page in this order wrote it.
    pub fn read(&self, cursor: &str) -> Option<Vec<Expr>> {
        (self.place)(cursor.strip_prefix(self.prefix)?)
    }
}

/// [`NEVER`] as a moment.
pub fn never() -> Time {
    Time::of_millis(*CALENDAR.end())
}

/// Whether both databases keep `at` in order.
pub(super) fn is_of_the_calendar(at: Time) -> bool {
    CALENDAR.contains(&at.millis())
}

/// A place among moments: one of them, and an id.
pub fn moment_key(at: Time, id: Uuid) -> String {
    let sign = if at.millis() < 0 { "-" } else { "" };
    format!("{sign}{:x}.{}", at.millis().unsigned_abs(), id.simple())
}

/// What [`moment_key`] wrote.
fn moment(cursor: &str) -> Option<Vec<Expr>> {
    let (millis, id) = cursor.split_once('.')?;
    let at = Time::new(DateTime::from_timestamp_millis(i64::from_str_radix(millis, 16).ok()?)?);
    is_of_the_calendar(at).then_some(vec![Expr::val(at), Expr::val(Uuid::try_parse(id).ok()?)])
}

/// A place among texts: one of them, and an id.
pub fn text_key(text: &str, id: Uuid) -> String {
    format!("{text}/{}", id.simple())
}

/// What [`text_key`] wrote.
fn text(cursor: &str) -> Option<Vec<Expr>> {
    let (text, id) = cursor.rsplit_once('/')?;
    // PostgreSQL takes no NUL in a text, and no record has one.
    let sound = !text.contains('\0');
    sound.then_some(vec![Expr::val(text), Expr::val(Uuid::try_parse(id).ok()?)])
}

#[cfg(test)]
mod tests;
