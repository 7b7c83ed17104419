//! What becomes of mail that is not genuine: a policy that is there stays as it is (RFC 7489).
use super::{draft::Draft, tags};
use crate::{Presence, Purpose};

/// The policies there are.
const POLICIES: [&str; 3] = ["none", "quarantine", "reject"];

pub(super) fn merge(draft: &mut Draft<'_>, reports: Option<&str>) {
    let own = draft.below("_dmarc");
    let text = match reports {
        Some(address) => format!("v=DMARC1; p=none; rua=mailto:{address}"),
        None => "v=DMARC1; p=none".to_owned(),
    };
    // A name without a policy has its zone's: one of its own could only weaken that (section 6.6.3).
    let names = [own.as_str(), "_dmarc"];
    let says = |name: &&str| draft.is_alias(name) || !policies(draft, name).is_empty();
    let Some(name) = names.into_iter().find(says) else {
        let state = draft.add_text(&own, &text);
        return draft.tell_text(Purpose::Dmarc, &own, &text, state);
    };
    match policies(draft, name)[..] {
        [policy] if !draft.is_alias(name) && is_sound(policy) => {
            draft.tell_text(Purpose::Dmarc, name, policy, Presence::Present);
        }
        _ => draft.tell_text(Purpose::Dmarc, name, &text, Presence::Conflict),
    }
}

/// The texts that are policies, or were meant to be.
fn policies<'a>(draft: &Draft<'a>, name: &str) -> Vec<&'a String> {
    let meant = |text: &&String| {
        let start: String = text.chars().filter(|letter| !letter.is_whitespace()).take(7).collect();
        start.eq_ignore_ascii_case("v=dmarc")
    };
    draft.texts(name).iter().filter(meant).collect()
}

/// Whether receivers take a policy as one (RFC 7489 section 6.3).
fn is_sound(policy: &str) -> bool {
    let Some(tags) = tags::read(policy) else { return false };
    let value = |name: &str| tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1);
    let is_policy = |value: &str| POLICIES.iter().any(|policy| policy.eq_ignore_ascii_case(value));
    tags.first() == Some(&("v", "DMARC1"))
        && value("p").is_some_and(is_policy)
        && value("sp").is_none_or(is_policy)
        && value("pct").is_none_or(|percent| percent.parse::<u8>().is_ok_and(|percent| percent <= 100))
}
