//! Pages of shapes, letters and pictures as SVG, which most pages are: the shape of a letter and a picture stand once,
//! however often they are drawn, and lengths are said to a thousandth of a point.
//!
//! Left to a crate that draws all that there is: pages with a pattern, a mask, something that is blended with what lies
//! below it, letters that are drawn by instructions (Type 3), pictures that are clear by another number of pixels than
//! they have. A transfer function, which PDF 2.0 gave up, is not applied to a JPEG.
mod attributes;
mod picture;

use super::show::{area, tell};
use crate::{Code, Failure};
use attributes::{colour, matrix, number, shape, stroke};
use hayro::{
    hayro_interpret::{
        BlendMode, CacheKey, ClipPath, Device, FillRule, GlyphDrawMode, Image, InterpreterCache, Paint,
        PathDrawMode, SoftMask, StrokeProps, font::Glyph,
    },
    hayro_syntax::{object::ObjectIdentifier, page::Page},
    vello_cpu::kurbo::{Affine, BezPath, Rect, Shape},
};
use picture::{NotPlain, Picture};
use std::{collections::HashMap, fmt::Write};

/// Draws a page, unless it has to be left to others; no more than `most` bytes are written.
pub fn plain<'a>(
    page: &'a Page<'a>,
    cache: &InterpreterCache<'a>,
    most: u64,
) -> Result<Option<String>, Failure> {
    let mut drawing = Drawing { area: area(page), most, ..Drawing::default() };
    tell(page, cache, &mut drawing);
    match drawing.ended {
        Some(End::Left) => Ok(None),
        Some(End::Full) => {
            Err(Failure::new(Code::OutputTooLarge, "what would be drawn of a page is too large"))
        }
        None => Ok(Some(drawing.finish())),
    }
}

/// A page that is being drawn. Attributes are of numbers and colours: nothing in them has to be escaped.
#[derive(Debug, Default)]
struct Drawing {
    area: Rect,
    most: u64,
    /// What stands once, by what it is: the number that it has as its name. Some is not to be seen.
    known: HashMap<Known, Option<usize>>,
    definitions: String,
    body: String,
    /// What was begun and not ended yet: whether there is an element for it.
    open: Vec<bool>,
    ended: Option<End>,
}

/// What stands once.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Known {
    /// A letter of a font as it is turned and sized.
    Letter(u128, [u32; 4]),
    /// What limits others, as it is written.
    Clip(String),
    /// A picture of the document, and whether its pixels are to be seen.
    Picture(ObjectIdentifier, bool),
    /// What is not compared with others, by how many there were before it.
    Other(usize),
}

/// What pictures have as their object that stand within the instructions of a page.
const WITHIN: ObjectIdentifier = ObjectIdentifier { obj_number: 0, gen_number: 0 };

/// Why no more is drawn.
#[derive(Clone, Copy, Debug)]
enum End {
    /// It is not for us.
    Left,
    /// It got too large.
    Full,
}

impl Drawing {
    /// Whether no more is drawn.
    fn is_over(&mut self) -> bool {
        if (self.definitions.len() + self.body.len()) as u64 > self.most {
            self.ended.get_or_insert(End::Full);
        }
        self.ended.is_some()
    }

    fn leave(&mut self) {
        self.ended.get_or_insert(End::Left);
    }

    /// The name of what stands once, which `define` writes, given that name, where it does not stand yet; it says
    /// whether there is anything to be seen.
    fn once(&mut self, known: Known, define: impl FnOnce(&mut String, usize) -> bool) -> Option<usize> {
        let next = self.known.len();
        *self.known.entry(known).or_insert_with(|| define(&mut self.definitions, next).then_some(next))
    }

    /// Colour and opacity as attributes; `None` where a pattern is painted with.
    fn paint(&mut self, paint: &Paint<'_>, (name, default): (&str, Option<[u8; 3]>)) -> Option<String> {
        let Paint::Color(solid) = paint else {
            self.leave();
            return None;
        };
        Some(colour(name, solid.to_rgba().to_rgba8(), default))
    }

