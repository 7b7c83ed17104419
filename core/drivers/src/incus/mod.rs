//! Incus 6.0 LTS and later, by its REST API (<https://linuxcontainers.org/incus/docs/main/rest-api/>), over a socket of
//! the machine or over HTTPS with certificates on both sides.
//!
//! An instance is known by `user.service-id` among its settings, a snapshot by its name, which is its id. What cannot be
//! told from the state of an instance is kept in `user.last-work`: the last work, and how far it came.
mod adopt;
mod client;
mod events;
mod exec;
mod found;
mod instance;
mod mark;
mod meaning;
mod operation;
mod options;
mod power;
mod reinstall;
mod reports;
mod snapshots;
mod socket;
mod terminal;
mod unclaimed;
mod way;

pub use options::Options;

use client::Api;
use found::Names;
use futures_util::stream::BoxStream;
use hosting_kernel::{
    providers::{
        Failure,
        hypervisor::{
            Adopted, Containers, Hypervisor, Power, Report, Size, State, Terminal, Told, Unclaimed,
        },
    },
    values::password::Password,
};
use options::Settings;
use reports::Server;
use serde::de::IgnoredAny;
use std::{sync::OnceLock, time::Duration};
use uuid::Uuid;

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// An answer.
    pub answer: Duration,
    /// A guest that is asked to go down.
    pub guest: Duration,
    /// Anything else that is done with an instance.
    pub change: Duration,
}

/// Less in all than the platform itself gives a guest (90 s) and a job (10 min): who knows sooner can say more.
const PATIENCE: Patience = Patience {
    answer: Duration::from_secs(15),
    guest: Duration::from_secs(65),
    change: Duration::from_mins(4),
};

/// The instances of one project, of one server or one cluster.
pub struct Incus {
    api: Api,
    project: String,
    systems: Vec<String>,
    stateful: bool,
    names: Names,
    /// Whether it is a cluster, once that was told.
    clustered: OnceLock<bool>,
    patience: Patience,
}

impl Incus {
    /// The server that `options` name; what is wrong with them, in words that name the option.
    ///
    /// A connection is waited for for 5 s, an answer for 15 s, a guest for 65 s, any other change for 4 minutes.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with other `patience`.
    pub fn with_patience(options: Options, patience: Patience) -> Result<Self, String> {
        let Settings { way, project, systems, stateful } = options.settled()?;
        let api = Api::new(way, &project, patience.answer)?;
        let (names, clustered) = (Names::default(), OnceLock::new());
        Ok(Self { api, project, systems, stateful, names, clustered, patience })
    }
}

#[async_trait::async_trait]
impl Hypervisor for Incus {
    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure> {
        let Some(found) = self.find(instance).await? else { return Ok(None) };
        let status = found.status().ok_or_else(found::unseen)?;
        // A guest calls itself what it likes, and the server does not look.
        let system = found.config.get(instance::SYSTEM).map(str::to_owned);
        Ok(Some(State { status, hostname: None, system, snapshots: found.snapshots() }))
    }

    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure> {
        self.change_power(work, instance, power).await
    }

    async fn set_password(&self, _work: Uuid, instance: Uuid, password: &Password) -> Result<(), Failure> {
        self.feed(instance, &["chpasswd"], format!("root:{}\n", password.expose())).await
    }

    async fn create_snapshot(
        &self,
        work: Uuid,
        instance: Uuid,
        snapshot: Uuid,
    ) -> Result<Option<i64>, Failure> {
        self.keep(work, instance, snapshot).await
    }

    async fn delete_snapshot(&self, _work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.forget(instance, snapshot).await
    }

    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.restore(work, instance, snapshot).await
    }

    async fn remove(&self, _work: Uuid, instance: Uuid) -> Result<(), Failure> {
        self.delete(instance).await
    }

    async fn adopt(&self, instances: &[Adopted]) -> Result<(), Failure> {
        self.take_over(instances).await
    }

    async fn unclaimed(&self) -> Result<Told<Unclaimed>, Failure> {
        self.nobodys().await
    }

    async fn reports(&self) -> Result<Told<Report>, Failure> {
        self.report().await
    }

    async fn follow(&self) -> Result<Option<BoxStream<'_, Uuid>>, Failure> {
        self.events().await.map(Some)
    }

    fn driver(&self) -> &'static str {
        "incus"
    }

    async fn ping(&self) -> Result<(), Failure> {
        let server: Server = self.api.get(self.api.url(&[], &[])).await?;
        if server.auth != "trusted" {
            return Err(Failure::Misconfigured("Incus does not trust client_certificate".to_owned()));
        }
        if !server.api_extensions.iter().any(|extension| extension == "instances_rebuild") {
            return Err(Failure::Misconfigured("the server is older than Incus 6.0".to_owned()));
        }
        let project = self.api.url(&["projects", &self.project], &[]);
        match self.api.find::<IgnoredAny>(project).await? {
            Some(_) => Ok(()),
            None => Err(Failure::Misconfigured(
                "Incus has no project of that name: see the option project".to_owned(),
            )),
        }
    }
}

#[async_trait::async_trait]
impl Containers for Incus {
    fn systems(&self) -> Vec<String> {
        self.systems.clone()
    }

    async fn reinstall(&self, work: Uuid, instance: Uuid, system: &str) -> Result<(), Failure> {
        self.rebuild(work, instance, system).await
    }

    async fn terminal(&self, instance: Uuid, size: Size) -> Result<Terminal, Failure> {
        self.open_terminal(instance, size).await
    }
}
