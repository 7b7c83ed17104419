//! A table of checks, and how they are run.
use super::stage::Stage;
use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

/// One thing that is to be so.
pub struct Check {
    /// What is so.
    pub name: &'static str,
    /// Panics where it is not so.
    pub run: fn(&Stage),
}

impl Check {
    pub const fn new(name: &'static str, run: fn(&Stage)) -> Self {
        Self { name, run }
    }
}

/// Runs those that have the argument in their names: as many at once as there are processors.
pub fn run(stage: &Stage, all: impl Iterator<Item = &'static Check>) -> ExitCode {
    let only = env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let wanted: Vec<_> = all.filter(|check| check.name.contains(&only)).collect();
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(check) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            failed.fetch_add(usize::from(!holds(stage, check)), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, Into::into) {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner();
    println!("{} passed, {failed} failed", wanted.len() - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn holds(stage: &Stage, check: &Check) -> bool {
    let began = Instant::now();
    let held = catch_unwind(AssertUnwindSafe(|| (check.run)(stage))).is_ok();
    let word = if held { "ok" } else { "FAILED" };
    println!("{word}: {} ({} ms)", check.name, began.elapsed().as_millis());
    held
}
