//! Video in another form.
use super::media;
use crate::{About, Category, Code, Convert, Engine, Failure, Input, Work, mime, work::renamed};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// How video is made.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct VideoTranscode {
    /// What is made.
    #[serde(default)]
    format: Form,
    /// The height of the picture, in pixels; its width follows. As it is where it is left out.
    #[garde(inner(range(min = 64, max = 2160)))]
    #[schemars(range(min = 64, max = 2160))]
    height: Option<u16>,
    /// How much is given up for a smaller file: 18 is nearly nothing, 40 is much.
    #[serde(default = "loss")]
    #[garde(range(min = 18, max = 40))]
    #[schemars(range(min = 18, max = 40))]
    loss: u8,
}

/// A form of video.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Form {
    /// H.264 and AAC in MP4: played by everything.
    #[default]
    Mp4,
    /// VP9 and Opus in WebM: smaller, and takes longer to make.
    Webm,
}

const fn loss() -> u8 {
    26
}

impl Convert for VideoTranscode {
    const ABOUT: About = About {
        id: "video-transcode",
        name: "Convert video",
        description: "Converts video to MP4 or WebM, and makes it smaller.",
        category: Category::Video,
        accepts: &media::VIDEO_TYPES,
        produces: &[mime::MP4, mime::WEBM],
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

impl VideoTranscode {
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let held = media::look(work, file)?;
        if !held.pictures {
            return Err(Failure::new(Code::FileUnsupported, "the video has no pictures"));
        }
        let (mime, extension) = match self.format {
            Form::Mp4 => (mime::MP4, "mp4"),
            Form::Webm => (mime::WEBM, "webm"),
        };
        let artifact = work.artifact_path(&renamed(&file.name, extension), mime)?;
        media::make(work, file, (&[], &self.arguments()), &artifact, held.seconds)
    }

    fn arguments(&self) -> Vec<String> {
        // Both forms have colours for two by two pixels: sides are even.
        let scale = match self.height {
            Some(height) => format!("scale=-2:{}", height & !1),
            None => "scale=trunc(iw/2)*2:trunc(ih/2)*2".to_owned(),
        };
        let loss = self.loss.to_string();
        let form: &[&str] = match self.format {
            Form::Mp4 => {
                &["-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac", "-movflags", "+faststart"]
            }
            Form::Webm => &[
                "-c:v",
                "libvpx-vp9",
                "-b:v",
                "0",
                "-deadline",
                "realtime",
                "-cpu-used",
                "6",
                "-c:a",
                "libopus",
            ],
        };
        let format = match self.format {
            Form::Mp4 => "mp4",
            Form::Webm => "webm",
        };
        let all = ["-map", "0:v:0", "-map", "0:a:0?", "-pix_fmt", "yuv420p", "-vf", &scale, "-crf", &loss];
        all.iter().chain(form).chain(&["-f", format]).map(|word| (*word).to_owned()).collect()
    }
}
