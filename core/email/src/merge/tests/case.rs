//! The table of zones, as it is written beside this file.
use super::{Presence, Purpose, Set, Wanted, Zone};
use crate::merge::Key;
use hosting_domains::dns::kind::RecordType;
use hosting_kernel::providers::mail::{MailHost, Profile};
use serde::de::DeserializeOwned;

const TABLE: [&str; 4] = [
    include_str!("zones/providers.txt"),
    include_str!("zones/spf.txt"),
    include_str!("zones/mail.txt"),
    include_str!("zones/names.txt"),
];

/// One zone, and what is to come of it.
pub struct Case {
    pub title: String,
    pub zone: Zone,
    pub wanted: Wanted,
    /// The states of each purpose; one stands for all.
    pub states: Vec<(Purpose, Vec<Presence>)>,
    /// What changes; other sets can only be new ones.
    pub changes: Vec<Set>,
}

/// What mail needs in all of them.
pub fn wanted(domain: &str) -> Wanted {
    let host = |name: &str, priority| MailHost { host: name.to_owned(), priority };
    let key = |selector: &str, text: &str| Key { selector: selector.to_owned(), text: text.to_owned() };
    Wanted {
        domain: domain.to_owned(),
        profile: Profile {
            mx: vec![host("mx1.mail.example.net", 10), host("mx2.mail.example.net", 20)],
            spf_include: "_spf.mail.example.net".to_owned(),
            rsa_selector: "k1".to_owned(),
            ed25519_selector: "k2".to_owned(),
            autoconfig: Some("autoconfig.mail.example.net".to_owned()),
            autodiscover: Some("autodiscover.mail.example.net".to_owned()),
            dmarc_reports: None,
            tls_reports: Some("tls@mail.example.net".to_owned()),
        },
        keys: vec![
            key("k1", "v=DKIM1; k=rsa; p=TXlSc2FLZXk="),
            key("k2", "v=DKIM1; k=ed25519; p=TXlFZEtleQ=="),
        ],
    }
}

pub fn cases() -> Vec<Case> {
    let cases = TABLE.iter().flat_map(|file| file.split("\n\n"));
    cases.map(str::trim).filter(|text| !text.is_empty()).map(case).collect()
}

/// A title, what stands in the zone, an arrow with what is not simply added, and what changes.
fn case(text: &str) -> Case {
    let mut lines = text.lines();
    let title = lines.next().and_then(|line| line.strip_prefix("# ")).expect("a title").to_owned();
    let mut zone = Zone { name: "example.com".to_owned(), room: 900, ..Zone::default() };
    let (mut domain, mut states, mut changes, mut after) = ("example.com", Vec::new(), Vec::new(), false);
    for line in lines {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("domain", name) => domain = name,
            ("room", room) => zone.room = room.parse().expect("a number"),
            ("elsewhere", record) => {
                let (name, text) = record.split_once(' ').expect("a name and its record");
                zone.elsewhere.insert(name.to_owned(), repeated(text));
            }
            ("=>", told) => (states, after) = (told.split(", ").map(state).collect(), true),
            (name, said) if after => changes.push(set(name, said)),
            (name, said) => zone.sets.push(set(name, said)),
        }
    }
    assert!(after, "{title}: nothing is expected");
    Case { title, zone, wanted: wanted(domain), states: all(states), changes }
}

/// `mx conflict`, `mx present+added`
fn state(told: &str) -> (Purpose, Vec<Presence>) {
    let (purpose, states) = told.split_once(' ').unwrap_or_else(|| panic!("a purpose and a state: {told}"));
    (word(purpose), states.split('+').map(word).collect())
}

/// What is not told of is added.
fn all(told: Vec<(Purpose, Vec<Presence>)>) -> Vec<(Purpose, Vec<Presence>)> {
    let each = ["mx", "spf", "dkim", "dmarc", "autoconfig", "autodiscover", "tlsrpt"].map(word::<Purpose>);
    let rest = each.into_iter().filter(|purpose| !told.iter().any(|one| one.0 == *purpose));
    let rest: Vec<_> = rest.map(|purpose| (purpose, vec![Presence::Added])).collect();
    told.into_iter().chain(rest).collect()
}

/// `MX 10 mx1.example.net. / 20 mx2.example.net.`: as a zone file writes it, a preference that all
/// share in front.
fn set(name: &str, said: &str) -> Set {
    let (kind, contents) = said.split_once(' ').unwrap_or_else(|| panic!("a type and contents: {said}"));
    let kind = RecordType::parse(kind).expect("a type");
    let contents = repeated(contents);
    let mut contents: Vec<String> = contents.split(" / ").map(str::to_owned).collect();
    let mut priority = None;
    if kind == RecordType::Mx {
        let first = contents[0].split_once(' ').expect("a preference").0.to_owned();
        let start = format!("{first} ");
        if contents.iter().all(|content| content.starts_with(&start)) {
            contents = contents.iter().map(|content| content[start.len()..].to_owned()).collect();
            priority = Some(first.parse().expect("a number"));
        }
    }
    Set { name: name.to_owned(), kind, contents, priority }
}

/// `{{12 ip4:192.0.2.N }}` says what is in it twelve times, each with a number of its own.
fn repeated(text: &str) -> String {
    let Some((start, rest)) = text.split_once("{{") else { return text.to_owned() };
    let (inside, end) = rest.split_once("}}").expect("the end of what is repeated");
    let (times, what) = inside.split_once(' ').expect("how often");
    let times = 1..=times.parse::<usize>().expect("a number");
    let middle: String = times.map(|number| what.replace('N', &number.to_string())).collect();
    repeated(&format!("{start}{middle}{end}"))
}

fn word<T: DeserializeOwned>(word: &str) -> T {
    serde_json::from_value(word.into()).unwrap_or_else(|_| panic!("{word} is none of the choices"))
}
