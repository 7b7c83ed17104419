//! Runs every scenario on every facade, and writes the living documentation.
#![expect(clippy::needless_pass_by_value, reason = "cucumber hands its steps owned values")]

mod choice;
mod coverage;
mod report;
mod reporter;

mod backends;
mod clock;
mod database;
mod facades;
mod login;
mod people;
mod stage;
mod words;
mod world;

mod access_tokens;
mod account;
mod activity;
mod at_once;
mod bodies;
mod conversion;
mod credentials;
mod domains;
mod email;
mod finding;
mod graph;
mod headers;
mod hosting;
mod hosting_links;
mod instances;
mod keys;
mod kvm;
mod live;
mod lxc;
mod nameservers;
mod operations;
mod outcomes;
mod paging;
mod paths;
mod proxies;
mod records;
mod search;
mod search_http;
mod services;
mod terminal;
mod time;
mod trouble;
mod versions;
mod walking;
mod zone;

#[expect(dead_code, reason = "a part of it is used here")]
#[path = "../../rest/tests/signer/mod.rs"]
mod signer;

use choice::Choice;
use cucumber::World as _;
use facades::Facade;
use hosting_engine::worker;
use reporter::Reporter;

use std::{path::Path, process::ExitCode, time::Instant};
use world::World;

fn main() -> ExitCode {
    // A sealed process must be that before it is anything else.
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == worker::COMMAND) {
        return worker::main(arguments);
    }
    play_all()
}

#[tokio::main]
async fn play_all() -> ExitCode {
    let features = Path::new(env!("CARGO_MANIFEST_DIR"));
    let choice = Choice::of_arguments(features);
    let began = Instant::now();
    let mut runs = Vec::new();
    for facade in choice.facades() {
        let start = Instant::now();
        let run = play(features, facade, choice.clone()).await;
        let seconds = start.elapsed().as_secs_f32();
        println!("{facade}: {} scenarios, {} failed, in {seconds:.1} s", run.endings.len(), run.failed());
        runs.push((facade, run));
    }
    database::remove_template().await;
    let mut missing = Vec::new();
    if choice.is_all() {
        missing = coverage::missing(&choice.facades());
        missing.extend(report::unlisted(features));
        if !report::write(features, &runs) {
            missing.push("behaviour.html is of other features: run again with FEATURES_UPDATE=1".to_owned());
        }
    }
    for one in &missing {
        println!("  ✗ {one}");
    }
    let failed = sum(&runs, |run| run.failed() + run.unread) + missing.len();
    let passed = sum(&runs, |run| run.endings.len() - run.failed());
    println!("in {:.1} s on {}", began.elapsed().as_secs_f32(), database::name());
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// Runs what was chosen on one facade.
async fn play(features: &Path, facade: Facade, choice: Choice) -> Reporter {
    World::cucumber()
        .with_writer(Reporter::new(facade))
        .with_default_cli()
        .max_concurrent_scenarios(if database::on_postgres() { 4 } else { 8 })
        .before(move |_, _, _, world| Box::pin(async move { world.facade = facade }))
        .after(|_, _, _, _, world| {
            Box::pin(async move {
                if let Some(world) = world {
                    world.stage.close().await;
                }
            })
        })
        .filter_run(features.to_owned(), move |feature, rule, scenario| {
            facade.plays(feature, rule, scenario) && choice.takes(feature, rule, scenario)
        })
        .await
}

fn sum(runs: &[(Facade, Reporter)], of: impl Fn(&Reporter) -> usize) -> usize {
    runs.iter().map(|(_, run)| of(run)).sum()
}
