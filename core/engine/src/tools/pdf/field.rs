//! Form fields that hold a text and do not say how they look: readers are to draw them (ISO 32000-1 section 12.7.3.3).
use super::{appearance::Appearance, drawn, open::Pdf};
use crate::{Failure, Limits, tools::image::colour::Colour};
use hayro::vello_cpu::kurbo::{Affine, Rect, Vec2};
use lopdf::{Dictionary, Document, Object, decode_text_string};

/// How many fields lie above a field at most.
const DEEPEST: usize = 32;
/// The longest text that is drawn.
const LONGEST: usize = 2000;
/// How far the text lies from the sides of its field, in points.
const INSET: f64 = 2.0;

/// What a field holds.
#[derive(Debug, PartialEq)]
pub struct Field {
    text: String,
    /// The size of its letters, in points; nothing where they are to fit.
    size: Option<f32>,
    colour: Colour,
}

impl Field {
    /// The field that an annotation shows, if it holds a text.
    pub fn of(annotation: &Dictionary, document: &Document) -> Option<Self> {
        let kind = inherited(annotation, b"FT", document)?;
        if !kind.as_name().is_ok_and(|kind| kind == b"Tx" || kind == b"Ch") {
            return None;
        }
        let text = decode_text_string(inherited(annotation, b"V", document)?).ok()?;
        let text: String = text.chars().take(LONGEST).collect();
        let look = inherited(annotation, b"DA", document).or_else(|| {
            let fields = document.get_dict_in_dict(document.catalog().ok()?, b"AcroForm").ok()?;
            fields.get_deref(b"DA", document).ok()
        });
        let look = look.and_then(|look| look.as_str().ok()).unwrap_or_default();
        let (size, colour) = said(&String::from_utf8_lossy(look));
        (!text.trim().is_empty()).then_some(Self { text, size, colour })
    }

    fn lines(&self) -> Vec<String> {
        let lines = self.text.split(['\r', '\n', '\u{2028}', '\u{2029}']);
        lines.map(|line| line.chars().filter(|letter| !letter.is_control()).collect()).collect()
    }
}

/// What is said of a field, or of those above it.
fn inherited<'a>(annotation: &'a Dictionary, key: &[u8], document: &'a Document) -> Option<&'a Object> {
    let mut of = annotation;
    for _ in 0..DEEPEST {
        if let Ok(found) = of.get_deref(key, document) {
            return Some(found);
        }
        of = document.get_dict_in_dict(of, b"Parent").ok()?;
    }
    None
}

/// The size and the colour that a text is to have.
fn said(look: &str) -> (Option<f32>, Colour) {
    let (mut size, mut colour, mut numbers) = (None, Colour([0; 3]), Vec::<f32>::new());
    for word in look.split_whitespace() {
        match (word, numbers.as_slice()) {
            ("Tf", [.., points]) => {
                size = Some(*points).filter(|points| *points > 0.0).map(|points| points.min(200.0));
            }
            ("g", [.., grey]) => colour = Colour([shade(*grey); 3]),
            ("rg", [.., red, green, blue]) => colour = Colour([shade(*red), shade(*green), shade(*blue)]),
            _ => (),
        }
        match word.parse::<f32>() {
            Ok(number) if number.is_finite() => numbers.push(number),
            _ => numbers.clear(),
        }
    }
    (size, colour)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
fn shade(share: f32) -> u8 {
    (share.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The text of a field, drawn at its place: as large as is said where that fits, from the left, in the middle if it is
/// one line and else from the top.
pub fn look(
    document: &mut Document,
    field: &Field,
    place: Rect,
    limits: &Limits,
) -> Result<Appearance, Failure> {
    let lines = field.lines();
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "a text is no more exact"
    )]
    let fits = (place.height() / lines.len() as f64 / 1.25).clamp(1.0, 12.0) as f32;
    let drawn = drawn::lines(&lines, field.size.unwrap_or(fits), field.colour)?;
    let mut pdf = Pdf { unpacked: 0, pages: Vec::new(), document: std::mem::take(document) };
    let stamps = pdf.stamps(&drawn, limits);
    *document = pdf.document;
    let Some(stamp) = stamps?.first().copied() else { return Ok(Appearance::Nothing) };
    let (wide, high) = (place.width() - 2.0 * INSET, place.height());
    let scale = (wide / stamp.size.0).min(high / stamp.size.1).clamp(0.01, 1.0);
    let left = place.x0 + INSET;
    let bottom = match lines.len() {
        1 => place.y0 + (high - scale * stamp.size.1) / 2.0,
        _ => place.y1 - scale * stamp.size.1,
    };
    let at = Affine::translate(Vec2::new(left, bottom)) * Affine::scale(scale);
    Ok(Appearance::Drawn(stamp.form, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    #[test]
    fn a_field_holds_what_those_above_it_say() {
        let mut document = Document::new();
        let above = document.add_object(dictionary! {
            "FT" => "Tx", "V" => Object::string_literal("Ama\rMensah"), "DA" => Object::string_literal("0 0 1 rg /Helv 9 Tf"),
        });
        let field = Field::of(&dictionary! { "Parent" => above }, &document).expect("a field");
        let expected = Field { text: "Ama\rMensah".to_owned(), size: Some(9.0), colour: Colour([0, 0, 255]) };
        assert_eq!((field.lines(), field), (vec!["Ama".to_owned(), "Mensah".to_owned()], expected));
        let button = dictionary! { "FT" => "Btn", "V" => Object::string_literal("On") };
        assert_eq!(Field::of(&button, &document), None);
        let itself = document.new_object_id();
        document.objects.insert(itself, dictionary! { "Parent" => itself }.into());
        assert_eq!(Field::of(&dictionary! { "Parent" => itself }, &document), None);
    }

    #[test]
    fn a_look_is_read_as_far_as_it_is_understood() {
        for (look, expected) in [
            ("", (None, Colour([0; 3]))),
            ("/F 0 Tf 0.5 g", (None, Colour([128; 3]))),
            ("/F 12 Tf 1 0 0 rg", (Some(12.0), Colour([255, 0, 0]))),
            ("Tf rg 9 rg nan g", (None, Colour([0; 3]))),
            ("/F 1e30 Tf -1 g", (Some(200.0), Colour([0; 3]))),
        ] {
            assert_eq!(said(look), expected, "{look}");
        }
    }
}
