//! The sound of a video.
use super::{
    media,
    sound::{Form, MADE},
};
use crate::{About, Category, Code, Convert, Engine, Failure, Work, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How the sound of a video is kept.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct AudioExtract {
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

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            let about = |failure: Failure| failure.about(file.id);
            let held = media::look(work, &file).map_err(about)?;
            if !held.sound {
                return Err(about(Failure::new(Code::FileUnsupported, "the video has no sound")));
            }
            let (mime, extension, ..) = self.format.words();
            let artifact = work.artifact_path(&renamed(&file.name, extension), mime)?;
            let after = self.format.arguments(self.bitrate);
            media::make(work, &file, (&[], &after), &artifact, held.seconds).map_err(about)?;
        }
        Ok(())
    }
}
