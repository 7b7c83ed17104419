//! A run: what is chosen, played, and told about.
mod arguments;
mod cast;
mod changes;
mod coverage;
mod found;
mod list;
mod play;
mod report;

use crate::{
    converting, database,
    facades::{
        Facade,
        rest::{ROUTES, unlisted},
    },
    operating, server,
};
use arguments::Arguments;
use cast::Play;
use clap::Parser;
use futures_util::{StreamExt, stream};
use hosting_catalogue::{Catalogue, Chosen, Known, SAFE, choose, untraced};
use hosting_core::clock::{Clock, SystemClock};
use play::{Outcome, Steps};
use report::Progress;
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};
use tokio::{
    runtime::{Handle, Runtime},
    sync::oneshot,
};

/// How many scenarios are played at the same time.
fn at_once() -> usize {
    if database::on_postgres() { 4 } else { 8 }
}

/// Plays what the arguments choose.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.ignored {
        println!("0 passed, 0 failed");
        return ExitCode::SUCCESS;
    }
    if let [old, new] = &arguments.compare[..] {
        let told = changes::changes(old, new);
        return told.map_or_else(
            |why| {
                eprintln!("{why}");
                ExitCode::from(2)
            },
            |text| {
                print!("{text}");
                ExitCode::SUCCESS
            },
        );
    }
    let features = Path::new(env!("CARGO_MANIFEST_DIR"));
    let catalogue = match hosting_catalogue::read(features) {
        Ok(catalogue) => catalogue,
        Err(cause) => return unreadable(&[cause.to_string()]),
    };
    let chosen = match chosen(features, &catalogue, &arguments) {
        Ok(chosen) => chosen,
        Err(why) => {
            eprintln!("{why}");
            return ExitCode::from(2);
        }
    };
    let plays = match cast::cast(features, &catalogue, &chosen) {
        Ok(plays) => plays,
        Err(causes) => return unreadable(&causes),
    };
    if arguments.list {
        print!("{}", list::tree(&catalogue, &plays));
        return ExitCode::SUCCESS;
    }
    if let (Some(url), Some(key)) = (&arguments.at, &arguments.key) {
        server::ask(url, [key.clone()].into_iter().chain(arguments.other_key.clone()).collect());
    }
    let runtime = Runtime::new().expect("a runtime");
    run(&runtime, features, &catalogue, plays, &arguments)
}

/// What the arguments choose, or why that is nothing.
fn chosen(features: &Path, catalogue: &Catalogue, arguments: &Arguments) -> Result<Chosen, String> {
    let operations: Vec<_> = ROUTES.iter().map(|route| route.id).chain(["searchDomains"]).collect();
    // Only an operation needs it; where it is missing or broken, that is told then.
    let before = arguments.words.iter().any(|word| operations.contains(&word.as_str()));
    let before = before.then(|| found::read(&found::place(features, true)).ok()).flatten();
    let known = Known { operations: &operations, run: before.as_ref() };
    let mut chosen = choose(catalogue, known, &arguments.words).map_err(|refused| refused.to_string())?;
    if arguments.at.is_some() {
        chosen.keep(catalogue, |scenario| scenario.tags.iter().any(|tag| tag == SAFE));
        chosen.without(Facade::Direct.word());
        if chosen.is_empty() {
            return Err(format!("Nothing of it is safe on a server that others use (@{SAFE})."));
        }
    }
    Ok(chosen)
}

fn unreadable(causes: &[String]) -> ExitCode {
    for cause in causes {
        report::also(cause);
    }
    println!("0 passed, {} failed", causes.len());
    ExitCode::FAILURE
}

