//! The secrets that a database knows, as time passes and processes come and go.
#![expect(clippy::disallowed_methods, reason = "a secret is every account's")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Database, Platform, Secret, Time,
    account::row::{AccountStatus, Model as Account},
    background::run_routines,
    clock::{Clock, SystemClock},
    credential::{Issuers, token::Prefixes},
    database::Location,
    email::row::{Entity as Mails, Model as Mail, Plan},
    hosting::FreeHosting,
    installation::{Finished, Known, Ring, claim, finish, known, mark, rotate},
    limit::{Limits, MemoryLimits},
    money::Money,
    platform::Parts,
    secret::{open_with, seal_with},
    services::service::{Model as Service, ServiceStatus, ServiceType},
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{folder::Folder, none::NoConverter, sandbox::Sandboxes};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, ModelTrait};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

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
        let folder = std::env::temp_dir().join(format!("hosting-installation-{}", SystemClock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let db = Database::open(&Location::Sqlite(folder.join("platform.db"))).await.unwrap();
        Migrator::up(db.connection(), None).await.unwrap();
        let clock = Arc::new(Standing(Mutex::new(Time::of_millis(1_925_035_200_000))));
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

    /// A process that was started with `secret`.
    async fn process(&self, secret: &[u8]) -> Platform {
        let secret = Secret::of(&self.ring(secret).await.keyring);
        let clock: Arc<dyn Clock> = self.clock.clone();
        let sandboxes = Sandboxes::new(&self.db, &clock, &secret, "http://localhost");
        let store = Folder::new(self.folder.join("files"), secret.clone(), "http://localhost");
        Platform::new(Parts {
            database: self.db.clone(),
            clock,
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
        })
    }

    async fn insert<M>(&self, row: M)
    where
        M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + ModelTrait + Send + 'static,
        <M::Entity as EntityTrait>::ActiveModel: ActiveModelTrait<Entity = M::Entity> + Send,
    {
        let write = self.db.write(move |db| {
            Box::pin(async move {
                <M::Entity as EntityTrait>::insert(row.into_active_model())
                    .exec_without_returning(db)
                    .await?;
                Ok(())
            })
        });
        write.await.unwrap();
    }

    /// An email service of `account` whose keys are sealed so.
    async fn mail(&self, account: Uuid, rsa: Option<Vec<u8>>, ed25519: Option<Vec<u8>>) -> Uuid {
        let service = service(SystemClock.id(), account, self.clock.now());
        let id = service.id;
        let plan = Plan {
            id: "email-10".to_owned(),
            mailbox_limit: 10,
            storage_bytes_per_mailbox: 1,
            domain_limit: 1,
        };
        let mail = Mail::ordered(&service, &format!("{id}.example"), plan);
        self.insert(service).await;
        self.insert(Mail { rsa_private: rsa, ed25519_private: ed25519, ..mail }).await;
        id
    }

    /// The keys of it, as they are sealed.
    async fn sealed(&self, id: Uuid) -> (Option<Vec<u8>>, Option<Vec<u8>>) {
        let reader = self.db.reader(true).await.unwrap();
        let mail = Mails::find_by_id(id).one(&reader.executor()).await.unwrap().unwrap();
        (mail.rsa_private, mail.ed25519_private)
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
    assert!(matches!(claim(&stage.db, &*stage.clock, OLD).await.unwrap(), Known::Ours(_)));
    assert_eq!(claim(&stage.db, &*stage.clock, NEW).await.unwrap(), Known::Another);
    assert_eq!(stage.known(NEW).await, Known::Another);
    assert!(
        !rotate(&stage.db, &*stage.clock, NEW, b"a third").await.unwrap(),
        "who has another one replaces nothing"
    );
    assert_eq!(finish(&stage.db, &*stage.clock).await.unwrap(), Finished::Nothing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_replaced_while_processes_have_either() {
    let stage = Stage::new().await;
    claim(&stage.db, &*stage.clock, OLD).await.unwrap();
    let token = Secret::new(OLD).token("a key");
    assert!(rotate(&stage.db, &*stage.clock, OLD, NEW).await.unwrap());
    assert!(!rotate(&stage.db, &*stage.clock, NEW, b"a third").await.unwrap(), "one after the other");

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

    assert!(matches!(finish(&stage.db, &*stage.clock).await.unwrap(), Finished::Later(_)));
    stage.pass(5);
    assert_eq!(finish(&stage.db, &*stage.clock).await.unwrap(), Finished::Done);
    assert_eq!(finish(&stage.db, &*stage.clock).await.unwrap(), Finished::Nothing);
    assert_eq!(stage.known(OLD).await, Known::Another);
    let last = stage.ring(NEW).await;
    assert_eq!((last.keyring.secrets.len(), last.keyring.current, last.keyring.trusted), (2, 1, 1));
    assert_eq!(Secret::of(&last.keyring).token("a key"), token);
    assert!(!Secret::of(&last.keyring).signed(b"there", &Secret::new(OLD).sign(b"there")));

    // And once more.
    assert!(rotate(&stage.db, &*stage.clock, NEW, b"a third").await.unwrap());
    stage.pass(10);
    assert_eq!(finish(&stage.db, &*stage.clock).await.unwrap(), Finished::Done);
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

#[tokio::test(flavor = "multi_thread")]
async fn keys_of_mail_are_sealed_anew_whatever_became_of_others() {
    let stage = Stage::new().await;
    claim(&stage.db, &*stage.clock, OLD).await.unwrap();
    let account = SystemClock.id();
    stage.insert(owner(account, stage.clock.now())).await;
    let old = |plain: &[u8]| Some(seal_with(OLD, plain));
    let damaged =
        stage.mail(account, Some(b"no longer what was sealed".to_vec()), old(b"of the first")).await;
    let none = stage.mail(account, None, None).await;
    let both = stage.mail(account, old(b"rsa"), old(b"ed25519")).await;
    let one = stage.mail(account, old(b"rsa"), None).await;
    let before = [stage.sealed(damaged).await, stage.sealed(none).await, stage.sealed(both).await];
    let process = stage.process(OLD).await;

    assert!(rotate(&stage.db, &*stage.clock, OLD, NEW).await.unwrap());
    run_routines(&process, AREAS).await;
    assert_eq!(stage.sealed(both).await, before[2], "not every process can open what the new one sealed");

    // The minute in which the process learns of it may be the one before it sees to the keys.
    stage.pass(5);
    run_routines(&process, AREAS).await;
    run_routines(&process, AREAS).await;
    let opened = |sealed: Option<Vec<u8>>| sealed.map(|sealed| open_with(NEW, &sealed).ok());
    let (rsa, ed25519) = stage.sealed(both).await;
    assert_eq!(opened(rsa), Some(Some(b"rsa".to_vec())));
    assert_eq!(opened(ed25519), Some(Some(b"ed25519".to_vec())));
    let (rsa, ed25519) = stage.sealed(one).await;
    assert_eq!((opened(rsa), ed25519), (Some(Some(b"rsa".to_vec())), None));
    assert_eq!([stage.sealed(damaged).await, stage.sealed(none).await], before[..2], "they are as they were");

    // What is sealed with it already stays, byte for byte.
    let sealed = stage.sealed(both).await;
    run_routines(&stage.process(NEW).await, AREAS).await;
    assert_eq!(stage.sealed(both).await, sealed);
}

fn owner(id: Uuid, now: Time) -> Account {
    Account {
        id,
        email: "ama@example.com".to_owned(),
        full_name: "Ama Mensah".to_owned(),
        first_name: None,
        last_name: None,
        company_name: None,
        country: None,
        preferred_language: "en".to_owned(),
        timezone: "UTC".to_owned(),
        status: AccountStatus::Active,
        plan: None,
        plan_status: None,
        operations_limit: None,
        period_ends_at: None,
        created_at: now,
    }
}

fn service(id: Uuid, account_id: Uuid, now: Time) -> Service {
    Service {
        id,
        account_id,
        service_type: ServiceType::Email,
        display_name: "mail".to_owned(),
        status: ServiceStatus::Active,
        plan_name: "email-10".to_owned(),
        billing_months: 1,
        renewal_price: Money::cents(500),
        renewal_currency: "USD".to_owned(),
        auto_renew: true,
        activated_at: None,
        renews_at: None,
        grace_ends_at: None,
        cancellation_requested_at: None,
        cancel_at: None,
        created_at: now,
        updated_at: now,
    }
}
