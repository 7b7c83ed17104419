//! What our tools make, read by other programs.
mod archives;
mod letters;
mod pdfs;
mod pictures;
mod sounds;
mod tables;
mod texts;

use crate::support::checks::Check;

pub fn all() -> impl Iterator<Item = &'static Check> {
    [archives::ALL, letters::ALL, pdfs::ALL, pictures::ALL, sounds::ALL, tables::ALL, texts::ALL]
        .into_iter()
        .flatten()
}
