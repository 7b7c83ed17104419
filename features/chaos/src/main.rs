//! `cargo run -p hosting-chaos -- --minutes 10`: breaks the platform in every way that it has to survive.
use std::process::ExitCode;

fn main() -> ExitCode {
    hosting_chaos::main()
}
