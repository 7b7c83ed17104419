//! What customers asked, and what they were told: by that alone it is judged what they are told next.
use crate::{
    ask::{Ask, Done, Told},
    world::{NEW, REVOKED, World},
};
use chrono::TimeDelta;
use hosting_core::{Code, Ending, Time};
use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};
use tokio::task::AbortHandle;
use uuid::Uuid;

/// What is broken, in words.
pub type Broken = String;

/// A request.
pub struct Asked {
    pub id: Uuid,
    pub account: usize,
    pub credential: usize,
    /// By which replica, and which of its processes.
    pub replica: (usize, usize),
    pub key: Option<String>,
    pub ask: Ask,
    /// Whether it is about what is somebody else's.
    pub is_foreign: bool,
    pub at: Time,
    /// The step of the schedule.
    pub step: usize,
    pub told: Arc<OnceLock<Told>>,
    pub task: AbortHandle,
    pub ending: Ending,
    pub end: End,
}

/// How a request ended for who asked.
#[derive(Clone, Debug)]
pub enum End {
    /// Not yet.
    Open,
    /// It was answered.
    Answered(Told),
    /// Its time was over: it was told to ask again.
    Late,
    /// The customer hung up.
    Gone,
    /// The process died.
    Lost,
}

/// What is known of a key.
#[derive(Default)]
pub struct Key {
    /// The requests that came with it.
    pub asked: Vec<usize>,
    /// What it was answered: the request that asked, the answer, and at which step.
    pub answer: Option<(usize, Done, usize)>,
}

/// What the operator has done, by which step.
#[derive(Default)]
pub struct Operator {
    /// When which accounts were stopped, and when they were let go on.
    pub standing: Vec<(usize, usize, bool)>,
    /// The accounts that have a credential taken back.
    pub revoked: BTreeMap<usize, Revoked>,
    /// The account that got a new credential, and when.
    pub issued: BTreeMap<usize, Time>,
    /// How many records there are whose work was queued by a newer version.
    pub foreseen: usize,
}

/// A credential that was taken back.
pub struct Revoked {
    pub at: Time,
    /// By which process of which replica, where it was not a program of the operator's.
    pub by: Option<(usize, usize)>,
    pub step: usize,
}

/// Everything that was asked.
#[derive(Default)]
pub struct Journal {
    pub asked: Vec<Asked>,
    pub keys: BTreeMap<(usize, String), Key>,
    pub operator: Operator,
}

/// How long a key belongs to who asks a backend.
const CLAIM: TimeDelta = TimeDelta::seconds(60);
/// How long a key is kept at least, wherever clocks are.
const KEPT: TimeDelta = TimeDelta::minutes(24 * 60 - 3);

impl Operator {
    /// Whether an account is stopped.
    pub fn is_stopped(&self, account: usize) -> bool {
        self.standing.iter().rfind(|(_, of, _)| *of == account).is_some_and(|(.., stopped)| *stopped)
    }

    /// Whether an account was stopped, or not, at any time between two steps.
    fn was(&self, account: usize, stopped: bool, (from, to): (usize, usize)) -> bool {
        let mine = || self.standing.iter().filter(|(_, of, _)| *of == account);
        let at_first = mine().rfind(|(step, ..)| *step < from).is_some_and(|(.., stopped)| *stopped);
        at_first == stopped || mine().any(|(step, _, now)| (from..=to).contains(step) && *now == stopped)
    }
}

impl Journal {
    /// Notes a request; gives its place.
    pub fn note(&mut self, asked: Asked) -> usize {
        let place = self.asked.len();
        if let Some(key) = &asked.key {
            self.keys.entry((asked.account, key.clone())).or_default().asked.push(place);
        }
        self.asked.push(asked);
        place
    }

    /// The key that a request came with.
    pub fn key(&self, asked: &Asked) -> Option<&Key> {
        self.keys.get(&(asked.account, asked.key.clone()?))
    }

    /// Whether a key may be kept no longer.
    pub fn is_old(&self, key: &Key, now: Time) -> bool {
        key.asked.first().is_some_and(|first| now.utc() - self.asked[*first].at.utc() > KEPT)
    }

    /// Judges what a request was told.
    pub fn check(&mut self, place: usize, world: &World, now: Time, step: usize) -> Result<(), Broken> {
        let asked = &self.asked[place];
        let End::Answered(told) = asked.end.clone() else { return Ok(()) };
        match told {
            Told::Refused(code, _) => self.check_refusal(place, code, now, step),
            Told::Done(done) => {
                self.check_allowed(asked, step)?;
                if let Some(id) = world.foreign(asked.account).find(|id| done.json.contains(id)) {
                    return Err(format!("{:?} shows {id}, which is somebody else's", asked.ask));
                }
                if asked.key.is_some() { self.check_once(place, done, now, step) } else { Ok(()) }
            }
        }
    }

