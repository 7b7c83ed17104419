//! A place for one conversion: its folder, and the sealed process that waits in it.
use super::{clear, starting::Running, watching::has_ended};
use crate::{
    Engine, Limits,
    work::{IN, OUT, TMP},
};
use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

/// A folder of its own for one conversion, which may have a sealed process that waits there for its order.
///
/// Both go with it, however the work ends.
pub struct Place {
    path: PathBuf,
    waiting: Option<Waiting>,
}

/// A sealed process that has heard of nobody yet, and what it was enclosed for.
pub(super) struct Waiting {
    pub running: Running,
    pub engine: Engine,
    pub limits: Limits,
}

impl Place {
    /// A new folder at `path`, for nobody else to read, in which nobody waits.
    pub fn new(path: PathBuf) -> io::Result<Self> {
        let place = Self { path, waiting: None };
        let mut builder = DirBuilder::new();
        builder.recursive(true).mode(0o700);
        for part in [IN, OUT, TMP] {
            builder.create(place.path.join(part))?;
        }
        Ok(place)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a process waits here that has not ended, enclosed for `engine` and with these `limits`.
    pub(super) fn waits_for(&self, engine: Engine, limits: &Limits) -> bool {
        self.waiting.as_ref().is_some_and(|waiting| {
            waiting.engine == engine && waiting.limits == *limits && !has_ended(waiting.running.0.id())
        })
    }

    /// From now on this process waits here.
    pub(super) fn wait(&mut self, waiting: Waiting) {
        self.waiting = Some(waiting);
    }

    /// The process that waits here, if it is of use for such an order; one that is not ends.
    pub(super) fn take(&mut self, engine: Engine, limits: &Limits) -> Option<Running> {
        let fits = self.waits_for(engine, limits);
        self.waiting.take().filter(|_| fits).map(|waiting| waiting.running)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // First, so that nobody is left who writes there.
        drop(self.waiting.take());
        let path = std::mem::take(&mut self.path);
        // A disk holds up no other work; what cannot go now goes with what is old.
        let remove = move || {
            let _ = clear(&path);
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(remove)),
            Err(_) => remove(),
        }
    }
}
