//! Dates, as PDF documents write them.
use chrono::{FixedOffset, NaiveDate};

/// `D:20261121093000+01'00'` (ISO 32000-1 section 7.9.4) as `2026-11-21T09:30:00+01:00` (RFC 3339).
pub fn standard(date: &str) -> Option<String> {
    let date = date.strip_prefix("D:").unwrap_or(date);
    let part = |from: usize, to: usize, unless: u32| match date.get(from..to) {
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => digits.parse().ok(),
        Some(_) => None,
        None => (date.len() <= from).then_some(unless),
    };
    let year = date.get(..4)?.parse().ok()?;
    let day = NaiveDate::from_ymd_opt(year, part(4, 6, 1)?, part(6, 8, 1)?)?;
    let time = day.and_hms_opt(part(8, 10, 0)?, part(10, 12, 0)?, part(12, 14, 0)?)?;
    let zone = zone(date.get(14..).unwrap_or_default())?;
    Some(time.and_local_timezone(zone).single()?.to_rfc3339())
}

fn zone(text: &str) -> Option<FixedOffset> {
    let mut letters = text.chars();
    let east = match letters.next() {
        None | Some('Z') => return FixedOffset::east_opt(0),
        Some('+') => 1,
        Some('-') => -1,
        Some(_) => return None,
    };
    let digits: Vec<i32> = letters.filter_map(|letter| letter.to_digit(10)?.try_into().ok()).collect();
    match digits[..] {
        [h0, h1] => FixedOffset::east_opt(east * 3600 * (10 * h0 + h1)),
        [h0, h1, m0, m1] => FixedOffset::east_opt(east * 60 * (60 * (10 * h0 + h1) + 10 * m0 + m1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::standard;

    #[test]
    fn a_date_is_read() {
        for (written, means) in [
            ("D:20261121093005+01'00'", Some("2026-11-21T09:30:05+01:00")),
            ("D:20261121093005-0330", Some("2026-11-21T09:30:05-03:30")),
            ("D:20261121093005Z", Some("2026-11-21T09:30:05+00:00")),
            ("2026", Some("2026-01-01T00:00:00+00:00")),
            ("D:202611", Some("2026-11-01T00:00:00+00:00")),
            ("D:20261321", None),
            ("D:2026112109300", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(standard(written).as_deref(), means, "{written}");
        }
    }
}
