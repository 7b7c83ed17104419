//! Real files, made by other programs and converted behind the seal; other programs read what is made of them.
//!
//! Checks whose programs are not installed are skipped, and fail where `HOSTING_REQUIRE_SERVICES=1` says that they
//! must be there. An argument picks the checks that have it in their names. This program is its own sealed process.
mod archives;
mod checks;
mod folder;
mod hostile;
mod mutants;
mod pdfs;
mod pictures;
mod sounds;
mod stage;
mod tables;
mod texts;

use checks::Check;
use hosting_engine::worker;
use stage::Stage;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some(worker::COMMAND) => worker::main_with(&stage::ALL, env::args_os().skip(1)),
        Some("--list") => ExitCode::SUCCESS,
        _ => tests(),
    }
}

fn tests() -> ExitCode {
    let only = env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let all = [pictures::ALL, pdfs::ALL, texts::ALL, tables::ALL, archives::ALL, sounds::ALL];
    let all = all.into_iter().flatten().chain(hostile::all()).chain(mutants::ALL);
    let wanted: Vec<&Check> = all.filter(|check| check.name.contains(&only)).collect();
    match checks::run(&Stage::open(), &wanted) {
        0 => ExitCode::SUCCESS,
        broken => {
            eprintln!("{broken} of {} checks failed", wanted.len());
            ExitCode::FAILURE
        }
    }
}
