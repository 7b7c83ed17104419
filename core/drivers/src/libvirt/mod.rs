//! libvirt with QEMU, by its C library (<https://libvirt.org/html/libvirt-libvirt-domain.html>), on this machine or another.
//!
//! A machine is known by the id of its service in its metadata, a snapshot by its name, which is its id. What cannot be
//! told from the state of a machine is kept beside that id: the last work, and how far it came.
//!
//! The library blocks: each call of the platform has a thread for as long as it lasts, of which there is a bounded number,
//! and nobody waits for it longer than its time.
mod adopt;
mod events;
mod found;
mod host;
mod link;
mod mark;
mod meaning;
mod options;
mod power;
mod remove;
mod reports;
mod rewrite;
mod snapshots;
mod unclaimed;
mod usage;

pub use options::Options;

use futures_util::stream::BoxStream;
use host::Host;
use hosting_kernel::{
    providers::{
        Failure,
        hypervisor::{Adopted, Hypervisor, Power, Report, State, Told, Unclaimed},
    },
    values::password::Password,
};
use link::Link;
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

/// How long things may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// An answer.
    pub answer: Duration,
    /// A guest that is asked to go down.
    pub guest: Duration,
    /// Anything else that is done with a machine.
    pub change: Duration,
}

/// Less in all than the platform itself gives a guest (90 s) and a job (10 min): who knows sooner can say more.
const PATIENCE: Patience = Patience {
    answer: Duration::from_secs(15),
    guest: Duration::from_secs(65),
    change: Duration::from_mins(4),
};
/// How much longer the server may take to look at all machines, though the platform does not wait for that.
const LOOK: Duration = Duration::from_mins(1);

/// The machines of one server.
pub struct Libvirt {
    link: Arc<Link>,
    patience: Patience,
}

impl Libvirt {
    /// The server that `options` name; what is wrong with them, in words that name the option.
    ///
    /// An answer is waited for for 15 s, a guest for 65 s, any other change for 4 minutes.
    pub fn new(options: &Options) -> Result<Self, String> {
        Self::with_patience(options, PATIENCE)
    }

    /// The same, with other `patience`.
    pub fn with_patience(options: &Options, patience: Patience) -> Result<Self, String> {
        let settings = options.settled()?;
        Ok(Self { link: Arc::new(Link::new(settings, patience)), patience })
    }
}

#[async_trait::async_trait]
impl Hypervisor for Libvirt {
    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure> {
        self.link.ask(self.patience.answer, move |host| host.shown(instance)).await
    }

    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure> {
        let limit = self.patience.guest + self.patience.change;
        self.link.ask(limit, move |host| host.change_power(work, instance, power)).await
    }

    async fn set_password(&self, _work: Uuid, instance: Uuid, password: &Password) -> Result<(), Failure> {
        let password = password.clone();
        // The agent is asked whether it is there, and then to do it.
        let limit = self.patience.answer * 3;
        self.link.ask(limit, move |host| host.set_password(instance, &password)).await
    }

    async fn create_snapshot(
        &self,
        work: Uuid,
        instance: Uuid,
        snapshot: Uuid,
    ) -> Result<Option<i64>, Failure> {
        let kept = self.link.ask(self.patience.change, move |host| host.keep(work, instance, snapshot));
        // What it takes lies in the disk, and is not told.
        kept.await.map(|()| None)
    }

    async fn delete_snapshot(&self, _work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.link.ask(self.patience.change, move |host| host.forget(instance, snapshot)).await
    }

    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure> {
        self.link.ask(self.patience.change, move |host| host.restore(work, instance, snapshot)).await
    }

    async fn remove(&self, work: Uuid, instance: Uuid) -> Result<(), Failure> {
        self.link.ask(self.patience.change, move |host| host.remove(work, instance)).await
    }

    async fn adopt(&self, instances: &[Adopted]) -> Result<(), Failure> {
        if instances.is_empty() {
            return Ok(());
        }
        let said = instances.to_vec();
        self.link.ask(self.patience.change, move |host| host.take_over(&said)).await
    }

    async fn unclaimed(&self) -> Result<Told<Unclaimed>, Failure> {
        self.link.ask(self.patience.answer + LOOK, Host::nobodys).await.map(Told::from)
    }

    async fn reports(&self) -> Result<Told<Report>, Failure> {
        self.link.ask(self.patience.answer + LOOK, Host::report).await.map(Told::from)
    }

    async fn follow(&self) -> Result<Option<BoxStream<'_, Uuid>>, Failure> {
        self.events().await
    }

    fn driver(&self) -> &'static str {
        "libvirt"
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.link.ask(self.patience.answer, Host::is_well).await
    }
}
