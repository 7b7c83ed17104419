use crate::{Code, Failure, Limits, mime, stage};
use serde_json::json;
use std::io::{Cursor, Write};
use zip::{ZipWriter, write::SimpleFileOptions};

fn made(tool: &str, kind: &str, content: &[u8]) -> Result<String, Failure> {
    let made = stage::convert(tool, json!({}), &[("a.x", kind, content)])?;
    assert_eq!(made.len(), 1);
    Ok(String::from_utf8(made[0].2.clone()).expect("UTF-8"))
}

fn markdown(html: &str) -> String {
    made("html-to-markdown", mime::HTML, html.as_bytes())
        .unwrap_or_else(|failure| panic!("{html}: {failure:?}"))
}

fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a part");
        archive.write_all(text.as_bytes()).expect("its content");
    }
    archive.finish().expect("an archive").into_inner()
}

#[test]
fn pages_become_markdown() {
    let cases = [
        ("<h1>A</h1><p>b <b>c</b> <i>d</i> <s>e</s></p>", "# A\n\nb **c** *d* ~~e~~\n"),
        ("<p>one<b> two </b>three<br>four", "one **two** three\\\nfour\n"),
        ("<ul><li>a<li><p>b</p><ol><li>c</ol></ul>", "- a\n- b\n  1. c\n"),
        ("<pre><code>x\n  y &lt;</code></pre>", "```\nx\n  y <\n```\n"),
        ("a <code>b</code> c", "a `b` c\n"),
        ("<blockquote>a<p>b</blockquote>", "> a\n> \n> b\n"),
        ("<a href='https://x.test/?a&amp;b'>c</a>", "[c](https://x.test/?a&b)\n"),
        ("<img src=x alt='a tree'> b", "a tree b\n"),
        ("<div>a</div><div>b</div>", "a\n\nb\n"),
        ("<svg/>a<embed src=x>b<select><option>c</select>", "ab\n"),
        ("<p>a<br></p><p>b<i>c<br></i></p>", "a\n\nb*c*\n"),
        ("a<hr>b", "a\n\n-----\n\nb\n"),
        ("", ""),
    ];
    for (html, expected) in cases {
        let html = format!("<!DOCTYPE html><title>t</title>{html}");
        assert_eq!(markdown(&html), expected, "{html}");
    }
    let table = markdown("<table><tr><th>a<th>b<tr><td>1<td><p>2</p><p>3</p><tr><td>|</table>");
    let cells: Vec<_> = table.lines().map(|line| line.replace(' ', "")).collect();
    assert_eq!(cells, ["|a|b|", "|---|---|", "|1|23|", "|\\|||"], "{table}");
}

#[test]
fn nothing_of_a_page_runs_or_is_fetched() {
    let html = "<html><head><title>t</title><script>alert(1)</script><style>a{}</style></head><body onload=alert(2)>\
                <p onclick='alert(3)'>kept <a href='javascript:alert(4)'>words</a> <a href=' JaVa\nScript:alert(5)'>more</a>\
                <img src='http://x.test/a.png' onerror='alert(6)'><iframe src='http://x.test/'>in</iframe>\
                <svg><script>alert(7)</script></svg><object data='http://x.test/'></object>\
                &lt;script&gt;alert(8)&lt;/script&gt; [x](javascript:alert(9)) <script/>alert(10)</script></p>";
    for (tool, kind) in [("html-to-markdown", mime::MARKDOWN), ("html-to-epub", mime::EPUB)] {
        let made =
            stage::convert(tool, json!({}), &[("a.html", mime::HTML, html.as_bytes())]).expect("a text");
        assert_eq!(made[0].1, kind);
    }
    let made = markdown(html);
    // What is behind a stroke is a letter, and no markup.
    let shown = made.replace("\\<script", "").replace("\\](javascript", "");
    assert!(made.starts_with("kept words more"), "{made}");
    for part in
        ["x.test", "alert(1)", "alert(2)", "alert(3)", "(javascript", "<script", "alert(7)", "alert(10)"]
    {
        assert!(!shown.contains(part), "{part} in {made}");
    }
}

#[test]
fn letters_of_pages_are_read_as_they_say() {
    let old = [b"<meta charset=windows-1251><p>".as_slice(), b"\xe4\xe0"].concat();
    assert_eq!(made("html-to-markdown", mime::HTML, &old).as_deref(), Ok("да\n"));
    assert_eq!(made("html-to-markdown", mime::HTML, b"<p>gr\xfcn").as_deref(), Ok("grün\n"));
}

