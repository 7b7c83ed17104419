//! Tables.
use crate::{
    checks::Check,
    folder::{Folder, office},
    stage::Stage,
};
use serde_json::json;

const CSV: &str = "text/csv";
pub const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

pub const ALL: &[Check] = &[
    Check::new("a workbook by LibreOffice becomes CSV and JSON", &["soffice", "python3"], workbook),
    Check::new("CSV goes to a workbook, through LibreOffice and back", &["soffice", "python3"], around),
    Check::new("CSV of UTF-16 becomes JSON", &["python3"], wide),
    Check::new("CSV of all kinds is read as Python reads it", &["python3"], kinds),
    Check::new("JSON becomes CSV that Python reads", &["python3"], flat),
];

/// Days, moments, formulas, percentages, truth values and texts, as `OpenDocument` writes them in one file.
const SHEET: &str = include_str!("sheet.fods");

/// The workbook that LibreOffice makes of it.
pub fn by_office() -> Vec<u8> {
    office("a.fods", SHEET.as_bytes(), "xlsx")
}

fn workbook(stage: &Stage) {
    let xlsx = by_office();
    let csv = stage.one("xlsx-to-csv", json!({}), (XLSX, &xlsx));
    let json = stage.one("xlsx-to-json", json!({}), (XLSX, &xlsx));
    let said = Folder::with(&[("a.csv", &csv), ("a.json", &json)]).python(
        r#"
import csv, json
rows = list(csv.reader(open('a.csv', encoding='utf-8', newline='')))
assert rows[0] == ['name', 'count', 'day', 'twice', 'true'], rows
assert [row[0] for row in rows[1:]] == ['apples, "green"', 'Birnen äöü'], rows
assert [float(row[1]) for row in rows[1:]] == [21, -2.5], rows
assert [row[2][:10] for row in rows[1:]] == ['2024-01-31', '1999-12-31'], rows
assert [float(row[3]) for row in rows[1:]] == [42, -5], rows
objects = json.load(open('a.json', encoding='utf-8'))
assert [one['twice'] for one in objects] == [42, -5], objects
assert [one['day'][:10] for one in objects] == ['2024-01-31', '1999-12-31'], objects
assert [one['true'] for one in objects] == [True, False], objects
print(len(objects))
"#,
    );
    assert_eq!(said.trim(), "2");
}

const MIXED: &str = "name,count,text\n\"a, \"\"b\"\"\",1,007\nüö€,2.5,\"two\nlines\"\nlast,-3,=1+1\n";

fn around(stage: &Stage) {
    let xlsx = stage.one("csv-to-xlsx", json!({}), (CSV, MIXED.as_bytes()));
    let csv = office("a.xlsx", &xlsx, "csv:'Text - txt - csv (StarCalc)':44,34,76");
    Folder::with(&[("a", MIXED.as_bytes()), ("b", &csv)]).python(
        "import csv\nread = lambda name: list(csv.reader(open(name, encoding='utf-8', newline='')))\n\
         assert read('a') == read('b'), read('b')",
    );
}

fn wide(stage: &Stage) {
    for encoding in ["utf-16", "utf-16-be", "utf-8-sig"] {
        let mark = if encoding == "utf-16-be" { "b'\\xfe\\xff' + " } else { "" };
        let text = format!("open('a', 'wb').write({mark}'name;n\\nÄpfel €;1\\nБ;2\\n'.encode('{encoding}'))");
        let json = stage.one("csv-to-json", json!({}), (CSV, &crate::folder::scripted(&text)));
        Folder::with(&[("a", &json)]).python(
            "import json\nassert json.load(open('a', encoding='utf-8')) == \
             [{'name': 'Äpfel €', 'n': 1}, {'name': 'Б', 'n': 2}]",
        );
    }
}

/// Each is read by Python's `csv` with the delimiter, and by ours without a word about it.
fn kinds(stage: &Stage) {
    for (delimiter, text) in [
        (",", "a,b\r\n1,\"x\r\ny\"\r\n"),
        (";", "a;b\n\"1;2\";3\n\n4;5\n"),
        ("\\t", "a\tb\n\"q\"\t\n"),
        ("|", "a|b\n1|2\n"),
        (",", "a,b\n1,\"he said \"\"no\"\"\""),
    ] {
        let json = stage.one("csv-to-json", json!({"header": false, "infer": false}), (CSV, text.as_bytes()));
        Folder::with(&[("a", text.as_bytes()), ("b", &json)]).python(&format!(
            "import csv, json\nwanted = [row for row in csv.reader(open('a', encoding='utf-8', newline=''), \
             delimiter='{delimiter}') if row]\n\
             found = [[cell or '' for cell in row] for row in json.load(open('b', encoding='utf-8'))]\n\
             assert found == wanted, (found, wanted)"
        ));
    }
}

fn flat(stage: &Stage) {
    let json = r#"[{"a": 1, "b": "x, \"y\"\nz"}, {"b": "ü", "c": {"d": [1, null]}}, {"a": true}]"#;
    let csv = stage.one("json-to-csv", json!({}), ("application/json", json.as_bytes()));
    Folder::with(&[("a", &csv)]).python(
        "import csv\nrows = list(csv.DictReader(open('a', encoding='utf-8', newline='')))\n\
         assert [row['a'] for row in rows] == ['1', '', 'true'], rows\n\
         assert [row['b'] for row in rows] == ['x, \"y\"\\nz', 'ü', ''], rows",
    );
}
