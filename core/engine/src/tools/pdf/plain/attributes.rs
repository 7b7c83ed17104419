//! Lengths, shapes and colours as the attributes of SVG elements have them.
use hayro::{
    hayro_interpret::StrokeProps,
    vello_cpu::kurbo::{Affine, BezPath, Cap, Join, PathEl, Point},
};
use std::fmt::Write;

/// Lines are at least as wide, in points: a PDF document may ask for as little as there is.
const THINNEST: f64 = 0.25;

/// So many digits of a length in points are said: what differs by less nobody sees.
const DIGITS: u32 = 3;

/// A number with so many digits after the point at most.
#[expect(clippy::cast_possible_truncation, reason = "what is too large for a page ends at the largest")]
pub fn number(out: &mut String, value: f64, digits: u32) {
    let unit = 10_u32.pow(digits);
    let parts = (value * f64::from(unit)).round() as i64;
    if parts < 0 {
        out.push('-');
    }
    let (whole, rest) = (parts.unsigned_abs() / u64::from(unit), parts.unsigned_abs() % u64::from(unit));
    if whole > 0 || rest == 0 {
        write!(out, "{whole}").expect("a text takes all");
    }
    if rest > 0 {
        write!(out, ".{rest:0digits$}", digits = digits as usize).expect("a text takes all");
        out.truncate(out.trim_end_matches('0').len());
    }
}

/// A number after another one: a minus keeps them apart as well as a space does.
fn next(out: &mut String, value: f64) {
    let end = out.len();
    number(out, value, DIGITS);
    if !out[end..].starts_with('-') {
        out.insert(end, ' ');
    }
}

/// An attribute with a length.
fn length(out: &mut String, name: &str, value: f64) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    number(out, value, DIGITS);
    out.push('"');
}

/// A path at its place (SVG 2 section 9.3).
pub fn shape(out: &mut String, path: &BezPath, place: Affine) {
    let at = |point: Point| place * point;
    let same = |one: f64, other: f64| (one - other).abs() < 1e-9;
    let mut last = None;
    for element in path.elements() {
        let (letter, points): (char, &[Point]) = match *element {
            PathEl::MoveTo(to) => ('M', &[at(to)]),
            PathEl::LineTo(to) => ('L', &[at(to)]),
            PathEl::QuadTo(by, to) => ('Q', &[at(by), at(to)]),
            PathEl::CurveTo(by, and, to) => ('C', &[at(by), at(and), at(to)]),
            PathEl::ClosePath => ('Z', &[]),
        };
        match (letter, last, points) {
            ('L', Some(Point { y, .. }), [to]) if same(y, to.y) => {
                out.push('H');
                number(out, to.x, DIGITS);
            }
            ('L', Some(Point { x, .. }), [to]) if same(x, to.x) => {
                out.push('V');
                number(out, to.y, DIGITS);
            }
            _ => {
                out.push(letter);
                for (place, length) in points.iter().flat_map(|point| [point.x, point.y]).enumerate() {
                    match place {
                        0 => number(out, length, DIGITS),
                        _ => next(out, length),
                    }
                }
            }
        }
        last = points.last().copied();
    }
}

/// A transformation, unless it leaves all in its place. Where many units are small ones, more digits count.
pub fn matrix(out: &mut String, transform: Affine) {
    if transform == Affine::IDENTITY {
        return;
    }
    out.push_str(" transform=\"matrix(");
    for (place, part) in transform.as_coeffs().into_iter().enumerate() {
        if place > 0 {
            out.push(' ');
        }
        number(out, part, if place < 4 { 6 } else { DIGITS });
    }
    out.push_str(")\"");
}

/// A colour as the attribute `name`, with another one where something shines through; nothing for `default`.
pub fn colour(name: &str, [red, green, blue, opacity]: [u8; 4], default: Option<[u8; 3]>) -> String {
    let mut out = String::new();
    if default != Some([red, green, blue]) {
        write!(out, " {name}=\"#{red:02x}{green:02x}{blue:02x}\"").expect("a text takes all");
    }
    if opacity < u8::MAX {
        length(&mut out, &format!("{name}-opacity"), f64::from(opacity) / 255.0);
    }
    out
}

