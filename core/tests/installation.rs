//! The secrets that a database knows, as time passes and processes come and go.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
use chrono::TimeDelta;
use hosting_core::{
    Database, Secret, Time,
    clock::{Clock, SystemClock},
    database::Location,
    installation::{Finished, Known, Ring, claim, finish, known, mark, rotate},
};
use hosting_migrations::{Migrator, MigratorTrait};
use std::{path::PathBuf, sync::Mutex};

const OLD: &[u8] = b"the first secret, of 32 characters";
const NEW: &[u8] = b"another secret, of 32 characters !";

/// A clock that stands until it is moved.
struct Standing(Mutex<Time>);

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

struct Stage {
    db: Database,
    clock: Standing,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    async fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("hosting-installation-{}", SystemClock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Database::open(&Location::Sqlite(folder.join("platform.db"))).await.unwrap();
        Migrator::up(db.connection(), None).await.unwrap();
        let clock = Standing(Mutex::new(Time::of_millis(1_925_035_200_000)));
        Self { db, clock, folder }
    }

    fn pass(&self, minutes: i64) {
        let mut now = self.clock.0.lock().unwrap();
        *now = now.plus(TimeDelta::minutes(minutes));
    }

    async fn known(&self, secret: &[u8]) -> Known {
        let reader = self.db.reader(true).await.unwrap();
        known(&reader.executor(), secret, self.clock.now()).await.unwrap()
    }

    async fn ring(&self, secret: &[u8]) -> Ring {
        match self.known(secret).await {
            Known::Ours(ring) => ring,
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_secret_of_a_database_is_its_own() {
    let stage = Stage::new().await;
    assert_eq!(stage.known(OLD).await, Known::None);
    assert!(matches!(claim(&stage.db, &stage.clock, OLD).await.unwrap(), Known::Ours(_)));
    assert_eq!(claim(&stage.db, &stage.clock, NEW).await.unwrap(), Known::Another);
    assert_eq!(stage.known(NEW).await, Known::Another);
    assert!(
        !rotate(&stage.db, &stage.clock, NEW, b"a third").await.unwrap(),
        "who has another one replaces nothing"
    );
    assert_eq!(finish(&stage.db, &stage.clock).await.unwrap(), Finished::Nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_replaced_while_processes_have_either() {
    let stage = Stage::new().await;
    claim(&stage.db, &stage.clock, OLD).await.unwrap();
    let token = Secret::new(OLD).token("a key");
    assert!(rotate(&stage.db, &stage.clock, OLD, NEW).await.unwrap());
    assert!(!rotate(&stage.db, &stage.clock, NEW, b"a third").await.unwrap(), "one after the other");

    // Whichever a process has, it reads both, and writes with the old one at first.
    let (of_old, of_new) = (stage.ring(OLD).await, stage.ring(NEW).await);
    assert_eq!(of_old.keyring, of_new.keyring);
    assert_eq!((of_old.keyring.current, of_old.keyring.trusted), (0, 0));
    assert!(of_old.replaced && !of_new.replaced);
    assert_eq!(of_old.newest(), NEW);

    stage.pass(5);
    assert_eq!(stage.ring(OLD).await.keyring.current, 1);
    let before = Secret::of(&of_old.keyring);
    let after = Secret::of(&stage.ring(NEW).await.keyring);
    assert_eq!(after.token("a key"), token, "a key is known for ever");
    assert!(before.signed(b"there", &after.sign(b"there")), "who learns of it last takes what it signs");

    assert!(matches!(finish(&stage.db, &stage.clock).await.unwrap(), Finished::Later(_)));
    stage.pass(5);
    assert_eq!(finish(&stage.db, &stage.clock).await.unwrap(), Finished::Done);
    assert_eq!(finish(&stage.db, &stage.clock).await.unwrap(), Finished::Nothing);
    assert_eq!(stage.known(OLD).await, Known::Another);
    let last = stage.ring(NEW).await;
    assert_eq!((last.keyring.secrets.len(), last.keyring.current, last.keyring.trusted), (2, 1, 1));
    assert_eq!(Secret::of(&last.keyring).token("a key"), token);
    assert!(!Secret::of(&last.keyring).signed(b"there", &Secret::new(OLD).sign(b"there")));

    // And once more.
    assert!(rotate(&stage.db, &stage.clock, NEW, b"a third").await.unwrap());
    stage.pass(10);
    assert_eq!(finish(&stage.db, &stage.clock).await.unwrap(), Finished::Done);
    let third = stage.ring(b"a third").await;
    assert_eq!((third.keyring.secrets.len(), third.keyring.current, third.keyring.trusted), (3, 2, 2));
    assert_eq!(Secret::of(&third.keyring).token("a key"), token);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_installation_has_one_of_is_what_came_first() {
    let stage = Stage::new().await;
    assert_eq!(mark(&stage.db, "files", "one").await.unwrap(), "one");
    assert_eq!(mark(&stage.db, "files", "other").await.unwrap(), "one");
    assert_eq!(mark(&stage.db, "something else", "other").await.unwrap(), "other");
}
