//! The port to what runs instances: containers (Incus) and virtual machines (libvirt).
//!
//! What a driver has to see to, beside its calls:
//!
//! - **Who is who.** An instance is known by the id of its service, which is kept with it: in the metadata
//!   element of a libvirt domain, in the settings of an Incus instance (`user.service-id`), so that an instance
//!   made elsewhere is adopted by setting that. A snapshot is known by its own id: libvirt cannot rename one,
//!   Incus keeps no description, so names and descriptions are the platform's.
//! - **Once.** Every change carries the id of the work that it belongs to, and a worker that dies is
//!   followed by another with the same work. Starting, stopping, freezing, taking and deleting a snapshot
//!   can be told from the state of the instance. Restarting, restoring and reinstalling cannot: the driver
//!   keeps the last work in the instance's own metadata (`user.*` of an Incus instance, the metadata
//!   element of a libvirt domain), and answers for work that it finds there without doing it again.
//! - **To the end.** A change returns when the instance has got there, not when it was told (Incus: wait
//!   for the operation; libvirt: look until its state is that). A guest may ignore being asked to go down:
//!   that ends in [`Failure::Timeout`]. The platform bounds each call in time too.
//! - **What is in the way.** Incus rebuilds stopped containers only: its driver stops them first and starts
//!   them afterwards. Passwords are set through the guest, and its agent may be away
//!   ([`Failure::InTheWay`]). What is impossible in the present state is [`Failure::Refused`]; what
//!   something else is in the way of just now is [`Failure::InTheWay`].
mod status;

pub use status::{InstanceKind, InstanceStatus};

use super::Failure;
use crate::values::{password::Password, time::Time};
use futures_util::stream::BoxStream;
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, Ipv6Addr};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::mpsc,
};
use uuid::Uuid;

/// What is done with the power of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Power {
    /// On.
    Start,
    /// Off at once.
    Stop,
    /// The guest is asked to end; it may not listen.
    Shutdown,
    /// Off and on again, by the guest where it listens; one that is held still does not.
    Restart,
    /// Held still, with its memory.
    Freeze,
    /// No longer held still.
    Unfreeze,
}

/// What an instance is at its hypervisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Where it stands, as far as the hypervisor can tell.
    pub status: InstanceStatus,
    /// What it calls itself, where the hypervisor knows.
    pub hostname: Option<String>,
    /// What it was installed with, where the hypervisor knows.
    pub system: Option<String>,
    /// All snapshots that it has, where the hypervisor tells: some expire, or go where an older one is gone back to.
    pub snapshots: Option<Vec<Uuid>>,
}

/// What an instance has used since it booted, and uses now. Hypervisors count; they keep no history.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Differs from one boot to the next, where that is known (Incus: when it started; libvirt: the id of
    /// the running domain): counters begin anew then.
    pub boot: Option<i64>,
    /// Processor time, of all processors together, in nanoseconds.
    pub cpu_ns: u64,
    /// Memory in use, in bytes.
    pub memory_bytes: u64,
    /// Disk in use, in bytes, where the storage can tell.
    pub disk_bytes: Option<u64>,
    /// Bytes that came in.
    pub network_in_bytes: u64,
    /// Bytes that went out.
    pub network_out_bytes: u64,
    /// Bytes that were read from disks.
    pub disk_read_bytes: u64,
    /// Bytes that were written to disks.
    pub disk_write_bytes: u64,
}

/// What a hypervisor tells of one of its instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The instance.
    pub instance: Uuid,
    /// Where it stands; nothing where the hypervisor cannot tell just now, because the member of a cluster that
    /// has the instance is away. Nothing is concluded from that.
    pub status: Option<InstanceStatus>,
    /// What it uses, while it runs.
    pub usage: Option<Usage>,
    /// All snapshots that it has, where the hypervisor tells.
    pub snapshots: Option<Vec<Uuid>>,
}

/// What a hypervisor tells of all its instances: each in `told`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<T> {
    /// Those that it tells of.
    pub told: Vec<T>,
    /// Whether these are all that there are. Where they are not, something of the hypervisor does not answer, such as a
    /// member of a cluster that is away, and nothing may be concluded of what is missing.
    pub whole: bool,
}

impl<T> From<Vec<T>> for Told<T> {
    /// All that there are.
    fn from(told: Vec<T>) -> Self {
        Self { told, whole: true }
    }
}

/// An instance that is no service's: no id of one is kept with it. What a hypervisor does not know is left empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclaimed {
    /// What the hypervisor calls it, and adopts it by.
    pub name: String,
    /// Where it stands.
    pub status: Option<InstanceStatus>,
    /// What it was installed with.
    pub system: Option<String>,
    /// Its processors.
    pub vcpus: Option<i32>,
    /// Its memory, in bytes.
    pub memory_bytes: Option<i64>,
    /// Its disk, in bytes.
    pub disk_bytes: Option<i64>,
    /// Its address of version 4.
    pub ipv4: Option<Ipv4Addr>,
    /// Its address of version 6.
    pub ipv6: Option<Ipv6Addr>,
}

