//! The errors in the log of this process, by the request or the charge that they are about.
use std::{
    collections::HashMap,
    fmt,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id, Record},
};

static ERRORS: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(|| {
    tracing::subscriber::set_global_default(Errors).expect("nobody else reads the log");
    Mutex::default()
});

/// Reads the log from now on.
pub fn read() {
    drop(errors());
}

/// What the log says of a request that failed, or of a charge.
pub fn of(id: &str) -> String {
    errors().get(id).cloned().unwrap_or_default()
}

fn errors() -> MutexGuard<'static, HashMap<String, String>> {
    ERRORS.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Errors;

/// The words of a line, and the request or the charge that it is about.
#[derive(Default)]
struct Line {
    words: String,
    about: Option<String>,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let value = format!("{value:?}");
        self.words.extend([field.name(), "=", &value, " "]);
        if matches!(field.name(), "request_id" | "charge") {
            self.about = Some(value);
        }
    }
}

impl Subscriber for Errors {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && *metadata.level() == Level::ERROR
    }

    fn event(&self, event: &Event<'_>) {
        let mut line = Line::default();
        event.record(&mut line);
        if let Some(about) = line.about {
            *errors().entry(about).or_default() += &line.words;
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
