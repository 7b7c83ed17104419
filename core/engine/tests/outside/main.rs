//! Programs of others: those that our tools use, and those that read what our tools make.
//!
//! They have to be installed, and bubblewrap to work: so this is not run by `cargo test`, but asked for by its name,
//! `cargo test -p hosting-engine --test outside`. An argument picks the checks that have it in their names.
//! This program is its own sealed process.
mod folder;
mod hostile;
mod read;
#[path = "../support/mod.rs"]
mod support;
mod tools;

use hosting_engine::{TOOLS, worker};
use std::{env, path::Path, process::ExitCode};
use support::{checks, stage::Stage};

/// What the checks start themselves.
const PROGRAMS: [&str; 17] = [
    "compare",
    "convert",
    "ffmpeg",
    "ffprobe",
    "heif-enc",
    "identify",
    "pdfdetach",
    "pdffonts",
    "pdfimages",
    "pdfinfo",
    "pdftoppm",
    "pdftotext",
    "python3",
    "qpdf",
    "soffice",
    "strings",
    "weasyprint",
];

/// Fonts with letters that those of the engine lack; each is a package of Debian's.
const FONTS: [&str; 2] =
    ["/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf", "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"];

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some(worker::COMMAND) => worker::main(env::args_os().skip(1)),
        Some("--list") => ExitCode::SUCCESS,
        _ => tests(),
    }
}

fn tests() -> ExitCode {
    let stage = Stage::open(TOOLS);
    let programs = PROGRAMS.into_iter().filter(|program| !folder::installed(program));
    let missing: Vec<_> =
        programs.chain(FONTS.into_iter().filter(|font| !Path::new(font).exists())).collect();
    let idle: Vec<_> = TOOLS
        .iter()
        .filter(|tool| !stage.workshop.tools().any(|here| here.about.id == tool.about.id))
        .map(|tool| tool.about.id)
        .collect();
    if missing.is_empty() && idle.is_empty() {
        return checks::run(&stage, read::all().chain(tools::all()).chain(hostile::all()));
    }
    println!("not installed: {missing:?}; tools that cannot be used without their programs: {idle:?}");
    println!("0 passed, 1 failed");
    ExitCode::FAILURE
}