/// How a line is drawn whose lengths are so many times larger on the page.
pub fn stroke(out: &mut String, line: &StrokeProps, scale: f64) {
    length(out, "stroke-width", (f64::from(line.line_width) * scale).max(THINNEST));
    out.push_str(match line.line_cap {
        Cap::Butt => "",
        Cap::Round => " stroke-linecap=\"round\"",
        Cap::Square => " stroke-linecap=\"square\"",
    });
    match line.line_join {
        Join::Miter => length(out, "stroke-miterlimit", f64::from(line.miter_limit).max(1.0)),
        Join::Round => out.push_str(" stroke-linejoin=\"round\""),
        Join::Bevel => out.push_str(" stroke-linejoin=\"bevel\""),
    }
    if !line.dash_array.is_empty() {
        out.push_str(" stroke-dasharray=\"");
        for (place, part) in line.dash_array.iter().enumerate() {
            if place > 0 {
                out.push(' ');
            }
            number(out, f64::from(*part).max(0.0) * scale, DIGITS);
        }
        out.push('"');
        if line.dash_offset != 0.0 {
            length(out, "stroke-dashoffset", f64::from(line.dash_offset) * scale);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: f64, digits: u32) -> String {
        let mut out = String::new();
        number(&mut out, value, digits);
        out
    }

    #[test]
    fn numbers_are_as_short_as_can_be() {
        let expected = [
            (0.0, "0"),
            (-0.0004, "0"),
            (1.0, "1"),
            (-0.5, "-.5"),
            (0.001, ".001"),
            (10.25, "10.25"),
            (-99.9996, "-100"),
            (100.05, "100.05"),
            (f64::NAN, "0"),
            (f64::INFINITY, "9223372036854775.807"),
            (f64::NEG_INFINITY, "-9223372036854775.808"),
        ];
        for (value, text) in expected {
            assert_eq!(written(value, 3), text, "{value}");
        }
        assert_eq!(written(0.000_012_3, 6), ".000012");
    }

    #[test]
    fn a_path_is_written() {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        path.line_to((5.0, 0.0));
        path.line_to((5.0, -2.5));
        path.line_to((1.0, 1.0));
        path.quad_to((1.0, 2.0), (-3.0, 4.0));
        path.curve_to((1.0, 2.0), (3.0, 4.0), (5.0, -6.0));
        path.close_path();
        path.line_to((5.0, 0.0));
        let mut out = String::new();
        shape(&mut out, &path, Affine::translate((1.0, 0.0)));
        assert_eq!(out, "M1 0H6V-2.5L2 1Q2 2-2 4C2 2 4 4 6-6ZL6 0");
    }

    #[test]
    fn what_is_as_usual_is_not_said() {
        assert_eq!(colour("fill", [0, 0, 0, 255], Some([0; 3])), "");
        assert_eq!(colour("fill", [0, 0, 0, 51], Some([0; 3])), " fill-opacity=\".2\"");
        assert_eq!(colour("stroke", [0, 0, 0, 255], None), " stroke=\"#000000\"");
        let mut out = String::new();
        matrix(&mut out, Affine::IDENTITY);
        assert_eq!(out, "");
        matrix(&mut out, Affine::new([0.000_25, 0.0, 0.0, -1.0, 7.0, 0.5]));
        assert_eq!(out, " transform=\"matrix(.00025 0 0 -1 7 .5)\"");
    }

    #[test]
    fn lines_are_seen_and_their_dashes_have_lengths() {
        let line = |width, dashes: &[f32], offset| StrokeProps {
            line_width: width,
            dash_array: dashes.iter().copied().collect(),
            dash_offset: offset,
            ..StrokeProps::default()
        };
        let mut out = String::new();
        stroke(&mut out, &line(0.0, &[], 1.0), 2.0);
        assert_eq!(out, " stroke-width=\".25\" stroke-miterlimit=\"10\"");
        out.clear();
        stroke(&mut out, &line(3.0, &[1.0, -1.0], 0.5), 2.0);
        assert_eq!(
            out,
            " stroke-width=\"6\" stroke-miterlimit=\"10\" stroke-dasharray=\"2 0\" stroke-dashoffset=\"1\""
        );
    }
}
