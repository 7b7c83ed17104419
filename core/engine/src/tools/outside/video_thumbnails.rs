//! Pictures out of a video.
use super::{media, still::Still};
use crate::{
    About, Category, Code, Convert, Engine, Failure, Input, Work, mime, program::take, work::renamed,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;

/// Which pictures, and how large.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct VideoThumbnails {
    /// How many pictures, spread evenly over the video: 10 where neither this nor `every` is said.
    #[garde(inner(range(min = 1, max = 100)))]
    #[schemars(range(min = 1, max = 100))]
    count: Option<u32>,
    /// A picture each time so many seconds have passed, from the beginning on; `count` is the most of them then.
    #[garde(inner(range(min = 0.1, max = 86_400.0)))]
    #[schemars(range(min = 0.1, max = 86_400.0))]
    every: Option<f64>,
    /// How wide a picture is at most, in pixels; its height follows, and nothing is enlarged.
    #[serde(default = "width")]
    #[garde(range(min = 16, max = 3840))]
    #[schemars(range(min = 16, max = 3840))]
    width: u16,
    /// What is made.
    #[serde(default)]
    format: Still,
}

const fn width() -> u16 {
    320
}

/// How many there are where nothing is said.
const USUAL: u32 = 10;
/// How many there may be.
const MOST: u32 = 100;

impl Convert for VideoThumbnails {
    const ABOUT: About = About {
        id: "video-thumbnails",
        name: "Pictures of a video",
        description: "Takes still pictures out of a video, spread evenly or one every so many seconds.",
        category: Category::Video,
        accepts: &media::VIDEO_TYPES,
        produces: &[mime::JPEG, mime::PNG],
        files: (1, 1),
        engine: Engine::Ffmpeg,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        for file in work.files().to_vec() {
            self.convert(work, &file).map_err(|failure| failure.about(file.id))?;
        }
        Ok(())
    }
}

impl VideoThumbnails {
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        let held = media::look(work, file)?;
        let seconds = match held.seconds {
            Some(seconds) if held.pictures && seconds > 0.0 => seconds,
            _ => return Err(Failure::new(Code::FileUnsupported, "the video has no pictures, or no length")),
        };
        let moments = self.moments(seconds)?;
        let mut any = false;
        for (done, moment) in (1_u64..).zip(&moments) {
            any |= self.one(work, file, (done, *moment))?;
            work.progress(done, moments.len() as u64);
        }
        match any {
            true => Ok(()),
            false => Err(Failure::broken("it has no picture that can be shown")),
        }
    }

    /// When the pictures are shown, in seconds.
    fn moments(&self, seconds: f64) -> Result<Vec<f64>, Failure> {
        let Some(every) = self.every else {
            let count = self.count.unwrap_or(USUAL);
            let step = seconds / f64::from(count);
            return Ok((0..count).map(|number| (f64::from(number) + 0.5) * step).collect());
        };
        let most = self.count.unwrap_or(MOST);
        let all = (0..=most).map(|number| f64::from(number) * every).take_while(|moment| *moment < seconds);
        let mut all: Vec<_> = all.collect();
        if self.count.is_none() && all.len() > MOST as usize {
            let message = format!("every: there would be more than {MOST} pictures");
            return Err(Failure::new(Code::OptionsDoNotFit, message));
        }
        all.truncate(most as usize);
        Ok(all)
    }

    /// Makes the picture that is shown then; none where the pictures are over before the sound is.
    fn one(&self, work: &mut Work, file: &Input, (number, moment): (u64, f64)) -> Result<bool, Failure> {
        let picture = work.scratch().join(number.to_string());
        let before = ["-ss".to_owned(), format!("{moment:.3}")];
        let scaled = format!("scale='min({},iw)':-1", self.width);
        let coded: &[&str] = match self.format {
            Still::Jpeg => &["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p"],
            Still::Png => &["-c:v", "png"],
        };
        let after = ["-map", "0:v:0", "-an", "-frames:v", "1", "-vf", &scaled];
        let after = after.iter().chain(coded).chain(&["-f", "image2pipe"]);
        let after: Vec<_> = after.map(|word| (*word).to_owned()).collect();
        media::make(work, file, (&before, &after), &picture, None)?;
        if picture.metadata().is_ok_and(|found| found.len() == 0) {
            std::fs::remove_file(picture)?;
            return Ok(false);
        }
        let name = renamed(&file.name, &format!("{number}.{}", self.format.format().extension()));
        let artifact = work.artifact_path(&name, self.format.mime())?;
        take(&picture, &artifact).map(|()| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn moments(options: Value, seconds: f64) -> Result<Vec<f64>, Code> {
        let options: VideoThumbnails = serde_json::from_value(options).expect("options");
        options.moments(seconds).map_err(|failure| failure.code)
    }

    #[test]
    fn pictures_are_spread_or_come_at_intervals() {
        assert_eq!(moments(json!({"count": 2}), 8.0), Ok(vec![2.0, 6.0]));
        assert_eq!(moments(json!({}), 8.0).map(|all| all.len()), Ok(10));
        assert_eq!(moments(json!({"every": 4}), 8.5), Ok(vec![0.0, 4.0, 8.0]));
        assert_eq!(moments(json!({"every": 4, "count": 2}), 8.5), Ok(vec![0.0, 4.0]));
        assert_eq!(moments(json!({"every": 1}), 100.0).map(|all| all.len()), Ok(100));
        assert_eq!(moments(json!({"every": 1}), 101.0), Err(Code::OptionsDoNotFit));
    }
}
