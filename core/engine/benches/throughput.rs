//! Tools of our own behind the seal, against the best known program on the same file: how often each is as fast,
//! and of pictures how large and how like the first each is (SSIM, as `ffmpeg` has it: 1 is the same).
//!
//! Words after the name of this program choose those conversions that have them all in their names.
//! Ours begins a sealed process for each file and loses a little time by it; theirs runs as it is, without a seal.
use hosting_engine::{Input, Limits, Order, Workshop, worker};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use uuid::Uuid;

/// The better of so many runs counts.
const RUNS: usize = 3;

/// What is compared: how the file `a` (or `a.extension`) is made, what our tool is asked, and what theirs.
struct Race {
    name: &'static str,
    make: &'static str,
    file: &'static str,
    tool: &'static str,
    options: Value,
    mime: &'static str,
    /// How many times the file is handed over at once.
    times: usize,
    theirs: &'static str,
    /// The picture that theirs makes, if ours is to be compared with it.
    picture: Option<&'static str>,
}

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some(worker::COMMAND) => worker::main(env::args_os().skip(1)),
        Some("--list") => ExitCode::SUCCESS,
        _ => races(),
    }
}

fn races() -> ExitCode {
    let runtime = Runtime::new().expect("a runtime");
    let exe = env::current_exe().expect("this program");
    let workshop = runtime.block_on(Workshop::open(exe)).expect("the seal holds here");
    println!("| conversion | ours | theirs | theirs / ours | our picture | their picture |");
    println!("|---|---|---|---|---|---|");
    let asked: Vec<_> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    for race in all().into_iter().filter(|race| asked.iter().all(|word| race.name.contains(word))) {
        println!("| {} | {} |", race.name, run(&race, &runtime, &workshop));
    }
    ExitCode::SUCCESS
}

