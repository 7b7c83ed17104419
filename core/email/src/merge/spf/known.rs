//! What SPF records say together, as far as they are known.
use super::{
    LOOKUPS,
    term::{self, Meaning, Term},
};
use crate::merge::zone::{Zone, host};
use hosting_domains::dns::kind::RecordType;

/// The SPF records that are known: those of the zone itself, and of others.
pub(super) struct Known<'a> {
    zone: &'a Zone,
}

impl<'a> Known<'a> {
    pub const fn new(zone: &'a Zone) -> Self {
        Self { zone }
    }

    /// The look-ups that `terms` cost; no more than one beyond the limit are counted, so that a
    /// circle of records comes to an end.
    pub fn lookups(&self, terms: &[Term]) -> usize {
        let mut count = 0;
        self.count(terms, &mut count);
        count
    }

    fn count(&self, terms: &[Term], count: &mut usize) {
        for term in term::asked(terms) {
            if *count > LOOKUPS {
                return;
            }
            *count += usize::from(term.meaning.is_lookup());
            if let Meaning::Include(name) | Meaning::Redirect(name) = &term.meaning
                && let Some(inner) = self.record(name)
            {
                self.count(&inner, count);
            }
        }
    }

    /// Whether mail from our hosts passes by another record that `terms` lead to.
    pub fn lets_in(&self, terms: &[Term], include: &str) -> bool {
        self.passes(terms, include, LOOKUPS)
    }

    fn passes(&self, terms: &[Term], include: &str, depth: usize) -> bool {
        let leads = |term: &Term| match &term.meaning {
            _ if depth == 0 => false,
            Meaning::Include(name) if term.qualifier == Some('+') => {
                host(name) == host(include) || self.leads(name, include, depth - 1)
            }
            Meaning::Redirect(name) => self.leads(name, include, depth - 1),
            _ => false,
        };
        term::asked(terms).any(leads)
    }

    fn leads(&self, name: &str, include: &str, depth: usize) -> bool {
        self.record(name).is_some_and(|terms| self.passes(&terms, include, depth))
    }

    /// The one SPF record of `name`, where it is known and sound.
    fn record(&self, name: &str) -> Option<Vec<Term>> {
        let name = host(name);
        let own = || {
            let inside = name == self.zone.name || name.ends_with(&format!(".{}", self.zone.name));
            let set = self.zone.set(&self.zone.relative(&name), RecordType::Txt).filter(|_| inside)?;
            set.contents.iter().find(|text| term::is_spf(text))
        };
        term::read(own().or_else(|| self.zone.elsewhere.get(&name))?)
    }
}
