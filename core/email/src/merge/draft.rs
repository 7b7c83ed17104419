//! A zone as it will be, while it is merged.
use super::{
    Merge, wildcard,
    zone::{Set, Zone},
};
use crate::{MailRecord, Presence, Purpose};
use hosting_domains::dns::kind::RecordType;

/// Values that a set has at most.
const VALUES: usize = 100;
/// The longest name, in bytes, written without its final dot (RFC 1035 section 2.3.4).
const NAME: usize = 253;

pub(super) struct Draft<'a> {
    pub zone: &'a Zone,
    /// The mail domain as the zone writes it.
    pub at: String,
    changes: Vec<Set>,
    records: Vec<MailRecord>,
    room: usize,
    /// Whether a wildcard answers for the mail domain, which records of its own would silence.
    covered: bool,
}

/// A record that is reported on.
pub(super) struct Told<'a> {
    pub purpose: Purpose,
    pub name: &'a str,
    pub kind: RecordType,
    pub content: String,
    pub priority: Option<i32>,
}

impl<'a> Draft<'a> {
    pub fn new(zone: &'a Zone, domain: &str) -> Self {
        let at = zone.relative(domain);
        let covered = wildcard::answers_for(zone, &at);
        Self { zone, at, changes: Vec::new(), records: Vec::new(), room: zone.room, covered }
    }

    /// A name below the mail domain, as the zone writes it.
    pub fn below(&self, label: &str) -> String {
        match self.at.as_str() {
            "@" => label.to_owned(),
            at => format!("{label}.{at}"),
        }
    }

    /// What the zone says of `name` in a type.
    pub fn set(&self, name: &str, kind: RecordType) -> Option<&'a Set> {
        self.zone.set(name, kind)
    }

    /// What the zone says of `name` in texts.
    pub fn texts(&self, name: &str) -> &'a [String] {
        self.set(name, RecordType::Txt).map_or(&[], |set| &set.contents)
    }

    /// Puts `set` into the zone, unless it would stand where it cannot.
    pub fn put(&mut self, set: Set) -> Presence {
        let is_new = self.set(&set.name, set.kind).is_none();
        let full = set.contents.len() > VALUES || self.zone.whole(&set.name).len() > NAME;
        if full || self.covered || self.clashes(&set) {
            return Presence::Conflict;
        }
        if is_new && self.room == 0 {
            return Presence::Missing;
        }
        self.room -= usize::from(is_new);
        self.changes.push(set);
        if is_new { Presence::Added } else { Presence::Merged }
    }

    /// Adds `text` to what `name` says.
    pub fn add_text(&mut self, name: &str, text: &str) -> Presence {
        let contents = self.texts(name).iter().cloned().chain([text.to_owned()]).collect();
        match self.put(Set { name: name.to_owned(), kind: RecordType::Txt, contents, priority: None }) {
            Presence::Merged => Presence::Added,
            other => other,
        }
    }

    /// Puts `text` in place of the one at `index` of what `name` says.
    pub fn replace_text(&mut self, name: &str, index: usize, text: &str) -> Presence {
        let mut contents = self.texts(name).to_vec();
        text.clone_into(&mut contents[index]);
        self.put(Set { name: name.to_owned(), kind: RecordType::Txt, contents, priority: None })
    }

    /// Whether an alias stands at the name, or other records where an alias is to stand (RFC 1034
    /// section 3.6.2).
    fn clashes(&self, set: &Set) -> bool {
        let is_alias = set.kind == RecordType::Cname;
        let mut here = self.zone.sets.iter().filter(|other| other.name == set.name && other.kind != set.kind);
        here.any(|other| is_alias || other.kind == RecordType::Cname)
    }

    /// Whether `name` is an alias.
    pub fn is_alias(&self, name: &str) -> bool {
        self.set(name, RecordType::Cname).is_some()
    }

    /// Tells what is there of a record that mail needs.
    pub fn tell(&mut self, told: Told<'_>, state: Presence) {
        self.records.push(MailRecord {
            name: self.zone.whole(told.name),
            r#type: told.kind.as_str().to_owned(),
            content: told.content,
            priority: told.priority,
            purpose: told.purpose,
            state,
        });
    }

    /// The same of a text.
    pub fn tell_text(&mut self, purpose: Purpose, name: &str, content: &str, state: Presence) {
        let (kind, content) = (RecordType::Txt, content.to_owned());
        self.tell(Told { purpose, name, kind, content, priority: None }, state);
    }

    pub fn finish(self) -> Merge {
        Merge { changes: self.changes, records: self.records }
    }
}
