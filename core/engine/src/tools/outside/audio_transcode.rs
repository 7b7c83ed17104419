//! Sound in another form.
use super::{
    media,
    sound::{MADE, Sound},
};
use crate::{About, Category, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How sound is kept.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
pub struct AudioTranscode(#[garde(dive)] Sound);

impl Convert for AudioTranscode {
    const ABOUT: About = About {
        id: "audio-transcode",
        name: "Convert sound",
        description: "Converts sound to MP3, M4A, WAV, Ogg or FLAC.",
        category: Category::Audio,
        accepts: &media::SOUND_TYPES,
        produces: MADE,
        files: (1, 1),
        engine: Engine::Ffmpeg,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        self.0.keep(work, "the file has no sound")
    }
}
