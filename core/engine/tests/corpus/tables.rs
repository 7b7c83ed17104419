//! Tables.
use crate::support::{checks::Check, samples::sample, stage::Stage};
use serde_json::{Value, json};

const CSV: &str = "text/csv";
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub const ALL: &[Check] = &[
    Check::new("a workbook by LibreOffice becomes CSV and JSON", workbook),
    Check::new("CSV of UTF-16 becomes JSON", wide),
];

/// Days, moments, formulas, truth values and texts: `sheet.fods` as LibreOffice saves it.
fn workbook(stage: &Stage) {
    let xlsx = sample("sheet.xlsx");
    let csv = stage.one("xlsx-to-csv", json!({}), (XLSX, &xlsx));
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_slice());
    let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows[0], ["name", "count", "day", "twice", "true"][..]);
    for (row, (name, numbers, day)) in rows[1..]
        .iter()
        .zip([("apples, \"green\"", [21.0, 42.0], "2024-01-31"), ("Birnen äöü", [-2.5, -5.0], "1999-12-31")])
    {
        assert_eq!((&row[0], &row[2][..10]), (name, day));
        assert_eq!([&row[1], &row[3]].map(|cell| cell.parse().ok()), numbers.map(Some::<f64>));
    }
    let json = stage.one("xlsx-to-json", json!({}), (XLSX, &xlsx));
    let rows: Vec<Value> = serde_json::from_slice(&json).expect("JSON");
    for (row, (twice, day, truth)) in
        rows.iter().zip([(42.0, "2024-01-31", true), (-5.0, "1999-12-31", false)])
    {
        assert_eq!((row["twice"].as_f64(), &row["true"]), (Some(twice), &json!(truth)), "{row}");
        assert_eq!(row["day"].as_str().map(|text| &text[..10]), Some(day), "{row}");
    }
    assert_eq!(rows.len(), 2);
}

fn wide(stage: &Stage) {
    let text = "name;n\nÄpfel €;1\nБ;2\n";
    let little = utf16(text, u16::to_le_bytes);
    let big = utf16(text, u16::to_be_bytes);
    for content in [little, big, format!("\u{feff}{text}").into_bytes()] {
        let json = stage.one("csv-to-json", json!({}), (CSV, &content));
        let rows: Value = serde_json::from_slice(&json).expect("JSON");
        assert_eq!(rows, json!([{"name": "Äpfel €", "n": 1}, {"name": "Б", "n": 2}]));
    }
}

/// A text of UTF-16 that begins with its mark.
pub fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
}
