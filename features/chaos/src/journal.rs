//! What customers were told, and what must be true if that was.
use std::{
    collections::{BTreeMap, HashMap},
    time::{Duration, Instant},
};
use uuid::Uuid;

/// An answer to a customer.
#[derive(Clone, Debug)]
pub struct Told {
    /// The identity of the request, as the answer says.
    pub request_id: Uuid,
    /// What was asked.
    pub asked: String,
    /// The status.
    pub status: u16,
    /// Whether it came through the graph, where entries have a meaning of their own.
    pub graph: bool,
}

/// What a customer has, after all that was answered.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The address, which identifies it.
    pub email: String,
    /// Its API key.
    pub key: String,
    /// All answers.
    pub told: Vec<Told>,
    /// By the name of a domain: whether it is renewed by itself.
    pub renewed: BTreeMap<String, bool>,
    /// By the names of domain and record: the addresses that are served.
    pub records: BTreeMap<(String, String), Vec<String>>,
    /// By the id of a virtual machine: the months that were paid.
    pub months: BTreeMap<Uuid, i32>,
    /// Links into the panel.
    pub links: usize,
    /// By the id of a file that was taken in: what tells its content from others.
    pub files: BTreeMap<Uuid, u64>,
    /// How often a file was refused for want of room, and sent again.
    pub no_room: usize,
    /// Mutations that were answered, be it by a refusal; each counts once.
    pub answered: usize,
    /// What was wrong at once: an answer that a repetition contradicts, a failure of ours, no answer at all.
    pub wrong: Vec<String>,
    /// How often an answer was asked for again and came as before.
    pub repeated: usize,
}

/// A search of the public kind, that was answered.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// When it was sent.
    pub sent: Instant,
    /// When it was answered.
    pub answered: Instant,
}

/// What all were told.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Of each customer.
    pub accounts: Vec<Account>,
    /// Searches that were answered, all from one address; only kept where the window is shared by all processes.
    pub searched: Vec<Searched>,
    /// What was done to the platform, and how often.
    pub troubles: HashMap<&'static str, usize>,
    /// For how long customers asked for more.
    pub lasted: Duration,
}

impl Journal {
    /// How much happened.
    pub fn summary(&self) -> String {
        let answers = self.accounts.iter().flat_map(|account| &account.told);
        let mut statuses = BTreeMap::<u16, usize>::new();
        for told in answers {
            *statuses.entry(told.status).or_default() += 1;
        }
        let statuses: Vec<_> = statuses.iter().map(|(status, count)| format!("{count}× {status}")).collect();
        let answered: usize = self.accounts.iter().map(|account| account.answered).sum();
        let files: usize = self.accounts.iter().map(|account| account.files.len()).sum();
        let no_room: usize = self.accounts.iter().map(|account| account.no_room).sum();
        let repeated: usize = self.accounts.iter().map(|account| account.repeated).sum();
        let rate =
            f64::from(u32::try_from(answered).unwrap_or(u32::MAX)) / (self.lasted.as_secs_f64() / 60.0);
        let mut troubles: Vec<_> =
            self.troubles.iter().map(|(what, count)| format!("{what} {count}")).collect();
        troubles.sort();
        format!(
            "in {:.0} s: {} answers ({}), {answered} mutations answered ({rate:.0} a minute), {repeated} repeated and the \
             same, {files} files ({no_room} times no room), {} searches; {}",
            self.lasted.as_secs_f32(),
            self.accounts.iter().map(|account| account.told.len()).sum::<usize>(),
            statuses.join(", "),
            self.searched.len(),
            troubles.join(", "),
        )
    }
}
