//! What a zone is to say so that mail works, merged with what its owner made it say (`contract.md` §8.4).
//!
//! Nothing here asks or changes anything: a zone goes in, and the changes to it come out. Merging
//! once more changes nothing.
mod clients;
mod dkim;
mod dmarc;
mod draft;
mod mx;
mod spf;
mod tags;
#[cfg(test)]
mod tests;
mod tls_reports;
mod wildcard;
mod zone;

pub use zone::{Set, Zone};

use super::{MailRecord, Presence};
use draft::Draft;
use hosting_kernel::providers::mail::Profile;

/// What mail for a domain needs of its zone.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The mail domain: the zone's name, or one below it.
    pub domain: String,
    /// What is the same for all domains.
    pub profile: Profile,
    /// The keys that mail of this domain is signed with.
    pub keys: Vec<Key>,
}

/// A key that mail is signed with, as a zone publishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its selector.
    pub selector: String,
    /// The text: `v=DKIM1; k=rsa; p=…`.
    pub text: String,
}

/// What comes of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The sets to put into the zone, each in place of what has its name and type.
    pub changes: Vec<Set>,
    /// What mail needs, and whether the zone has it now.
    pub records: Vec<MailRecord>,
}

/// Merges what mail needs into a zone.
pub fn merge(zone: &Zone, wanted: &Wanted) -> Merge {
    let mut draft = Draft::new(zone, &wanted.domain);
    let receives = mx::merge(&mut draft, &wanted.profile.mx);
    spf::merge(&mut draft, &wanted.profile.spf_include);
    dkim::merge(&mut draft, &wanted.keys);
    dmarc::merge(&mut draft, wanted.profile.dmarc_reports.as_deref());
    clients::merge(&mut draft, &wanted.profile, receives);
    tls_reports::merge(&mut draft, wanted.profile.tls_reports.as_deref(), receives);
    draft.finish()
}

/// Whether a text is an SPF record (RFC 7208 section 4.5).
pub fn is_spf(text: &str) -> bool {
    spf::is_spf(text)
}

/// The names that an SPF record leads to; none where `text` is no such record.
pub fn leads_to(text: &str) -> Vec<String> {
    spf::leads_to(text)
}

/// Whether a text says of a key what `published` does.
pub fn is_same_key(text: &str, published: &str) -> bool {
    tags::same(text, published)
}

/// What to publish in a zone that is not ours to change.
pub fn by_hand(wanted: &Wanted) -> Vec<MailRecord> {
    let zone = Zone { name: wanted.domain.clone(), room: usize::MAX, ..Zone::default() };
    let missing = |record| MailRecord { state: Presence::Missing, ..record };
    merge(&zone, wanted).records.into_iter().map(missing).collect()
}
