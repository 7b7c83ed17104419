//! What the promises are asked of.
use async_trait::async_trait;
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::{
        Failure,
        hypervisor::{Containers, Hypervisor, InstanceStatus, Power, Usage},
    },
};
use uuid::Uuid;

/// A driver, and what is behind it.
pub struct Stage<D: ?Sized = dyn Containers> {
    pub driver: Box<D>,
    pub behind: Box<dyn Behind>,
}

/// What is done behind the driver's back.
#[async_trait]
pub trait Behind: Send + Sync {
    /// Makes an instance that runs, by the name of `name`, and says nothing of whose it is.
    async fn make(&self, name: &str);

    /// Whether what is made is there before anybody adopts it.
    fn is_there_before(&self) -> bool {
        true
    }

    /// Waits until its guest listens, where it takes longer to boot than the driver waits for.
    async fn listens(&self, _name: &str) {}

    /// Lets a little time pass: what boots again has another time of its boot then.
    async fn pass(&self);
}

impl<D: Hypervisor + ?Sized> Stage<D> {
    /// An instance by the name of `name`, adopted, that is `status`.
    pub async fn instance(&self, name: &str, status: InstanceStatus) -> Uuid {
        self.behind.make(name).await;
        let id = work();
        self.driver.adopt(&[adopted(id, name)]).await.unwrap();
        match status {
            InstanceStatus::Stopped => self.power(id, Power::Stop).await.unwrap(),
            InstanceStatus::Frozen => self.power(id, Power::Freeze).await.unwrap(),
            _ => {}
        }
        assert_eq!(self.status(id).await, status);
        id
    }

    /// Changes its power, as work of its own.
    pub async fn power(&self, id: Uuid, power: Power) -> Result<(), Failure> {
        self.driver.power(work(), id, power).await
    }

    pub async fn status(&self, id: Uuid) -> InstanceStatus {
        self.driver.state(id).await.unwrap().unwrap().status
    }

    pub async fn usage(&self, id: Uuid) -> Option<Usage> {
        let reports = self.driver.reports().await.unwrap();
        reports.told.into_iter().find(|report| report.instance == id).unwrap().usage
    }

    /// When it booted.
    pub async fn boot(&self, id: Uuid) -> i64 {
        self.usage(id).await.unwrap().boot.unwrap()
    }
}

/// Work of its own.
pub fn work() -> Uuid {
    SystemClock.id()
}

/// An instance that was made elsewhere.
pub fn adopted(instance: Uuid, name: &str) -> hosting_kernel::providers::hypervisor::Adopted {
    hosting_kernel::providers::hypervisor::Adopted {
        instance,
        hostname: name.to_owned(),
        system: "debian-12".to_owned(),
        status: InstanceStatus::Running,
        vcpus: 1,
        memory_bytes: 1 << 30,
        disk_bytes: 1 << 30,
        snapshots: Vec::new(),
    }
}

/// Whether it will not, now or ever.
pub fn is_refused<T>(outcome: &Result<T, Failure>) -> bool {
    matches!(outcome, Err(Failure::Refused(_) | Failure::NotThere(_)))
}
