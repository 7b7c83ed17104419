//! Periods that services are paid for.
use chrono::Months;
use hosting_kernel::values::time::Time;

/// Months that can be paid at once.
pub const OFFERED: [i32; 4] = [1, 3, 6, 12];

/// Refuses a period that is not offered.
pub fn offered(months: &i32, _: &()) -> garde::Result {
    match OFFERED.contains(months) {
        true => Ok(()),
        false => Err(garde::Error::new("is one of 1, 3, 6 and 12")),
    }
}

/// The same day and time so many months later; the month's last day where it has no such day.
pub fn months_later(at: Time, months: u32) -> Time {
    at.utc().checked_add_months(Months::new(months)).map_or(at, Time::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Time {
        serde_json::from_str(&format!("\"{text}\"")).expect("a moment")
    }

    #[test]
    fn months_are_those_of_the_calendar() {
        for (from, months, to) in [
            ("2031-01-15T08:30:00.250Z", 1, "2031-02-15T08:30:00.250Z"),
            ("2031-01-31T12:00:00.000Z", 1, "2031-02-28T12:00:00.000Z"),
            ("2032-01-31T12:00:00.000Z", 1, "2032-02-29T12:00:00.000Z"),
            ("2100-01-31T12:00:00.000Z", 1, "2100-02-28T12:00:00.000Z"),
            ("2000-01-31T12:00:00.000Z", 1, "2000-02-29T12:00:00.000Z"),
            ("2031-03-31T23:59:59.999Z", 1, "2031-04-30T23:59:59.999Z"),
            ("2031-08-31T00:00:00.000Z", 6, "2032-02-29T00:00:00.000Z"),
            ("2031-11-30T00:00:00.000Z", 3, "2032-02-29T00:00:00.000Z"),
            ("2031-12-31T00:00:00.000Z", 3, "2032-03-31T00:00:00.000Z"),
            ("2032-02-29T00:00:00.000Z", 12, "2033-02-28T00:00:00.000Z"),
            ("2031-12-01T00:00:00.000Z", 1, "2032-01-01T00:00:00.000Z"),
            ("2031-05-20T00:00:00.000Z", 36, "2034-05-20T00:00:00.000Z"),
        ] {
            assert_eq!(months_later(time(from), months), time(to), "{from} + {months}");
        }
    }

    #[test]
    fn four_periods_are_offered() {
        let offered: Vec<_> = (-13..=40).filter(|months| offered(months, &()).is_ok()).collect();
        assert_eq!(offered, OFFERED);
    }
}