    fn fill(&mut self, paint: &Paint<'_>) -> Option<String> {
        self.paint(paint, ("fill", Some([0; 3])))
    }

    /// A line along a path. Where it is wider in one direction than in another, what is drawn is turned into place.
    fn line(&mut self, path: &BezPath, transform: Affine, paint: &Paint<'_>, line: &StrokeProps) {
        let Some(paint) = self.paint(paint, ("stroke", None)) else { return };
        let scale = scale(transform);
        if scale <= 0.0 || !scale.is_finite() {
            return;
        }
        let [a, b, c, d, ..] = transform.as_coeffs();
        let near = |one: f64, other: f64| (one - other).abs() < scale * 1e-3;
        let alike = near(a, d) && near(b, -c) || near(a, -d) && near(b, c);
        let place = if alike { transform } else { Affine::scale(scale) };
        self.body.push_str("<path fill=\"none\"");
        self.body.push_str(&paint);
        stroke(&mut self.body, line, scale);
        if !alike {
            matrix(&mut self.body, transform * Affine::scale(scale.recip()));
        }
        self.body.push_str(" d=\"");
        shape(&mut self.body, path, place);
        self.body.push_str("\"/>");
    }

    fn begin(&mut self, element: Option<&str>) {
        self.body.push_str(element.unwrap_or_default());
        self.open.push(element.is_some());
    }

    fn end(&mut self) {
        if self.open.pop() == Some(true) {
            self.body.push_str("</g>");
        }
    }

    fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        let Self { area, definitions, body, .. } = self;
        let mut svg = String::with_capacity(definitions.len() + body.len() + 256);
        let (mut width, mut height) = (String::new(), String::new());
        number(&mut width, area.width(), 3);
        number(&mut height, area.height(), 3);
        write_to(
            &mut svg,
            format_args!(
                "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
            ),
        );
        if !definitions.is_empty() {
            write_to(&mut svg, format_args!("<defs>{definitions}</defs>"));
        }
        svg + &body + "</svg>"
    }
}

/// A text can be written to without an end.
fn write_to(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a text takes all");
}

/// How many times larger a length becomes: of two that differ, their root mean square.
fn scale(transform: Affine) -> f64 {
    let [a, b, c, d, ..] = transform.as_coeffs();
    ((a * a + b * b + c * c + d * d) / 2.0).sqrt()
}

/// Whether a path is an upright rectangle that holds all of `area`.
fn is_around(path: &BezPath, area: Rect) -> bool {
    let bounds = path.bounding_box();
    bounds.union(area) == bounds && (path.area().abs() - bounds.area()).abs() <= bounds.area() * 1e-6
}

/// What lengths are compared by.
#[expect(clippy::cast_possible_truncation, reason = "what differs by less looks the same")]
fn bits(length: f64) -> u32 {
    (length as f32).to_bits()
}

