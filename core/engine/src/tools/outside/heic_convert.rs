//! Photos of telephones as JPEG or PNG.
use super::still::Still;
use crate::{
    About, Category, Code, Convert, Engine, Failure, Input, Work, mime,
    tools::image::{
        colour::Colour,
        encode::{Style, encode},
        open::{fits, png},
    },
    work::renamed,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::Deserialize;
use std::{fs, io::Write as _};

/// How photos of telephones are converted.
#[derive(Debug, Deserialize, JsonSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub struct HeicConvert {
    /// What is made.
    #[serde(default)]
    format: Still,
    /// How good JPEG shall be, of 100.
    #[serde(default = "quality")]
    #[garde(range(min = 1, max = 100))]
    #[schemars(range(min = 1, max = 100))]
    quality: u8,
    /// What shows through where an image is transparent and becomes JPEG.
    #[serde(default)]
    background: Colour,
}

const fn quality() -> u8 {
    85
}

impl Convert for HeicConvert {
    const ABOUT: About = About {
        id: "heic-convert",
        name: "HEIC to JPEG or PNG",
        description: "Turns photos of telephones (HEIC, HEIF) and AVIF into JPEG or PNG, upright, with their colours and \
                      without the data that cameras add. Of several images in a file each is made.",
        category: Category::Image,
        accepts: &[mime::HEIC, mime::HEIF, mime::AVIF],
        produces: &[mime::JPEG, mime::PNG],
        files: (1, 10),
        engine: Engine::Heif,
    };

    fn run(self, work: &mut Work) -> Result<(), Failure> {
        let files = work.files().to_vec();
        for (done, file) in (1..).zip(&files) {
            self.convert(work, file).map_err(|failure| failure.about(file.id))?;
            work.progress(done, files.len() as u64);
        }
        Ok(())
    }
}

impl HeicConvert {
    /// The program makes PNG, which is exact; ours makes of it what is asked for.
    fn convert(&self, work: &mut Work, file: &Input) -> Result<(), Failure> {
        measure(work, file)?;
        let folder = work.scratch().join("heif");
        fs::create_dir(&folder)?;
        let mut program = work.program("heif-convert")?;
        program.arg("--quiet").arg(work.path(file)).arg(folder.join("a.png"));
        program.run()?.good(|errors| errors.contains("Unsupported").then_some(Code::FileUnsupported))?;
        let mut made =
            fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Failure>>()?;
        // Several are called `a-1.png`, `a-2.png`, …, `a-10.png`.
        made.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
        if made.is_empty() {
            return Err(Failure::broken("nothing came of it"));
        }
        let format = self.format.format();
        let style = Style { format, quality: self.quality, background: self.background };
        for path in made {
            let content = encode(png(&fs::read(&path)?, work.limits())?, style)?;
            let name = renamed(&file.name, format.extension());
            work.artifact(&name, self.format.mime())?.write_all(&content)?;
        }
        Ok(fs::remove_dir_all(folder)?)
    }
}

/// Refuses images that are too large, before any is unpacked.
fn measure(work: &Work, file: &Input) -> Result<(), Failure> {
    let (ended, text) = work.program("heif-info")?.arg(work.path(file)).run_for_text()?;
    ended.good(|_| None)?;
    sizes(&text).into_iter().try_for_each(|(width, height)| fits(width, height, work.limits()))
}

/// From lines as `image: 4032x3024 (id=49), primary`.
fn sizes(text: &str) -> Vec<(u32, u32)> {
    let size = |line: &str| {
        let (width, height) = line.strip_prefix("image: ")?.split_whitespace().next()?.split_once('x')?;
        Some((width.parse().ok()?, height.parse().ok()?))
    };
    text.lines().filter_map(size).collect()
}

#[cfg(test)]
mod tests {
    use super::sizes;

    #[test]
    fn sizes_are_read_from_the_programs_words() {
        let text = "MIME type: image/heic\nmain brand: heic\n\nimage: 4032x3024 (id=49), primary\n  thumbnail: 320x240\nimage: 7x9 (id=1)\n";
        assert_eq!(sizes(text), [(4032, 3024), (7, 9)]);
    }
}
