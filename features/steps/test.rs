//! `cargo test -p hosting-features`: runs every scenario on every facade.
use std::process::ExitCode;

fn main() -> ExitCode {
    hosting_features::main()
}
