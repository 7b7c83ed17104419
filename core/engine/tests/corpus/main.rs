//! Real files, made by other programs, strangers and chance, converted behind the seal. Nothing needs to be installed:
//! the files are kept in `samples`. What other programs say of what we make is asked by the test `outside`.
//!
//! An argument picks the checks that have it in their names. This program is its own sealed process.
mod archives;
mod hostile;
mod mutants;
mod own;
mod pdfs;
mod pictures;
mod sounds;
#[path = "../support/mod.rs"]
mod support;
mod tables;

use hosting_engine::{TOOLS, Tool, worker};
use std::{env, process::ExitCode, sync::LazyLock};
use support::{checks, stage::Stage};

/// All tools, and the one that is only for these tests.
static ALL: LazyLock<Vec<Tool>> =
    LazyLock::new(|| TOOLS.iter().copied().chain([Tool::of::<mutants::Mutants>()]).collect());

fn main() -> ExitCode {
    let all = [own::ALL, pictures::ALL, pdfs::ALL, tables::ALL, archives::ALL, sounds::ALL, mutants::ALL];
    match env::args().nth(1).as_deref() {
        Some(worker::COMMAND) => worker::main_with(&ALL, env::args_os().skip(1)),
        Some("--list") => ExitCode::SUCCESS,
        _ => match mutants::count() {
            Ok(_) => checks::run(&Stage::open(&ALL), all.into_iter().flatten().chain(hostile::all())),
            Err(why) => {
                eprintln!("{why}");
                ExitCode::from(2)
            }
        },
    }
}
