//! The fonts of this package: with those of the machine the same text would look different elsewhere.

/// The family for texts.
pub const SERIF: &str = "Libertinus Serif";
/// The family for code; it has many signs that the other has not.
pub const MONO: &str = "DejaVu Sans Mono";

/// The files of both families: regular, italic, bold, and both.
pub const FACES: [&[u8]; 8] = [
    include_bytes!("../fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../fonts/LibertinusSerif-Italic.otf"),
    include_bytes!("../fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../fonts/LibertinusSerif-BoldItalic.otf"),
    include_bytes!("../fonts/DejaVuSansMono.ttf"),
    include_bytes!("../fonts/DejaVuSansMono-Oblique.ttf"),
    include_bytes!("../fonts/DejaVuSansMono-Bold.ttf"),
    include_bytes!("../fonts/DejaVuSansMono-BoldOblique.ttf"),
];
