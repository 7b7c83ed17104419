//! How annotations look (ISO 32000-1 section 12.5.5).
use super::{
    field::{self, Field},
    shown::{numbers, rect},
};
use crate::{Failure, Limits};
use hayro::vello_cpu::kurbo::{Affine, Point, Rect, Vec2};
use lopdf::{Dictionary, Document, Object, ObjectId};

/// How an annotation looks.
pub enum Appearance {
    /// As this form, and where that lies on the page.
    Drawn(ObjectId, Affine),
    /// It is not shown.
    Nothing,
    /// It does not say.
    Unknown,
}

/// It is hidden, or not on screens; it stays upright on a page that is turned (ISO 32000-1 table 165).
const HIDDEN: i64 = 1 << 1 | 1 << 5;
const UPRIGHT: i64 = 1 << 4;

/// How an annotation looks on a page that is turned so far.
pub fn appearance(
    document: &mut Document,
    annotation: &Dictionary,
    turn: i64,
    limits: &Limits,
) -> Result<Appearance, Failure> {
    let flags = annotation.get_deref(b"F", document).and_then(Object::as_i64).unwrap_or(0);
    let kind = annotation.get_deref(b"Subtype", document).and_then(Object::as_name).unwrap_or_default();
    if flags & HIDDEN != 0 || kind == b"Popup" {
        return Ok(Appearance::Nothing);
    }
    let is_field = kind == b"Widget";
    let Some(place) = rect(annotation, b"Rect", document) else { return Ok(Appearance::Nothing) };
    let Some(form) = form(document, annotation) else {
        let field = Field::of(annotation, document).filter(|_| is_field);
        return match (field, is_field) {
            (Some(field), _) => field::look(document, &field, place, limits),
            (None, true) => Ok(Appearance::Nothing),
            (None, false) => Ok(Appearance::Unknown),
        };
    };
    completed(document, form);
    let Some(at) = placed(document, form, place) else { return Ok(Appearance::Nothing) };
    let corner = Point::new(place.x0, place.y1);
    #[expect(clippy::cast_precision_loss, reason = "at most 270")]
    let turned = match flags & UPRIGHT {
        0 => Affine::IDENTITY,
        _ => Affine::rotate_about((turn as f64).to_radians(), corner),
    };
    Ok(Appearance::Drawn(form, turned * at))
}

/// The form that it usually looks like: of several the one for its state.
fn form(document: &Document, annotation: &Dictionary) -> Option<ObjectId> {
    let usual = document.get_dict_in_dict(annotation, b"AP").ok()?.get(b"N").ok()?;
    let is_stream = |object: &Object| {
        let (id, found) = document.dereference(object).ok()?;
        found.as_stream().ok().and(id)
    };
    is_stream(usual).or_else(|| {
        let states = document.dereference(usual).ok()?.1.as_dict().ok()?;
        let state = annotation.get_deref(b"AS", document).and_then(Object::as_name).ok()?;
        is_stream(states.get(state).ok()?)
    })
}

/// What forms are to say of themselves, and fields' looks may leave out.
fn completed(document: &mut Document, form: ObjectId) {
    let catalog = document.catalog().ok();
    let fields = catalog.and_then(|catalog| document.get_dict_in_dict(catalog, b"AcroForm").ok());
    let usual = fields.and_then(|fields| fields.get(b"DR").ok()).cloned();
    if let Ok(stream) = document.get_object_mut(form).and_then(Object::as_stream_mut) {
        stream.dict.set("Type", "XObject");
        stream.dict.set("Subtype", "Form");
        if !stream.dict.has(b"Resources") {
            stream.dict.set("Resources", usual.unwrap_or_else(|| Dictionary::new().into()));
        }
    }
}

/// Leads from the form to the page: what it covers there fills the annotation's place.
fn placed(document: &Document, form: ObjectId, place: Rect) -> Option<Affine> {
    let form = &document.get_object(form).and_then(Object::as_stream).ok()?.dict;
    let covers = rect(form, b"BBox", document)?;
    let turned = form.get_deref(b"Matrix", document).and_then(Object::as_array).ok();
    let turned = turned.and_then(|turned| numbers::<6>(turned, document));
    let covers = turned.map_or(Affine::IDENTITY, Affine::new).transform_rect_bbox(covers);
    if covers.width() <= 0.0 || covers.height() <= 0.0 {
        return None;
    }
    let scale = Affine::scale_non_uniform(place.width() / covers.width(), place.height() / covers.height());
    let corner = |rect: Rect| Vec2::new(rect.x0, rect.y0);
    Some(Affine::translate(corner(place)) * scale * Affine::translate(-corner(covers)))
}
