//! What a list can be narrowed by.
use super::order::is_of_the_calendar;
use crate::values::time::Time;
use sea_orm::{
    ColumnTrait,
    sea_query::{Expr, LikeExpr},
};

/// What stands before a wildcard that stands for itself.
const ESCAPE: char = '!';

/// Whether `column` contains `text`, letter by letter.
pub fn contains<C: ColumnTrait>(column: C, text: &str) -> Expr {
    column.like(LikeExpr::new(pattern(text)).escape(ESCAPE))
}

fn pattern(text: &str) -> String {
    let mut pattern = "%".to_owned();
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | ESCAPE) {
            pattern.push(ESCAPE);
        }
        pattern.push(letter);
    }
    pattern + "%"
}

/// Refuses moments that are before the year 0 or after the year 9999 in UTC.
pub fn of_the_calendar(at: &Time, _: &()) -> garde::Result {
    match is_of_the_calendar(*at) {
        true => Ok(()),
        false => Err(garde::Error::new("is not of the years 0000 to 9999 in UTC")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_themselves() {
        assert_eq!(pattern("a_b%c!"), "%a!_b!%c!!%");
    }

    #[test]
    fn a_moment_is_of_a_year_of_four_digits() {
        for (moment, taken) in [
            ("0000-01-01T00:00:00Z", true),
            ("9999-12-31T23:59:59.999Z", true),
            ("0000-01-01T00:00:00+00:01", false),
            ("9999-12-31T23:59:59-00:01", false),
        ] {
            let at: Time = serde_json::from_value(moment.into()).unwrap();
            assert_eq!(of_the_calendar(&at, &()).is_ok(), taken, "{moment}");
        }
    }
}
