//! Reading HTML, as it is written in the web: nothing is wrong, and nothing is fetched.
use super::Builder;
use crate::Failure;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use html5gum::{DefaultEmitter, Token, Tokenizer};

/// How much of a page may say which letters it has (the HTML standard, section 13.2.3.2).
const HEAD: usize = 1024;

/// Reads a page.
pub fn read(builder: &mut Builder<'_>, bytes: &[u8]) -> Result<(), Failure> {
    let declared = declared(bytes);
    let (text, _, _) = declared.decode(bytes);
    tell(builder, &text, false)
}

/// Tells `builder` of the elements of a text. In those that are `xml`, an element may end where it begins, and a script
/// has no letters of its own.
pub fn tell(builder: &mut Builder<'_>, text: &str, xml: bool) -> Result<(), Failure> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(!xml);
    for token in Tokenizer::new_with_emitter(text, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                let attribute = |name: &str| {
                    tag.attributes
                        .get(name.as_bytes())
                        .map(|value| String::from_utf8_lossy(value).into_owned())
                };
                let name = String::from_utf8_lossy(&tag.name);
                builder.start(&name, &attribute)?;
                // Drawings and formulas are XML wherever they stand.
                if tag.self_closing && (xml || name == "svg" || name == "math") {
                    builder.end(&name)?;
                }
            }
            Token::EndTag(tag) => builder.end(&String::from_utf8_lossy(&tag.name))?,
            Token::String(text) => builder.text(&String::from_utf8_lossy(&text))?,
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    Ok(())
}

/// The letters that a page says it has; where it does not say so, those that it can be read with.
fn declared(bytes: &[u8]) -> &'static Encoding {
    let head = String::from_utf8_lossy(bytes.get(..HEAD).unwrap_or(bytes)).to_ascii_lowercase();
    let label = head.split_once("charset=").map(|(_, rest)| {
        let rest = rest.trim_start_matches(['"', '\'', ' ']);
        rest.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_:".contains(letter)).next()
    });
    let said = label.flatten().and_then(|label| Encoding::for_label(label.as_bytes()));
    match said {
        Some(encoding) => encoding,
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => WINDOWS_1252,
    }
}
