//! `cargo run -p hosting-features -- "nameservers"`: runs what is named, on every facade.
use std::process::ExitCode;

fn main() -> ExitCode {
    hosting_features::main()
}
