//! What a sandbox instance is at a moment.
use hosting_kernel::{
    providers::{
        Failure,
        hypervisor::{
            InstanceStatus::{self, Error as Broken, Frozen, Running, Stopped},
            Power,
        },
    },
    values::time::Time,
};
use sea_orm::{ActiveEnum, FromJsonQueryResult};
use serde::{Deserialize, Serialize};

/// What an instance is: its power, what is installed on it, and since when its counters run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Condition {
    /// Where it stands; on its way only where it was said so when it was adopted, and only until it is there.
    pub status: InstanceStatus,
    /// What it calls itself.
    pub hostname: String,
    /// What is installed on it.
    pub system: String,
    /// The password of its administrator: a keyed fingerprint, in hexadecimal digits.
    pub password: Option<String>,
    /// When it last booted.
    pub booted_at: Time,
    /// Since when it is frozen.
    pub frozen_at: Option<Time>,
    /// Milliseconds that it was frozen before that, since it booted.
    pub frozen_millis: i64,
}

impl Condition {
    /// What it becomes at `at` when its power is changed.
    pub(super) fn powered(self, power: Power, at: Time) -> Result<Self, Failure> {
        match (power, self.status) {
            (Power::Start, Stopped | Broken) | (Power::Restart, Running | Frozen) => Ok(self.booted(at)),
            (Power::Stop, Running | Frozen | Broken) | (Power::Shutdown, Running) => Ok(self.stopped()),
            (Power::Freeze, Running) => Ok(self.frozen(at)),
            (Power::Unfreeze, Frozen) => Ok(self.thawed(at)),
            (_, status) => Err(refused(status)),
        }
    }

    /// What it becomes at `at` when it goes back to what it was: with its power as it is now.
    pub(super) fn restored(self, kept: Self, at: Time) -> Self {
        match self.status {
            Running => kept.booted(at),
            Frozen => kept.booted(at).frozen(at),
            _ => kept.stopped(),
        }
    }

    /// What it becomes at `at` when it is made anew.
    pub(super) fn reinstalled(self, system: String, at: Time) -> Result<Self, Failure> {
        match self.status {
            Running | Stopped | Broken => Ok(Self { system, password: None, ..self }.booted(at)),
            status => Err(refused(status)),
        }
    }

    /// The same, stopped.
    pub(super) fn stopped(self) -> Self {
        Self { status: Stopped, frozen_at: None, frozen_millis: 0, ..self }
    }

    /// The same, crashed.
    pub(super) fn broken(self) -> Self {
        Self { status: Broken, ..self.stopped() }
    }

    fn booted(self, at: Time) -> Self {
        Self { status: Running, booted_at: at, ..self.stopped() }
    }

    fn frozen(self, at: Time) -> Self {
        Self { status: Frozen, frozen_at: Some(at), ..self }
    }

    fn thawed(self, at: Time) -> Self {
        let held = self.frozen_at.map_or(0, |since| at.millis() - since.millis());
        Self { status: Running, frozen_at: None, frozen_millis: self.frozen_millis + held, ..self }
    }

    /// Milliseconds for which it was awake since it booted, at `now`.
    pub(super) fn awake_millis(&self, now: Time) -> i64 {
        let until = self.frozen_at.unwrap_or(now);
        (until.millis() - self.booted_at.millis() - self.frozen_millis).max(0)
    }
}

/// The refusal of what cannot be done with an instance that stands so.
pub(super) fn refused(status: InstanceStatus) -> Failure {
    Failure::Refused(format!("the instance is {}", status.to_value()))
}
