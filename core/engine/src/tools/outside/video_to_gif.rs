//! A piece of a video as a moving GIF.
use super::media;
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::fs;

/// Which piece, and how large.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[garde(allow_unvalidated)]
pub struct VideoToGif {
    /// Where the piece begins, in seconds.
    #[garde(range(min = 0.0, max = 86_400.0))]
    #[schemars(range(min = 0.0, max = 86_400.0))]
    start: f64,
    /// How long it is, in seconds.
    #[garde(range(min = 0.1, max = 60.0))]
    #[schemars(range(min = 0.1, max = 60.0))]
    duration: f64,
    /// How wide the GIF is at most, in pixels; its height follows, and nothing is enlarged.
    #[garde(range(min = 16, max = 1280))]
    #[schemars(range(min = 16, max = 1280))]
    width: u16,
    /// How many pictures a second has.
    #[garde(range(min = 1, max = 30))]
    #[schemars(range(min = 1, max = 30))]
    frames_per_second: u8,
}

impl Default for VideoToGif {
    fn default() -> Self {
        Self { start: 0.0, duration: 10.0, width: 480, frames_per_second: 10 }
    }
}

impl Convert for VideoToGif {
    const ABOUT: About = About {
        id: "video-to-gif",
        name: "Video to GIF",
        description: "Makes a moving GIF of a piece of a video, with the 256 colours that fit it best, and without its sound.",
        category: Category::Video,
        accepts: &media::VIDEO_TYPES,
        produces: &[mime::GIF],
        files: (1, 1),
        engine: Engine::Ffmpeg,
    };
    const ONE: bool = true;

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            self.convert(work, &file).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

impl VideoToGif {
    /// The colours are chosen first, by all pictures: chosen on the way, all of them would have to be kept.
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let held = media::look(work, file)?;
        if !held.pictures {
            return Err(Failure::new(Code::FileUnsupported, "the video has no pictures"));
        }
        if held.seconds.is_some_and(|seconds| self.start >= seconds) {
            return Err(Failure::new(Code::OptionsDoNotFit, "start: the video is over by then"));
        }
        let piece = words(&["-ss", &self.start.to_string(), "-t", &self.duration.to_string()]);
        let scaled =
            format!("fps={},scale='min({},iw)':-1:flags=lanczos", self.frames_per_second, self.width);
        let colours = work.scratch().join("colours.png");
        let chosen = format!("[0:v:0]{scaled},palettegen=stats_mode=diff");
        let after = words(&["-filter_complex", &chosen, "-frames:v", "1", "-c:v", "png", "-f", "image2pipe"]);
        media::make(work, file, (&piece, &after), &colours, None)?;
        let artifact = work.artifact_path(&renamed(&file.name, "gif"), mime::GIF)?;
        let used = format!("[0:v:0]{scaled}[small];[small][1:v:0]paletteuse=dither=bayer");
        let mut after = words(&["-f", "png_pipe", "-i"]);
        after.push(format!("file:{}", colours.display()));
        after.extend(words(&["-filter_complex", &used, "-an", "-loop", "0", "-f", "gif"]));
        let seconds = held.seconds.map_or(self.duration, |all| self.duration.min(all - self.start));
        media::make(work, file, (&piece, &after), &artifact, Some(seconds))?;
        Ok(fs::remove_file(colours)?)
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
