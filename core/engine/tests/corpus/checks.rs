//! A table of checks, and how they are run.
use crate::stage::Stage;
use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Instant,
};

/// One thing that is to be so.
pub struct Check {
    /// What is so.
    pub name: &'static str,
    /// The programs that it needs.
    pub needs: &'static [&'static str],
    /// Panics where it is not so.
    pub run: fn(&Stage),
}

impl Check {
    pub const fn new(name: &'static str, needs: &'static [&'static str], run: fn(&Stage)) -> Self {
        Self { name, needs, run }
    }
}

/// Runs `checks`, as many at once as there are processors, and tells how many failed.
pub fn run(stage: &Stage, checks: &[&Check]) -> usize {
    let (next, broken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(check) = checks.get(next.fetch_add(1, Ordering::Relaxed)) {
            broken.fetch_add(usize::from(!holds(stage, check)), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, Into::into) {
            scope.spawn(work);
        }
    });
    broken.into_inner()
}

fn holds(stage: &Stage, check: &Check) -> bool {
    if let Some(missing) = check.needs.iter().find(|program| !installed(stage, program)) {
        eprintln!("skipped: {} ({missing} is not installed)", check.name);
        return env::var("HOSTING_REQUIRE_SERVICES").map_or(true, |value| value != "1");
    }
    let began = Instant::now();
    let held = catch_unwind(AssertUnwindSafe(|| (check.run)(stage))).is_ok();
    let word = if held { "ok" } else { "FAILED" };
    eprintln!("{word}: {} ({} ms)", check.name, began.elapsed().as_millis());
    held
}

/// Whether a program is here; of LibreOffice it matters too whether the seal lets it in.
fn installed(stage: &Stage, program: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&paths).any(|folder| folder.join(program).exists());
    found && (program != "soffice" || stage.has_office())
}
