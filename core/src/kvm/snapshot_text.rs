//! What customers call a snapshot and say of it.

/// What [`one_line`] takes, as the contract says it.
pub(super) const LINE: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";
/// What [`lines`] takes.
pub(super) const LINES: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";

/// Refuses a name that is more than one line of text.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the check of a field is called")]
pub(super) fn one_line(name: &str, _: &()) -> garde::Result {
    match name.contains(char::is_control) {
        true => Err(garde::Error::new("has no control characters, such as line breaks")),
        false => Ok(()),
    }
}

/// Refuses what is no text: a description may have lines.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the check of a field is called")]
pub(super) fn lines(description: &str, _: &()) -> garde::Result {
    let foreign = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    match description.contains(foreign) {
        true => Err(garde::Error::new("has no control characters but line breaks and tabs")),
        false => Ok(()),
    }
}

/// A description, where there is one: an empty one is none.
pub(super) fn described(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_and_a_description_may_have_more() {
        for (text, name, description) in [
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
            assert_eq!(one_line(text, &()).is_ok(), name, "{text:?}");
            assert_eq!(lines(text, &()).is_ok(), description, "{text:?}");
        }
    }

    #[test]
    fn an_empty_description_is_none() {
        assert_eq!(described(Some(String::new())), None);
        assert_eq!(described(Some(" ".to_owned())).as_deref(), Some(" "));
        assert_eq!(described(None), None);
    }
}
