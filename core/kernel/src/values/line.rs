//! Texts without control characters.

/// What [`line()`] takes, as the contract says it.
pub const LINE: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
/// What [`lines`] takes.
pub const LINES: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";

/// Refuses what is more than one line of text.
pub fn line(text: &str, _: &()) -> garde::Result {
    match text.contains(char::is_control) {
        true => Err(garde::Error::new("has no control characters, such as line breaks")),
        false => Ok(()),
    }
}

/// Refuses what is no text; it may have lines.
pub fn lines(text: &str, _: &()) -> garde::Result {
    let foreign = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    match text.contains(foreign) {
        true => Err(garde::Error::new("has no control characters but line breaks and tabs")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_break_and_lines_may_have() {
        for (text, one, several) in [
            ("", true, true),
            ("before the upgrade", true, true),
            ("vor dem Umbau äöü 雪", true, true),
            ("two\nlines", false, true),
            ("a\ttab", false, true),
            ("carriage\r\nreturn", false, true),
            ("nul\0", false, false),
            ("escape\u{1b}[0m", false, false),
            ("delete\u{7f}", false, false),
            ("next line\u{85}", false, false),
        ] {
            assert_eq!(line(text, &()).is_ok(), one, "{text:?}");
            assert_eq!(lines(text, &()).is_ok(), several, "{text:?}");
        }
    }
}