#[test]
fn what_is_in_the_wrong_place_stands_in_another() {
    for html in [
        "<li>a",
        "</ul></td>a",
        "<tr><td>a",
        "<table>a",
        "<table><td>a<table><tr><td>b</table>c</table>d",
        "<ul>a<li>b",
        "<b><p>a</b></p>",
        "<h1>a<h2>b",
        "<p><ul><b><li>a</ul></b>",
        "<table><tr><td><pre>a</pre><hr><ul><li>b",
        "<a href='http:x'>a<a href='http:y'>b</a></a>",
        "<code>a<p>b",
        "<pre>a",
        "<title>a",
        "<script>a",
        "<table></table>a",
        "<h1><ul><li>a</h1>",
        "<blockquote><table><tr><th><h1>a</h1></th></blockquote>b",
        "<dl><dt>a<dd>b</dl>",
    ] {
        markdown(html);
        let page = made("epub-to-html", mime::EPUB, &book(html, 1));
        assert!(page.is_ok(), "{html}: {page:?}");
    }
}

#[test]
fn texts_are_bounded() {
    let limits = Limits { entries: 100, ..Limits::default() };
    let many = "<p>a".repeat(200);
    let files: [(&str, &str, &[u8]); 1] = [("a", mime::HTML, many.as_bytes())];
    let failure = stage::convert_within(limits, "html-to-markdown", json!({}), &files).expect_err("too many");
    assert_eq!((failure.code, failure.file.is_some()), (Code::TooManyEntries, true));
    let deep = "<blockquote>".repeat(100) + "a";
    let code = made("html-to-markdown", mime::HTML, deep.as_bytes()).expect_err("too deep").code;
    assert_eq!(code, Code::NestingTooDeep);
    assert_eq!(
        made("epub-to-html", mime::EPUB, &book("a", 2000)).expect_err("chapters").code,
        Code::TooManyEntries
    );
    let zeros = " ".repeat(60 << 20);
    let bomb = made("epub-to-html", mime::EPUB, &book(&zeros, 1)).expect_err("a bomb");
    assert_eq!(bomb.code, Code::ExpansionTooLarge);
}

/// A book of this chapter, so many times.
fn book(chapter: &str, times: usize) -> Vec<u8> {
    let list = format!(
        "<package><manifest><item id='c' href='c.xhtml'/></manifest><spine>{}</spine></package>",
        "<itemref idref='c'/>".repeat(times)
    );
    packed(&[
        ("mimetype", mime::EPUB),
        (
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path='b/l.opf'/></rootfiles></container>",
        ),
        ("b/l.opf", &list),
        ("b/c.xhtml", chapter),
    ])
}

#[test]
fn books_are_read_chapter_by_chapter() {
    let chapter = "<?xml version='1.0'?><html xmlns='x'><head><title/><script src='a'/></head><body><a id='x'/><h1>A</h1>\
                   <p>b &amp; c<br/>d</p></body></html>";
    let text = made("epub-to-markdown", mime::EPUB, &book(chapter, 2)).expect("a text");
    assert_eq!(text, "# A\n\nb & c\\\nd\n\n# A\n\nb & c\\\nd\n");
    for (parts, code) in [
        (vec![("mimetype", mime::EPUB)], Code::FileBroken),
        (vec![("META-INF/container.xml", "<container/>")], Code::FileBroken),
        (vec![("META-INF/container.xml", "<rootfile full-path='x'/>")], Code::FileBroken),
    ] {
        let broken = made("epub-to-html", mime::EPUB, &packed(&parts));
        assert_eq!(broken.expect_err("broken").code, code);
    }
}

#[test]
fn texts_of_office_are_read() {
    let document = r#"<w:document xmlns:w="w" xmlns:r="r"><w:body>
        <w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p>
        <w:p><w:r><w:t xml:space="preserve">plain </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">bold</w:t></w:r>
            <w:r><w:rPr><w:b/></w:rPr><w:t>er</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t xml:space="preserve"> &amp; not</w:t></w:r>
            <w:del><w:r><w:t>gone</w:t></w:r></w:del><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>one</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>in</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>two</w:t></w:r></w:p>
        <w:p><w:hyperlink r:id="l"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:hyperlink r:id="m"><w:r><w:t>none</w:t></w:r></w:hyperlink></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>
        </w:body></w:document>"#;
    let styles = r#"<w:styles><w:style w:styleId="H"><w:name w:val="heading 2"/></w:style></w:styles>"#;
    let numbering = r#"<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl>
        </w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
        <w:num w:numId="2"><w:abstractNumId w:val="7"/></w:num></w:numbering>"#;
    let links = r#"<Relationships><Relationship Id="l" Target="https://x.test/" TargetMode="External"/>
        <Relationship Id="m" Target="javascript:alert(1)" TargetMode="External"/></Relationships>"#;
    let docx = packed(&[
        ("[Content_Types].xml", ""),
        ("word/document.xml", document),
        ("word/styles.xml", styles),
        ("word/numbering.xml", numbering),
        ("word/_rels/document.xml.rels", links),
    ]);
    let made = made("docx-to-markdown", mime::DOCX, &docx).expect("a text");
    let (text, table) = made.split_once("| a |").unwrap_or((&made, ""));
    let expected =
        "## Title\n\nplain **bolder** & not\n\n- one\n  1. in\n- two\n\n[link](https://x.test/)none\n\n";
    assert_eq!((text, table.is_empty()), (expected, false), "{made}");
}
