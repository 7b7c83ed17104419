use crate::{Code, Failure, Limits, mime, stage};
use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

fn convert(tool: &str, options: Value, file: (&str, &str, &[u8])) -> Vec<stage::Held> {
    stage::convert(tool, options, &[file]).expect("a table")
}

fn failure(tool: &str, options: Value, mime: &str, content: &[u8]) -> Failure {
    let failure = stage::convert(tool, options, &[("a", mime, content)]).expect_err("a failure");
    assert!(failure.file.is_some(), "{failure:?} is about the file");
    failure
}

fn json_of_csv(options: Value, csv: &[u8]) -> Value {
    let made = convert("csv-to-json", options, ("a.csv", mime::CSV, csv));
    assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.json", mime::JSON));
    serde_json::from_slice(&made[0].2).expect("JSON")
}

fn csv_of_json(options: Value, json: &str) -> String {
    let made = convert("json-to-csv", options, ("a.json", mime::JSON, json.as_bytes()));
    assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("a.csv", mime::CSV));
    String::from_utf8(made[0].2.clone()).expect("UTF-8")
}

/// The cells of the first sheet, as another crate than the writer's reads them.
fn cells(book: &[u8]) -> Vec<Vec<Data>> {
    let mut book = Xlsx::new(Cursor::new(book)).expect("a workbook");
    let range = book.worksheet_range_at(0).expect("a sheet").expect("its cells");
    range.rows().map(<[Data]>::to_vec).collect()
}

/// A workbook of these parts, and of those that every workbook has.
fn book(sheet: &str, more: &[(&str, &str)]) -> Vec<u8> {
    book_with("worksheet", sheet, more)
}