    /// Whether it was refused for a reason that there is.
    fn check_refusal(&self, place: usize, code: Code, now: Time, step: usize) -> Result<(), Broken> {
        let (asked, operator) = (&self.asked[place], &self.operator);
        let key = self.key(asked);
        let others = || key.into_iter().flat_map(|key| &key.asked).filter(|other| **other != place);
        let may_be = match code {
            Code::InvalidToken => {
                let issued = operator.issued.get(&asked.account);
                let soon = |at: &Time| asked.at.utc() - at.utc() <= TimeDelta::seconds(1);
                asked.credential == NEW && issued.is_none_or(soon)
            }
            Code::CredentialRevoked => {
                asked.credential == REVOKED && operator.revoked.contains_key(&asked.account)
            }
            Code::AccountSuspended => {
                asked.key.is_some() && operator.was(asked.account, true, (asked.step, step))
            }
            Code::IdempotencyKeyConflict => others().any(|other| self.asked[*other].ask != asked.ask),
            // It comes to nothing where a backend answers when the claim of the key has ended.
            Code::RequestInProgress => others().next().is_some() || now.utc() - asked.at.utc() >= CLAIM,
            Code::DomainNotFound | Code::ServiceNotFound => asked.is_foreign,
            Code::ProviderFailed | Code::ProviderTimeout => matches!(asked.ask, Ask::Password { .. }),
            other => OF_RECORDS.contains(&other),
        };
        if !may_be {
            return Err(format!("{:?} was refused: {code:?}", asked.ask));
        }
        let of_the_caller = [Code::InvalidToken, Code::CredentialRevoked, Code::AccountSuspended];
        match key.and_then(|key| Some((key, key.answer.as_ref()?))) {
            Some((key, (first, _, since)))
                if *since < asked.step
                    && self.asked[*first].ask == asked.ask
                    && !of_the_caller.contains(&code)
                    && !self.is_old(key, now) =>
            {
                Err(format!("{:?} was answered before, and is refused now: {code:?}", asked.ask))
            }
            _ => Ok(()),
        }
    }

    /// Whether it may be done for who asked.
    fn check_allowed(&self, asked: &Asked, step: usize) -> Result<(), Broken> {
        let operator = &self.operator;
        if asked.is_foreign {
            return Err(format!("{:?} was done with what is somebody else's", asked.ask));
        }
        if asked.key.is_some() && !operator.was(asked.account, false, (asked.step, step)) {
            return Err(format!("{:?} was done for an account that is suspended", asked.ask));
        }
        if asked.credential == NEW && !operator.issued.contains_key(&asked.account) {
            return Err("a credential that there is not was taken".to_owned());
        }
        match operator.revoked.get(&asked.account) {
            Some(Revoked { at, by, step }) if asked.credential == REVOKED => {
                let late = asked.at.utc() - at.utc();
                let known =
                    late >= TimeDelta::seconds(5) || (*by == Some(asked.replica) && asked.step > *step);
                match known {
                    true => Err(format!("a credential was taken {late} after it was revoked")),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether what was done under a key was done once, and is told alike to all who ask.
    fn check_once(&mut self, place: usize, done: Done, now: Time, step: usize) -> Result<(), Broken> {
        let asked = &self.asked[place];
        let Some(key) = self.key(asked) else { return Ok(()) };
        if self.is_old(key, now) {
            return Ok(());
        }
        let (ask, id) = (&asked.ask, asked.id);
        if !done.replayed && done.request != id {
            return Err(format!("{ask:?} was done by another request, {}", done.request));
        }
        let first = key.asked.iter().find(|first| self.asked[**first].id == done.request);
        let Some(first) = first.map(|first| &self.asked[*first]) else {
            return Err(format!("{ask:?} was done by {}, which did not come with its key", done.request));
        };
        if first.ask != *ask {
            return Err(format!("{ask:?} was answered as {:?}", first.ask));
        }
        if let End::Answered(Told::Refused(code, _)) = first.end {
            return Err(format!("{ask:?} was done by a request that was refused: {code:?}"));
        }
        if let Some((_, before, _)) = &key.answer
            && (before.request != done.request || before.json != done.json)
        {
            return Err(format!("{ask:?} was answered {} and then {}", before.json, done.json));
        }
        let key = (asked.account, asked.key.clone().unwrap_or_default());
        self.keys.entry(key).or_default().answer.get_or_insert((place, done, step));
        Ok(())
    }
}

/// Why something cannot be done with records as they are.
const OF_RECORDS: [Code; 8] = [
    Code::DnsRecordNotFound,
    Code::DnsRecordExists,
    Code::SnapshotNotFound,
    Code::SnapshotNameTaken,
    Code::SnapshotLimitReached,
    Code::ActionNotAllowed,
    Code::ChangeInProgress,
    Code::CnameConflict,
];
