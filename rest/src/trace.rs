//! The trace that a request belongs to (W3C Trace Context, `traceparent`).
use axum::http::HeaderMap;

/// The id of the trace, by which logs of several systems are joined; nothing where none is named properly.
pub fn id(headers: &HeaderMap) -> Option<String> {
    let mut lines = headers.get_all("traceparent").into_iter();
    let (Some(line), None) = (lines.next(), lines.next()) else { return None };
    let parts: Vec<_> = line.to_str().ok()?.split('-').collect();
    let [version, trace, parent, flags, ..] = parts[..] else { return None };
    let is_hex = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    let is_id = |text: &str, length: usize| is_hex(text, length) && text.bytes().any(|byte| byte != b'0');
    // A later version may go on after the flags; this one does not.
    let ends = version != "00" || parts.len() == 4;
    let sound =
        is_hex(version, 2) && version != "ff" && is_id(trace, 32) && is_id(parent, 16) && is_hex(flags, 2);
    (sound && ends).then(|| trace.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_sound_trace_is_taken_over() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        let taken = |line: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("traceparent", line.parse().expect("a header"));
            id(&headers)
        };
        for right in ["00-{}-00f067aa0ba902b7-01", "01-{}-00f067aa0ba902b7-00-later"] {
            assert_eq!(taken(&right.replace("{}", trace)).as_deref(), Some(trace), "{right}");
        }
        let none = "0".repeat(32);
        for wrong in [
            String::new(),
            "nonsense".to_owned(),
            format!("00-{trace}-00f067aa0ba902b7"),
            format!("00-{trace}-00f067aa0ba902b7-01-more"),
            format!("ff-{trace}-00f067aa0ba902b7-01"),
            format!("00-{none}-00f067aa0ba902b7-01"),
            format!("00-{trace}-0000000000000000-01"),
            format!("00-{}-00f067aa0ba902b7-01", trace.to_uppercase()),
            format!("00-{}-00f067aa0ba902b7-01", &trace[1..]),
        ] {
            assert_eq!(taken(&wrong), None, "{wrong}");
        }
    }
}
