//! The fonts of this package: with those of the machine the same text would look different elsewhere.
//!
//! For letters that they lack, and for no others, the machine's fonts are asked ([`beside`]).
pub mod beside;
mod sfnt;

use skrifa::raw::{FontRef, TableProvider as _, collections::IntSet};
use std::sync::LazyLock;

/// The family for texts.
pub const SERIF: &str = "Libertinus Serif";
/// The family for code; it has many signs that the other has not.
pub const MONO: &str = "DejaVu Sans Mono";

/// The files of both families: regular, italic, bold, and both.
pub const FACES: [&[u8]; 8] = [
    include_bytes!("../../fonts/LibertinusSerif-Regular.otf"),
    include_bytes!("../../fonts/LibertinusSerif-Italic.otf"),
    include_bytes!("../../fonts/LibertinusSerif-Bold.otf"),
    include_bytes!("../../fonts/LibertinusSerif-BoldItalic.otf"),
    include_bytes!("../../fonts/DejaVuSansMono.ttf"),
    include_bytes!("../../fonts/DejaVuSansMono-Oblique.ttf"),
    include_bytes!("../../fonts/DejaVuSansMono-Bold.ttf"),
    include_bytes!("../../fonts/DejaVuSansMono-BoldOblique.ttf"),
];

/// The letters that the regular faces of both families have.
static OWN: LazyLock<IntSet<u32>> = LazyLock::new(|| {
    let mut own = IntSet::new();
    for face in [FACES[0], FACES[4]] {
        if let Ok(Some(covers)) =
            FontRef::new(face).and_then(|face| face.cmap()).map(|map| sfnt::covers(&map))
        {
            own.union(&covers);
        }
    }
    own
});

/// Whether `letter` is one that shows something, and that both families lack.
pub fn lacks(letter: char) -> bool {
    !letter.is_ascii() && is_shown(letter) && !OWN.contains(u32::from(letter))
}

/// What only joins, turns or varies the letters around it is in many fonts, and shows nothing; and what is for private
/// use means something else in each font.
fn is_shown(letter: char) -> bool {
    let silent = matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{fff0}'..='\u{ffff}' | '\u{e0000}'..);
    !silent && !letter.is_control() && !letter.is_whitespace()
}

#[cfg(test)]
pub mod samples;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_that_show_something_can_be_lacking() {
        for had in "aÄ1Ωжאב…•☑\u{200d}\u{fe0f}\u{202e}\u{e000}\u{a0}\n\u{10ffff}".chars() {
            assert!(!lacks(had), "{had:?}");
        }
        for lacking in "中あ한हไ😀𓀀".chars() {
            assert!(lacks(lacking), "{lacking:?}");
        }
    }
}
