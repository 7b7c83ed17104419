//! Where a page is shown: its visible part, upright.
use hayro::vello_cpu::kurbo::{Affine, Point, Rect, Vec2};
use lopdf::{Dictionary, Document, Object};

/// A millimetre, in points.
pub const MILLIMETRE: f64 = 72.0 / 25.4;

/// A page as it is shown; all lengths are in points of 1/72 inch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The visible part, in the page's own units.
    area: Rect,
    /// How far it is turned to the right, in degrees.
    turn: i64,
    /// How long a unit is (ISO 32000-1 table 30, `UserUnit`).
    unit: f64,
}

/// The most that a page may say of itself: readers show no more (ISO 32000-1 annex C.2).
const FARTHEST: f64 = 1e6;

impl View {
    /// How `page` is shown, of which all is said.
    pub fn of(page: &Dictionary, document: &Document) -> Self {
        let whole = rect(page, b"MediaBox", document).unwrap_or(Rect::new(0.0, 0.0, 612.0, 792.0));
        let cut = rect(page, b"CropBox", document).map(|cut| cut.intersect(whole));
        let area = cut.filter(|cut| cut.width() > 0.0 && cut.height() > 0.0).unwrap_or(whole);
        let turn = page.get_deref(b"Rotate", document).and_then(Object::as_i64).unwrap_or(0).rem_euclid(360);
        let unit = page.get_deref(b"UserUnit", document).and_then(Object::as_float).unwrap_or(1.0);
        Self { area, turn: turn / 90 * 90, unit: f64::from(unit).clamp(0.01, 1000.0) }
    }

    /// How wide and how high it is shown.
    pub fn size(&self) -> (f64, f64) {
        let (wide, high) = (self.area.width() * self.unit, self.area.height() * self.unit);
        if self.turn % 180 == 0 { (wide, high) } else { (high, wide) }
    }

    /// How far it is turned to the right, in degrees: 0, 90, 180 or 270.
    pub const fn turn(&self) -> i64 {
        self.turn
    }

    /// Leads from points of the page as it is shown, from its upper left corner down, to places in its own units.
    pub fn to_page(self) -> Affine {
        let Rect { x0: left, y0: bottom, x1: right, y1: top } = self.area;
        let turned = match self.turn {
            90 => Affine::new([0.0, 1.0, 1.0, 0.0, left, bottom]),
            180 => Affine::new([-1.0, 0.0, 0.0, 1.0, right, bottom]),
            270 => Affine::new([0.0, -1.0, -1.0, 0.0, right, top]),
            _ => Affine::new([1.0, 0.0, 0.0, -1.0, left, top]),
        };
        turned * Affine::scale(1.0 / self.unit)
    }

    /// Leads from a drawing of this size, whose y goes up, to the page: its upper left corner lies at `at` of the page as
    /// it is shown, and it is turned to the right around its centre.
    pub fn put(&self, (wide, high): (f64, f64), at: (f64, f64), degrees: f64) -> Affine {
        let centre = Vec2::new(wide / 2.0, high / 2.0);
        let down = Affine::new([1.0, 0.0, 0.0, -1.0, 0.0, high]);
        let turned =
            Affine::translate(centre) * Affine::rotate(degrees.to_radians()) * Affine::translate(-centre);
        self.to_page() * Affine::translate(Vec2::new(at.0, at.1)) * turned * down
    }

    /// The part of the page that a part of it as it is shown is, in the page's own units.
    pub fn part(&self, shown: Rect) -> Rect {
        let bounds = self.to_page().transform_rect_bbox(shown);
        bounds.intersect(self.area)
    }
}

/// A rectangle of a dictionary: left, bottom, right and top, whichever of its corners are said.
pub fn rect(of: &Dictionary, key: &[u8], document: &Document) -> Option<Rect> {
    let corners = of.get_deref(key, document).ok()?.as_array().ok()?;
    let [x0, y0, x1, y1] = numbers(corners, document)?;
    let rect = Rect::from_points(Point::new(x0, y0), Point::new(x1, y1));
    (rect.width() > 0.0 && rect.height() > 0.0).then_some(rect)
}

/// The numbers of an array that has so many.
pub fn numbers<const N: usize>(array: &[Object], document: &Document) -> Option<[f64; N]> {
    let number = |object: &Object| document.dereference(object).ok()?.1.as_float().ok().map(f64::from);
    let numbers: Vec<f64> = array.iter().map_while(number).filter(|number| number.is_finite()).collect();
    let numbers: [f64; N] = numbers.try_into().ok()?;
    Some(numbers.map(|number| number.clamp(-FARTHEST, FARTHEST)))
}

/// A rectangle as an array.
pub fn corners(rect: Rect) -> Object {
    #[expect(clippy::cast_possible_truncation, reason = "what PDF says is no more exact")]
    let corner = |at: f64| Object::Real(at as f32);
    Object::Array([rect.x0, rect.y0, rect.x1, rect.y1].map(corner).to_vec())
}

/// A matrix as a content says it (ISO 32000-1 section 8.3.4).
pub fn matrix(affine: Affine) -> String {
    affine.as_coeffs().map(|number| format!("{number:.5}")).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    fn area(corners: [i64; 4]) -> Object {
        Object::Array(corners.map(Object::Integer).to_vec())
    }

    fn view(turn: i64) -> View {
        let page = dictionary! { "MediaBox" => area([10, 20, 110, 220]), "Rotate" => turn };
        View::of(&page, &Document::new())
    }

    #[test]
    fn the_upper_left_corner_is_found_however_a_page_is_turned() {
        for (turn, size, corner, along) in [
            (0, (100.0, 200.0), (10.0, 220.0), (11.0, 220.0)),
            (90, (200.0, 100.0), (10.0, 20.0), (10.0, 21.0)),
            (180, (100.0, 200.0), (110.0, 20.0), (109.0, 20.0)),
            (-90, (200.0, 100.0), (110.0, 220.0), (110.0, 219.0)),
        ] {
            let view = view(turn);
            assert_eq!(view.size(), size);
            assert_eq!(view.to_page() * Point::ORIGIN, Point::new(corner.0, corner.1), "{turn}");
            assert_eq!(view.to_page() * Point::new(1.0, 0.0), Point::new(along.0, along.1), "{turn}");
        }
    }

    #[test]
    fn what_is_shown_is_within_the_paper() {
        let page = dictionary! {
            "MediaBox" => area([0, 0, 100, 100]),
            "CropBox" => area([300, 50, 20, -9]),
            "UserUnit" => 2,
        };
        let view = View::of(&page, &Document::new());
        assert_eq!(view.size(), (160.0, 100.0));
        assert_eq!(view.part(Rect::new(0.0, 0.0, 20.0, 1000.0)), Rect::new(20.0, 0.0, 30.0, 50.0));
        let nothing = dictionary! { "CropBox" => area([0; 4]) };
        assert_eq!(View::of(&nothing, &Document::new()).size(), (612.0, 792.0));
    }
}
