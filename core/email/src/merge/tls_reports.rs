//! Where reports on encrypted delivery go (RFC 8460).
use super::{draft::Draft, tags};
use crate::{Presence, Purpose};

/// Asks for reports; not while mail is taken elsewhere, whose reports are not ours.
pub(super) fn merge(draft: &mut Draft<'_>, address: Option<&str>, receives: bool) {
    let Some(address) = address else { return };
    let name = draft.below("_smtp._tls");
    let text = format!("v=TLSRPTv1; rua=mailto:{address}");
    let there: Vec<_> = draft.texts(&name).iter().filter(|text| is_meant(text)).collect();
    let state = match there[..] {
        [one] if tags::same(one, &text) => Presence::Present,
        [] if draft.is_alias(&name) => Presence::Conflict,
        [] if !receives => Presence::Missing,
        [] => draft.add_text(&name, &text),
        _ => Presence::Conflict,
    };
    draft.tell_text(Purpose::Tlsrpt, &name, &text, state);
}

fn is_meant(text: &str) -> bool {
    text.trim_start().get(..8).is_some_and(|start| start.eq_ignore_ascii_case("v=tlsrpt"))
}
