//! Tables that mean harm.
use super::{Asked, CLEAR, Case, tried};
use crate::{
    archives::packed,
    support::{checks::Check, stage::Stage},
    tables::XLSX,
};

pub const ALL: &[Check] = &[Check::new("hostile tables", texts), Check::new("hostile workbooks", workbooks)];

const JSON: &[Asked] = &[("json-to-csv", "{}"), ("json-to-xlsx", "{}")];
const CSV: &[Asked] = &[("csv-to-json", "{}"), ("csv-to-xlsx", "{}")];

fn texts(stage: &Stage) {
    let json = |name, content: String, ends| Case {
        name,
        asked: JSON,
        mime: "application/json",
        content: content.into_bytes(),
        ends,
    };
    let csv = |name, content: String, ends| Case {
        name,
        asked: CSV,
        mime: "text/csv",
        content: content.into_bytes(),
        ends,
    };
    let names: String = (0..3000).map(|n| format!("{{\"n{n}\":1}},")).collect();
    tried(
        stage,
        &[
            json("arrays in arrays", format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)), CLEAR),
            json("objects in objects", format!("[{}1{}]", "{\"a\":".repeat(5000), "}".repeat(5000)), CLEAR),
            json("a name a row", format!("[{names}{{}}]"), CLEAR),
            json("a large number", "[{\"a\":1e999,\"b\":123456789012345678901234567890}]".to_owned(), CLEAR),
            csv("many columns", format!("{}\n1\n", "a,".repeat(100_000)), CLEAR),
            csv("wide and long", format!("{}\n{}", ",".repeat(1000), "1\n".repeat(4000)), CLEAR),
            csv("a quote that never ends", format!("a,b\n\"{}", "x,\n".repeat(500_000)), CLEAR),
            csv("a long cell", format!("a\n{}\n", "x".repeat(1 << 20)), CLEAR),
            csv("many lines", "a,b\n".repeat(100_000), CLEAR),
        ],
    );
}

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/// A workbook whose only sheet and whose texts are these.
fn workbook(sheet: &str, texts: &str) -> Vec<u8> {
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006";
    let relation = |id: u8, name: &str, target: &str| {
        format!(r#"<Relationship Id="r{id}" Type="{kind}/{name}" Target="{target}"/>"#)
    };
    let relations =
        |list: String| format!(r#"<Relationships xmlns="{package}/relationships">{list}</Relationships>"#);
    let parts = relation(1, "worksheet", "worksheets/sheet1.xml")
        + &relation(2, "sharedStrings", "sharedStrings.xml");
    let sheets = r#"<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>"#;
    packed([
        ("[Content_Types].xml", format!(r#"<Types xmlns="{package}/content-types"/>"#)),
        ("_rels/.rels", relations(relation(1, "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", format!(r#"<workbook xmlns="{MAIN}" xmlns:r="{kind}">{sheets}</workbook>"#)),
        ("xl/_rels/workbook.xml.rels", relations(parts)),
        ("xl/worksheets/sheet1.xml", sheet.to_owned()),
        ("xl/sharedStrings.xml", texts.to_owned()),
    ])
}

fn workbooks(stage: &Stage) {
    let asked = &[("xlsx-to-csv", "{}"), ("xlsx-to-json", "{}")];
    let case = |name, content, ends| Case { name, asked, mime: XLSX, content, ends };
    let one = format!(
        r#"<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>"#
    );
    let text = format!(r#"<sst xmlns="{MAIN}" count="1"><si><t>a</t></si></sst>"#);
    let outside = format!(
        r#"<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst xmlns="{MAIN}"><si><t>&x;</t></si></sst>"#
    );
    let laughs: String =
        (1..10).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let laughs =
        format!(r#"<!DOCTYPE s [<!ENTITY l0 "lol">{laughs}]><sst xmlns="{MAIN}"><si><t>&l9;</t></si></sst>"#);
    let far = one.replace("r=\"1\"", "r=\"1048576\"").replace("A1", "XFD1048576");
    let corners = one.replace("</row>", "</row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>");
    let huge = format!("{one}<!--{}-->", " ".repeat(200 << 20));
    let wrong = one.replace("<v>0</v>", "<v>999999999</v>");
    tried(
        stage,
        &[
            case("nothing is wrong", workbook(&one, &text), &[None]),
            case("entities from outside", workbook(&one, &outside), CLEAR),
            case("entities of entities", workbook(&one, &laughs), CLEAR),
            case("a cell far away", workbook(&far, &text), CLEAR),
            case("two corners", workbook(&corners, &text), CLEAR),
            case("a comment of 200 MB", workbook(&huge, &text), CLEAR),
            case("a text that is not there", workbook(&wrong, &text), CLEAR),
            case("elements in elements", workbook(&"<a>".repeat(200_000), &text), CLEAR),
        ],
    );
}
