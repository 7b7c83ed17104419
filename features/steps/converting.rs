//! What converts files in scenarios: sealed processes, once somebody has files converted.
use crate::tight::Room;
use async_trait::async_trait;
use hosting_core::providers::{
    Failure,
    converter::{Broke, Converter},
};
use hosting_drivers::{fault::Faults, sealed::Sealed};
use hosting_engine::{
    Artifact, Engine, Limits, Order, TOOLS, Tool,
    launch::{Place, Workshop},
};
use std::{
    env,
    path::PathBuf,
    sync::{Arc, OnceLock},
    thread,
    time::Duration,
};
use tokio::runtime;

/// What converts in all scenarios, or why nothing does; the program of the scenarios is the sealed one too.
static WORKSHOP: OnceLock<Result<Arc<Workshop>, String>> = OnceLock::new();

/// Opens it for the first who needs it. It takes as long as starting a few processes.
fn workshop() -> Result<&'static Arc<Workshop>, &'static String> {
    let open = || {
        let exe = env::current_exe().expect("a program");
        // Who asks is polled by a runtime, and cannot wait for it.
        let opened = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(Workshop::open(exe))
        });
        opened.join().expect("an answer").map(Arc::new)
    };
    WORKSHOP.get_or_init(open).as_ref()
}

/// Why no files were converted, if that was wanted and could not be.
pub fn unsealed() -> Option<&'static str> {
    WORKSHOP.get()?.as_ref().err().map(String::as_str)
}

/// A scenario's converter.
#[derive(Clone)]
pub struct Converting {
    folder: PathBuf,
    room: Room,
    /// Faults on demand.
    pub faults: Arc<Faults>,
}

impl Converting {
    /// One that works in `folder`, with this `room`.
    pub fn new(folder: PathBuf, room: Room) -> Self {
        Self { folder, room, faults: Arc::default() }
    }

    fn sealed(&self) -> Result<Sealed, &'static String> {
        let mut sealed =
            Sealed::new(Arc::clone(workshop()?), self.folder.clone()).within(*self.room.limits());
        sealed.faults = Arc::clone(&self.faults);
        Ok(sealed)
    }
}

#[async_trait]
impl Converter for Converting {
    /// Where nothing is sealed off, what needs no programs of others is listed, and waits for ever.
    fn tools(&self) -> Vec<&'static Tool> {
        let inside = || TOOLS.iter().filter(|tool| tool.about.engine == Engine::Inside).collect();
        self.sealed().map_or_else(|_| inside(), |sealed| sealed.tools())
    }

    fn limits(&self) -> Limits {
        *self.room.limits()
    }

    async fn place(&self, id: &str) -> Result<Place, Failure> {
        match self.sealed() {
            Ok(sealed) => sealed.place(id).await,
            Err(why) => Err(Failure::Unavailable(why.clone())),
        }
    }

    async fn convert(
        &self,
        order: &Order,
        place: &mut Place,
        tell: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        match self.sealed() {
            Ok(sealed) => sealed.convert(order, place, tell).await,
            Err(why) => Err(Broke::Ours(Failure::Unavailable(why.clone()))),
        }
    }

    async fn clear(&self, age: Duration) -> Result<(), Failure> {
        // Nothing is left where nothing was begun.
        match self.folder.is_dir() {
            true => self.sealed().map_err(Failure::ours)?.clear(age).await,
            false => Ok(()),
        }
    }

    fn seal(&self) -> Option<serde_json::Value> {
        self.sealed().ok()?.seal()
    }

    fn driver(&self) -> &'static str {
        "sealed"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