fn run(
    runtime: &Runtime,
    features: &Path,
    catalogue: &Catalogue,
    plays: Vec<Play>,
    arguments: &Arguments,
) -> ExitCode {
    let (began, start) = (SystemClock.now(), Instant::now());
    let everything = arguments.words.is_empty() && arguments.at.is_none();
    let (all, progress) = (plays.len(), Mutex::new(Progress::new(catalogue, &plays)));
    // Nobody waits for it then.
    let fills = plays.iter().flat_map(|play| &*play.steps).any(|step| step.value.contains("demo data"));
    let (stop_filling, stopped) = oneshot::channel::<()>();
    let filling = fills.then(|| {
        let handle = runtime.handle().clone();
        runtime.spawn_blocking(move || {
            handle.block_on(async {
                tokio::select! {
                    () = operating::fill() => {}
                    _ = stopped => {}
                }
            });
        })
    });
    let mut ended = play_all(runtime.handle(), plays, &progress, arguments.stop);
    let mut missing = Vec::new();
    if ended.len() < all {
        println!("\nIt was stopped: {} were not played.", all - ended.len());
    } else if everything {
        let seen: BTreeSet<_> = ended.iter().flat_map(|(_, outcome)| outcome.told.ended.clone()).collect();
        missing = coverage::missing(&Facade::ALL, &seen);
        missing.extend(untraced(catalogue));
        missing.extend(unlisted().into_iter().map(|code| format!("{code} is not in the contract's list")));
    }
    for (play, outcome) in &ended {
        if let Some(fault) = &outcome.fault {
            report::failure(play, fault, outcome.told.last.as_ref());
        }
    }
    for one in &missing {
        report::also(one);
    }
    if let Some(why) = converting::unsealed() {
        println!("\nNo file could be converted here: {why}");
    }
    report::totals(&ended);
    let failed = ended.iter().filter(|(_, outcome)| outcome.fault.is_some()).count();
    let passed = ended.len() - failed;
    let results =
        runtime.block_on(found::results(features, (began, start.elapsed()), &arguments.words, &mut ended));
    // A run that was stopped has not waited for it.
    drop(stop_filling);
    if let Some(filling) = filling {
        drop(runtime.block_on(filling));
    }
    runtime.block_on(database::remove_template());
    let usual = || found::place(features, everything && ended.len() == all);
    let file = arguments.results.clone().unwrap_or_else(usual);
    println!("in {:.1} s on {}", start.elapsed().as_secs_f32(), results.ran_on.join(", "));
    let page = |page| {
        fs::write(page, hosting_rest::behaviour::page(catalogue, Some(&results), None, true)).map(|()| page)
    };
    let written = [found::write(&file, &results).map(|()| &file)];
    let mut told = 0;
    for written in written.into_iter().chain(arguments.page.as_ref().map(page)) {
        match written {
            Ok(file) => println!("what was found is in {}", file.display()),
            Err(cause) => {
                report::also(&format!("what was found cannot be written: {cause}"));
                told += 1;
            }
        }
    }
    let failed = failed + missing.len() + told;
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays them, on as many threads as there are processors, and returns them in their order: all, or those that
/// had begun when the first of them failed.
fn play_all(
    runtime: &Handle,
    plays: Vec<Play>,
    progress: &Mutex<Progress>,
    stop: bool,
) -> Vec<(Play, Outcome)> {
    play::listen();
    let threads = thread::available_parallelism().map_or(2, usize::from).min(at_once());
    let (steps, next, stopped) = (Steps::new(), AtomicUsize::new(0), AtomicBool::new(false));
    let (plays_, steps, next, stopped) = (&plays, &steps, &next, &stopped);
    let mut outcomes: Vec<(usize, Outcome)> = thread::scope(|scope| {
        let player = || {
            play::begin();
            let left = stream::iter(std::iter::from_fn(|| {
                if stopped.load(Ordering::Relaxed) {
                    return None;
                }
                let number = next.fetch_add(1, Ordering::Relaxed);
                plays_.get(number).map(|play| (number, play))
            }));
            let played = left.map(|(number, play)| async move {
                let outcome = Box::pin(play::play(play, steps)).await;
                if stop && outcome.fault.is_some() {
                    stopped.store(true, Ordering::Relaxed);
                }
                progress.lock().unwrap_or_else(PoisonError::into_inner).note(play, &outcome);
                (number, outcome)
            });
            runtime.block_on(played.buffer_unordered(at_once().div_ceil(threads)).collect::<Vec<_>>())
        };
        let players: Vec<_> = (0..threads).map(|_| scope.spawn(player)).collect();
        players.into_iter().flat_map(|player| player.join().expect("a player ends")).collect()
    });
    outcomes.sort_by_key(|(number, _)| *number);
    let mut outcomes = outcomes.into_iter().peekable();
    let numbered = plays.into_iter().enumerate();
    numbered
        .filter_map(|(number, play)| {
            outcomes.next_if(|(of, _)| *of == number).map(|(_, outcome)| (play, outcome))
        })
        .collect()
}
