//! The text messages of a terminal's client.
use super::WIDEST;
use hosting_core::providers::hypervisor::Size;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Control {
    Resize(Screen),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Screen {
    columns: u16,
    rows: u16,
}

/// The new size of the screen; nothing where the text is another message, or a size that there is not.
pub fn size(text: &str) -> Option<Size> {
    let Control::Resize(Screen { columns, rows }) = serde_json::from_str(text).ok()?;
    let bounds = 1..=WIDEST;
    (bounds.contains(&columns) && bounds.contains(&rows)).then_some(Size { columns, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_message_is_a_size_and_nothing_else() {
        let read = size(r#"{"resize": {"columns": 120, "rows": 40}}"#);
        assert_eq!(read, Some(Size { columns: 120, rows: 40 }));
        for wrong in [
            "",
            "{}",
            "resize",
            r#"{"resize": {"columns": 120}}"#,
            r#"{"resize": {"columns": 0, "rows": 1}}"#,
            r#"{"resize": {"columns": 1, "rows": 1001}}"#,
            r#"{"resize": {"columns": 1, "rows": 70000}}"#,
            r#"{"resize": {"columns": 1, "rows": 1, "colours": 8}}"#,
            r#"{"resize": {"columns": 1, "rows": 1}, "close": true}"#,
            r#"{"close": true}"#,
        ] {
            assert_eq!(size(wrong), None, "{wrong}");
        }
    }
}
