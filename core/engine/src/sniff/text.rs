//! Files that are text.
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;

/// How files begin that are no plain text though they have only letters: in small letters.
const NOT_PLAIN: [&str; 8] = ["%pdf-", "{\\rtf", "%!ps", "gif8", "<?xml", "<!doctype", "<html", "<svg"];

/// A file's text: UTF-8, or UTF-16 with its mark.
pub fn read(file: &[u8]) -> Option<Cow<'_, str>> {
    let encoding = Encoding::for_bom(file).map_or(UTF_8, |(encoding, _)| encoding);
    let (text, _, wrong) = encoding.decode(file);
    (!wrong && !text.contains('\0')).then_some(text)
}

/// Whether this is text in whatever letters: in Unicode, or in the letters of some old system.
pub fn has_only_letters(file: &[u8]) -> bool {
    let letters = |byte: &u8| matches!(byte, b' '..|b'\t'| b'\n' | b'\r' | 0x0c) && *byte != 0x7f;
    match read(file) {
        Some(text) => is_plain(&text),
        None => file.iter().all(letters) && is_plain(&String::from_utf8_lossy(start(file))),
    }
}

fn start(file: &[u8]) -> &[u8] {
    &file[..file.len().min(1024)]
}

/// Whether a text begins like nothing but text.
pub fn is_plain(text: &str) -> bool {
    !NOT_PLAIN.iter().any(|mark| begins(text.trim_start(), mark))
}

pub fn is_json(text: &str) -> bool {
    let first = text.trim_start().bytes().next();
    first.is_some_and(|byte| matches!(byte, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'))
}

pub fn is_xml(text: &str) -> bool {
    text.trim_start().starts_with('<')
}

pub fn is_html(text: &str) -> bool {
    let tag = |rest: &str| rest.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '!');
    !begins(text.trim_start(), "<svg")
        && !NOT_PLAIN[..4].iter().any(|mark| begins(text.trim_start(), mark))
        && text.split('<').skip(1).any(tag)
}

/// Whether the first element is called `svg`, in whatever namespace.
pub fn is_svg(text: &str) -> bool {
    let Some(tag) = first_element(text) else { return false };
    let name = tag.split(|letter: char| letter.is_whitespace() || matches!(letter, '>' | '/')).next();
    name.is_some_and(|name| name.rsplit(':').next() == Some("svg"))
}

/// What follows the `<` of the first element.
fn first_element(text: &str) -> Option<&str> {
    let mut rest = text.trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("<!--") {
            comment.split_once("-->")?.1
        } else if let Some(word) = rest.strip_prefix("<?") {
            word.split_once("?>")?.1
        } else if rest.starts_with("<!") {
            after_doctype(rest)?
        } else {
            return rest.strip_prefix('<');
        }
        .trim_start();
    }
}

/// A declaration of the document's type may hold others in brackets.
fn after_doctype(rest: &str) -> Option<&str> {
    let end = rest.find('>')?;
    match rest[..end].contains('[') {
        true => rest.split_once(']')?.1.trim_start().strip_prefix('>'),
        false => Some(&rest[end + 1..]),
    }
}

fn begins(text: &str, mark: &str) -> bool {
    text.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark))
}
