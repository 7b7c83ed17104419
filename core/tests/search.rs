//! A platform that searches, under a clock that is moved.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
use chrono::{DateTime, TimeDelta};
use hosting_core::{
    Platform, Secret, Time,
    clock::Clock,
    credential::{Issuers, token::Prefixes},
    database::{Database, Location},
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    search::{self, Asked},
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{folder::Folder, none::NoConverter, sandbox::Sandboxes};
use hosting_migrations::{Migrator, MigratorTrait};
use sea_orm::ConnectionTrait;
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};
use uuid::Uuid;

const PRICE: &str = r#"{
    "tld": ".com", "registration_price_usd": 11.99, "renewal_price_usd": 13.99, "transfer_price_usd": 11.99,
    "restore_price_usd": 99, "popular": true, "is_promo": false, "min_years": 1, "max_years": 10,
    "registration_periods": [1, 2], "renewal_periods": [1, 2], "transfer_periods": [1],
    "supports_privacy": true, "provider_attributes": []
}"#;

fn at(seconds: i64) -> Time {
    Time::new(DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds))
}

/// A clock that stands until it is moved.
struct Standing(Mutex<Time>);

impl Clock for Standing {
    fn now(&self) -> Time {
        *self.0.lock().unwrap()
    }
}

/// A platform with an empty price list, in a folder of its own.
struct Stage {
    platform: Platform,
    clock: Arc<Standing>,
    folder: PathBuf,
}

impl Stage {
    async fn new() -> Self {
        let clock = Arc::new(Standing(Mutex::new(at(0))));
        let folder = std::env::temp_dir().join(format!("search-{}-{}", std::process::id(), clock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await.unwrap();
        Migrator::up(database.connection(), None).await.unwrap();
        let secret = Secret::new(b"a secret for tests only, of 32 characters");
        let clock_of_all = Arc::clone(&clock) as Arc<dyn Clock>;
        let sandboxes = Sandboxes::new(&database, &clock_of_all, &secret, "");
        let store = Folder::new(folder.join("files"), secret.clone(), "");
        let providers = sandboxes.providers(Arc::new(store), Arc::new(NoConverter::default()));
        let platform = Platform::new(Parts {
            clock: clock_of_all,
            secret,
            prefixes: Prefixes::default(),
            issuers: Issuers::default(),
            limits: Limits::Memory(MemoryLimits::default()),
            providers,
            retention: Retention::default(),
            base_url: "http://127.0.0.1:8080".to_owned(),
            free_hosting: FreeHosting::default(),
            billing_terms: BillingTerms::default(),
            file_budget: FileBudget::default(),
            conversions_at_once: 1,
            new_rsa_key: hosting_core::email::new_rsa_key,
            database,
        });
        Self { platform, clock, folder }
    }

    fn move_to(&self, seconds: i64) {
        *self.clock.0.lock().unwrap() = at(seconds);
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn the_price_list_is_read_again_in_time() {
    let stage = Stage::new().await;
    let asked = Asked::by_list(vec!["free.com".to_owned()]).unwrap();
    let unsupported =
        async || search::answer(&stage.platform, Uuid::nil(), &asked).await.unwrap().unsupported;
    assert_eq!(unsupported().await, 1);
    let insert = format!("INSERT INTO price (tld, price) VALUES ('.com', '{PRICE}')");
    stage.platform.database().connection().execute_unprepared(&insert).await.unwrap();
    stage.move_to(3);
    assert_eq!(unsupported().await, 1);
    stage.move_to(5);
    assert_eq!(unsupported().await, 0);
}

#[tokio::test]
async fn a_client_may_search_twenty_times_a_minute() {
    let stage = Stage::new().await;
    let ask = async |address: &str| search::allow(&stage.platform, address.parse().unwrap()).await;
    for left in (0..20).rev() {
        assert_eq!(ask("2001:db8:0:1::1").await.unwrap().remaining, left);
    }
    let late = ask("2001:db8:0:1::2").await.unwrap_err();
    assert_eq!((late.code(), late.retry_after()), ("search_rate_limited", Some(60)));
    assert!(ask("2001:db8:0:2::1").await.is_ok());
    stage.move_to(60);
    assert!(ask("2001:db8:0:1::1").await.is_ok());
}
