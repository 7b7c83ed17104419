//! Photos: our tools and vips, each asked for what both can do.
use super::{
    Asked, best,
    likeness::{decibel, likeness},
    photo, shell, times,
};
use hosting_engine::Workshop;
use image::{RgbImage, imageops};
use serde_json::{Value, json};
use std::{fs, path::Path};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// What is compared: what our tool is asked, and what theirs, at these qualities (`{q}`), from the least to the best.
struct Race {
    name: &'static str,
    tool: &'static str,
    options: Value,
    /// How many files are handed over at once.
    files: u128,
    theirs: &'static str,
    made: &'static str,
    qualities: &'static [u8],
    /// How wide the new picture is, where it is smaller.
    width: Option<u32>,
}

fn all() -> [Race; 7] {
    let race = |name, (tool, options), (theirs, made), qualities| Race {
        name,
        tool,
        options,
        files: 1,
        theirs,
        made,
        qualities,
        width: None,
    };
    let small = ("vipsthumbnail a.jpg -s 800x -o 'out.jpg[Q={q}]'", "out.jpg");
    let resize = |name| {
        let qualities: &[u8] = &[60, 70, 80, 90];
        Race { width: Some(800), ..race(name, ("image-resize", json!({"width": 800})), small, qualities) }
    };
    let each = "for n in 1 2 3 4; do vipsthumbnail a.jpg -s 800x -o \"out.jpg[Q={q}]\" || exit; done";
    [
        race(
            "JPEG to WebP, vips",
            ("image-convert", json!({"format": "webp"})),
            ("vips webpsave a.jpg out.webp --Q {q}", "out.webp"),
            &[60, 70, 80, 90],
        ),
        race(
            "JPEG to AVIF, vips",
            ("image-convert", json!({"format": "avif"})),
            ("vips heifsave a.jpg out.avif --compression av1 --Q {q}", "out.avif"),
            &[40, 60, 75],
        ),
        race(
            "JPEG to AVIF at half the effort, vips",
            ("image-convert", json!({"format": "avif"})),
            ("vips heifsave a.jpg out.avif --compression av1 --effort 2 --Q {q}", "out.avif"),
            &[40, 60, 75],
        ),
        race(
            "JPEG made smaller, vips",
            ("image-compress", json!({})),
            ("vips jpegsave a.jpg out.jpg --Q {q}", "out.jpg"),
            &[60, 70, 75, 80, 90],
        ),
        race(
            "JPEG to PNG, vips",
            ("image-convert", json!({"format": "png"})),
            ("vips pngsave a.jpg out.png", "out.png"),
            &[0],
        ),
        resize("JPEG to 800 pixels, vipsthumbnail"),
        Race { files: 4, theirs: each, ..resize("four JPEG to 800 pixels, vipsthumbnail") },
    ]
}

/// Prints a table of them.
pub fn races(runtime: &Runtime, workshop: &Workshop, asked: impl Fn(&str) -> bool) {
    let all: Vec<_> = all().into_iter().filter(|race| asked(race.name)).collect();
    if all.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let first = photo::make(folder.path());
    println!("| picture | ours | theirs | ours / theirs | SSIM | ours | theirs, as like | ours / theirs |");
    println!("|---|---|---|---|---|---|---|---|");
    for race in all {
        println!("| {} | {} |", race.name, run(&race, &folder, &first, (runtime, workshop)));
    }
    println!();
}

fn run(
    race: &Race,
    folder: &TempDir,
    first: &RgbImage,
    (runtime, workshop): (&Runtime, &Workshop),
) -> String {
    let folder = folder.path();
    let path = folder.join(photo::NAME);
    let files: Vec<_> = (1..=race.files).map(|number| photo::input(number, &path)).collect();
    let asked = Asked { name: race.name, tool: race.tool, options: &race.options, files: &files };
    let mut made = None;
    let ours = best(|| {
        made = asked.once(runtime, workshop);
        made.is_some()
    });
    let Some(made) = made else { return "failed | | | | | |".to_owned() };
    fs::write(folder.join(OURS), &made).expect("a file");
    let expected = race.width.map(|width| scaled(first, width));
    let first = expected.as_ref().unwrap_or(first);
    let Some(alike) = opened(folder, OURS).and_then(|picture| likeness(first, &picture)) else {
        return format!("{} | | {} kB | |", times(ours, None), made.len() / 1000);
    };
    let theirs: Vec<_> =
        race.qualities.iter().filter_map(|quality| sample(race, folder, first, *quality)).collect();
    let nearest = theirs.iter().min_by(|one, other| {
        let far = |sample: &Sample| (sample.decibel - decibel(alike)).abs();
        far(one).total_cmp(&far(other))
    });
    let their_time = nearest.and_then(|nearest| {
        let script = race.theirs.replace("{q}", &nearest.quality.to_string());
        best(|| shell(folder, &script))
    });
    let sizes = match size_at(&theirs, decibel(alike)) {
        Some(theirs) => format!("{:.0} kB | {:.2}", theirs / 1000.0, number(made.len() as u64) / theirs),
        None => "none is as like |".to_owned(),
    };
    format!("{} | {alike:.4} | {} kB | {sizes}", times(ours, their_time), made.len() / 1000)
}

/// What our tool made, beside the file that it made it of.
const OURS: &str = "ours";

#[expect(clippy::cast_precision_loss, reason = "a ratio is no more exact")]
fn number(bytes: u64) -> f64 {
    bytes as f64
}

/// What theirs makes at one quality.
struct Sample {
    quality: u8,
    decibel: f64,
    bytes: f64,
}

fn sample(race: &Race, folder: &Path, first: &RgbImage, quality: u8) -> Option<Sample> {
    if !shell(folder, &race.theirs.replace("{q}", &quality.to_string())) {
        return None;
    }
    let bytes = number(fs::metadata(folder.join(race.made)).ok()?.len());
    let decibel = decibel(likeness(first, &opened(folder, race.made)?)?);
    Some(Sample { quality, decibel, bytes })
}

/// How many bytes theirs needs to be as like: between those that were made, or a little beyond them.
fn size_at(samples: &[Sample], decibel: f64) -> Option<f64> {
    if let [only] = samples {
        return Some(only.bytes);
    }
    let above = samples.iter().position(|sample| sample.decibel >= decibel).unwrap_or(samples.len());
    let [low, high] = samples.get(above.clamp(1, samples.len().max(2) - 1) - 1..)?.first_chunk::<2>()?;
    let part = (decibel - low.decibel) / (high.decibel - low.decibel);
    ((-0.5..1.5).contains(&part)).then(|| low.bytes * (high.bytes / low.bytes).powf(part))
}

/// What a file shows: what we cannot read, vips can.
fn opened(folder: &Path, name: &str) -> Option<RgbImage> {
    let bytes = fs::read(folder.join(name)).ok()?;
    if let Ok(picture) = image::load_from_memory(&bytes) {
        return Some(picture.into_rgb8());
    }
    shell(folder, &format!("vips copy {name} opened.png")).then_some(())?;
    image::open(folder.join("opened.png")).ok().map(image::DynamicImage::into_rgb8)
}

fn scaled(first: &RgbImage, width: u32) -> RgbImage {
    let height = first.height() * width / first.width();
    imageops::resize(first, width, height, imageops::FilterType::Lanczos3)
}
