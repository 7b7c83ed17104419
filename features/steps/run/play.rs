//! Plays one scenario: a world of its own, its steps one after the other, and what came of it.
use super::cast::Play;
use crate::{
    record::{Record, Told},
    world::World,
};
use cucumber::{
    World as _,
    gherkin::{self, StepType},
    step::{CaptureName, Collection, Context, Step},
};
use futures_util::FutureExt;
use hosting_catalogue::Fault;
use std::{
    any::Any,
    cell::{Cell, RefCell},
    collections::HashMap,
    panic::{self, AssertUnwindSafe},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// What came of a scenario.
pub struct Outcome {
    /// Why it does not hold, if it does not.
    pub fault: Option<Fault>,
    /// What was asked in it.
    pub told: Told,
    /// How long it took, others beside it.
    pub took: Duration,
}

/// What does a step, and the parts of the sentence that it takes.
type Found = (Step<World>, Vec<(CaptureName, String)>);

/// What every sentence does.
pub struct Steps {
    all: Collection<World>,
    /// Sentences that were looked up: the same ones are said in many scenarios, on every facade.
    found: Mutex<HashMap<(StepType, String), Result<Found, String>>>,
}

impl Steps {
    /// All that there are.
    pub fn new() -> Self {
        Self { all: World::collection(), found: Mutex::default() }
    }

    /// What `step` does, or why nothing does.
    fn find(&self, step: &gherkin::Step) -> Result<Found, String> {
        let sentence = (step.ty, step.value.clone());
        if let Some(found) = self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&sentence) {
            return found.clone();
        }
        let found = match self.all.find(step) {
            Ok(Some((does, _, _, context))) => Ok((*does, context.matches)),
            Ok(None) => Err(format!("nothing in features/steps does this as a {:?}", step.ty)),
            Err(several) => {
                let places = several.possible_matches.iter().filter_map(|(_, place)| *place);
                let places: Vec<_> = places.map(|place| place.to_string()).collect();
                Err(format!("it can be read in several ways: {}", places.join(", ")))
            }
        };
        self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(sentence, found.clone());
        found
    }
}

thread_local! {
    /// Whether scenarios are played on this thread.
    static PLAYS: Cell<bool> = const { Cell::new(false) };
    /// Where the last assertion failed on this thread.
    static FAILED_AT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// What fails in a scenario is told by its report from now on, and no longer where it fails.
pub fn listen() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |about| match PLAYS.get() {
        true => FAILED_AT.set(about.location().map(|at| format!("{}:{}", at.file(), at.line()))),
        false => usual(about),
    }));
}

/// Scenarios are played on this thread from now on.
pub fn begin() {
    PLAYS.set(true);
}

/// Plays it.
pub async fn play(play: &Play, steps: &Steps) -> Outcome {
    let start = Instant::now();
    let world = AssertUnwindSafe(World::new()).catch_unwind().await;
    let world = world.map_err(|cause| words(&*cause));
    let mut world = match world.and_then(|world| world.map_err(|cause| cause.to_string())) {
        Ok(world) => world,
        Err(cause) => {
            let step = "before the first step".to_owned();
            let fault = Some(Fault { step, line: play.line, cause });
            return Outcome { fault, told: Record::default().told(), took: start.elapsed() };
        }
    };
    world.facade = play.facade;
    let mut fault = None;
    for step in &*play.steps {
        if let Err(cause) = act(&mut world, step, steps).await {
            let sentence = format!("{} {}", step.keyword.trim(), step.value);
            fault = Some(Fault { step: sentence, line: step.position.line, cause });
            break;
        }
    }
    let told = world.stage.record.told();
    if let Some(unfinished) = world.work.take() {
        unfinished.abort();
    }
    let left = world.stage.close().await;
    drop(world);
    if let Some((own, clock)) = left {
        own.remove(&clock).await;
    }
    Outcome { fault, told, took: start.elapsed() }
}

async fn act(world: &mut World, step: &gherkin::Step, steps: &Steps) -> Result<(), String> {
    let (does, matches) = steps.find(step)?;
    world.stage.record.begin(step.ty);
    let context = Context { step: step.clone(), matches };
    let done = AssertUnwindSafe(async { does(world, context).await }).catch_unwind().await;
    done.map_err(|cause| words(&*cause))
}

/// Why it failed, and where in the code of the steps.
fn words(cause: &(dyn Any + Send)) -> String {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("it failed without a word");
    let place = FAILED_AT.take().map(|place| format!("\n({place})")).unwrap_or_default();
    format!("{}{place}", plain(text))
}

/// An assertion in plain words: what was found stands first in ours.
fn plain(text: &str) -> String {
    let Some(rest) = text.strip_prefix("assertion `left == right` failed") else { return text.to_owned() };
    let Some((about, values)) = rest.split_once("\n  left: ") else { return text.to_owned() };
    let Some((found, wanted)) = values.split_once("\n right: ") else { return text.to_owned() };
    let about = about.strip_prefix(": ").map(|about| format!("{about}\n")).unwrap_or_default();
    format!("{about} found: {found}\nwanted: {wanted}")
}
