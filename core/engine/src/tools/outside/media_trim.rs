//! A part of a recording.
use super::media;
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, work::plain};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// Which part of a recording is kept.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct MediaTrim {
    /// Where the part begins, in seconds. Video begins at the last whole picture before it.
    #[serde(default)]
    #[garde(range(min = 0.0, max = 360_000.0))]
    #[schemars(range(min = 0.0, max = 360_000.0))]
    start: f64,
    /// Where the part ends, in seconds: after its start. Where it is left out, it ends with the recording.
    #[garde(inner(range(min = 0.001, max = 360_000.0)), custom(after(self.start)))]
    #[schemars(range(min = 0.001, max = 360_000.0))]
    end: Option<f64>,
}

fn after(start: f64) -> impl Fn(&Option<f64>, &()) -> garde::Result {
    move |end, ()| match end {
        Some(end) if *end <= start => Err(garde::Error::new("is not after the start")),
        _ => Ok(()),
    }
}

/// All types that ffmpeg reads here.
const TYPES: [&str; media::SOUND_TYPES.len() + media::VIDEO_TYPES.len()] = {
    let mut all = [""; media::SOUND_TYPES.len() + media::VIDEO_TYPES.len()];
    let (sound, video) = all.split_at_mut(media::SOUND_TYPES.len());
    sound.copy_from_slice(&media::SOUND_TYPES);
    video.copy_from_slice(&media::VIDEO_TYPES);
    all
};

impl Convert for MediaTrim {
    const ABOUT: About = About {
        id: "media-trim",
        name: "Cut a recording",
        description: "Keeps a part of a recording, of sound or video, as it is.",
        category: Category::Video,
        accepts: &TYPES,
        produces: &TYPES,
        files: (1, 1),
        engine: Engine::Ffmpeg,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            self.cut(work, &file).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

impl MediaTrim {
    fn cut(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let (mime, _, format) = media::kind(file)?;
        let held = media::look(work, file)?;
        if let Some(seconds) = held.seconds.filter(|seconds| self.start >= *seconds) {
            let message =
                format!("the recording is {seconds} seconds long, and cannot begin at {}", self.start);
            return Err(Failure::new(Code::OptionsDoNotFit, message));
        }
        let artifact = work.artifact_path(&plain(&file.name), mime)?;
        let end = [held.seconds, self.end].into_iter().flatten().reduce(f64::min);
        let seconds = end.map(|end| end - self.start);
        let mut before = vec!["-ss".to_owned(), self.start.to_string()];
        if let Some(seconds) = seconds {
            before.extend(["-t".to_owned(), seconds.to_string()]);
        }
        let after = ["-map", "0:v?", "-map", "0:a?", "-c", "copy", "-f", format];
        media::make(work, file, (&before, &after.map(String::from)), &artifact, seconds)
    }
}
