//! Tools of our own behind the seal, against the best known program on the same file: how long each takes, and of
//! pictures how large what it makes is where both are as like the first (SSIM: 1 is the same).
//!
//! Words after the name of this program choose those conversions that have them all in their names. What is not
//! installed is named and left out.
//! Ours begins a sealed process for each file and loses a little time by it; theirs runs as it is, without a seal.
mod likeness;
mod photo;
mod pictures;

use hosting_engine::{Input, Limits, Order, Workshop, worker};
use serde_json::{Value, json};
use std::{
    env, fs,
    path::Path,
    process::{Command, ExitCode, Stdio},
    time::{Duration, Instant},
};
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
    times: u128,
    theirs: &'static str,
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
    let words: Vec<_> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let asked = |name: &str| words.iter().all(|word| name.contains(word));
    pictures::races(&runtime, &workshop, asked);
    println!("| conversion | ours | theirs | ours / theirs |");
    println!("|---|---|---|---|");
    for race in others().into_iter().filter(|race| asked(race.name)) {
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
    Race { name, make, file, tool, options, mime, times, theirs }
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

/// Our time, theirs, and how many times as long ours takes, as columns.
fn run(race: &Race, runtime: &Runtime, workshop: &Workshop) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    if !shell(folder.path(), race.make) {
        return "not made: a program is not installed | |".to_owned();
    }
    let order = |number| Input {
        id: Uuid::from_u128(number),
        name: race.file.to_owned(),
        mime: race.mime.to_owned(),
        path: folder.path().join(race.file),
    };
    let files: Vec<_> = (1..=race.times).map(order).collect();
    let asked = Asked { name: race.name, tool: race.tool, options: &race.options, files: &files };
    let ours = best(|| asked.once(runtime, workshop).is_some());
    times(ours, best(|| shell(folder.path(), race.theirs)))
}

/// Both times and their ratio.
fn times(ours: Option<Duration>, theirs: Option<Duration>) -> String {
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => {
            let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
            format!("{} ms | {} ms | {ratio:.2}", ours.as_millis(), theirs.as_millis())
        }
        (Some(ours), None) => format!("{} ms | not installed |", ours.as_millis()),
        (None, _) => "failed | |".to_owned(),
    }
}

/// The shortest of some runs, if all end well.
fn best(mut once: impl FnMut() -> bool) -> Option<Duration> {
    let times = (0..RUNS).map(|_| {
        let began = Instant::now();
        once().then(|| began.elapsed())
    });
    times.collect::<Option<Vec<_>>>()?.into_iter().min()
}

fn shell(folder: &Path, script: &str) -> bool {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// What our tool is asked; the paths are those of the files to be handed over.
struct Asked<'a> {
    name: &'a str,
    tool: &'a str,
    options: &'a Value,
    files: &'a [Input],
}

impl Asked<'_> {
    /// Does it once, and answers with the first file that was made.
    fn once(&self, runtime: &Runtime, workshop: &Workshop) -> Option<Vec<u8>> {
        let folder = tempfile::tempdir().expect("a folder");
        for part in ["in", "out", "tmp"] {
            fs::create_dir(folder.path().join(part)).expect("a folder");
        }
        let put = |(number, file): (usize, &Input)| {
            let path = Path::new("in").join(number.to_string());
            fs::copy(&file.path, folder.path().join(&path)).expect("a file");
            Input { path, ..file.clone() }
        };
        let files = self.files.iter().enumerate().map(put).collect();
        let (tool, options) = (self.tool.to_owned(), self.options.clone());
        let order = Order { tool, options, files, limits: Limits::default() };
        let ended = runtime.block_on(workshop.convert(&order, folder.path(), |_| ()));
        let made = ended.inspect_err(|failed| eprintln!("{}: {failed}", self.name)).ok()?;
        fs::read(folder.path().join(&made.first()?.path)).ok()
    }
}
