//! The converter: each conversion in a sealed process of its own.
use crate::{fault::Faults, folder::remove_older};
use async_trait::async_trait;
use hosting_engine::{
    Artifact, Limits, Order, Tool,
    launch::{Failed, Workshop},
};
use hosting_kernel::providers::{
    Failure,
    converter::{Broke, Converter},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::task::spawn_blocking;

/// Converts in sealed processes.
#[derive(Clone)]
pub struct Sealed {
    workshop: Arc<Workshop>,
    folder: PathBuf,
    limits: Limits,
    /// Faults on demand.
    pub faults: Arc<Faults>,
}

impl Sealed {
    /// Conversions of `workshop`, each in a folder of its own in `folder`.
    pub fn new(workshop: Arc<Workshop>, folder: PathBuf) -> Self {
        Self { workshop, folder, limits: Limits::default(), faults: Arc::default() }
    }

    /// The same, each of which may take so much.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
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

    fn folder(&self) -> &Path {
        &self.folder
    }

    async fn convert(
        &self,
        order: &Order,
        folder: &Path,
        tell: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        let converting = async {
            match self.workshop.convert(order, folder, tell).await {
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
