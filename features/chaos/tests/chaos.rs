//! A short run on a file and one process; and the auditor, who notices whatever is broken on purpose.
//!
//! `CHAOS_DATABASE_URL`, an empty database, and `CHAOS_REDIS_URL` make it one of replicas.
use hosting_chaos::{Account, Arguments, Facts, Journal, Searched, apart, audit, platform, run};
use std::{
    collections::BTreeMap,
    env,
    process::ExitCode,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// A way in which the platform could break its promises, and what the auditor has to say then.
type Breakage = (&'static str, fn(&mut Journal, &mut Facts), &'static str);

const BREAKAGES: [Breakage; 23] = [
    (
        "an entry is lost",
        |_, facts| drop(facts.entries.swap_remove(facts.entries.len() / 2)),
        "entries counted",
    ),
    ("an entry is lost, and taken off the sum", lose_entry, "has no entry"),
    ("an entry is there twice", |_, facts| facts.entries.push(facts.entries[0].clone()), "entries counted"),
    (
        "an entry contradicts its answer",
        |journal, facts| entry(journal, facts).status = 402,
        "entries that say",
    ),
    ("an entry is somebody else's", swap_entry, "somebody else"),
    ("a sum is wrong", |_, facts| *facts.sums.values_mut().next().expect("a sum") += 1, "entries counted"),
    ("a record is lost", |_, facts| drop(facts.records.remove(0)), "the record"),
    ("a record is there twice", |_, facts| facts.records.push(facts.records[0].clone()), "the record"),
    ("a record is of nobody", |_, facts| facts.records[0].0.name.push('x'), "nobody was told"),
    ("a record is an old one", |_, facts| facts.records[0].0.contents[0].push('1'), "the record"),
    ("a record is pending for ever", |_, facts| "pending".clone_into(&mut facts.records[0].1), "is pending"),
    ("a record is not served", |_, facts| drop(facts.served.remove(0)), "served for"),
    ("a record is served that was removed", |_, facts| facts.served[0].name.push('x'), "nobody was told"),
    ("a record is served as it was", |_, facts| facts.served[0].contents[0].push('1'), "served for"),
    ("a change is lost", |_, facts| flip(facts.renewed.values_mut().next()), "auto-renew of"),
    (
        "a payment is taken twice",
        |_, facts| *facts.months.values_mut().next().expect("one") += 1,
        "months paid",
    ),
    ("a link is made twice", |_, facts| *facts.links.values_mut().next().expect("a link") += 1, "links of"),
    ("a file is lost", |journal, _| file(&mut journal.accounts[0].files), "the file"),
    ("a file is of nobody", |_, facts| file(&mut facts.files), "nobody was told"),
    ("a file has other content", change_file, "the file"),
    ("work is left", |_, facts| facts.jobs.push("publish is dead".to_owned()), "work is left"),
    ("a key is stranded", |_, facts| facts.claimed.push("chaos-1-1".to_owned()), "never answered"),
    ("a window is exceeded", |journal, _| journal.searched = vec![now(); 21], "21 searches"),
];

fn lose_entry(journal: &mut Journal, facts: &mut Facts) {
    let id = told(journal).told[0].request_id;
    let lost = facts.entries.iter().position(|entry| entry.request_id == id).expect("its entry");
    let entry = facts.entries.remove(lost);
    *facts.sums.get_mut(&entry.account).expect("a sum") -= 1;
}

fn swap_entry(journal: &mut Journal, facts: &mut Facts) {
    entry(journal, facts).account.push('x');
}

/// The entry of an answer.
fn entry<'a>(journal: &mut Journal, facts: &'a mut Facts) -> &'a mut hosting_chaos::Entry {
    let id = told(journal).told.iter().find(|told| !told.graph).expect("an answer").request_id;
    facts.entries.iter_mut().find(|entry| entry.request_id == id).expect("its entry")
}

/// Somebody whose first answer was none of trouble.
fn told(journal: &Journal) -> &Account {
    let calm = |account: &&Account| account.told.first().is_some_and(|told| told.status < 500 && !told.graph);
    journal.accounts.iter().find(calm).expect("an answer")
}

fn flip(value: Option<&mut bool>) {
    let value = value.expect("a domain");
    *value = !*value;
}

/// One that there is not.
fn file(files: &mut BTreeMap<Uuid, u64>) {
    files.insert(Uuid::nil(), 1);
}

fn change_file(journal: &mut Journal, facts: &mut Facts) {
    file(&mut journal.accounts[0].files);
    facts.files.insert(Uuid::nil(), 2);
}

fn now() -> Searched {
    Searched { sent: Instant::now(), answered: Instant::now() + Duration::from_secs(1) }
}

fn main() -> ExitCode {
    if let Some(ended) = platform() {
        return ended;
    }
    if env::args().any(|argument| argument == "--ignored" || argument == "--list") {
        return ExitCode::SUCCESS;
    }
    let no_full_disk = !apart();
    if no_full_disk {
        println!("no disk can be mounted here: none is filled");
    }
    let arguments = Arguments {
        minutes: 0.25,
        database_url: env::var("CHAOS_DATABASE_URL").ok(),
        redis_url: env::var("CHAOS_REDIS_URL").ok(),
        replicas: 3,
        customers: 6,
        rate: None,
        every: 1.5,
        kill_every: None,
        // In which clocks are set, and a disk is full, on a file.
        seed: 6,
        restart_database: None,
        restarts: None,
        no_full_disk,
        break_redis: false,
        folder: None,
    };
    let (journal, facts) = tokio::runtime::Runtime::new().expect("threads").block_on(run(&arguments));
    println!("{}", journal.summary());
    let mut faults = audit(&journal, &facts);
    if journal.accounts.iter().any(|account| account.told.is_empty() || account.records.is_empty()) {
        faults.push("a customer was told nothing: there was nothing to audit".to_owned());
    }
    if journal.troubles.values().sum::<usize>() < 3 {
        faults.push("hardly anything was done to the platform".to_owned());
    }
    let passed = usize::from(faults.is_empty());
    let mut noticed = 0;
    for (what, breaks, words) in BREAKAGES {
        let (mut journal, mut facts) = (journal.clone(), facts.clone());
        breaks(&mut journal, &mut facts);
        if audit(&journal, &facts).iter().any(|finding| finding.contains(words)) {
            noticed += 1;
        } else {
            faults.push(format!("the auditor does not notice that {what}"));
        }
    }
    for fault in &faults {
        println!("FAULT {fault}");
    }
    println!("{} passed, {} failed", passed + noticed, faults.len());
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
