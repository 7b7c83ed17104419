//! The process: its runtime, and what it ends with.
use crate::commands::Cli;
use clap::Parser;
use std::{ffi::OsString, process::ExitCode, time::Duration};
use tokio::runtime::Runtime;

/// How long tasks that nobody waits for, and threads that are blocked, have at the end.
const LAST: Duration = Duration::from_secs(1);

/// Carries out a command line, which begins with the program's name, and gives the exit code (`contract.md` §12).
pub fn run(command: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = Cli::parse_from(command);
    let runtime = match Runtime::new() {
        Ok(runtime) => runtime,
        Err(cause) => {
            eprintln!("no threads to run on: {cause}");
            return ExitCode::FAILURE;
        }
    };
    let done = runtime.block_on(cli.run());
    runtime.shutdown_timeout(LAST);
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
