//! What a process does while nobody asks goes on, whatever befalls one piece of it.
#![expect(clippy::disallowed_methods, reason = "a test looks at the whole queue, and waits")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
use async_trait::async_trait;
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Area, Areas, Database, Error, Platform, Result, Time,
    background::{run_routines, start},
    clock::{Clock, SystemClock},
    credential::{Issuers, token::Prefixes},
    database::Location,
    hosting::FreeHosting,
    kernel::routine::Routine,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    providers::Failure,
    queue::{
        self, Asker, Completion, Entity, Job, JobKind, JobStatus, Lane, Outcome, Task, enqueue, work_once,
    },
    secret::Secret,
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{folder::Folder, none::NoConverter, sandbox::Sandboxes};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, IntoActiveModel, Statement};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, HashSet},
    future::pending,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::sync::watch;
use uuid::Uuid;

/// Who asks here.
const NOBODY: Asker = Asker { request_id: Uuid::nil(), account_id: None };

/// A clock that stands until it is moved.
struct Standing(Mutex<Time>);

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// A platform in a folder of its own.
struct Stage {
    platform: Platform,
    clock: Arc<Standing>,
    folder: PathBuf,
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Stage {
    async fn new() -> Self {
        let clock = Arc::new(Standing(Mutex::new(Time::of_millis(1_925_035_200_000))));
        let every: Arc<dyn Clock> = clock.clone();
        let folder = std::env::temp_dir().join(format!("hosting-background-{}", SystemClock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Database::open(&Location::Sqlite(folder.join("platform.db"))).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        let sandboxes = Sandboxes::new(&database, &every, &secret, "http://localhost");
        let store = Folder::new(folder.join("files"), secret.clone(), "http://localhost");
        let platform = Platform::new(Parts {
            clock: every,
            secret,
            prefixes: Prefixes::default(),
            issuers: Issuers::default(),
            limits: Limits::Memory(MemoryLimits::default()),
            providers: sandboxes.providers(Arc::new(store), Arc::new(NoConverter::default())),
            free_hosting: FreeHosting::default(),
            billing_terms: BillingTerms::default(),
            file_budget: FileBudget::default(),
            conversions_at_once: 1,
            new_rsa_key: hosting_core::email::new_rsa_key,
            retention: Retention::default(),
            base_url: "http://localhost".to_owned(),
            database,
        });
        Self { platform, clock, folder }
    }

    fn pass(&self, span: TimeDelta) {
        let mut now = self.clock.0.lock().unwrap();
        *now = now.plus(span);
    }

    async fn enqueue(&self, subject: &str, probe: Probe) {
        let (platform, subject) = (self.platform.clone(), subject.to_owned());
        let write = self.platform.database().write(move |db| {
            Box::pin(async move { enqueue(db, platform.clock(), NOBODY, subject, &probe).await })
        });
        write.await.unwrap();
    }

    async fn jobs(&self) -> Vec<Job> {
        let reader = self.platform.database().reader(false).await.unwrap();
        Entity::find().all(&reader.executor()).await.unwrap()
    }

    /// Puts a job into the queue as it is.
    async fn store(&self, kind: &str, task: serde_json::Value) {
        let (id, now) = (self.platform.id(), self.clock.now());
        let job = Job {
            id,
            request_id: Uuid::nil(),
            kind: kind.to_owned(),
            subject: id.to_string(),
            position: 1,
            task,
            status: JobStatus::Queued,
            attempts: 0,
            run_at: now,
            lease_until: None,
            last_error: None,
            created_at: now,
            holder: None,
            lane: String::new(),
            account_id: None,
            turn: 0,
        };
        let write = self.platform.database().write(move |db| {
            Box::pin(async move {
                Entity::insert(job.into_active_model()).exec_without_returning(db).await?;
                Ok(())
            })
        });
        write.await.unwrap();
    }
}

/// A task that panics in its first attempts.
#[derive(Serialize, Deserialize)]
struct Probe {
    run_panics: i32,
    finish_panics: i32,
}

const FINE: Probe = Probe { run_panics: 0, finish_panics: 0 };

#[async_trait]
impl Task for Probe {
    const KIND: &'static str = "probe";
    // Of these there is one worker.
    fn lane(&self) -> Lane {
        Lane::CONVERTER
    }

    async fn run(&mut self, _: &Platform, job: &Job) -> Result<(), Failure> {
        assert!(job.attempts > self.run_panics, "as it should");
        Ok(())
    }

    async fn finish(&self, at: &Completion<'_>, outcome: Outcome) -> Result<()> {
        if at.job.subject == "followed" && outcome.is_ok() {
            enqueue(at.db, at.platform.clock(), NOBODY, "follower".to_owned(), &FINE).await?;
        }
        assert!(at.job.attempts > self.finish_panics, "as it should");
        Ok(())
    }
}

const PROBES: Areas =
    &[&Area { jobs: &[JobKind::of::<Probe>()], subjects: &[], routines: &[], followers: &[], topics: &[] }];

#[tokio::test]
async fn a_job_that_panics_is_tried_again() {
    let stage = Stage::new().await;
    stage.enqueue("one", Probe { run_panics: 2, ..FINE }).await;
    for attempts in 1..=2 {
        assert!(work_once(&stage.platform, PROBES).await.unwrap());
        let job = stage.jobs().await.remove(0);
        assert_eq!((job.status, job.attempts), (JobStatus::Queued, attempts));
        assert!(job.last_error.is_some());
        assert!(!work_once(&stage.platform, PROBES).await.unwrap(), "it waits before another try");
        stage.pass(TimeDelta::seconds(2));
    }
    assert!(work_once(&stage.platform, PROBES).await.unwrap());
    assert_eq!(stage.jobs().await, []);
}

#[tokio::test]
async fn a_job_that_panics_always_is_buried() {
    for probe in [Probe { run_panics: 99, ..FINE }, Probe { finish_panics: 99, ..FINE }] {
        let stage = Stage::new().await;
        stage.enqueue("one", probe).await;
        for _ in 0..10 {
            assert!(work_once(&stage.platform, PROBES).await.unwrap());
            stage.pass(TimeDelta::minutes(15));
        }
        let job = stage.jobs().await.remove(0);
        assert_eq!((job.status, job.attempts), (JobStatus::Dead, 10));
        assert!(!work_once(&stage.platform, PROBES).await.unwrap());
    }
}

#[tokio::test]
async fn what_panics_while_it_is_finished_is_undone_and_tried_again() {
    let stage = Stage::new().await;
    stage.enqueue("followed", Probe { finish_panics: 2, ..FINE }).await;
    for _ in 0..2 {
        assert!(work_once(&stage.platform, PROBES).await.unwrap());
        let jobs = stage.jobs().await;
        assert_eq!(jobs.len(), 1, "what it wrote before is undone");
        assert_eq!((jobs[0].status, jobs[0].lease_until), (JobStatus::Queued, None));
        stage.pass(TimeDelta::seconds(2));
    }
    assert!(work_once(&stage.platform, PROBES).await.unwrap());
    let subjects: Vec<_> = stage.jobs().await.into_iter().map(|job| job.subject).collect();
    assert_eq!(subjects, ["follower"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_goes_on_after_a_panic() {
    let stage = Stage::new().await;
    stage.enqueue("one", Probe { run_panics: 99, ..FINE }).await;
    stage.enqueue("two", Probe { finish_panics: 99, ..FINE }).await;
    stage.enqueue("three", FINE).await;
    let (end, stop) = watch::channel(false);
    let mut tasks = start(&stage.platform, PROBES, &stop);
    while stage.jobs().await.iter().any(|job| job.attempts == 0) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    end.send(true).unwrap();
    while let Some(ended) = tasks.join_next().await {
        ended.expect("no worker panicked");
    }
    let subjects: Vec<_> = stage.jobs().await.into_iter().map(|job| job.subject).collect();
    assert_eq!(subjects, ["one", "two"], "the third is done");
}

/// Whether an earlier version or this one queued it; and what nobody here knows may be a later one's.
#[tokio::test]
async fn stored_jobs_are_read_and_what_cannot_be_read_is_left_to_others() {
    let stage = Stage::new().await;
    let nobody = Uuid::nil();
    let known = [
        (
            "apply_nameservers",
            serde_json::json!({ "domain_id": nobody, "name_servers": ["ns1.example.net"] }),
        ),
        ("look_at_domain", serde_json::json!({ "domain_id": nobody, "backend": "sandbox", "done": null })),
        (
            "renew_domain",
            serde_json::json!({ "domain_id": nobody, "backend": "sandbox", "current": "2031-01-01T00:00:00Z" }),
        ),
        ("hand_over_keys", serde_json::json!({ "domain_id": nobody, "backend": "sandbox" })),
        ("apply_site", serde_json::json!({ "service_id": nobody })),
        ("bring_instance_to_level", serde_json::json!({ "service_id": nobody, "kind": "lxc" })),
        ("bring_mail_to_level", serde_json::json!({ "service_id": nobody })),
        ("set_up_mail", serde_json::json!({ "service_id": nobody })),
        ("confirm_mail_dns", serde_json::json!({ "service_id": nobody, "revision": 1 })),
        (
            "change_instance",
            serde_json::json!({ "service_id": nobody, "change": { "change": "power", "power": "start" } }),
        ),
        ("ask_for_payment", serde_json::json!({ "charge_id": nobody, "backend": "sandbox" })),
        ("withdraw_charge", serde_json::json!({ "charge_id": nobody, "backend": "sandbox" })),
        ("convert_files", serde_json::json!({ "job_id": nobody })),
        (
            "put_record",
            serde_json::json!({ "record_id": nobody, "revision": 1, "zone": "books.example", "replaces": null,
                "set": { "name": "www.books.example", "kind": "A", "ttl": 300, "contents": ["192.0.2.1"] } }),
        ),
        (
            "remove_record",
            serde_json::json!({ "record_id": nobody, "revision": 1, "zone": "books.example",
                "set": { "name": "www.books.example", "kind": "A" } }),
        ),
    ];
    assert_eq!(known.len(), AREAS.iter().flat_map(|area| area.jobs).count(), "every kind is here");
    for (kind, mut task) in known {
        stage.store(kind, task.clone()).await;
        task["task"] = kind.into();
        stage.store(kind, task).await;
    }
    while work_once(&stage.platform, AREAS).await.unwrap() {}
    assert_eq!(stage.jobs().await, []);
    stage.store("unheard_of", serde_json::json!({})).await;
    stage.store("apply_site", serde_json::json!({ "service": 7 })).await;
    while work_once(&stage.platform, AREAS).await.unwrap() {}
    let backlog = queue::backlog(&stage.platform).await.unwrap();
    let waiting: HashSet<_> =
        backlog.counts.iter().map(|one| (one.kind.as_str(), one.state.as_str(), one.count)).collect();
    assert_eq!(waiting, HashSet::from(["unheard_of", "apply_site"].map(|kind| (kind, "queued", 1))));
    assert_eq!(backlog.oldest, [], "they are left to another version for a while");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_that_waits_is_told_and_what_is_stuck() {
    let stage = Stage::new().await;
    stage.store("unheard_of", serde_json::json!({})).await;
    let due = stage.clock.now();
    stage.pass(TimeDelta::minutes(1));
    stage.store("unheard_of", serde_json::json!({})).await;
    let told = |backlog: &queue::Backlog| {
        let counts = backlog.counts.iter().map(|one| (one.state.clone(), one.count));
        counts.collect::<BTreeMap<_, _>>()
    };
    let backlog = queue::backlog(&stage.platform).await.unwrap();
    assert_eq!(backlog.oldest, [("platform".to_owned(), due)]);
    assert_eq!(told(&backlog), BTreeMap::from([("queued".to_owned(), 2)]));

    let taken =
        "UPDATE job SET status = 'running', lease_until = run_at WHERE id = (SELECT min(id) FROM job)";
    stage.platform.database().connection().execute_unprepared(taken).await.unwrap();
    let backlog = queue::backlog(&stage.platform).await.unwrap();
    assert_eq!(told(&backlog), BTreeMap::from([("queued".to_owned(), 1), ("stuck".to_owned(), 1)]));
}

static DONE: AtomicUsize = AtomicUsize::new(0);

const ROUTINES: Areas = &[&Area {
    jobs: &[],
    subjects: &[],
    routines: &[
        Routine { name: "panics", run: |_| Box::pin(async { panic!("as it should") }) },
        Routine {
            name: "fails",
            run: |_| Box::pin(async { Err(Error::Internal("as it should".to_owned())) }),
        },
        Routine {
            name: "counts",
            run: |_| {
                Box::pin(async {
                    DONE.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                })
            },
        },
    ],
    followers: &[],
    topics: &[],
}];

const SLOW: Areas = &[
    &Area {
        jobs: &[],
        subjects: &[],
        routines: &[Routine { name: "waits", run: |_| Box::pin(pending()) }],
        followers: &[],
        topics: &[],
    },
    ROUTINES[0],
];

#[tokio::test]
async fn a_routine_holds_up_no_other() {
    let stage = Stage::new().await;
    run_routines(&stage.platform, ROUTINES).await;
    assert_eq!(DONE.load(Ordering::Relaxed), 1);
    let (_end, stop) = watch::channel(false);
    let tasks = start(&stage.platform, SLOW, &stop);
    while DONE.load(Ordering::Relaxed) < 2 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop(tasks);
}

/// The names of the kinds are those that the database's triggers write.
#[tokio::test]
async fn every_kind_of_record_is_noticed_by_the_database() {
    let stage = Stage::new().await;
    let reader = stage.platform.database().reader(false).await.unwrap();
    let triggers = "SELECT group_concat(sql) AS sql FROM sqlite_master WHERE type = 'trigger'";
    let triggers = Statement::from_string(DbBackend::Sqlite, triggers);
    let triggers = reader.executor().query_one_raw(triggers).await.unwrap().unwrap();
    let triggers: String = triggers.try_get("", "sql").unwrap();
    for kind in AREAS.iter().flat_map(|area| area.topics).flat_map(|topic| topic.kinds) {
        assert!(triggers.contains(&format!("'{}'", kind.name)), "{kind:?}");
    }
}
