//! Sound by itself, in one of several forms.
use super::media;
use crate::{Code, Failure, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How sound is kept.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct Sound {
    /// What is made.
    #[serde(default)]
    format: Form,
    /// Kilobits per second, where sound is compressed with loss.
    #[serde(default = "kilobits")]
    #[garde(range(min = 32, max = 320))]
    #[schemars(range(min = 32, max = 320))]
    bitrate: u16,
}

const fn kilobits() -> u16 {
    192
}

impl Sound {
    /// Keeps the sound of the files; `none` is said of one that has none.
    pub(super) fn keep(&self, work: &mut Work, none: &str) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            let about = |failure: Failure| failure.about(file.id);
            let held = media::look(work, &file).map_err(about)?;
            if !held.sound {
                return Err(about(Failure::new(Code::FileUnsupported, none)));
            }
            let (mime, extension, ..) = self.format.words();
            let artifact = work.artifact_path(&renamed(&file.name, extension), mime)?;
            let after = self.format.arguments(self.bitrate);
            media::make(work, &file, (&[], &after), &artifact, held.seconds).map_err(about)?;
        }
        Ok(())
    }
}

/// A form of sound.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
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
    const fn words(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Mp3 => (mime::MP3, "mp3", "mp3", "libmp3lame"),
            Self::M4a => (mime::M4A, "m4a", "ipod", "aac"),
            Self::Wav => (mime::WAV, "wav", "wav", "pcm_s16le"),
            Self::Ogg => (mime::OGG, "ogg", "ogg", "libvorbis"),
            Self::Flac => (mime::FLAC, "flac", "flac", "flac"),
        }
    }

    /// What ffmpeg is told to make of the first sound of a file.
    fn arguments(self, kilobits: u16) -> Vec<String> {
        let (_, _, format, codec) = self.words();
        let mut words: Vec<String> = ["-vn", "-map", "0:a:0", "-c:a", codec].map(String::from).to_vec();
        if matches!(self, Self::Mp3 | Self::M4a | Self::Ogg) {
            words.extend(["-b:a".to_owned(), format!("{kilobits}k")]);
        }
        words.extend(["-f".to_owned(), format.to_owned()]);
        words
    }
}
