//! Forms that sound is made in.
use crate::mime;
use schemars::JsonSchema;
use serde::Deserialize;

/// A form of sound.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// MP3: played by everything.
    #[default]
    Mp3,
    /// AAC in MP4.
    M4a,
    /// WAV: not compressed.
    Wav,
    /// Vorbis in Ogg.
    Ogg,
    /// FLAC: compressed without loss.
    Flac,
}

/// The types of all forms.
pub(super) const MADE: &[&str] = &[mime::MP3, mime::M4A, mime::WAV, mime::OGG, mime::FLAC];

impl Form {
    /// Its type, what its files end in, ffmpeg's name for it and for what compresses it.
    pub(super) const fn words(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Mp3 => (mime::MP3, "mp3", "mp3", "libmp3lame"),
            Self::M4a => (mime::M4A, "m4a", "ipod", "aac"),
            Self::Wav => (mime::WAV, "wav", "wav", "pcm_s16le"),
            Self::Ogg => (mime::OGG, "ogg", "ogg", "libvorbis"),
            Self::Flac => (mime::FLAC, "flac", "flac", "flac"),
        }
    }

    /// What ffmpeg is told to make of the first sound of a file.
    pub(super) fn arguments(self, kilobits: u16) -> Vec<String> {
        let (_, _, format, codec) = self.words();
        let mut words: Vec<String> = ["-vn", "-map", "0:a:0", "-c:a", codec].map(String::from).to_vec();
        if matches!(self, Self::Mp3 | Self::M4a | Self::Ogg) {
            words.extend(["-b:a".to_owned(), format!("{kilobits}k")]);
        }
        words.extend(["-f".to_owned(), format.to_owned()]);
        words
    }
}
