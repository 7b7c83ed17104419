//! A hypervisor that tells what becomes of its instances: a sandbox, and what a test says.
use async_trait::async_trait;
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use hosting_core::{
    Password,
    providers::{
        Failure,
        hypervisor::{Containers, Hypervisor, Power, Report, Size, State, Terminal, Told},
    },
};
use hosting_drivers::sandbox::hypervisor::Sandbox;
use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tokio::sync::mpsc;
use uuid::Uuid;

/// A hypervisor that tells what it is told to, while there is a connection to it.
pub struct Telling {
    sandbox: Sandbox,
    next: Mutex<Option<mpsc::UnboundedReceiver<Uuid>>>,
    /// How often somebody wanted to follow it.
    pub tried: AtomicUsize,
    /// How often it has reported.
    pub reported: AtomicUsize,
    looked_at: Mutex<Vec<Uuid>>,
    /// Whether it answers nothing that it is asked of one instance.
    pub is_silent: AtomicBool,
}

impl Telling {
    pub fn new(sandbox: Sandbox) -> Self {
        let (tried, reported) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (looked_at, is_silent) = (Mutex::default(), AtomicBool::new(false));
        Self { sandbox, next: Mutex::new(None), tried, reported, looked_at, is_silent }
    }

    /// It can be followed by one that tries; what goes in here, it tells. The connection ends when that is dropped.
    pub fn connects(&self) -> mpsc::UnboundedSender<Uuid> {
        let (told, heard) = mpsc::unbounded_channel();
        *self.next.lock().unwrap() = Some(heard);
        told
    }

    fn answers(&self) -> Result<(), Failure> {
        match self.is_silent.load(Ordering::Relaxed) {
            true => Err(Failure::Timeout),
            false => Ok(()),
        }
    }

    /// Whether anybody has asked for this one by itself.
    pub fn was_looked_at(&self, id: Uuid) -> bool {
        self.looked_at.lock().unwrap().contains(&id)
    }
}

#[async_trait]
impl Hypervisor for Telling {
    async fn follow(&self) -> Result<Option<BoxStream<'_, Uuid>>, Failure> {
        self.tried.fetch_add(1, Ordering::Relaxed);
        let heard = self.next.lock().unwrap().take();
        let heard = heard.ok_or_else(|| Failure::Unavailable("there is no connection".to_owned()))?;
        let told = stream::unfold(heard, |mut heard| async move { Some((heard.recv().await?, heard)) });
        Ok(Some(told.boxed()))
    }

    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure> {
        self.looked_at.lock().unwrap().push(instance);
        self.answers()?;
        self.sandbox.state(instance).await
    }

    async fn reports(&self) -> Result<Told<Report>, Failure> {
        let reports = self.sandbox.reports().await;
        self.reported.fetch_add(1, Ordering::Relaxed);
        reports
    }

    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure> {
        self.answers()?;
        self.sandbox.power(work, instance, power).await
    }

    async fn set_password(&self, work: Uuid, instance: Uuid, password: &Password) -> Result<(), Failure> {
        self.sandbox.set_password(work, instance, password).await
    }

    async fn create_snapshot(&self, work: Uuid, instance: Uuid, new: Uuid) -> Result<Option<i64>, Failure> {
        self.sandbox.create_snapshot(work, instance, new).await
    }

    async fn delete_snapshot(&self, work: Uuid, instance: Uuid, old: Uuid) -> Result<(), Failure> {
        self.sandbox.delete_snapshot(work, instance, old).await
    }

    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, old: Uuid) -> Result<(), Failure> {
        self.sandbox.restore_snapshot(work, instance, old).await
    }

    async fn remove(&self, work: Uuid, instance: Uuid) -> Result<(), Failure> {
        self.sandbox.remove(work, instance).await
    }

    fn driver(&self) -> &'static str {
        "made up"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

#[async_trait]
impl Containers for Telling {
    fn systems(&self) -> Vec<String> {
        self.sandbox.systems()
    }

    async fn reinstall(&self, work: Uuid, instance: Uuid, system: &str) -> Result<(), Failure> {
        self.sandbox.reinstall(work, instance, system).await
    }

    async fn terminal(&self, instance: Uuid, size: Size) -> Result<Terminal, Failure> {
        self.sandbox.terminal(instance, size).await
    }
}
