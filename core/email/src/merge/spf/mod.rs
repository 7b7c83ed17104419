//! Who may send mail: the owner's record, with our hosts let in (RFC 7208).
mod known;
mod term;
#[cfg(test)]
mod tests;

use super::{draft::Draft, zone::host};
use crate::{Presence, Purpose};
use known::Known;
pub(super) use term::is_spf;
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
            Extended::Already => (Presence::Present, texts[index].clone()),
            Extended::By(text) => (draft.replace_text(&name, index, &text), text),
            Extended::Never => (Presence::Conflict, fresh),
        },
        // Several are an error to every receiver (section 4.5): which one is meant, the owner knows.
        _ => (Presence::Conflict, fresh),
    };
    draft.tell_text(Purpose::Spf, &name, &text, state);
}

/// The names that an SPF record leads to, where they are the same for all senders.
pub(super) fn leads_to(text: &str) -> Vec<String> {
    let target = |term: &Term| match &term.meaning {
        Meaning::Include(name) | Meaning::Redirect(name) if !name.contains('%') => Some(host(name)),
        _ => None,
    };
    term::read(text).unwrap_or_default().iter().filter_map(target).collect()
}

/// What becomes of a record that is to let our hosts in.
enum Extended {
    /// It does already.
    Already,
    /// It does, written like this.
    By(String),
    /// It cannot, or must not.
    Never,
}

fn extended(record: &str, include: &str, known: &Known<'_>) -> Extended {
    let Some(mut terms) = term::read(record) else { return Extended::Never };
    let costly = |terms: &[Term]| known.lookups(terms) > LOOKUPS;
    let own = term::asked(&terms).find(|term| term.includes(include));
    // Whoever lets our hosts fail has said no.
    if costly(&terms) || own.is_some_and(|own| own.qualifier == Some('-')) {
        return Extended::Never;
    }
    if own.is_some() || known.lets_in(&terms, include) {
        return Extended::Already;
    }
    terms.insert(place(&terms), Term::including(include));
    let text = term::write(&terms);
    let fits = text.len() <= FITTING || record.len() > FITTING && text.len() <= LONGEST;
    if !fits || costly(&terms) {
        return Extended::Never;
    }
    Extended::By(text)
}

/// Where a mechanism is asked after all others: what follows `all` never is (section 5.1), what
/// only modifies may follow.
fn place(terms: &[Term]) -> usize {
    let all = terms.iter().position(|term| term.meaning == Meaning::All);
    let last = || terms.iter().rposition(|term| term.qualifier.is_some()).map_or(0, |last| last + 1);
    all.unwrap_or_else(last)
}