/// The same, with a sheet of this kind.
fn book_with(kind: &str, sheet: &str, more: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let main = r#"<Relationships><Relationship Id="r1" Type="x/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
    let relations = format!(
        r#"<Relationships><Relationship Id="r1" Type="x/{kind}" Target="worksheets/sheet1.xml"/></Relationships>"#
    );
    let workbook =
        r#"<workbook xmlns:r="r"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>"#;
    let parts = [
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", main),
        ("xl/_rels/workbook.xml.rels", relations.as_str()),
        ("xl/workbook.xml", workbook),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    for (name, content) in parts.iter().chain(more) {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a part");
        writer.write_all(content.as_bytes()).expect("its content");
    }
    writer.finish().expect("a workbook").into_inner()
}

#[test]
fn a_workbook_of_charts_only_is_no_table() {
    let charts = book_with("chartsheet", "<chartsheet/>", &[]);
    for tool in ["xlsx-to-csv", "xlsx-to-json"] {
        assert_eq!(failure(tool, json!({}), mime::XLSX, &charts).code, Code::FileUnsupported, "{tool}");
    }
}

#[test]
fn csv_becomes_objects_with_the_types_that_can_be_told() {
    let csv = "id,name,ok,zip\r\n1,\"a \"\"b\"\"\",true,01234\r\n2.5,\"two\nlines\",FALSE,\r\n3\r\n";
    let expected = json!([
        {"id": 1, "name": "a \"b\"", "ok": true, "zip": "01234"},
        {"id": 2.5, "name": "two\nlines", "ok": false, "zip": null},
        {"id": 3, "name": null, "ok": null, "zip": null},
    ]);
    assert_eq!(json_of_csv(json!({}), csv.as_bytes()), expected);
    assert_eq!(json_of_csv(json!({"pretty": true}), csv.as_bytes()), expected);
    let texts = json!([["id", "name"], ["1", "x"]]);
    assert_eq!(json_of_csv(json!({"header": false, "infer": false}), b"id;name\n1;x"), texts);
    assert_eq!(json_of_csv(json!({}), b""), json!([]));
}

#[test]
fn csv_is_read_in_its_own_letters() {
    let utf16: Vec<u8> = "\u{feff}a\tb\n\u{e4}\t1\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(json_of_csv(json!({}), &utf16), json!([{"a": "ä", "b": 1}]));
    let option = json!({"encoding": "windows-1252", "delimiter": "pipe"});
    assert_eq!(json_of_csv(option, b"a|b\n\x80|\xe4"), json!([{"a": "€", "b": "ä"}]));
    assert_eq!(failure("csv-to-json", json!({}), mime::CSV, b"a\n\xe4").code, Code::OptionsDoNotFit);
}

#[test]
fn json_becomes_csv_in_which_nothing_is_reckoned() {
    let json = r#"[{"a":"=1+1","b":-5},{"b":"-5","c":{"d":[1,2]}},{"a":"+49 30","c":"x,\"y\""},{"a":"@x","b":null}]"#;
    let guarded = "a,b,c\r\n'=1+1,-5,\r\n,-5,\"{\"\"d\"\":[1,2]}\"\r\n'+49 30,,\"x,\"\"y\"\"\"\r\n'@x,,\r\n";
    assert_eq!(csv_of_json(json!({}), json), guarded);
    let open = csv_of_json(json!({"guardFormulas": false, "delimiter": "semicolon", "bom": true}), json);
    assert!(open.starts_with("\u{feff}a;b;c\r\n=1+1;-5;\r\n"), "{open}");
    assert_eq!(failure("json-to-csv", json!({}), mime::JSON, b"{\"a\":1}").code, Code::FileUnsupported);
    assert_eq!(failure("json-to-csv", json!({}), mime::JSON, b"[[1,2").code, Code::FileBroken);
}

#[test]
fn a_workbook_keeps_numbers_as_numbers_and_formulas_as_texts() {
    let csv = b"name,n,day,id\n=1+1,2.5,2024-02-29,007\nhttp://x.test,-1,2024-02-30,12345678901234567890\n";
    let made = convert("csv-to-xlsx", json!({"dates": true}), ("t.csv", mime::CSV, csv));
    assert_eq!((made[0].0.as_str(), made[0].1.as_str()), ("t.xlsx", mime::XLSX));
    let cells = cells(&made[0].2);
    let text = |text: &str| Data::String(text.to_owned());
    assert_eq!(cells[0], [text("name"), text("n"), text("day"), text("id")]);
    assert_eq!(cells[1][..2], [text("=1+1"), Data::Float(2.5)]);
    assert!(
        matches!(cells[1][2], Data::DateTime(day) if day.to_ymd_hms_milli().0 == 2024),
        "{:?}",
        cells[1][2]
    );
    assert_eq!(cells[2][2..], [text("2024-02-30"), text("12345678901234567890")]);
    let plain = convert("csv-to-xlsx", json!({}), ("t.csv", mime::CSV, csv));
    assert_eq!(self::cells(&plain[0].2)[1][2], text("2024-02-29"));
}

#[test]
fn a_workbook_comes_back_as_it_went() {
    let rows = json!([
        {"a": 1, "b": "x", "c": true, "d": null},
        {"a": 9_007_199_254_740_993_i64, "b": "", "c": -0.5, "d": "2024-01-31T12:30:05"},
    ]);
    let text = rows.to_string();
    let book = convert("json-to-xlsx", json!({"dates": true}), ("b.json", mime::JSON, text.as_bytes()));
    let made = convert("xlsx-to-json", json!({"sheet": 1}), ("b.xlsx", mime::XLSX, &book[0].2));
    assert_eq!(made[0].0, "b.json");
    let back: Value = serde_json::from_slice(&made[0].2).expect("JSON");
    let expected = json!([
        {"a": 1, "b": "x", "c": true, "d": null},
        {"a": "9007199254740993", "b": null, "c": -0.5, "d": "2024-01-31T12:30:05"},
    ]);
    assert_eq!(back, expected);
}

#[test]
fn each_kind_of_cell_is_read() {
    let sheet = r#"<worksheet><dimension ref="A1:XFD1048576"/><sheetData>
        <row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1" t="s"><v>0</v></c></row>
        <row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" t="e"><v>#DIV/0!</v></c>
          <c r="D3" s="1"><v>45322</v></c><c r="E3" s="1"><v>0.5</v></c><c r="F3" s="2"><v>1.25</v></c>
          <c r="G3" t="d"><v>2024-01-31</v></c></row></sheetData></worksheet>"#;
    let strings = r#"<sst uniqueCount="1"><si><r><t>b&amp;</t></r><r><t>c</t></r></si></sst>"#;
    let styles = r#"<styleSheet><numFmts><numFmt numFmtId="200" formatCode="[h]:mm"/></numFmts><cellXfs>
        <xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="200"/></cellXfs></styleSheet>"#;
    let book = book(sheet, &[("xl/sharedStrings.xml", strings), ("xl/styles.xml", styles)]);
    let made = convert("xlsx-to-csv", json!({}), ("x.xlsx", mime::XLSX, &book));
    let expected = "a,b&c,,,,,\r\n,,,,,,\r\n2,true,#DIV/0!,2024-01-31,12:00:00,PT30H0M0S,2024-01-31\r\n";
    assert_eq!((made[0].0.as_str(), String::from_utf8_lossy(&made[0].2).as_ref()), ("x.csv", expected));
}

#[test]
fn each_sheet_makes_a_file() {
    let mut book = rust_xlsxwriter::Workbook::new();
    for name in ["One", "Two & a"] {
        let sheet = book.add_worksheet().set_name(name).expect("a name");
        sheet.write_string(0, 0, name).expect("a cell");
    }
    let book = book.save_to_buffer().expect("a workbook");
    let made = convert("xlsx-to-csv", json!({}), ("x.xlsx", mime::XLSX, &book));
    let names: Vec<_> = made.iter().map(|one| (one.0.as_str(), &one.2[..])).collect();
    assert_eq!(names, [("x - One.csv", b"One\r\n".as_slice()), ("x - Two & a.csv", b"Two & a\r\n")]);
    for (option, content) in [(json!("Two & a"), "Two & a\r\n"), (json!(1), "One\r\n")] {
        let made = convert("xlsx-to-csv", json!({"sheet": option}), ("x.xlsx", mime::XLSX, &book));
        assert_eq!((made.len(), made[0].2.as_slice()), (1, content.as_bytes()));
    }
    let failure = failure("xlsx-to-json", json!({"sheet": 3}), mime::XLSX, &book);
    assert_eq!(
        (failure.code, failure.message.as_str()),
        (Code::OptionsDoNotFit, "no such sheet: there are One, Two & a")
    );
}

#[test]
fn a_workbook_that_lies_about_its_size_is_refused_or_read_for_what_it_is() {
    let sheet = |cells: &str| format!("<worksheet><sheetData>{cells}</sheetData></worksheet>");
    let far = sheet(r#"<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#);
    let wide: String =
        (1..=2000).map(|row| format!(r#"<row r="{row}"><c r="XFD{row}"><v>1</v></c></row>"#)).collect();
    let zeros = sheet(&format!("{}<row/>", " ".repeat(1 << 16)).repeat(1000));
    let strings = |count: &str| format!("<sst uniqueCount=\"{count}\"><si><t>a</t></si></sst>");
    let (greedy, modest) = (strings("99999999999999999999"), strings("1"));
    let one = sheet(r#"<row><c t="s"><v>0</v></c></row>"#);
    let names = "<x:sheet name=\"a\"/>".repeat(100_001);
    let long =
        format!("<styleSheet><fonts><font><name val=\"{}\"/></font></fonts></styleSheet>", "x".repeat(5000));
    let cases: [(&str, &str, &str, Code); 6] = [
        (&far, "xl/a.xml", "", Code::TooManyEntries),
        (&sheet(&wide), "xl/a.xml", "", Code::TooManyEntries),
        (&zeros, "xl/a.xml", "", Code::ExpansionTooLarge),
        (&one, "xl/sharedStrings.xml", &greedy, Code::TooManyEntries),
        (&one, "xl/any.xml", &names, Code::TooManyEntries),
        (&one, "xl/Styles.xml", &long, Code::FileUnsupported),
    ];
    for (sheet, part, content, code) in cases {
        let refused = failure("xlsx-to-csv", json!({}), mime::XLSX, &book(sheet, &[(part, content)]));
        assert_eq!(refused.code, code, "{}", refused.message);
    }
    let modest = book(&one, &[("xl/sharedStrings.xml", &modest)]);
    assert_eq!(convert("xlsx-to-csv", json!({}), ("x", mime::XLSX, &modest))[0].2, b"a\r\n");
}

#[test]
fn more_than_may_be_made_is_not_made() {
    let limits = Limits { output: 2000, entries: 100, ..Limits::default() };
    let csv = format!("a\n{}", "0123456789\n".repeat(99));
    let files: [(&str, &str, &[u8]); 3] = [("a", mime::CSV, csv.as_bytes()); 3];
    for tool in ["csv-to-json", "csv-to-xlsx"] {
        let failure = stage::convert_within(limits, tool, json!({}), &files).expect_err("too large");
        assert_eq!(failure.code, Code::OutputTooLarge, "{tool}");
    }
    let longer = format!("{csv}1\n");
    let failure =
        stage::convert_within(limits, "csv-to-json", json!({}), &[("a", mime::CSV, longer.as_bytes())]);
    assert_eq!(failure.expect_err("a row too many").code, Code::TooManyEntries);
}

#[test]
fn the_options_say_what_they_are_without_being_said() {
    let schema = crate::tool("csv-to-json").expect("a tool").options_schema();
    let member = |name: &str| schema["properties"][name]["default"].clone();
    assert_eq!(
        [member("encoding"), member("header"), member("delimiter")],
        [json!("auto"), json!(true), json!("auto")]
    );
    let tool = crate::tool("xlsx-to-csv").expect("a tool");
    for (options, fits) in
        [(json!({"sheet": 0}), false), (json!({"sheet": "x"}), true), (json!({"more": 1}), false)]
    {
        assert_eq!(tool.check(&options).is_ok(), fits, "{options}");
    }
}

#[test]
fn a_long_table_is_written_to_its_end() {
    let csv: String = (0..25_000).map(|row| format!("{row},text {row},2024-01-31\n")).collect();
    let options = json!({"header": false, "dates": true});
    let made = convert("csv-to-xlsx", options, ("t.csv", mime::CSV, csv.as_bytes()));
    let cells = cells(&made[0].2);
    assert_eq!(
        (cells.len(), &cells[24_999][..2]),
        (25_000, &[Data::Float(24_999.0), Data::String("text 24999".to_owned())][..])
    );
    assert!(matches!(cells[0][2], Data::DateTime(_)), "{:?}", cells[0][2]);
}
