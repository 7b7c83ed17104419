//! Where something lies within something larger.
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A corner, a side or the centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Position {
    /// The upper left corner.
    TopLeft,
    /// The upper side, in the middle.
    Top,
    /// The upper right corner.
    TopRight,
    /// The left side, in the middle.
    Left,
    /// The centre.
    #[default]
    Center,
    /// The right side, in the middle.
    Right,
    /// The lower left corner.
    BottomLeft,
    /// The lower side, in the middle.
    Bottom,
    /// The lower right corner.
    BottomRight,
}

impl Position {
    /// How much of the room that is left lies to the left, and above: nothing, half of it or all.
    pub const fn shares(self) -> (f64, f64) {
        match self {
            Self::TopLeft => (0.0, 0.0),
            Self::Top => (0.5, 0.0),
            Self::TopRight => (1.0, 0.0),
            Self::Left => (0.0, 0.5),
            Self::Center => (0.5, 0.5),
            Self::Right => (1.0, 0.5),
            Self::BottomLeft => (0.0, 1.0),
            Self::Bottom => (0.5, 1.0),
            Self::BottomRight => (1.0, 1.0),
        }
    }

    /// The upper left corner of what is `thing` large in what is `room` large, with a margin at all sides.
    ///
    /// What is larger than its room lies beyond it as it lies within what is larger than itself.
    pub fn place(self, room: (f64, f64), thing: (f64, f64), margin: f64) -> (f64, f64) {
        let (across, down) = self.shares();
        let along = |share: f64, room: f64, thing: f64| margin + share * (room - thing - 2.0 * margin);
        (along(across, room.0, thing.0), along(down, room.1, thing.1))
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn a_thing_lies_where_it_is_told_to() {
        for (position, place) in [
            (Position::TopLeft, (5.0, 5.0)),
            (Position::Top, (40.0, 5.0)),
            (Position::TopRight, (75.0, 5.0)),
            (Position::Left, (5.0, 20.0)),
            (Position::Center, (40.0, 20.0)),
            (Position::Right, (75.0, 20.0)),
            (Position::BottomLeft, (5.0, 35.0)),
            (Position::Bottom, (40.0, 35.0)),
            (Position::BottomRight, (75.0, 35.0)),
        ] {
            assert_eq!(position.place((100.0, 50.0), (20.0, 10.0), 5.0), place, "{position:?}");
        }
        assert_eq!(Position::Center.place((10.0, 10.0), (30.0, 10.0), 0.0), (-10.0, 0.0));
    }

    #[test]
    fn it_is_written_in_small_letters() {
        assert_eq!(serde_json::to_value(Position::BottomRight).expect("a word"), "bottom-right");
        assert!(serde_json::from_str::<Position>("\"middle\"").is_err());
    }
}
