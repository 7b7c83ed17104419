//! The keys that mail is signed with: ours under our own selectors, and nobody else's.
use super::{Key, Set, draft::Draft, tags};
use crate::{Presence, Purpose};
use hosting_domains::dns::kind::RecordType;

pub(super) fn merge(draft: &mut Draft<'_>, keys: &[Key]) {
    for key in keys {
        let name = draft.below(&format!("{}._domainkey", key.selector));
        let state = match draft.texts(&name) {
            [] => draft.add_text(&name, &key.text),
            [one] if tags::same(one, &key.text) => Presence::Present,
            // The selector is ours: what stands under it besides our key makes signatures fail.
            _ => draft.put(Set {
                name: name.clone(),
                kind: RecordType::Txt,
                contents: vec![key.text.clone()],
                priority: None,
            }),
        };
        draft.tell_text(Purpose::Dkim, &name, &key.text, state);
    }
}
