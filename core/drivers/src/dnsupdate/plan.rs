//! From the changes of the port to an update: what must be so, and what is done (RFC 2136 section 2).
use crate::{
    message::{Record, Request},
    records::{self, name},
};
use hickory_proto::rr::{DNSClass, Name, RecordType};
use hosting_kernel::providers::{
    Failure,
    dns::{Change, RrSet, SetName, TYPES},
};
use std::collections::{BTreeMap, BTreeSet};

/// What is to become of a name and type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// The name, in lower case.
    pub name: Name,
    /// The type.
    pub kind: RecordType,
    /// The time to live in seconds, and the data; nothing where it is to be gone.
    pub put: Option<(u32, BTreeSet<Vec<u8>>)>,
}

/// What is in the zone, by name in lower case and type: the data as it was received.
pub(super) type Found = BTreeMap<(Name, RecordType), Vec<Vec<u8>>>;

/// What `records` are, by name and type.
pub(super) fn found(records: impl IntoIterator<Item = Record>) -> Found {
    let mut found = Found::new();
    for record in records.into_iter().filter(|record| record.class == DNSClass::IN) {
        found.entry((record.name.to_lowercase(), record.kind)).or_default().push(record.data);
    }
    found
}

/// What is to become of each name and type of `changes`: of several changes of one, the last counts. What cannot be
/// done in `zone` is refused.
pub(super) fn goals(zone: &Name, changes: &[Change]) -> Result<Vec<Goal>, Failure> {
    let mut goals = BTreeMap::new();
    for change in changes {
        let goal = goal(zone, change).map_err(Failure::Refused)?;
        goals.insert((goal.name.clone(), u16::from(goal.kind)), goal);
    }
    Ok(goals.into_values().collect())
}

fn goal(zone: &Name, change: &Change) -> Result<Goal, String> {
    let (owner, word) = match change {
        Change::Put(RrSet { name, kind, .. }) | Change::Remove(SetName { name, kind }) => (name, kind),
    };
    let (name, kind) = (name::parse(owner)?.to_lowercase(), records::kind(word)?);
    if !zone.zone_of(&name) {
        return Err(format!("{owner} is not in {}", name::owner(zone)));
    }
    // They describe questions, not records (RFC 6895 section 3.1).
    if matches!(u16::from(kind), 0 | 41 | 128..=255) {
        return Err(format!("{word} is not a type of record"));
    }
    if kind == RecordType::SOA || (kind == RecordType::NS && name == *zone) {
        return Err(format!("{word} of {owner} is the nameservers' own"));
    }
    let put = match change {
        Change::Remove(_) => None,
        Change::Put(RrSet { ttl, contents, .. }) => {
            let ttl = u32::try_from(*ttl).map_err(|_| format!("the time to live of {owner} is negative"))?;
            let data =
                contents.iter().map(|text| records::wire(kind, text)).collect::<Result<BTreeSet<_>, _>>()?;
            if data.is_empty() {
                return Err(format!("{word} of {owner} has no data"));
            }
            Some((ttl, data))
        }
    };
    Ok(Goal { name, kind, put })
}

/// The update of `zone` from what was `found` to what is to become: it is done if what it touches is still as it was
/// found, all of it or none. Why it cannot be done is said to the customer.
pub(super) fn update(zone: &Name, goals: &[Goal], found: &Found) -> Result<Request, String> {
    let mut request = Request::update(zone);
    let (must, does) = (&mut request.must, &mut request.does);
    let mut absent = BTreeSet::new();
    for Goal { name, kind, .. } in goals {
        match found.get(&(name.clone(), *kind)) {
            // It is there with this data (RFC 2136 section 2.4.2), and is removed (section 2.5.2).
            Some(data) => {
                must.extend(data.iter().map(|data| sent(name, *kind, DNSClass::IN, 0, data)));
                does.push(sent(name, *kind, DNSClass::ANY, 0, &[]));
            }
            None => {
                absent.insert((name, u16::from(*kind)));
            }
        }
    }
    for goal in goals {
        let Goal { name, put: Some((ttl, data)), .. } = goal else { continue };
        absent.extend(beside(goal, goals, found)?.into_iter().map(|kind| (name, u16::from(kind))));
        does.extend(data.iter().map(|data| sent(name, goal.kind, DNSClass::IN, *ttl, data)));
    }
    // It is not there (section 2.4.3).
    let none = |(name, kind)| sent(name, RecordType::from(kind), DNSClass::NONE, 0, &[]);
    must.extend(absent.into_iter().map(none));
    Ok(request)
}

