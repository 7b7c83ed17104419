//! What is asked of a run: the command line.
use clap::Parser;
use std::path::PathBuf;

/// Plays what the platform promises, on every facade, and tells whether it holds.
#[derive(Parser)]
#[command(name = "hosting-features", after_help = WORDS)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Arguments {
    /// What to play; without any, everything
    pub words: Vec<String>,
    /// Play nothing more once something did not hold
    #[arg(long)]
    pub stop: bool,
    /// Tell what would be played, and play nothing
    #[arg(long)]
    pub list: bool,
    /// Where to write what was found (else `target/behaviour/results.json`, or `selection.json` for a part)
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Write a page about what was played: one file, which can be sent
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Tell what was promised anew, changed and withdrawn between two results of everything, and play nothing
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub compare: Vec<PathBuf>,
    /// Play on this server, over HTTP: only what is safe where others are served too (`@safe`)
    #[arg(long, value_name = "URL", requires = "key")]
    pub at: Option<String>,
    /// An API key of an account there
    #[arg(long, env = "FEATURES_KEY", hide_env_values = true)]
    pub key: Option<String>,
    /// An API key of another account there, for scenarios with two people
    #[arg(long, env = "FEATURES_OTHER_KEY", hide_env_values = true)]
    pub other_key: Option<String>,

    // What `cargo test --workspace -- …` tells every test program; here it means nothing.
    #[arg(long, visible_alias = "no-capture", hide = true)]
    nocapture: bool,
    #[arg(long, hide = true)]
    show_output: bool,
    #[arg(long, short, hide = true)]
    quiet: bool,
    #[arg(long, value_name = "N", hide = true)]
    test_threads: Option<usize>,
    #[arg(long, hide = true)]
    include_ignored: bool,
    /// Only what is ignored without it: nothing
    #[arg(long, hide = true)]
    pub ignored: bool,
}

const WORDS: &str = "\
A word is one of these; several of one kind widen the choice, different kinds narrow it:
  dns                              a chapter
  dns/zone, dns/zone.feature:12    a file, and what stands in a line of it
  direct, rest, graphql            a facade
  @dns-order                       a promise, or another tag
  setDomainAutoRenew               an operation: what asked for it in the last run of everything
  \"auto-renew\"                     a part of the title of a feature, a rule or a scenario

For example:
  cargo run -p hosting-features -- nameservers rest
  cargo run -p hosting-features -- --list dns email
  cargo run -p hosting-features -- --at https://staging.example.com --key hpk_…

It ends with 0 where everything holds, 1 where something does not, 2 where nothing could be chosen.";
