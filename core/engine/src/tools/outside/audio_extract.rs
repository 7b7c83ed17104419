//! The sound of a video.
use super::{
    media,
    sound::{MADE, Sound},
};
use crate::{About, Category, Convert, Engine, Failure, Work};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How the sound of a video is kept.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(transparent)]
#[garde(transparent)]
pub struct AudioExtract(#[garde(dive)] Sound);

impl Convert for AudioExtract {
    const ABOUT: About = About {
        id: "audio-extract",
        name: "Sound of a video",
        description: "Takes the sound out of a video.",
        category: Category::Video,
        accepts: &media::VIDEO_TYPES,
        produces: MADE,
        files: (1, 1),
        engine: Engine::Ffmpeg,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        self.0.keep(work, "the video has no sound")
    }
}
