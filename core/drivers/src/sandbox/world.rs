//! What the sandbox registry does of its own accord, on demand: what it shows, what it has yet to decide, and its
//! messages. Nothing of it outlives the process.
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Ds, Message, Registered},
};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// What the registry does of its own accord.
#[derive(Debug, Default)]
pub struct World(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    shown: HashMap<String, Registered>,
    slow: HashSet<String>,
    undecided: HashMap<String, Change>,
    messages: VecDeque<Message>,
    told: u64,
}

/// A change of a registration.
#[derive(Clone, Debug)]
pub enum Change {
    /// Other hosts answer for it.
    NameServers(Vec<String>),
    /// Other keys sign it.
    Ds(Vec<Ds>),
    /// It ends later.
    Renewed(hosting_kernel::values::time::Time),
}

impl World {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows `domain` so from now on, and has a message about it where `text` says why.
    pub fn show(&self, domain: &str, shown: Registered, text: Option<&str>) {
        let mut state = self.state();
        state.shown.insert(domain.to_owned(), shown);
        if let Some(text) = text {
            state.tell(domain, None, text);
        }
    }

    /// What is shown of `domain`, where that was demanded or came about.
    pub fn shown(&self, domain: &str) -> Option<Registered> {
        self.state().shown.get(domain).cloned()
    }

    /// Has the next change of `domain` wait for [`Self::decide`].
    pub fn wait(&self, domain: &str) {
        self.state().slow.insert(domain.to_owned());
    }

    /// Does what waits for `domain`, or refuses it, and says so by a message.
    pub fn decide(&self, domain: &str, done: bool) {
        let mut state = self.state();
        let Some(change) = state.undecided.remove(domain) else { return };
        let shown = state.shown.entry(domain.to_owned()).or_insert(Registered::TAKEN);
        shown.changing = false;
        if done {
            change.on(shown);
        }
        state.tell(domain, Some(done), if done { "done" } else { "refused by the registry" });
    }

    /// Takes a change: at once, or later where that was demanded; not while another waits.
    pub fn take(&self, domain: &str, change: Change) -> Result<Acceptance, Failure> {
        let mut state = self.state();
        if state.undecided.contains_key(domain) {
            let why = format!("a change of {domain} waits for the registry");
            return Err(Failure::NotNow { wait: Duration::from_mins(1), why });
        }
        let slow = state.slow.remove(domain);
        let shown = state.shown.entry(domain.to_owned()).or_insert(Registered::TAKEN);
        if slow {
            shown.changing = true;
            state.undecided.insert(domain.to_owned(), change);
            return Ok(Acceptance::Pending);
        }
        change.on(shown);
        Ok(Acceptance::Done(()))
    }

    /// The first message that waits.
    pub fn message(&self) -> Option<Message> {
        self.state().messages.front().cloned()
    }

    /// Forgets the message `id`.
    pub fn acknowledge(&self, id: &str) {
        self.state().messages.retain(|message| message.id != id);
    }
}

impl State {
    fn tell(&mut self, domain: &str, done: Option<bool>, text: &str) {
        self.told += 1;
        let (id, about) = (self.told.to_string(), Some(domain.to_owned()));
        self.messages.push_back(Message { id, about, done, text: text.to_owned() });
    }
}

impl Change {
    fn on(self, shown: &mut Registered) {
        match self {
            Self::NameServers(hosts) => shown.name_servers = Some(hosts),
            Self::Ds(ds) => shown.ds = ds,
            Self::Renewed(at) => shown.expires_at = Some(at),
        }
    }
}
