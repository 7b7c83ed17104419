//! How text looks: its size, its face, its colour. All lengths are in points.

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// The size of running text.
pub const SIZE: f32 = 11.0;
/// How far apart the lines of a text are, to its size.
const PITCH: f32 = 1.32;
/// The same for code.
const CODE_PITCH: f32 = 1.42;
/// How high capital letters are, to the size.
const CAPITALS: f32 = 0.65;
/// The size of code, to that of the text around it: so its small letters are as high.
const CODE: f32 = 0.8;
/// The size of raised and lowered letters, to that of the text around them.
const SMALL: f32 = 0.68;

/// The colour of code's ground, of a table's first row, and so on.
pub const PALE: Colour = grey(245);
/// The colour of lines.
pub const LINE: Colour = grey(200);
/// The colour of text that steps back.
pub const SOFT: Colour = grey(85);
/// The colour of links and alerts.
pub const BLUE: Colour = [0x1a, 0x56, 0xb0];

/// A grey of this lightness.
pub const fn grey(lightness: u8) -> Colour {
    [lightness; 3]
}

/// What is drawn behind or around words.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// Nothing.
    #[default]
    Paper,
    /// A pale ground, behind code.
    Pale,
    /// A frame, around what stands for a picture.
    Framed,
}

/// How a part of a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The height of its letters.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is italic.
    pub italic: bool,
    /// Whether all its letters are as wide as each other.
    pub mono: bool,
    /// A line along it: how high above the line it stands on, to its size.
    pub line: Option<f32>,
    /// How far it is raised.
    pub rise: f32,
    /// Its colour.
    pub colour: Colour,
    /// What is behind it.
    pub ground: Ground,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            size: SIZE,
            bold: false,
            italic: false,
            mono: false,
            line: None,
            rise: 0.0,
            colour: grey(0),
            ground: Ground::Paper,
        }
    }
}

impl Look {
    /// The same, so many times as large.
    pub fn sized(self, times: f32) -> Self {
        Self { size: self.size * times, ..self }
    }

    /// The same, as code looks.
    pub fn code(self) -> Self {
        Self { mono: true, ..self.sized(CODE) }
    }

    /// The same, raised by so many times its size, and smaller.
    pub fn raised(self, times: f32) -> Self {
        Self { rise: self.rise + times * self.size, ..self.sized(SMALL) }
    }

    /// How high a line of it is.
    pub fn height(self) -> f32 {
        self.size * self.pitch()
    }

    /// How far below a line's top its letters stand: so that capitals are in the middle.
    pub fn baseline(self) -> f32 {
        self.size * f32::midpoint(self.pitch(), CAPITALS)
    }

    const fn pitch(self) -> f32 {
        if self.mono { CODE_PITCH } else { PITCH }
    }
}