fn sent(name: &Name, kind: RecordType, class: DNSClass, ttl: u32, data: &[u8]) -> Record {
    Record { name: name.clone(), kind, class, ttl, data: data.to_vec() }
}

/// What must not be beside `goal`: an alias stands alone (RFC 1034 section 3.6.2), and a server passes over what breaks
/// that without a word (RFC 2136 section 3.4.2.2).
fn beside(goal: &Goal, goals: &[Goal], found: &Found) -> Result<Vec<RecordType>, String> {
    let owner = name::owner(&goal.name);
    let is_alias = goal.kind == RecordType::CNAME;
    let others = goals.iter().filter(|other| other.name == goal.name && other.kind != goal.kind);
    let (put, gone): (Vec<&Goal>, Vec<&Goal>) = others.partition(|other| other.put.is_some());
    let clash = |kind: RecordType| is_alias || kind == RecordType::CNAME;
    let stays = |kind: RecordType| !is_signing(kind) && !gone.iter().any(|other| other.kind == kind);
    let there = found.keys().filter(|(name, kind)| *name == goal.name && *kind != goal.kind);
    let mut others =
        there.map(|(_, kind)| *kind).filter(|kind| stays(*kind)).chain(put.iter().map(|put| put.kind));
    if let Some(kind) = others.find(|kind| clash(*kind)) {
        let kind = records::kind_text(if is_alias { kind } else { RecordType::CNAME });
        return Err(match is_alias {
            true => format!("{owner} cannot be an alias (CNAME): it has {kind} records"),
            false => format!("{owner} is an alias (CNAME): it can have no other records"),
        });
    }
    let all = TYPES.iter().filter_map(|kind| records::kind(kind).ok());
    Ok(all.filter(|kind| *kind != goal.kind && clash(*kind) && stays(*kind)).collect())
}

/// Whether records of `kind` sign the zone, or serve that: the nameserver writes them (RFC 4034, RFC 5155, RFC 7344;
/// 65534 is BIND's own).
pub(super) fn is_signing(kind: RecordType) -> bool {
    matches!(u16::from(kind), 24 | 25 | 46 | 47 | 48 | 50 | 51 | 59 | 60 | 65_534)
}

/// Whether it is the zone's own: its SOA, its NS records, and what signs it.
pub(super) fn is_own(zone: &Name, name: &Name, kind: RecordType) -> bool {
    kind == RecordType::SOA || (kind == RecordType::NS && name == zone) || is_signing(kind)
}

/// What takes all of what was `found` out of `zone` but its own records: names are removed whole (RFC 2136 section
/// 2.5.3), the zone's own name type by type.
pub(super) fn emptied(zone: &Name, found: &Found) -> Vec<Record> {
    let theirs = found.keys().filter(|(name, kind)| !is_own(zone, name, *kind));
    let gone: BTreeSet<_> = theirs
        .map(|(name, kind)| (name, if name == zone { u16::from(*kind) } else { u16::from(RecordType::ANY) }))
        .collect();
    let gone = gone.into_iter();
    gone.map(|(name, kind)| sent(name, RecordType::from(kind), DNSClass::ANY, 0, &[])).collect()
}

/// The sets of a `zone` with these `records` but for its own, by name and type.
pub(super) fn sets(zone: &Name, records: &[Record]) -> Vec<RrSet> {
    let mut sets: BTreeMap<(String, String), RrSet> = BTreeMap::new();
    for record in records {
        if is_own(zone, &record.name, record.kind) || record.class != DNSClass::IN {
            continue;
        }
        let (name, kind) = (name::owner(&record.name), records::kind_text(record.kind));
        let set = sets.entry((name.clone(), kind.clone())).or_insert_with(|| RrSet {
            name,
            kind,
            ttl: i32::try_from(record.ttl).unwrap_or(i32::MAX),
            contents: vec![],
        });
        set.contents.push(records::text(record.kind, &record.data));
    }
    sets.into_values().collect()
}

#[cfg(test)]
mod tests;
