//! The driver before a registry, and how that does what the promises ask of it.
use crate::{
    registry::{Fault, Keeps, Registry, Rules},
    stage::{self, hosts, texts},
};
use async_trait::async_trait;
use hosting_drivers::epp::{Epp, Options, Patience};
use hosting_kernel::providers::registrar::{Registered, Registrar, Standing};
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

/// How long a test waits: never as long as that, unless it fails.
pub const PATIENCE: Patience = Patience {
    connect: Duration::from_secs(20),
    answer: Duration::from_secs(20),
    whole: Duration::from_mins(1),
    keepalive: Duration::from_mins(10),
    barred: Duration::ZERO,
};

/// A registry, and what the driver is told of it.
pub struct Epps {
    pub registry: Arc<Registry>,
    /// The file with the certificate of its authority.
    pub authority: PathBuf,
}

impl Drop for Epps {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.authority);
    }
}

impl Epps {
    /// A registry with the rules of most tests.
    pub async fn new() -> Self {
        Self::with(Rules::new(Keeps::Objects)).await
    }

    pub async fn with(rules: Rules) -> Self {
        static FILES: AtomicUsize = AtomicUsize::new(0);
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        let registry = Registry::start(rules).await;
        let name = format!("drivers-epp-{}-{number}.pem", std::process::id());
        let authority = std::env::temp_dir().join(name);
        std::fs::write(&authority, &registry.authority.pem).unwrap();
        Self { registry, authority }
    }

    /// What an operator says of it.
    pub fn options(&self) -> Options {
        let rules = self.registry.world().rules.clone();
        Options {
            server: format!("127.0.0.1:{}", self.registry.port),
            client_id: rules.client,
            password: rules.password,
            registrar: None,
            client_certificate: None,
            client_key: None,
            authority: Some(self.authority.clone()),
            suffixes: rules.suffixes,
            hosts: match rules.keeps {
                Keeps::Objects => "objects".to_owned(),
                Keeps::Attributes => "attributes".to_owned(),
            },
            environment: "ote".to_owned(),
            sessions: 4,
        }
    }

    /// A driver of it, with no session yet.
    pub fn driver(&self) -> Epp {
        Epp::with_patience(self.options(), PATIENCE).unwrap()
    }

    /// A driver with one session, that idles.
    pub async fn ready(&self) -> Epp {
        let mut options = self.options();
        options.sessions = 1;
        let driver = Epp::with_patience(options, PATIENCE).unwrap();
        driver.ping().await.unwrap();
        driver
    }

    /// A domain of ours.
    pub fn domain<'a>(&self, name: &'a str) -> &'a str {
        self.registry.world().register(name);
        name
    }

    /// Who answers for a domain.
    pub fn hosts(&self, domain: &str) -> Vec<String> {
        let world = self.registry.world();
        let mut names: Vec<_> = world.domains[domain].hosts.iter().map(|host| host.name.clone()).collect();
        names.sort();
        names
    }

    pub fn fault(&self, name: &str, fault: Fault) {
        self.registry.fault(name, fault);
    }
}

/// The registry, as the promises ask for it.
pub struct Asked(pub Arc<Registry>);

#[async_trait]
impl stage::Registry for Asked {
    async fn show(&self, domain: &str, shown: Registered) {
        let mut world = self.0.world();
        let now = world.register(domain);
        (now.created, now.expires) = (shown.registered_at.unwrap().utc(), shown.expires_at.unwrap().utc());
        now.ds = shown.ds;
        let (statuses, grace): (&[&str], &[&str]) = match shown.standing {
            Standing::Pending => (&["pendingCreate"], &[]),
            Standing::Active => (&[], &["addPeriod"]),
            Standing::Suspended => (&["clientHold"], &[]),
            Standing::TransferPending => (&["pendingTransfer"], &[]),
            Standing::Grace => (&[], &["autoRenewPeriod"]),
            Standing::Redemption => (&["pendingDelete"], &["redemptionPeriod"]),
            Standing::PendingDelete => (&["pendingDelete"], &["pendingDelete"]),
            Standing::Elsewhere => (&[], &[]),
        };
        now.statuses.extend(texts(statuses));
        now.grace.extend(texts(grace));
        if shown.standing == Standing::Elsewhere {
            "other".clone_into(&mut now.registrar);
        }
        if shown.locked == Some(true) {
            now.statuses.insert("serverTransferProhibited".to_owned());
        }
        if shown.changing {
            now.statuses.insert("pendingUpdate".to_owned());
        }
        let names = shown.name_servers.unwrap();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        world.delegate(domain, &hosts(&names));
    }

    fn tell(&self, domain: &str, text: &str) {
        self.0.world().tell_of_transfer(domain, text);
    }

    fn wait(&self, domain: &str) {
        self.0.world().slow.insert(domain.to_owned());
    }

    fn decide(&self, domain: &str, done: bool) {
        self.0.world().decide(domain, done);
    }
}