const fn rule(rule: FillRule, attribute: &'static str) -> &'static str {
    match rule {
        FillRule::NonZero => "",
        FillRule::EvenOdd => attribute,
    }
}

impl<'a> Device<'a> for Drawing {
    fn set_soft_mask(&mut self, mask: Option<SoftMask<'a>>) {
        if mask.is_some() {
            self.leave();
        }
    }

    fn set_blend_mode(&mut self, blend_mode: BlendMode) {
        if blend_mode != BlendMode::Normal {
            self.leave();
        }
    }

    fn draw_path(&mut self, path: &BezPath, transform: Affine, paint: &Paint<'a>, mode: &PathDrawMode) {
        if self.is_over() {
            return;
        }
        let filled = match mode {
            PathDrawMode::Stroke(line) => return self.line(path, transform, paint, line),
            PathDrawMode::Fill(filled) => rule(*filled, " fill-rule=\"evenodd\""),
        };
        let Some(paint) = self.fill(paint) else { return };
        write_to(&mut self.body, format_args!("<path{paint}{filled} d=\""));
        shape(&mut self.body, path, transform);
        self.body.push_str("\"/>");
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        if self.is_over() || is_around(&clip.path, self.area) {
            return self.begin(None);
        }
        let mut written = String::new();
        shape(&mut written, &clip.path, Affine::IDENTITY);
        let ruled = rule(clip.fill, " clip-rule=\"evenodd\"");
        let definition = format!("<path{ruled} d=\"{written}\"/></clipPath>");
        let limit = self.once(Known::Clip(definition.clone()), |definitions, name| {
            write_to(definitions, format_args!("<clipPath id=\"d{name}\">{definition}"));
            true
        });
        let element = limit.map(|name| format!("<g clip-path=\"url(#d{name})\">"));
        self.begin(element.as_deref());
    }

    fn push_transparency_group(&mut self, opacity: f32, mask: Option<SoftMask<'a>>, blend_mode: BlendMode) {
        self.set_soft_mask(mask);
        self.set_blend_mode(blend_mode);
        if self.is_over() || opacity >= 1.0 {
            return self.begin(None);
        }
        let mut element = "<g opacity=\"".to_owned();
        number(&mut element, opacity.into(), 3);
        self.begin(Some(&(element + "\">")));
    }

    fn draw_glyph(
        &mut self,
        glyph: &Glyph<'a>,
        transform: Affine,
        glyph_transform: Affine,
        paint: &Paint<'a>,
        mode: &GlyphDrawMode,
    ) {
        if self.is_over() || matches!(mode, GlyphDrawMode::Invisible) {
            return;
        }
        let Glyph::Outline(letter) = glyph else { return self.leave() };
        if let GlyphDrawMode::Stroke(line) = mode {
            return self.line(&(glyph_transform * letter.outline()), transform, paint, line);
        }
        let Some(paint) = self.fill(paint) else { return };
        let whole = transform * glyph_transform;
        let [a, b, c, d, ..] = whole.as_coeffs();
        let known = Known::Letter(letter.identifier().cache_key(), [a, b, c, d].map(bits));
        let name = self.once(known, |definitions, name| {
            let outline = letter.outline();
            if outline.is_empty() {
                return false;
            }
            write_to(definitions, format_args!("<path id=\"d{name}\" d=\""));
            shape(definitions, &outline, Affine::new([a, b, c, d, 0.0, 0.0]));
            definitions.push_str("\"/>");
            true
        });
        let Some(name) = name else { return };
        write_to(&mut self.body, format_args!("<use{paint} xlink:href=\"#d{name}\" x=\""));
        number(&mut self.body, whole.translation().x, 3);
        self.body.push_str("\" y=\"");
        number(&mut self.body, whole.translation().y, 3);
        self.body.push_str("\"/>");
    }

    fn draw_image(&mut self, image: Image<'a, '_>, transform: Affine) {
        if self.is_over() {
            return;
        }
        let large = scale(transform) > 1.0;
        let id = match &image {
            Image::Raster(picture) => Some(picture.stream().obj_id()),
            Image::Stencil(_) => None,
        };
        let known = match id.filter(|id| *id != WITHIN) {
            Some(id) => Known::Picture(id, large),
            None => Known::Other(self.known.len()),
        };
        let mut left = false;
        let name = self.once(known, |definitions, name| match Picture::of(&image) {
            Some(Ok(picture)) => {
                picture.write(definitions, name, large);
                true
            }
            Some(Err(NotPlain)) => {
                left = true;
                false
            }
            None => false,
        });
        if left {
            return self.leave();
        }
        let Some(name) = name else { return };
        write_to(&mut self.body, format_args!("<use xlink:href=\"#d{name}\""));
        matrix(&mut self.body, transform);
        self.body.push_str("/>");
    }

    fn pop_clip_path(&mut self) {
        self.end();
    }

    fn pop_transparency_group(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests;
