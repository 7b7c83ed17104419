//! A store of files that tells nobody when one arrives, as a bucket does.
use crate::{conversion, database, world::World};
use async_trait::async_trait;
use cucumber::{given, when};
use hosting_core::{
    Time,
    providers::{
        Failure,
        store::{Awaited, Brought, Key, Local, Signed, Store, Stored, Titled},
    },
};
use hosting_drivers::folder::Folder;
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};
use uuid::Uuid;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// The folder of a scenario's files: the platform's own, until a scenario says that it is a bucket.
#[derive(Clone)]
pub struct Shelf {
    folder: Arc<Folder>,
    is_bucket: Arc<AtomicBool>,
}

impl Shelf {
    /// The platform's own `folder`.
    pub fn of(folder: &Arc<Folder>) -> Self {
        Self { folder: Arc::clone(folder), is_bucket: Arc::default() }
    }

    fn is_bucket(&self) -> bool {
        self.is_bucket.load(Ordering::Relaxed)
    }
}

#[async_trait]
impl Store for Shelf {
    fn upload(&self, file: Awaited<'_>, until: Time) -> Signed {
        self.folder.upload(file, until)
    }

    fn download(&self, file: Titled<'_>, until: Time) -> String {
        self.folder.download(file, until)
    }

    async fn find(&self, key: &Key) -> Result<Option<Stored>, Failure> {
        let found = self.folder.find(key).await?;
        // A bucket knows what it has.
        let content = || fs::read(self.folder.path(key)).expect("a file that was found");
        let sha256 = || Sha256::digest(content()).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(found.map(|found| Stored { sha256: self.is_bucket().then(sha256), ..found }))
    }

    async fn fetch(&self, key: &Key, version: Option<&str>, path: &Path) -> Result<Brought, Failure> {
        self.folder.fetch(key, version, path).await
    }

    async fn keep(&self, key: &Key, path: &Path, mime: &str) -> Result<(), Failure> {
        self.folder.keep(key, path, mime).await
    }

    async fn remove(&self, job: Uuid) -> Result<(), Failure> {
        self.folder.remove(job).await
    }

    async fn jobs(&self, after: Option<String>) -> Result<(Vec<Uuid>, Option<String>), Failure> {
        self.folder.jobs(after).await
    }

    async fn has_room(&self) -> bool {
        self.is_bucket() || self.folder.has_room().await
    }

    fn local(&self) -> Option<&dyn Local> {
        if self.is_bucket() { None } else { self.folder.local() }
    }

    fn driver(&self) -> &'static str {
        self.folder.driver()
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.folder.ping().await
    }
}

#[given("files are kept in a bucket, which tells nobody when one arrives")]
fn kept_in_bucket(world: &mut World) {
    world.stage.backends.shelf.is_bucket.store(true, Ordering::Relaxed);
}

/// Puts a file of the job there, beside the platform.
async fn arrive(world: &World, name: &str, content: Vec<u8>) {
    let key = conversion::key_of(world, name);
    // Ids are the same in every scenario, and some are played at the same time.
    let file = database::folder().join(format!("sent-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
    fs::write(&file, content).expect("a file");
    world.stage.backends.store.keep(&key, &file, "text/plain").await.expect("a store");
    fs::remove_file(&file).expect("an end to the file");
}

#[given(regex = r#"^"([^"]+)" arrived in the bucket$"#)]
#[when(regex = r#"^"([^"]+)" arrives in the bucket$"#)]
async fn arrived(world: &mut World, name: String) {
    arrive(world, &name, conversion::content_of(&name)).await;
}

#[given(regex = r#"^a part of "([^"]+)" arrived in the bucket$"#)]
async fn arrived_in_part(world: &mut World, name: String) {
    let mut content = conversion::content_of(&name);
    content.truncate(content.len() - 1);
    arrive(world, &name, content).await;
}
