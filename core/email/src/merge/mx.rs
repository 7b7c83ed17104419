//! Where mail is taken.
use super::{
    draft::{Draft, Told},
    zone::{Set, host},
};
use crate::{Presence, Purpose};
use hosting_domains::dns::kind::RecordType;
use hosting_kernel::providers::mail::MailHost;

/// Names our hosts where nobody else takes mail; says whether ours are the ones that do.
pub(super) fn merge(draft: &mut Draft<'_>, ours: &[MailHost]) -> bool {
    let there = draft.set(&draft.at, RecordType::Mx).map_or_else(Vec::new, hosts);
    let is_ours = |one: &(u16, String)| ours.iter().any(|own| host(&own.host) == one.1);
    let missing: Vec<_> =
        ours.iter().filter(|own| !there.iter().any(|one| one.1 == host(&own.host))).collect();
    let state = if !there.iter().all(is_ours) {
        // Somebody else takes mail, or nobody is to (RFC 7505): that is the owner's choice.
        Presence::Conflict
    } else if missing.is_empty() {
        Presence::Present
    } else {
        let all = there.iter().cloned().chain(missing.iter().map(|own| (own.priority, host(&own.host))));
        draft.put(set(&draft.at, all.collect()))
    };
    for own in ours {
        let found = there.iter().find(|one| one.1 == host(&own.host));
        let state = match (state, found) {
            (Presence::Merged, Some(_)) => Presence::Present,
            (Presence::Merged, None) => Presence::Added,
            (state, _) => state,
        };
        // Where mail is ours alone, the order of our hosts is the owner's to choose.
        let priority = found.map_or(own.priority, |(priority, _)| *priority);
        tell(draft, own, priority, state);
    }
    !matches!(state, Presence::Conflict)
}

fn tell(draft: &mut Draft<'_>, own: &MailHost, priority: u16, state: Presence) {
    let (name, content) = (draft.at.clone(), format!("{}.", host(&own.host)));
    let told = Told {
        purpose: Purpose::Mx,
        name: &name,
        kind: RecordType::Mx,
        content,
        priority: Some(i32::from(priority)),
    };
    draft.tell(told, state);
}

/// The preferences and hosts of a set: beside each other, or the preference for all of them.
fn hosts(set: &Set) -> Vec<(u16, String)> {
    let shared = set.priority.and_then(|priority| u16::try_from(priority).ok()).unwrap_or_default();
    let read = |content: &String| match content.split_once(' ') {
        Some((priority, name)) => (priority.parse().unwrap_or(shared), host(name)),
        None => (shared, host(content)),
    };
    set.contents.iter().map(read).collect()
}

/// One preference that all share stands beside the hosts, different ones in front of them.
fn set(name: &str, hosts: Vec<(u16, String)>) -> Set {
    let first = hosts.first().map(|(priority, _)| *priority);
    let shared = first.filter(|first| hosts.iter().all(|(priority, _)| priority == first));
    let write = |(priority, host): (u16, String)| match shared {
        Some(_) => format!("{host}."),
        None => format!("{priority} {host}."),
    };
    let contents = hosts.into_iter().map(write).collect();
    Set { name: name.to_owned(), kind: RecordType::Mx, contents, priority: shared.map(i32::from) }
}
