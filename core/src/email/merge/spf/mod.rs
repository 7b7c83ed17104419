//! Who may send mail: the owner's record, with our hosts let in (RFC 7208).
mod known;
mod term;
#[cfg(test)]
mod tests;

use super::draft::Draft;
use crate::email::{Presence, Purpose};
use known::Known;
use term::{Meaning, Term};

/// Look-ups that a record may cost (section 4.6.4).
const LOOKUPS: usize = 10;
/// Characters that fit an answer which needs nothing beyond plain UDP (section 3.4).
const FITTING: usize = 450;
/// The longest text that a zone of ours holds.
const LONGEST: usize = 4096;

pub(super) fn merge(draft: &mut Draft<'_>, include: &str) {
    let name = draft.at.clone();
    let texts = draft.texts(&name);
    let records: Vec<usize> = (0..texts.len()).filter(|index| term::is_spf(&texts[*index])).collect();
    let fresh = format!("v=spf1 include:{include} ~all");
    let (state, text) = match records[..] {
        [] => (draft.add_text(&name, &fresh), fresh),
        [index] => match extended(&texts[index], include, &Known::new(draft.zone)) {
            Some(None) => (Presence::Present, texts[index].clone()),
            Some(Some(text)) => (draft.replace_text(&name, index, &text), text),
            None => (Presence::Conflict, fresh),
        },
        // Several are an error to every receiver (section 4.5): which one is meant, the owner knows.
        _ => (Presence::Conflict, fresh),
    };
    draft.tell_text(Purpose::Spf, &name, &text, state);
}

/// `record` with our hosts let in; `Some(None)` where they are, nothing where that cannot be done.
fn extended(record: &str, include: &str, known: &Known<'_>) -> Option<Option<String>> {
    let mut terms = term::read(record)?;
    let costs = |terms: &[Term]| known.lookups(terms) <= LOOKUPS;
    let own = term::asked(&terms).find(|term| term.includes(include));
    // Whoever lets our hosts fail has said no.
    if own.is_some_and(|own| own.qualifier == Some('-')) {
        return None;
    }
    if own.is_some() || known.lets_in(&terms, include) {
        return costs(&terms).then_some(None);
    }
    terms.insert(place(&terms), Term::including(include));
    let text = term::write(&terms);
    let fits = text.len() <= FITTING || record.len() > FITTING && text.len() <= LONGEST;
    (fits && costs(&terms)).then_some(Some(text))
}

/// Where a mechanism is asked after all others: what follows `all` never is (section 5.1), what
/// only modifies may follow.
fn place(terms: &[Term]) -> usize {
    let all = terms.iter().position(|term| term.meaning == Meaning::All);
    let last = || terms.iter().rposition(|term| term.qualifier.is_some()).map_or(0, |last| last + 1);
    all.unwrap_or_else(last)
}
