//! Where mail programs find their settings.
use super::{
    Set,
    draft::{Draft, Told},
    zone::host,
};
use crate::{Presence, Purpose};
use hosting_domains::dns::kind::RecordType;
use hosting_kernel::providers::mail::Profile;

/// Names our hosts; not while mail is taken elsewhere, where the settings of programs are too.
pub(super) fn merge(draft: &mut Draft<'_>, profile: &Profile, receives: bool) {
    let asked = [
        (Purpose::Autoconfig, "autoconfig", &profile.autoconfig),
        (Purpose::Autodiscover, "autodiscover", &profile.autodiscover),
    ];
    for (purpose, label, target) in asked {
        if let Some(target) = target {
            alias(draft, purpose, label, &host(target), receives);
        }
    }
}

fn alias(draft: &mut Draft<'_>, purpose: Purpose, label: &str, target: &str, receives: bool) {
    let (name, content) = (draft.below(label), format!("{target}."));
    let state = match draft.set(&name, RecordType::Cname).map(|set| set.contents.as_slice()) {
        Some([there]) if host(there) == target => Presence::Present,
        Some(_) => Presence::Conflict,
        None if purpose == Purpose::Autodiscover && served_elsewhere(draft, target) => Presence::Conflict,
        None if taken(draft, &name) => Presence::Conflict,
        None if !receives => Presence::Missing,
        None => draft.put(Set {
            name: name.clone(),
            kind: RecordType::Cname,
            contents: vec![content.clone()],
            priority: None,
        }),
    };
    draft.tell(Told { purpose, name: &name, kind: RecordType::Cname, content, priority: None }, state);
}

fn taken(draft: &Draft<'_>, name: &str) -> bool {
    draft.zone.sets.iter().any(|set| set.name == name)
}

/// Whether an SRV record sends programs to another host: an alias would be asked before it.
fn served_elsewhere(draft: &Draft<'_>, target: &str) -> bool {
    let set = draft.set(&draft.below("_autodiscover._tcp"), RecordType::Srv);
    let named = |content: &String| content.rsplit(' ').next().is_some_and(|named| host(named) != target);
    set.is_some_and(|set| set.contents.iter().any(named))
}
