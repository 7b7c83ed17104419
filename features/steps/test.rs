//! `cargo test -p hosting-features`: runs every scenario on every facade, by the program: linked a second time, the
//! platform would only be waited for.
use std::{
    env,
    process::{Command, ExitCode},
};

fn main() -> ExitCode {
    let mut program = Command::new(env!("CARGO_BIN_EXE_hosting-features"));
    match program.args(env::args_os().skip(1)).status() {
        Ok(done) if done.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(cause) => {
            eprintln!("{}: {cause}", program.get_program().display());
            ExitCode::FAILURE
        }
    }
}
