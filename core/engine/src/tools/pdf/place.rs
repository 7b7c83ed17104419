//! A part of a page, as people say it.
use super::shown::MILLIMETRE;
use garde::Validate;
use hayro::vello_cpu::kurbo::Rect;
use schemars::JsonSchema;
use serde::Deserialize;

/// A part of a page as it is shown, in millimetres from its upper left corner.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Place {
    /// How far from the left side it begins.
    #[garde(range(min = 0.0, max = 5000.0))]
    left: f64,
    /// How far from the upper side it begins.
    #[garde(range(min = 0.0, max = 5000.0))]
    top: f64,
    /// How wide it is.
    #[garde(range(min = 0.1, max = 5000.0))]
    width: f64,
    /// How high it is.
    #[garde(range(min = 0.1, max = 5000.0))]
    height: f64,
}

impl Place {
    /// The same in points, y going down.
    pub fn rect(self) -> Rect {
        let (left, top) = (self.left * MILLIMETRE, self.top * MILLIMETRE);
        Rect::new(left, top, left + self.width * MILLIMETRE, top + self.height * MILLIMETRE)
    }
}
