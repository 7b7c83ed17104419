//! Files that other programs made: `corpus/make.sh` tells how.
use std::{fs, path::Path};

/// The file `name` of the samples.
pub fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/samples").join(name);
    fs::read(path).unwrap_or_else(|cause| panic!("{name}: {cause}"))
}

/// A photo that was taken upright, by a camera that lay.
pub const PHOTO: &[u8] = include_bytes!("../corpus/photo.jpg");

/// Documents of the same three pages, by LibreOffice and Ghostscript, as they are and as qpdf writes them.
pub const PDFS: [&str; 5] = ["text.pdf", "printed.pdf", "linearized.pdf", "streams.pdf", "open.pdf"];

/// Tones of 0.4 s, 440 Hz, two channels and 22 050 samples a second, and their types.
pub const TONES: [(&str, &str); 12] = [
    ("tone.mp3", "audio/mpeg"),
    ("tone.m4a", "audio/mp4"),
    ("lossless.m4a", "audio/mp4"),
    ("tone.aac", "audio/aac"),
    ("tone.flac", "audio/flac"),
    ("tone.ogg", "audio/ogg"),
    ("tone.wav", "audio/wav"),
    ("deep.wav", "audio/wav"),
    ("adpcm.wav", "audio/wav"),
    ("tone.aiff", "audio/aiff"),
    ("tone.mka", "audio/x-matroska"),
    ("tone.webm", "audio/webm"),
];

/// Films of 0.4 s, 64 by 48 pixels, with the same tone in one channel, and their types.
pub const FILMS: [(&str, &str); 4] = [
    ("film.mp4", "video/mp4"),
    ("film.mkv", "video/x-matroska"),
    ("film.webm", "video/webm"),
    ("film.mov", "video/quicktime"),
];
