//! Tools whose work is done by programs of the operator, each within its seal. What is not installed is skipped,
//! and fails where `HOSTING_REQUIRE_SERVICES=1` says that it must be there. This program is its own sealed process.
mod documents;
mod images;
mod pdfs;
mod recordings;
mod stage;

use hosting_engine::{Engine, Workshop, worker};
use stage::Stage;
use std::{env, process::ExitCode};

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some(worker::COMMAND) => worker::main(env::args_os().skip(1)),
        Some("--list") => ExitCode::SUCCESS,
        _ => tests(),
    }
}

fn tests() -> ExitCode {
    let only = env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let workshop =
            Workshop::open(env::current_exe().expect("this program")).await.expect("the seal holds here");
        let stage = Stage { workshop, only };
        if stage.has(&[Engine::LibreOffice, Engine::Poppler, Engine::Qpdf]) {
            documents::run(&stage).await;
            pdfs::run(&stage).await;
        }
        if stage.has(&[Engine::Tesseract]) {
            images::run(&stage).await;
        }
        if stage.has(&[Engine::Ffmpeg]) {
            recordings::run(&stage).await;
        }
    });
    ExitCode::SUCCESS
}