/// An instance that exists already, as the operator knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adopted {
    /// The instance.
    pub instance: Uuid,
    /// What it calls itself.
    pub hostname: String,
    /// What it was installed with.
    pub system: String,
    /// Where it stands.
    pub status: InstanceStatus,
    /// Its processors.
    pub vcpus: i32,
    /// Its memory, in bytes.
    pub memory_bytes: i64,
    /// Its disk, in bytes.
    pub disk_bytes: i64,
    /// What it can go back to.
    pub snapshots: Vec<AdoptedSnapshot>,
}

/// A snapshot that exists already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedSnapshot {
    /// The snapshot.
    pub snapshot: Uuid,
    /// What it takes of the disk, where that is known.
    pub size_bytes: Option<i64>,
    /// When it was taken.
    pub taken_at: Time,
}

/// A hypervisor.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once.
#[async_trait::async_trait]
pub trait Hypervisor: Send + Sync {
    /// What an instance is now; nothing if there is none. One that is there, or may be, but on a member of a cluster
    /// that is away, is [`Failure::InTheWay`] or [`Failure::NotNow`].
    /// (Incus: `GET instances/{name}/state`; libvirt: `virDomainGetState`.)
    async fn state(&self, instance: Uuid) -> Result<Option<State>, Failure>;

    /// Changes its power, and waits until it has got there. A guest that does not listen to a shutdown
    /// ends in [`Failure::Timeout`]; what is impossible in its state is [`Failure::Refused`].
    async fn power(&self, work: Uuid, instance: Uuid, power: Power) -> Result<(), Failure>;

    /// Sets the password of its administrator. The instance must run; its guest agent (libvirt) may be
    /// away: [`Failure::InTheWay`]. The password goes by standard input or a file that is removed, never by an
    /// argument list.
    async fn set_password(&self, work: Uuid, instance: Uuid, password: &Password) -> Result<(), Failure>;

    /// Keeps what it is now under `snapshot`; gives what that takes, in bytes, where it can be told.
    async fn create_snapshot(
        &self,
        work: Uuid,
        instance: Uuid,
        snapshot: Uuid,
    ) -> Result<Option<i64>, Failure>;

    /// Keeps `snapshot` no longer; nothing happens if it is not there.
    async fn delete_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure>;

    /// Makes it what it was; it runs afterwards if it ran before.
    async fn restore_snapshot(&self, work: Uuid, instance: Uuid, snapshot: Uuid) -> Result<(), Failure>;

    /// Removes it with its data and its snapshots, in whatever state it is; nothing happens if it is not there.
    async fn remove(&self, work: Uuid, instance: Uuid) -> Result<(), Failure>;

    /// Tells it of instances that were made elsewhere. One that it knows by its id keeps its state, its system
    /// and its snapshots; its name and its sizes are as they are said.
    async fn adopt(&self, _instances: &[Adopted]) -> Result<(), Failure> {
        Ok(())
    }

    /// The instances that are no service's, and could be adopted. What is marked with any service, be it one that the
    /// platform does not know, is somebody's; so is, for all that is known, what a member of a cluster has that is away:
    /// it is left out, and the list is not whole. (Incus: `GET instances?recursion=2`; libvirt: the domains without our
    /// element in their metadata.) A hypervisor that makes an instance of whatever it is told has none.
    async fn unclaimed(&self) -> Result<Told<Unclaimed>, Failure> {
        Ok(Vec::new().into())
    }

    /// What is to be told of all instances, in a call or two however many they are; what cannot be told of, and cannot
    /// be told to be missing, is left out, and they are not whole. (Incus: `GET metrics`,
    /// and `GET instances?recursion=1` for those that do not run; libvirt: `virConnectGetAllDomainStats`.)
    async fn reports(&self) -> Result<Told<Report>, Failure>;

    /// Begins to be told what becomes of instances, whoever does it; returns when from then on nothing is missed.
    ///
    /// What comes is each instance whose state, or whose snapshots, may have changed: what they are now, [`state`]
    /// says. It ends with the connection; whoever follows then follows anew, and looks at all. Nothing where a
    /// hypervisor does not tell: it is polled, as all are. (Incus: `GET events?type=lifecycle`; libvirt:
    /// `VIR_DOMAIN_EVENT_ID_LIFECYCLE`.)
    ///
    /// [`state`]: Self::state
    async fn follow(&self) -> Result<Option<BoxStream<'_, Uuid>>, Failure> {
        Ok(None)
    }

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}

/// A size of a terminal, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Characters in a line.
    pub columns: u16,
    /// Lines.
    pub rows: u16,
}

/// Both directions of a terminal's bytes.
pub trait Bytes: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Bytes for T {}

/// A terminal that was opened; it ends when either side closes the bytes.
pub struct Terminal {
    /// What is typed, and what is shown.
    pub bytes: Box<dyn Bytes>,
    /// Where a new size is told.
    pub resize: mpsc::Sender<Size>,
}

/// A hypervisor of containers, which it can make anew and look into.
#[async_trait::async_trait]
pub trait Containers: Hypervisor {
    /// The distributions that it can install, as the operator has configured them.
    fn systems(&self) -> Vec<String>;

    /// Makes it anew with `system`, without its data; it runs afterwards. (Incus: stop, rebuild, start.)
    async fn reinstall(&self, work: Uuid, instance: Uuid, system: &str) -> Result<(), Failure>;

    /// Opens a terminal in it. (Incus: `exec` with its websockets for bytes and for the window's size.)
    async fn terminal(&self, instance: Uuid, size: Size) -> Result<Terminal, Failure>;
}
