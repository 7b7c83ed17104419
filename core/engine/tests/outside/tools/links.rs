//! Office documents that lead elsewhere.
use super::{
    documents::{DOCX, package},
    one, words,
};
use crate::support::{checks::Check, stage::Stage};
use serde_json::json;
use std::net::TcpListener;

pub const ALL: &[Check] = &[
    Check::new("links of documents lead nowhere", links),
    Check::new("nor do a template and a picture that are elsewhere", template),
];

/// A server that nobody is to reach, and its address.
fn forbidden() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("no waiting");
    let address = listener.local_addr().expect("its address");
    (listener, format!("http://{address}/a.png"))
}

/// A document that shows a picture from the network, and a text from the machine.
fn links(stage: &Stage) {
    let (listener, address) = forbidden();
    let rtf = format!(
        "{{\\rtf1 before {{\\field{{\\*\\fldinst INCLUDEPICTURE \"{address}\" \\\\d}}{{\\fldrslt x}}}}\
         {{\\field{{\\*\\fldinst INCLUDETEXT \"/etc/passwd\"}}{{\\fldrslt y}}}} after}}"
    );
    let (_, _, pdf) = one(stage, "office-to-pdf", json!({}), ("a.rtf", "application/rtf", rtf.as_bytes()));
    let words = words(&pdf);
    assert!(words.contains("before") && words.contains("after") && !words.contains("root:"), "{words}");
    assert!(listener.accept().is_err());
}

/// A text whose template and picture are elsewhere.
fn template(stage: &Stage) {
    let (listener, address) = forbidden();
    let package_of = "http://schemas.openxmlformats.org/package/2006";
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
    let drawing = "http://schemas.openxmlformats.org/drawingml/2006";
    let relations = |list: &[(&str, &str, &str)]| {
        let one = |(id, name, target): &(&str, &str, &str)| {
            let mode = if target.starts_with("http") { " TargetMode=\"External\"" } else { "" };
            format!(r#"<Relationship Id="{id}" Type="{kind}/{name}" Target="{target}"{mode}/>"#)
        };
        let list: String = list.iter().map(one).collect();
        format!(r#"<Relationships xmlns="{package_of}/relationships">{list}</Relationships>"#)
    };
    let types = format!(
        r#"<Types xmlns="{package_of}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="{word}.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="{word}.settings+xml"/></Types>"#
    );
    let names =
        format!(r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="{kind}""#);
    let picture = format!(
        r#"<w:drawing><wp:inline xmlns:wp="{drawing}/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="p"/><a:graphic xmlns:a="{drawing}/main"><a:graphicData uri="{drawing}/picture"><pic:pic xmlns:pic="{drawing}/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="r2"/></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>"#
    );
    let field = r#"<w:fldSimple w:instr=" INCLUDETEXT &quot;/etc/passwd&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple>"#;
    let docx = package(&[
        ("[Content_Types].xml", &types),
        ("_rels/.rels", &relations(&[("r1", "officeDocument", "word/document.xml")])),
        (
            "word/_rels/document.xml.rels",
            &relations(&[("r1", "settings", "settings.xml"), ("r2", "image", &address)]),
        ),
        ("word/_rels/settings.xml.rels", &relations(&[("r1", "attachedTemplate", &address)])),
        (
            "word/settings.xml",
            &format!(r#"<w:settings {names}><w:attachedTemplate r:id="r1"/></w:settings>"#),
        ),
        (
            "word/document.xml",
            &format!(
                "<w:document {names}><w:body><w:p><w:r><w:t>before</w:t></w:r><w:r>{picture}</w:r>{field}</w:p></w:body></w:document>"
            ),
        ),
    ]);
    let (_, _, pdf) = one(stage, "office-to-pdf", json!({}), ("a.docx", DOCX, &docx));
    let words = words(&pdf);
    assert!(words.contains("before") && !words.contains("root:"), "{words}");
    assert!(listener.accept().is_err());
}
