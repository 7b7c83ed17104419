//! What can be done with an instance in which state: the state machines of both kinds, as data.
use super::instance::Instance;
use hosting_kernel::{
    providers::hypervisor::{
        InstanceKind::{self, Kvm, Lxc},
        InstanceStatus::{
            self, Error as Broken, Frozen, Reinstalling, Restarting, Restoring, Running, Starting, Stopped,
            Stopping,
        },
        Power,
    },
    refusals::error::{Error, Result},
};
use sea_orm::ActiveEnum;

/// Something that is done with an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Let it run.
    Start,
    /// Switch it off, whatever it does.
    Stop,
    /// Ask its system to end.
    Shutdown,
    /// Off and on again.
    Restart,
    /// Hold it still.
    Freeze,
    /// Let it go on.
    Unfreeze,
    /// Keep what it is now.
    CreateSnapshot,
    /// Keep it no longer.
    DeleteSnapshot,
    /// Make it what it was.
    RestoreSnapshot,
    /// Make it anew.
    Reinstall,
    /// Set its password.
    ResetPassword,
    /// Open a terminal in it.
    OpenTerminal,
}

impl Action {
    /// As refusals say it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Stop => "stop",
            Self::Shutdown => "shut down",
            Self::Restart => "restart",
            Self::Freeze => "freeze",
            Self::Unfreeze => "unfreeze",
            Self::CreateSnapshot => "make a snapshot of",
            Self::DeleteSnapshot => "delete a snapshot of",
            Self::RestoreSnapshot => "restore",
            Self::Reinstall => "reinstall",
            Self::ResetPassword => "set the password of",
            Self::OpenTerminal => "open a terminal of",
        }
    }

    /// As others are told while it is under way.
    pub const fn meanwhile(self) -> &'static str {
        match self {
            Self::Start => "it is being started",
            Self::Stop => "it is being stopped",
            Self::Shutdown => "it is being shut down",
            Self::Restart => "it is being restarted",
            Self::Freeze => "it is being frozen",
            Self::Unfreeze => "it is being thawed",
            Self::CreateSnapshot => "a snapshot of it is being made",
            Self::DeleteSnapshot => "a snapshot of it is being deleted",
            Self::RestoreSnapshot => "it is going back to a snapshot",
            Self::Reinstall => "it is being reinstalled",
            Self::ResetPassword => "its password is being set",
            Self::OpenTerminal => "a terminal of it is being opened",
        }
    }
}

/// A transition of a state machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transition {
    /// What is done.
    pub action: Action,
    /// In which states it can be.
    pub from: &'static [InstanceStatus],
    /// What is shown until it is done; the state before where there is none.
    pub transitional: Option<InstanceStatus>,
    /// What is asked of the hypervisor, where it is a matter of power.
    pub power: Option<Power>,
}

const fn power(
    action: Action,
    from: &'static [InstanceStatus],
    transitional: InstanceStatus,
    power: Power,
) -> Transition {
    Transition { action, from, transitional: Some(transitional), power: Some(power) }
}

const fn change(action: Action, from: &'static [InstanceStatus], transitional: InstanceStatus) -> Transition {
    Transition { action, from, transitional: Some(transitional), power: None }
}

const fn steady(action: Action, from: &'static [InstanceStatus]) -> Transition {
    Transition { action, from, transitional: None, power: None }
}

/// Containers. One that is about to be held still shows `stopping`, one that goes on `starting`. Starting one
/// that is frozen lets it go on.
pub const LXC: &[Transition] = &[
    power(Action::Start, &[Stopped, Broken], Starting, Power::Start),
    power(Action::Start, &[Frozen], Starting, Power::Unfreeze),
    power(Action::Stop, &[Running, Frozen, Broken], Stopping, Power::Stop),
    power(Action::Restart, &[Running, Frozen], Restarting, Power::Restart),
    power(Action::Freeze, &[Running], Stopping, Power::Freeze),
    power(Action::Unfreeze, &[Frozen], Starting, Power::Unfreeze),
    steady(Action::CreateSnapshot, &[Running, Stopped, Frozen]),
    steady(Action::DeleteSnapshot, &[Running, Stopped, Frozen, Broken]),
    change(Action::RestoreSnapshot, &[Running, Stopped, Frozen, Broken], Restoring),
    change(Action::Reinstall, &[Running, Stopped, Broken], Reinstalling),
    steady(Action::ResetPassword, &[Running]),
    steady(Action::OpenTerminal, &[Running]),
];

/// Virtual machines. Starting one that is paused lets it go on.
pub const KVM: &[Transition] = &[
    power(Action::Start, &[Stopped, Broken], Starting, Power::Start),
    power(Action::Start, &[Frozen], Starting, Power::Unfreeze),
    power(Action::Stop, &[Running, Frozen, Broken], Stopping, Power::Stop),
    power(Action::Shutdown, &[Running], Stopping, Power::Shutdown),
    power(Action::Restart, &[Running, Frozen], Restarting, Power::Restart),
    steady(Action::CreateSnapshot, &[Running, Stopped, Frozen]),
    steady(Action::DeleteSnapshot, &[Running, Stopped, Frozen, Broken]),
    change(Action::RestoreSnapshot, &[Running, Stopped, Frozen, Broken], Restoring),
    steady(Action::ResetPassword, &[Running]),
];

/// The state machine of a kind.
pub const fn of(kind: InstanceKind) -> &'static [Transition] {
    match kind {
        Lxc => LXC,
        Kvm => KVM,
    }
}

/// The transition by which `action` can be done with `instance` now.
pub fn allowed(instance: &Instance, action: Action) -> Result<Transition> {
    let (kind, status, words) = (instance.kind, instance.status, action.words());
    let transitions = || of(kind).iter().filter(move |one| one.action == action);
    let from: Vec<_> = transitions().flat_map(|one| one.from).map(|from| called(kind, *from)).collect();
    let found = transitions().find(|one| one.from.contains(&status));
    match (&instance.change, found) {
        _ if from.is_empty() => Err(Error::ActionNotAllowed(format!(
            "cannot {words} the instance: not with this kind of instance"
        ))),
        (Some(change), _) => {
            Err(Error::ChangeInProgress(format!("cannot {words} the instance while {change}")))
        }
        (None, Some(found)) => Ok(*found),
        (None, None) if status.is_on_its_way() => {
            let status = called(kind, status);
            Err(Error::ChangeInProgress(format!("cannot {words} the instance while it is {status}")))
        }
        (None, None) => {
            let (status, when) = (called(kind, status), one_of(&from));
            Err(Error::ActionNotAllowed(format!(
                "cannot {words} the instance, which is {status}: only while it is {when}"
            )))
        }
    }
}

/// `running, frozen or in error`
fn one_of(words: &[String]) -> String {
    match words {
        [several @ .., last] if !several.is_empty() => format!("{} or {last}", several.join(", ")),
        words => words.concat(),
    }
}

/// What the customer of a kind calls a state.
fn called(kind: InstanceKind, status: InstanceStatus) -> String {
    match (kind, status) {
        (Kvm, Frozen) => "paused".to_owned(),
        (_, Broken) => "in error".to_owned(),
        _ => status.to_value(),
    }
}

#[cfg(test)]
mod tests;
