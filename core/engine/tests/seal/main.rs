//! The seal, tried by tools that mean harm. This program is its own sealed process, and its own server to be killed.
//!
//! With `--namespaces` it is tried within those of bubblewrap, which has to be installed and to work:
//! `cargo test -p hosting-engine --test seal -- --namespaces`. Another argument picks tests by their names.
mod bombs;
mod escapes;
mod hostile;
mod liars;
mod orphans;
mod stage;
mod waiting;

use hosting_engine::worker;
use std::{env, process::ExitCode, sync::atomic::Ordering};

fn main() -> ExitCode {
    let first = env::args().nth(1).unwrap_or_default();
    match first.as_str() {
        worker::COMMAND => worker::main_with(hostile::TOOLS, env::args_os().skip(1)),
        orphans::SERVER => orphans::server(),
        "--list" => ExitCode::SUCCESS,
        _ => tests(),
    }
}

fn tests() -> ExitCode {
    let only = env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let namespaces = env::args().any(|arg| arg == "--namespaces");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let stage = stage::Stage::open(namespaces).await;
        escapes::run(&stage, &only).await;
        bombs::run(&stage, &only).await;
        liars::run(&stage, &only).await;
        orphans::run(&stage, &only).await;
        waiting::run(&stage, &only).await;
        println!("{} passed, 0 failed", stage.passed.load(Ordering::Relaxed));
    });
    ExitCode::SUCCESS
}
