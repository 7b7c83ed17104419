//! The converter: each conversion in a sealed process of its own.
use crate::{fault::Faults, folder::remove_older};
use async_trait::async_trait;
use hosting_engine::{
    Artifact, Limits, Order, Tool,
    launch::{Failed, Place, Workshop},
};
use hosting_kernel::{
    providers::{
        Failure,
        converter::{Broke, Converter},
    },
    values::secret::random,
};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::task::spawn_blocking;

/// How long a sealed process waits for an order before it goes.
const WAITS: Duration = Duration::from_mins(1);

/// Converts in sealed processes.
#[derive(Clone)]
pub struct Sealed {
    workshop: Arc<Workshop>,
    folder: PathBuf,
    limits: Limits,
    /// Where the next one waits, if one is to.
    next: Option<Arc<Next>>,
    /// Faults on demand.
    pub faults: Arc<Faults>,
}

/// The next one.
#[derive(Default)]
struct Next {
    place: Mutex<Option<Place>>,
    /// Held while one encloses itself.
    enclosing: tokio::sync::Mutex<()>,
}

impl Next {
    fn place(&self) -> MutexGuard<'_, Option<Place>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sealed {
    /// Conversions of `workshop`, each in a folder of its own in `folder`.
    pub fn new(workshop: Arc<Workshop>, folder: PathBuf) -> Self {
        Self { workshop, folder, limits: Limits::default(), next: None, faults: Arc::default() }
    }

    /// The same, each of which may take so much.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same, where while one conversion is done, the process for another encloses itself and waits for it.
    #[must_use]
    pub fn ahead(self) -> Self {
        Self { next: Some(Arc::default()), ..self }
    }

    /// A new place, where a process encloses itself.
    async fn start(&self, id: &str) -> Result<Place, Failure> {
        let name: String = random::<16>().iter().map(|byte| format!("{byte:02x}")).collect();
        let started = self.workshop.ready(id, self.limits, self.folder.join(name)).await;
        started.map_err(|failed| Failure::Unavailable(failed.to_string()))
    }

    /// The place where one has waited for such an order.
    fn waiting(&self, id: &str) -> Option<Place> {
        let mut next = self.next.as_ref()?.place();
        next.take_if(|place| self.workshop.is_ready(place, id, &self.limits))
    }

    /// Has one wait for the next order of this kind, in place of what waits for another; once, for conversions that
    /// begin together.
    async fn prepare(self, id: String) {
        let Some(next) = &self.next else { return };
        let Ok(alone) = next.enclosing.try_lock() else { return };
        if next.place().as_ref().is_some_and(|place| self.workshop.is_ready(place, &id, &self.limits)) {
            return;
        }
        let Ok(place) = self.start(&id).await else { return };
        let path = place.path().to_owned();
        // What has waited goes here: it was of no use for the last.
        let before = next.place().replace(place);
        drop((before, alone));
        tokio::time::sleep(WAITS).await;
        let unwanted = next.place().take_if(|place| place.path() == path);
        drop(unwanted);
    }
}

#[async_trait]
impl Converter for Sealed {
    fn tools(&self) -> Vec<&'static Tool> {
        self.workshop.tools().collect()
    }

    fn limits(&self) -> Limits {
        self.limits
    }

    async fn place(&self, id: &str) -> Result<Place, Failure> {
        match self.waiting(id) {
            Some(place) => Ok(place),
            None => self.start(id).await,
        }
    }

    async fn convert(
        &self,
        order: &Order,
        place: &mut Place,
        tell: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        if self.next.is_some() {
            tokio::spawn(self.clone().prepare(order.tool.clone()));
        }
        let converting = async {
            match self.workshop.convert_in(place, order, tell).await {
                Ok(made) => Ok(Ok(made)),
                Err(Failed::Failure(failure)) => Ok(Err(failure)),
                Err(Failed::Unavailable(why)) => Err(Failure::Unavailable(why)),
            }
        };
        self.faults.around(converting).await.map_err(Broke::Ours)?.map_err(Broke::Fault)
    }

    async fn clear(&self, age: Duration) -> Result<(), Failure> {
        let folder = self.folder.clone();
        let removed = spawn_blocking(move || remove_older(&folder, age));
        removed.await.map_err(Failure::ours)?.map_err(Failure::ours)
    }

    fn seal(&self) -> Option<serde_json::Value> {
        serde_json::to_value(self.workshop.state()).ok()
    }

    fn driver(&self) -> &'static str {
        "sealed"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