/// A file: how it is made, its name, and its type.
type Sample = (&'static str, &'static str, &'static str);

fn race(
    name: &'static str,
    (make, file, mime): Sample,
    (tool, options): (&'static str, Value),
    theirs: &'static str,
) -> Race {
    let times = if tool == "pdf-merge" { 2 } else { 1 };
    Race { name, make, file, tool, options, mime, times, theirs, picture: None }
}

/// The same of one that makes the picture `made`.
fn picture(race: Race, made: &'static str) -> Race {
    Race { picture: Some(made), ..race }
}

fn all() -> Vec<Race> {
    [pictures(), others()].into_iter().flatten().collect()
}

fn pictures() -> Vec<Race> {
    let photo = (
        "convert -size 4000x3000 plasma:red-blue -seed 1 -attenuate .3 +noise Gaussian -quality 90 a.jpg",
        "a.jpg",
        "image/jpeg",
    );
    vec![
        race(
            "JPEG to 800 pixels, vipsthumbnail",
            photo,
            ("image-resize", json!({"width": 800})),
            "vipsthumbnail a.jpg -s 800x -o out.jpg",
        ),
        picture(
            race(
                "JPEG to WebP, vips",
                photo,
                ("image-convert", json!({"format": "webp"})),
                "vips webpsave a.jpg out.webp --Q 80",
            ),
            "out.webp",
        ),
        picture(
            race(
                "JPEG to AVIF, vips",
                photo,
                ("image-convert", json!({"format": "avif"})),
                "vips heifsave a.jpg out.avif --compression av1 --Q 75",
            ),
            "out.avif",
        ),
        picture(
            race(
                "JPEG made smaller, vips",
                photo,
                ("image-compress", json!({})),
                "vips jpegsave a.jpg out.jpg --Q 75",
            ),
            "out.jpg",
        ),
    ]
}

fn others() -> Vec<Race> {
    let pages = (
        "(echo '%!PS /Times-Roman findfont 12 scalefont setfont'; for p in $(seq 60); do for l in $(seq 50); do \
         echo \"72 $((740 - l * 13)) moveto (page $p, line $l: the quick brown fox jumps over the lazy dog) show\"; \
         done; echo showpage; done) > a.ps && gs -q -dSAFER -sDEVICE=pdfwrite -o a.pdf a.ps",
        "a.pdf",
        "application/pdf",
    );
    let table = (
        "python3 -c \"import random; random.seed(1); print('id,name,price,day'); \
         [print(f'{n},name {n},{random.random():.4f},2024-01-{n % 28 + 1:02}') for n in range(100000)]\" > a.csv",
        "a.csv",
        "text/csv",
    );
    let song =
        ("ffmpeg -v error -f lavfi -i 'anoisesrc=d=180:c=pink' -ac 2 -b:a 192k a.mp3", "a.mp3", "audio/mpeg");
    vec![
        race(
            "60 pages to PNG, pdftoppm",
            pages,
            ("pdf-to-png", json!({"dpi": 72})),
            "pdftoppm -r 72 -png a.pdf out",
        ),
        race("text of 60 pages, pdftotext", pages, ("pdf-to-text", json!({})), "pdftotext a.pdf out.txt"),
        race(
            "two PDFs as one, qpdf",
            pages,
            ("pdf-merge", json!({})),
            "qpdf --empty --pages a.pdf a.pdf -- out.pdf",
        ),
        race(
            "100 000 lines of CSV to a workbook, LibreOffice",
            table,
            ("csv-to-xlsx", json!({})),
            "soffice -env:UserInstallation=file://$PWD/profile --headless --convert-to xlsx --outdir out a.csv",
        ),
        race(
            "100 000 lines of CSV to JSON, Python",
            table,
            ("csv-to-json", json!({})),
            "python3 -c 'import csv, json; json.dump(list(csv.DictReader(open(\"a.csv\"))), open(\"out.json\", \"w\"))'",
        ),
        race(
            "three minutes of MP3 to WAV, ffmpeg",
            song,
            ("audio-to-wav", json!({})),
            "ffmpeg -v error -y -i a.mp3 out.wav",
        ),
        race(
            "CSV to an archive, zip",
            table,
            ("files-to-zip", json!({})),
            "rm -f out.zip; zip -q out.zip a.csv",
        ),
        race("CSV to an archive, bsdtar", table, ("files-to-zip", json!({})), "bsdtar -a -cf out.zip a.csv"),
    ]
}

/// Our time, theirs, and the ratio, as columns, and the two pictures.
fn run(race: &Race, runtime: &Runtime, workshop: &Workshop) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    if !shell(&folder, race.make) {
        return "not made: a program is not installed | | | |".to_owned();
    }
    let ours = best(|| ours(race, &folder, runtime, workshop));
    let theirs = best(|| shell(&folder, race.theirs));
    let times = match (ours, theirs) {
        (Some(ours), Some(theirs)) => {
            let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
            format!("{} ms | {} ms | {ratio:.2}", ours.as_millis(), theirs.as_millis())
        }
        (Some(ours), None) => format!("{} ms | not installed |", ours.as_millis()),
        (None, _) => "failed | |".to_owned(),
    };
    let picture = |name| race.picture.and_then(|_| likeness(&folder, race.file, name)).unwrap_or_default();
    format!("{times} | {} | {}", picture(OURS), picture(race.picture.unwrap_or_default()))
}

/// What our tool made, beside the file that it made it of.
const OURS: &str = "ours";

/// How large a picture is, and how like the one that it was made of.
fn likeness(folder: &TempDir, first: &str, made: &str) -> Option<String> {
    let bytes = fs::metadata(folder.path().join(made)).ok()?.len();
    let mut command = Command::new("ffmpeg");
    command.args([
        "-hide_banner",
        "-nostdin",
        "-i",
        made,
        "-i",
        first,
        "-lavfi",
        "[0][1]ssim",
        "-f",
        "null",
        "-",
    ]);
    let said = String::from_utf8(command.current_dir(folder).output().ok()?.stderr).ok()?;
    let (_, all) = said.rsplit_once("All:")?;
    Some(format!("{} kB, {}", bytes / 1000, all.split_whitespace().next()?))
}

/// The shortest of some runs, if all end well.
fn best(mut once: impl FnMut() -> bool) -> Option<Duration> {
    let times = (0..RUNS).map(|_| {
        let began = Instant::now();
        once().then(|| began.elapsed())
    });
    times.collect::<Option<Vec<_>>>()?.into_iter().min()
}

fn shell(folder: &TempDir, script: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn ours(race: &Race, made: &TempDir, runtime: &Runtime, workshop: &Workshop) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["in", "out", "tmp"] {
        fs::create_dir(folder.path().join(part)).expect("a folder");
    }
    let put = |number: usize| {
        let path = Path::new("in").join(number.to_string());
        fs::copy(made.path().join(race.file), folder.path().join(&path)).expect("a file");
        let id = Uuid::from_u128(number as u128 + 1);
        Input { id, name: race.file.to_owned(), mime: race.mime.to_owned(), path }
    };
    let files = (0..race.times).map(put).collect();
    let (tool, options) = (race.tool.to_owned(), race.options.clone());
    let order = Order { tool, options, files, limits: Limits::default() };
    let ended = runtime.block_on(workshop.convert(&order, folder.path(), |_| ()));
    let ended = ended.inspect_err(|failed| eprintln!("{}: {failed}", race.name));
    ended.is_ok_and(|artifacts| match race.picture {
        Some(_) => fs::rename(folder.path().join(&artifacts[0].path), made.path().join(OURS)).is_ok(),
        None => true,
    })
}
