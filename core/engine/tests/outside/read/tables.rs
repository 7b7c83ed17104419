//! Tables.
use crate::{
    folder::{Folder, office},
    support::{checks::Check, stage::Stage},
};
use serde_json::json;

const CSV: &str = "text/csv";

pub const ALL: &[Check] = &[
    Check::new("CSV goes to a workbook, through LibreOffice and back", around),
    Check::new("CSV of all kinds is read as Python reads it", kinds),
    Check::new("JSON becomes CSV that Python reads", flat),
];

const MIXED: &str = "name,count,text\n\"a, \"\"b\"\"\",1,007\nüö€,2.5,\"two\nlines\"\nlast,-3,=1+1\n";

fn around(stage: &Stage) {
    let xlsx = stage.one("csv-to-xlsx", json!({}), (CSV, MIXED.as_bytes()));
    let csv = office("a.xlsx", &xlsx, "csv:'Text - txt - csv (StarCalc)':44,34,76");
    Folder::with(&[("a", MIXED.as_bytes()), ("b", &csv)]).python(
        "import csv\nread = lambda name: list(csv.reader(open(name, encoding='utf-8', newline='')))\n\
         assert read('a') == read('b'), read('b')",
    );
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
