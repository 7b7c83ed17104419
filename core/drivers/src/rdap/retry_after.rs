//! How long a server asks to be left alone (RFC 9110 section 10.2.3).
use chrono::{NaiveDateTime, TimeDelta};
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};
use std::time::Duration;

/// The ways to write a date, the last two of old (RFC 9110 section 5.6.7).
const DATES: [&str; 3] = ["%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"];

/// How long the answer with these `headers` asks for: seconds, or until a date. A date counts from when the server says
/// that it answered, so that clocks need not agree; one that is past is no wait.
pub(super) fn wait(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let after = text(RETRY_AFTER)?;
    if let Ok(seconds) = after.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let (until, now) = (date(after)?, date(text(DATE)?)?);
    Some((until - now).max(TimeDelta::zero()).to_std().unwrap_or_default())
}

fn date(text: &str) -> Option<NaiveDateTime> {
    DATES.iter().find_map(|format| NaiveDateTime::parse_from_str(text, format).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderValue;

    fn of(after: &'static str, date: &'static str) -> Option<u64> {
        let headers =
            [(RETRY_AFTER, after), (DATE, date)].map(|(name, text)| (name, HeaderValue::from_static(text)));
        wait(&HeaderMap::from_iter(headers)).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_or_a_date() {
        let now = "Sun, 06 Nov 1994 08:49:37 GMT";
        assert_eq!(of("120", now), Some(120));
        assert_eq!(of(" 0 ", now), Some(0));
        assert_eq!(of("Sun, 06 Nov 1994 08:50:07 GMT", now), Some(30));
        assert_eq!(of("Sunday, 06-Nov-94 08:50:07 GMT", now), Some(30));
        assert_eq!(of("Sun Nov  6 08:50:07 1994", now), Some(30));
        assert_eq!(of("Sun, 06 Nov 1994 08:49:00 GMT", now), Some(0), "it is past");
    }

    #[test]
    fn what_says_nothing_is_nothing() {
        let now = "Sun, 06 Nov 1994 08:49:37 GMT";
        for said in ["", "soon", "-1", "1.5", "99999999999999999999", "Sun, 06 Nov 1994"] {
            assert_eq!(of(said, now), None, "{said}");
        }
        assert_eq!(of(now, "whenever"), None, "nobody knows how long that is");
        assert_eq!(wait(&HeaderMap::new()), None);
    }
}
