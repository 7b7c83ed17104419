//! Every action in every state, of both kinds.
use super::{Action, allowed};
use crate::stage;
use hosting_kernel::{
    providers::hypervisor::{
        InstanceKind::{self, Kvm, Lxc},
        InstanceStatus::{self, Error as Broken, Frozen, Restarting, Running, Starting, Stopped, Stopping},
        Power,
    },
    refusals::{
        code::Code,
        error::{Error, Result},
    },
};
use sea_orm::Iterable;
use std::collections::HashSet;

/// What a state allows, as `contract.md` §8.6 and §8.7 leave it to us to say.
const POSSIBLE: [(InstanceKind, InstanceStatus, &str); 8] = [
    (Lxc, Running, "stop restart freeze create delete restore reinstall password terminal"),
    (Lxc, Stopped, "start create delete restore reinstall"),
    (Lxc, Frozen, "start stop restart unfreeze create delete restore"),
    (Lxc, Broken, "start stop delete restore reinstall"),
    (Kvm, Running, "stop shutdown restart create delete restore password"),
    (Kvm, Stopped, "start create delete restore"),
    (Kvm, Frozen, "start stop restart create delete restore"),
    (Kvm, Broken, "start stop delete restore"),
];

/// What is shown meanwhile, and what is asked of the hypervisor; the same from every state but one.
const MEANWHILE: [(Action, &str, Option<InstanceStatus>, Option<Power>); 12] = [
    (Action::Start, "start", Some(Starting), Some(Power::Start)),
    (Action::Stop, "stop", Some(Stopping), Some(Power::Stop)),
    (Action::Shutdown, "shutdown", Some(Stopping), Some(Power::Shutdown)),
    (Action::Restart, "restart", Some(Restarting), Some(Power::Restart)),
    (Action::Freeze, "freeze", Some(Stopping), Some(Power::Freeze)),
    (Action::Unfreeze, "unfreeze", Some(Starting), Some(Power::Unfreeze)),
    (Action::CreateSnapshot, "create", None, None),
    (Action::DeleteSnapshot, "delete", None, None),
    (Action::RestoreSnapshot, "restore", Some(InstanceStatus::Restoring), None),
    (Action::Reinstall, "reinstall", Some(InstanceStatus::Reinstalling), None),
    (Action::ResetPassword, "password", None, None),
    (Action::OpenTerminal, "terminal", None, None),
];

fn possible(kind: InstanceKind, status: InstanceStatus) -> HashSet<&'static str> {
    let found = POSSIBLE.iter().find(|(of, from, _)| (*of, *from) == (kind, status));
    found.map_or("", |(.., actions)| actions).split_whitespace().collect()
}

fn refusal(outcome: Result<super::Transition>) -> String {
    match outcome.expect_err("it is refused") {
        Error::ActionNotAllowed(message) | Error::ChangeInProgress(message) => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_action_in_every_state() {
    let mut possible_count = 0;
    for kind in InstanceKind::iter() {
        for status in InstanceStatus::iter() {
            let instance = stage::instance(kind, status);
            for (action, word, meanwhile, power) in MEANWHILE {
                let what = format!("{kind:?} {status:?} {action:?}");
                let outcome = allowed(&instance, action);
                assert_eq!(outcome.is_ok(), possible(kind, status).contains(word), "{what}");
                if let Ok(transition) = outcome {
                    possible_count += 1;
                    // One that is held still is not booted: it goes on.
                    let held = (status, action) == (Frozen, Action::Start);
                    let power = if held { Some(Power::Unfreeze) } else { power };
                    assert_eq!((transition.transitional, transition.power), (meanwhile, power), "{what}");
                }
            }
        }
    }
    let listed: usize = POSSIBLE.iter().map(|(.., actions)| actions.split_whitespace().count()).sum();
    assert_eq!(possible_count, listed);
}

#[test]
fn nothing_is_possible_while_a_change_is_queued() {
    for kind in InstanceKind::iter() {
        for status in InstanceStatus::iter() {
            let mut instance = stage::instance(kind, status);
            instance.change = Some(Action::Restart.meanwhile().to_owned());
            for transition in super::of(kind) {
                let refused = allowed(&instance, transition.action);
                assert_eq!(refused.as_ref().expect_err("it is refused").code(), Code::ChangeInProgress);
                let message = refusal(refused);
                assert!(message.contains("while it is being restarted"), "{message}");
            }
        }
    }
}

#[test]
fn a_refusal_names_the_action_the_state_and_what_would_do() {
    for (kind, status, action, words) in [
        (Lxc, Frozen, Action::Freeze, ["freeze", "frozen", "only while it is running"]),
        (Lxc, Broken, Action::Restart, ["restart", "in error", "only while it is running or frozen"]),
        (Kvm, Frozen, Action::Shutdown, ["shut down", "paused", "only while it is running"]),
        (Kvm, Running, Action::Start, ["start", "running", "only while it is stopped, in error or paused"]),
        (Kvm, Running, Action::Freeze, ["freeze", "the instance", "not with this kind"]),
    ] {
        let refused = allowed(&stage::instance(kind, status), action);
        assert_eq!(refused.as_ref().expect_err("it is refused").code(), Code::ActionNotAllowed);
        let message = refusal(refused);
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
    }
}

#[test]
fn what_is_on_its_way_is_waited_for() {
    for (kind, status, words) in [
        (Lxc, Starting, "cannot start the instance while it is starting"),
        (Lxc, InstanceStatus::Reinstalling, "cannot start the instance while it is reinstalling"),
        (Kvm, Stopping, "cannot start the instance while it is stopping"),
        (Kvm, Restarting, "cannot start the instance while it is restarting"),
    ] {
        let refused = allowed(&stage::instance(kind, status), Action::Start);
        assert_eq!(refused.as_ref().expect_err("it is refused").code(), Code::ChangeInProgress);
        assert_eq!(refusal(refused), words);
    }
}
