//! A folder of its own for one attempt at a job.
use hosting_engine::{
    launch::clear,
    work::{IN, OUT, TMP},
};
use hosting_kernel::{kernel::platform::Platform, providers::Failure, values::secret::random};
use std::{
    fs::DirBuilder,
    io,
    path::{Path, PathBuf},
};
use tokio::task::spawn_blocking;
use uuid::Uuid;

/// A folder that goes when the work is over, however that ends.
pub(super) struct Workplace(PathBuf);

impl Workplace {
    /// An empty one for `job`.
    pub async fn new(platform: &Platform, job: Uuid) -> Result<Self, Failure> {
        let name: String = random::<8>().iter().map(|byte| format!("{byte:02x}")).collect();
        let path = platform.providers().converter.folder().join(format!("{job}-{name}"));
        let place = Self(path.clone());
        spawn_blocking(move || make(&path)).await.map_err(Failure::ours)?.map_err(Failure::ours)?;
        Ok(place)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

/// For nobody else to read.
fn make(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for part in [IN, OUT, TMP] {
        builder.create(path.join(part))?;
    }
    Ok(())
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let path = std::mem::take(&mut self.0);
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
