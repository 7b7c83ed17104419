//! Tables that mean harm.
use super::{Asked, CLEAR, Case, tried};
use crate::{checks::Check, folder::scripted, stage::Stage, tables::XLSX};

pub const ALL: &[Check] =
    &[Check::new("hostile tables", &[], texts), Check::new("hostile workbooks", &["python3"], workbooks)];

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

/// A workbook whose only sheet and whose texts are these.
fn workbook(sheet: &str, texts: &str) -> Vec<u8> {
    scripted(&format!(
        r#"
import zipfile
z = zipfile.ZipFile('a', 'w', zipfile.ZIP_DEFLATED)
main, kind = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
z.writestr('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
z.writestr('_rels/.rels', f'<Relationships xmlns="{{relations}}"><Relationship Id="r1" Type="{{kind}}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
z.writestr('xl/workbook.xml', f'<workbook xmlns="{{main}}" xmlns:r="{{kind}}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>')
z.writestr('xl/_rels/workbook.xml.rels', f'<Relationships xmlns="{{relations}}"><Relationship Id="r1" Type="{{kind}}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="{{kind}}/sharedStrings" Target="sharedStrings.xml"/></Relationships>')
z.writestr('xl/worksheets/sheet1.xml', {sheet})
z.writestr('xl/sharedStrings.xml', {texts})
z.close()
"#
    ))
}

fn workbooks(stage: &Stage) {
    let asked = &[("xlsx-to-csv", "{}"), ("xlsx-to-json", "{}")];
    let case = |name, content, ends| Case { name, asked, mime: XLSX, content, ends };
    let one = "f'<worksheet xmlns=\"{main}\"><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row></sheetData></worksheet>'";
    let text = "f'<sst xmlns=\"{main}\" count=\"1\"><si><t>a</t></si></sst>'";
    let outside = "f'<!DOCTYPE s [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><sst xmlns=\"{main}\"><si><t>&x;</t></si></sst>'";
    let laughs = "'<!DOCTYPE s [<!ENTITY a \"lol\">' + ''.join(f'<!ENTITY {chr(98 + n)} \"{(chr(38) + chr(97 + n) + chr(59)) * 10}\">' for n in range(9)) + f']><sst xmlns=\"{main}\"><si><t>&j;</t></si></sst>'";
    let far = one.replace("r=\"1\"", "r=\"1048576\"").replace("A1", "XFD1048576");
    let corners = one.replace("</row>", "</row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>");
    let huge = format!("{one} + '<!--' + ' ' * (200 << 20) + '-->'");
    let wrong = one.replace("<v>0</v>", "<v>999999999</v>");
    let deep = "'<a>' * 200000";
    tried(
        stage,
        &[
            case("nothing is wrong", workbook(one, text), &[None]),
            case("entities from outside", workbook(one, outside), CLEAR),
            case("entities of entities", workbook(one, laughs), CLEAR),
            case("a cell far away", workbook(&far, text), CLEAR),
            case("two corners", workbook(&corners, text), CLEAR),
            case("a comment of 200 MB", workbook(&huge, text), CLEAR),
            case("a text that is not there", workbook(&wrong, text), CLEAR),
            case("elements in elements", workbook(deep, text), CLEAR),
        ],
    );
}
