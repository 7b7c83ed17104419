//! The auditor: compares what customers were told with what is there.
use crate::{Account, Facts, Journal, Record, journal::Searched};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};
use uuid::Uuid;

/// For how long the sandbox keeps a link into its panel at least: for a day, less what clocks are off.
const LINKS_ARE_KEPT: Duration = Duration::from_hours(23);

/// The public search answers so many requests of an address in any minute (`spec.md`).
const SEARCHES: usize = 20;

/// All that is lost, there twice, contradicts an answer, or is left half done; nothing, where the platform keeps its
/// promises.
pub fn audit(journal: &Journal, facts: &Facts) -> Vec<String> {
    let mut found = Vec::new();
    for account in &journal.accounts {
        found.extend(account.wrong.iter().map(|what| format!("{}: {what}", account.email)));
        links(account, facts, journal.lasted < LINKS_ARE_KEPT, &mut found);
    }
    entries(journal, facts, &mut found);
    sums(facts, &mut found);
    let renewed = journal.accounts.iter().flat_map(|account| &account.renewed);
    same("auto-renew of", renewed, &facts.renewed, &mut found);
    let months = journal.accounts.iter().flat_map(|account| &account.months);
    same("months paid of", months, &facts.months, &mut found);
    records(journal, facts, &mut found);
    let files = journal.accounts.iter().flat_map(|account| &account.files);
    same("the file", files, &facts.files, &mut found);
    found.extend(facts.jobs.iter().map(|job| format!("work is left: {job}")));
    found.extend(facts.claimed.iter().map(|key| format!("the key {key} was claimed and never answered")));
    found.extend(window(&journal.searched));
    found
}

/// Each answer left its entry, once, and none contradicts it.
fn entries(journal: &Journal, facts: &Facts, found: &mut Vec<String>) {
    let mut written: HashMap<Uuid, Vec<(&str, u16)>> = HashMap::new();
    for entry in &facts.entries {
        written.entry(entry.request_id).or_default().push((&entry.account, entry.status));
    }
    for account in &journal.accounts {
        for told in &account.told {
            let entries = written.get(&told.request_id).map(Vec::as_slice).unwrap_or_default();
            let what =
                format!("{} told {} for {} ({})", account.email, told.status, told.asked, told.request_id);
            // What we could not do may be what kept it from being written down.
            if entries.is_empty() && told.status < 500 {
                found.push(format!("{what} has no entry"));
            }
            if entries.iter().any(|(email, _)| *email != account.email) {
                found.push(format!("{what} is an entry of somebody else"));
            }
            // Who was told that we failed may repeat it: where the database's word for an entry was lost, the entry
            // knows what came of it, be that a refusal, and the repetition tells.
            let entries: Vec<_> = match told.status {
                500.. => entries.iter().filter(|(_, status)| *status >= 500).collect(),
                _ => entries.iter().collect(),
            };
            if !told.graph && entries.iter().any(|(_, status)| *status != told.status) {
                found.push(format!("{what} has entries that say {entries:?}"));
            }
            if !told.graph && entries.len() > 1 {
                found.push(format!("{what} has {} entries", entries.len()));
            }
        }
    }
}

/// The sums that the database keeps are those of the entries.
fn sums(facts: &Facts, found: &mut Vec<String>) {
    let mut counted: BTreeMap<String, i64> = BTreeMap::new();
    for entry in &facts.entries {
        *counted.entry(entry.account.clone()).or_default() += 1;
    }
    same("entries counted of", &counted, &facts.sums, found);
}

/// What customers have is what is there, and nothing else.
fn same<'a, K: Ord + std::fmt::Debug + 'a, V: PartialEq + std::fmt::Debug + 'a>(
    what: &str,
    told: impl IntoIterator<Item = (&'a K, &'a V)>,
    there: &BTreeMap<K, V>,
    found: &mut Vec<String>,
) {
    let told: BTreeMap<_, _> = told.into_iter().collect();
    for (name, value) in &told {
        if there.get(*name) != Some(*value) {
            found.push(format!("{what} {name:?}: told {value:?}, there is {:?}", there.get(*name)));
        }
    }
    for name in there.keys().filter(|name| !told.contains_key(name)) {
        found.push(format!("{what} {name:?} is there, and nobody was told"));
    }
}

/// Each record is there once, is in force, and is what the nameservers have.
fn records(journal: &Journal, facts: &Facts, found: &mut Vec<String>) {
    let told = journal.accounts.iter().flat_map(|account| &account.records);
    let told: BTreeMap<_, _> =
        told.map(|(place, contents)| (place.clone(), vec![contents.clone()])).collect();
    let by_place = |records: &mut dyn Iterator<Item = &Record>| {
        let mut there: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for record in records {
            let place = (record.domain.clone(), record.name.clone());
            there.entry(place).or_default().push(record.contents.clone());
        }
        there
    };
    same("the record", &told, &by_place(&mut facts.records.iter().map(|(record, _)| record)), found);
    same("served for", &told, &by_place(&mut facts.served.iter()), found);
    for (record, status) in facts.records.iter().filter(|(_, status)| status != "active") {
        found.push(format!("the record {} of {} is {status}", record.name, record.domain));
    }
}

/// Each key has made one link.
fn links(account: &Account, facts: &Facts, all_are_kept: bool, found: &mut Vec<String>) {
    let site = account.email.split('@').next().unwrap_or_default();
    let there = facts.links.get(site).copied().unwrap_or_default();
    if there > account.links || (all_are_kept && there < account.links) {
        found.push(format!("links of {}: told {}, there are {there}", account.email, account.links));
    }
}

/// No minute saw more searches answered than are allowed. Only what lies in a minute for certain counts: from the
/// sending of the first to the answer of the last.
fn window(searched: &[Searched]) -> Option<String> {
    let mut searched = searched.to_vec();
    searched.sort_by_key(|one| one.sent);
    searched.windows(SEARCHES + 1).find_map(|some| {
        let first = some.first()?.sent;
        let last = some.iter().map(|one| one.answered).max()?;
        let took = last.duration_since(first);
        let too_many = took < Duration::from_mins(1);
        too_many.then(|| format!("{} searches were answered within {} s", some.len(), took.as_secs_f32()))
    })
}
