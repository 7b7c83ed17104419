//! Zones as the API writes them, in JSON: names are whole and end in a dot.
use super::content;
use crate::keys;
use hosting_kernel::providers::{
    dns::{Change, RrSet, SetName},
    registrar::Ds,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How long the zone's own SOA and NS records may be kept, in seconds.
const OWN_TTL: i32 = 3600;
/// Refresh, retry, expire and minimum of an SOA, in seconds (RFC 1035 section 3.3.13, RFC 2308 section 4).
const TIMERS: &str = "10800 3600 604800 3600";
/// What the server writes itself, beside the SOA and NS records of the zone: what signs it (RFC 4034, RFC 5155,
/// RFC 7344).
const SIGNING: [&str; 7] = ["DNSKEY", "RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "CDS", "CDNSKEY"];

/// A zone, as far as it matters here.
#[derive(Deserialize)]
pub(super) struct Zone {
    pub(super) name: String,
    serial: Option<u32>,
    /// The serial that is served, where the server makes it from the other.
    edited_serial: Option<u32>,
    #[serde(default)]
    rrsets: Vec<Set>,
}

#[derive(Deserialize)]
struct Set {
    name: String,
    r#type: String,
    ttl: u32,
    records: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    content: String,
    #[serde(default)]
    disabled: bool,
}

impl Zone {
    /// The serial that is served.
    pub(super) fn serial(&self) -> Option<u32> {
        self.edited_serial.or(self.serial)
    }

    /// What is served, by name and type, but for what the server writes itself.
    pub(super) fn sets(self) -> Vec<RrSet> {
        let apex = relative(&self.name);
        let own = |set: &Set| matches!(&*set.r#type, "SOA" | "NS") && relative(&set.name) == apex;
        let others =
            self.rrsets.into_iter().filter(|set| !own(set) && !SIGNING.contains(&set.r#type.as_str()));
        let mut sets: Vec<RrSet> = others.map(Set::served).filter(|set| !set.contents.is_empty()).collect();
        sets.sort_by(|one, other| (&one.name, &one.kind).cmp(&(&other.name, &other.kind)));
        sets
    }
}

impl Set {
    fn served(self) -> RrSet {
        let served = self.records.iter().filter(|record| !record.disabled);
        RrSet {
            name: relative(&self.name),
            ttl: i32::try_from(self.ttl).unwrap_or(i32::MAX),
            contents: served.map(|record| content::kept(&self.r#type, &record.content)).collect(),
            kind: self.r#type,
        }
    }
}

/// A name as the platform writes it.
pub(super) fn relative(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

/// A name as the API wants it.
fn absolute(name: &str) -> String {
    format!("{}.", relative(name))
}

/// Where a zone is: what is no letter, digit, dot or hyphen is written as `=` and two hexadecimal digits.
pub(super) fn path(zone: &str) -> String {
    let escaped = absolute(zone).bytes().fold(String::new(), |mut path, byte| {
        match byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-') {
            true => path.push(char::from(byte)),
            false => path.extend(format!("={byte:02X}").chars()),
        }
        path
    });
    format!("/zones/{escaped}")
}

/// What `changes` come to, in an order in which the server takes them.
///
/// It refuses two changes of one name and type, of which the last one wins, and a CNAME beside what is removed
/// after it.
pub(super) fn settled(changes: &[Change]) -> Vec<Change> {
    let mut last = BTreeMap::new();
    for change in changes {
        let (Change::Put(RrSet { name, kind, .. }) | Change::Remove(SetName { name, kind })) = change;
        last.insert((relative(name), kind), change.clone());
    }
    let (mut settled, puts): (Vec<_>, Vec<_>) =
        last.into_values().partition(|change| matches!(change, Change::Remove(_)));
    settled.extend(puts);
    settled
}

/// A key of a zone, as far as it matters here.
#[derive(Deserialize)]
pub(super) struct Key {
    active: bool,
    published: bool,
    /// What the zone above has to say of it, where it is one that signs keys.
    #[serde(default)]
    ds: Vec<String>,
}

impl Key {
    /// What the zone above has to say of it.
    pub(super) fn ds(&self) -> impl Iterator<Item = Ds> {
        let used = self.active && self.published;
        self.ds.iter().filter(move |_| used).filter_map(|text| keys::parse(text))
    }
}

/// `changes` as one request, of which all is done or nothing.
pub(super) fn patch(changes: &[Change]) -> Value {
    let sets: Vec<Value> = changes.iter().map(written).collect();
    json!({ "rrsets": sets })
}

fn written(change: &Change) -> Value {
    match change {
        Change::Put(set) => json!({
            "name": absolute(&set.name),
            "type": set.kind,
            "ttl": set.ttl,
            "changetype": "REPLACE",
            "records": records(set.contents.iter().map(|content| content::sent(&set.kind, content))),
        }),
        Change::Remove(set) => json!({
            "name": absolute(&set.name),
            "type": set.kind,
            "changetype": "DELETE",
        }),
    }
}

fn records(contents: impl Iterator<Item = String>) -> Vec<Value> {
    contents.map(|content| json!({ "content": content, "disabled": false })).collect()
}

/// A new zone of `hosts`; the server makes its serial: the date and two digits, which every change makes greater.
pub(super) fn made(zone: &str, hosts: &[String], dnssec: bool) -> Value {
    let zone = absolute(zone);
    let first = hosts.first().map(|host| absolute(host)).unwrap_or_default();
    let soa = format!("{first} hostmaster.{zone} 0 {TIMERS}");
    let own =
        |kind, records: Vec<Value>| json!({ "name": zone, "type": kind, "ttl": OWN_TTL, "records": records });
    json!({
        "name": zone,
        "kind": "Native",
        "soa_edit_api": "DEFAULT",
        "dnssec": dnssec,
        // It would write them itself, with a time to live of its own.
        "nameservers": [],
        "rrsets": [
            own("SOA", records([soa].into_iter())),
            own("NS", records(hosts.iter().map(|host| absolute(host)))),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(name: &str, kind: &str, content: &str) -> Change {
        let contents = vec![content.to_owned()];
        Change::Put(RrSet { name: name.to_owned(), kind: kind.to_owned(), ttl: 60, contents })
    }

    fn remove(name: &str, kind: &str) -> Change {
        Change::Remove(SetName { name: name.to_owned(), kind: kind.to_owned() })
    }

    #[test]
    fn zones_have_their_path() {
        for (zone, at) in [
            ("example.com", "/zones/example.com."),
            ("Example.com.", "/zones/example.com."),
            ("xn--bcher-kva.example", "/zones/xn--bcher-kva.example."),
            ("128/25.2.0.192.in-addr.arpa", "/zones/128=2F25.2.0.192.in-addr.arpa."),
            ("a_b.example/../x?y#z%", "/zones/a=5Fb.example=2F..=2Fx=3Fy=23z=25."),
        ] {
            assert_eq!(path(zone), at);
        }
    }

    #[test]
    fn of_one_name_and_type_the_last_change_wins() {
        let changes = [
            put("a.test", "A", "192.0.2.1"),
            put("b.test", "CNAME", "c.test."),
            remove("a.test", "A"),
            remove("b.test", "A"),
            put("c.test", "A", "192.0.2.1"),
            put("C.test", "A", "192.0.2.2"),
        ];
        let settled = settled(&changes);
        assert_eq!(
            settled,
            [remove("a.test", "A"), remove("b.test", "A"), changes[1].clone(), changes[5].clone()],
            "what is removed makes room first"
        );
    }

    #[test]
    fn changes_are_one_request() {
        let changes = [remove("a.test", "TXT"), put("*.a.test", "AAAA", "::ffff:192.0.2.1")];
        assert_eq!(
            patch(&changes),
            json!({ "rrsets": [
                { "name": "a.test.", "type": "TXT", "changetype": "DELETE" },
                { "name": "*.a.test.", "type": "AAAA", "ttl": 60, "changetype": "REPLACE",
                  "records": [{ "content": "::ffff:c000:201", "disabled": false }] },
            ] })
        );
    }

    #[test]
    fn a_new_zone_comes_from_its_first_host() {
        let made = made("a.test", &["ns1.host.test".to_owned(), "ns2.host.test".to_owned()], false);
        let soa = &made["rrsets"][0]["records"][0]["content"];
        assert_eq!(soa, "ns1.host.test. hostmaster.a.test. 0 10800 3600 604800 3600");
        assert_eq!(made["rrsets"][1]["records"][1]["content"], "ns2.host.test.");
    }

    #[test]
    fn what_is_served_is_what_the_platform_wrote() {
        let set = |name: &str, kind: &str, disabled| {
            let records = [json!({ "content": "NS1.test.", "disabled": disabled })];
            json!({ "name": name, "type": kind, "ttl": 4_294_967_295_u32, "records": records, "comments": [] })
        };
        let zone: Zone = serde_json::from_value(json!({
            "name": "a.test.", "serial": 1, "edited_serial": 2, "kind": "Native",
            "rrsets": [
                set("a.test.", "SOA", false), set("a.test.", "NS", false), set("a.test.", "DNSKEY", false),
                set("sub.a.test.", "NS", false), set("off.a.test.", "NS", true), set("a.test.", "CNAME", false),
            ],
        }))
        .unwrap();
        assert_eq!(zone.serial(), Some(2));
        let written: Vec<_> = zone.sets().into_iter().map(|set| (set.name, set.kind, set.contents)).collect();
        let host = vec!["ns1.test.".to_owned()];
        assert_eq!(
            written,
            [
                ("a.test".to_owned(), "CNAME".to_owned(), host.clone()),
                ("sub.a.test".to_owned(), "NS".to_owned(), host)
            ]
        );
    }
}
