//! What a server is to answer, and what it does.
use super::ask::ask;
use crate::{
    message::{Answer, Set},
    records::{self, name},
};
use hickory_proto::{
    op::ResponseCode,
    rr::{Name, RecordType},
};
use hosting_kernel::providers::dns::{Change, RrSet, SetName};
use tokio::time::Instant;

/// What is to be served of a name and type.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The name.
    pub name: Name,
    /// The type.
    pub kind: RecordType,
    /// The set; nothing where it is to be gone.
    pub set: Option<Set>,
}

/// What a server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// What is wanted.
    Done,
    /// Another set.
    Other(Set),
    /// No such set.
    Nothing,
    /// That it does not serve the name.
    NotServed,
    /// Nothing that could be read.
    Silence,
}

/// What is wanted in the end: of several changes of one name and type, the last.
pub(super) fn all(changes: &[Change]) -> Result<Vec<Wanted>, String> {
    let mut all: Vec<Wanted> = vec![];
    for change in changes {
        let wanted = wanted(change)?;
        all.retain(|earlier| (&earlier.name, earlier.kind) != (&wanted.name, wanted.kind));
        all.push(wanted);
    }
    Ok(all)
}

fn wanted(change: &Change) -> Result<Wanted, String> {
    let (owner, kind) = match change {
        Change::Put(RrSet { name, kind, .. }) | Change::Remove(SetName { name, kind }) => (name, kind),
    };
    let (name, kind) = (name::parse(owner)?, records::kind(kind)?);
    let set = match change {
        Change::Remove(_) => None,
        Change::Put(RrSet { ttl, contents, .. }) => {
            let ttl = u32::try_from(*ttl).map_err(|_| format!("the time to live of {owner} is negative"))?;
            let data = |text: &String| Ok(records::comparable(kind, &records::wire(kind, text)?));
            let data = contents.iter().map(data).collect::<Result<_, String>>()?;
            Some(Set { ttl, data })
        }
    };
    Ok(Wanted { name, kind, set })
}

impl Wanted {
    /// What is told of it where it is not so: the name, and what is served of it.
    pub(super) fn said(&self, seen: &Seen) -> String {
        let (name, kind) = (name::owner(&self.name), records::kind_text(self.kind));
        match seen {
            Seen::Done => format!("{kind} of {name} is served"),
            Seen::Other(set) => {
                let texts: Vec<_> = set.data.iter().map(|data| records::text(self.kind, data)).collect();
                format!("a nameserver still serves {} as {kind} of {name}", shortened(&texts.join(", ")))
            }
            Seen::Nothing => format!("a nameserver serves no {kind} of {name} yet"),
            Seen::NotServed => format!("a nameserver does not serve {name}"),
            Seen::Silence => format!("a nameserver does not answer for {name}"),
        }
    }
}

/// What is said of long data.
fn shortened(text: &str) -> String {
    const LENGTH: usize = 100;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// What `server` answers of what is `wanted`.
pub(super) async fn seen(server: &str, wanted: &Wanted, until: Instant) -> Seen {
    let Some(answer) = ask(server, &wanted.name, wanted.kind, until).await else { return Seen::Silence };
    let seen = judged(&answer, wanted);
    let (Seen::Other(set), None) = (&seen, &wanted.set) else { return seen };
    // What a wildcard answers in its place.
    let Some(beside) = beside(&wanted.name) else { return seen };
    match ask(server, &beside, wanted.kind, until).await {
        Some(answer)
            if answer.head.authoritative && answer.set(&beside, wanted.kind).as_ref() == Some(set) =>
        {
            Seen::Done
        }
        _ => seen,
    }
}

/// What `answer` says of what is `wanted`.
fn judged(answer: &Answer, wanted: &Wanted) -> Seen {
    let there = match answer.head.response_code {
        ResponseCode::NoError | ResponseCode::NXDomain if answer.head.authoritative => {
            answer.set(&wanted.name, wanted.kind)
        }
        ResponseCode::NoError => match cut(answer, &wanted.name) {
            Some(cut) if cut == wanted.name && wanted.kind == RecordType::NS => {
                Set::of(&answer.authorities, &cut, RecordType::NS)
            }
            Some(_) => return Seen::Done,
            None => return Seen::NotServed,
        },
        _ => return Seen::NotServed,
    };
    match there {
        there if there == wanted.set => Seen::Done,
        Some(set) => Seen::Other(set),
        None => Seen::Nothing,
    }
}

/// The delegation at or above `name` that `answer` points to (RFC 1034 section 4.2.1).
fn cut(answer: &Answer, name: &Name) -> Option<Name> {
    let delegates = |record: &&crate::message::Record| {
        record.kind == RecordType::NS && !record.name.is_root() && record.name.zone_of(name)
    };
    answer.authorities.iter().find(delegates).filter(|_| answer.answers.is_empty()).map(|ns| ns.name.clone())
}

/// A name that the same wildcard stands in for as for `name`, once `name` is gone (RFC 4592 section 3.3.1): the
/// wildcard beside it, or above where it is that itself.
fn beside(name: &Name) -> Option<Name> {
    let parent = name.base_name();
    let parent = if name.is_wildcard() { parent.base_name() } else { parent };
    (!parent.is_root()).then(|| parent.prepend_label("*").ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_counts() {
        let set = |ttl, contents: &[&str]| RrSet {
            name: "www.example.com".to_owned(),
            kind: "A".to_owned(),
            ttl,
            contents: contents.iter().map(ToString::to_string).collect(),
        };
        let removed = SetName { name: "WWW.example.com".to_owned(), kind: "A".to_owned() };
        let all = all(&[
            Change::Put(set(60, &["192.0.2.1"])),
            Change::Remove(removed),
            Change::Put(set(90, &["192.0.2.3", "192.0.2.2", "192.0.2.3"])),
        ])
        .unwrap();
        assert_eq!(all.len(), 1);
        let wanted = all[0].set.as_ref().unwrap();
        assert_eq!((wanted.ttl, wanted.data.len()), (90, 2));
        assert_eq!(
            all[0].said(&Seen::Other(wanted.clone())),
            "a nameserver still serves 192.0.2.2, 192.0.2.3 as A of www.example.com"
        );
        assert_eq!(all[0].said(&Seen::Nothing), "a nameserver serves no A of www.example.com yet");
    }

    #[test]
    fn a_wildcard_is_found_beside_the_name() {
        let text = |text| beside(&name::parse(text).unwrap()).map(|name| name::owner(&name));
        assert_eq!(text("www.example.com").as_deref(), Some("*.example.com"));
        assert_eq!(text("*.a.example.com").as_deref(), Some("*.example.com"));
        assert_eq!(text("com"), None);
        assert_eq!(text("*.com"), None);
    }

    #[test]
    fn what_cannot_be_asked_for_is_said() {
        let put = |name: &str, kind: &str, content: &str| {
            let set = RrSet {
                name: name.to_owned(),
                kind: kind.to_owned(),
                ttl: 60,
                contents: vec![content.to_owned()],
            };
            all(&[Change::Put(set)]).map(|all| all.len())
        };
        assert_eq!(put("a.example", "A", "192.0.2.1"), Ok(1));
        assert!(put("a..example", "A", "192.0.2.1").is_err());
        assert!(put("a.example", "WHAT", "192.0.2.1").is_err());
        assert!(put("a.example", "A", "192.0.2").is_err());
    }

    #[test]
    fn long_data_is_told_short() {
        assert_eq!(shortened("short"), "short");
        assert_eq!(shortened(&"ü".repeat(200)), format!("{}…", "ü".repeat(100)));
    }
}
