use super::*;

fn zone() -> Name {
    name::parse("example.com").unwrap()
}

fn put(name: &str, kind: &str, contents: &[&str]) -> Change {
    let contents = contents.iter().map(ToString::to_string).collect();
    Change::Put(RrSet { name: name.to_owned(), kind: kind.to_owned(), ttl: 60, contents })
}

fn remove(name: &str, kind: &str) -> Change {
    Change::Remove(SetName { name: name.to_owned(), kind: kind.to_owned() })
}

fn there(sets: &[(&str, &str, &str)]) -> Found {
    found(sets.iter().map(|(name, kind, text)| record(name, kind, text)))
}

fn record(name: &str, kind: &str, text: &str) -> Record {
    let kind = records::kind(kind).unwrap();
    let data = records::wire(kind, text).unwrap();
    Record { name: name::parse(name).unwrap(), kind, class: DNSClass::IN, ttl: 60, data }
}

fn planned(changes: &[Change], found: &Found) -> Result<Request, String> {
    update(&zone(), &goals(&zone(), changes).unwrap(), found)
}

#[test]
fn what_is_replaced_must_be_as_it_was_found() {
    let found = there(&[("www.example.com", "A", "192.0.2.1"), ("www.example.com", "A", "192.0.2.2")]);
    let request = planned(&[put("www.example.com", "A", &["192.0.2.3"])], &found).unwrap();
    let classes: Vec<_> = request.must.iter().map(|must| (must.class, must.kind, must.ttl)).collect();
    assert_eq!(
        classes,
        [
            (DNSClass::IN, RecordType::A, 0),
            (DNSClass::IN, RecordType::A, 0),
            (DNSClass::NONE, RecordType::CNAME, 0)
        ]
    );
    let classes: Vec<_> = request.does.iter().map(|does| (does.class, does.ttl)).collect();
    assert_eq!(classes, [(DNSClass::ANY, 0), (DNSClass::IN, 60)]);
}

#[test]
fn what_is_new_must_not_be_there() {
    let request = planned(&[put("www.example.com", "A", &["192.0.2.3"])], &Found::new()).unwrap();
    let classes: Vec<_> = request.must.iter().map(|must| (must.class, must.kind)).collect();
    assert_eq!(classes, [(DNSClass::NONE, RecordType::A), (DNSClass::NONE, RecordType::CNAME)]);
    assert_eq!(request.does.len(), 1);
}

#[test]
fn the_last_change_counts() {
    let changes = [
        remove("www.example.com", "A"),
        put("WWW.example.com", "a", &["192.0.2.1"]),
        remove("b.example.com", "A"),
    ];
    let goals = goals(&zone(), &changes).unwrap();
    assert_eq!(goals.len(), 2);
    assert!(goals[1].put.is_some() && goals[0].put.is_none());
}

#[test]
fn an_alias_stands_alone() {
    let address = there(&[("www.example.com", "A", "192.0.2.1")]);
    let alias = there(&[("www.example.com", "CNAME", "a.example.")]);
    let to = put("www.example.com", "CNAME", &["b.example."]);
    let a = put("www.example.com", "A", &["192.0.2.2"]);
    assert!(planned(std::slice::from_ref(&to), &address).unwrap_err().contains("cannot be an alias"));
    assert!(planned(std::slice::from_ref(&a), &alias).unwrap_err().contains("is an alias"));
    assert!(planned(&[to.clone(), a.clone()], &Found::new()).is_err(), "both at once");
    assert!(planned(std::slice::from_ref(&to), &alias).is_ok(), "another alias in its place");
    // One takes the place of the other: what goes, goes first.
    let request = planned(&[remove("www.example.com", "A"), to], &address).unwrap();
    let classes: Vec<_> = request.does.iter().map(|does| (does.class, does.kind)).collect();
    assert_eq!(classes, [(DNSClass::ANY, RecordType::A), (DNSClass::IN, RecordType::CNAME)]);
    assert_eq!(request.must.iter().filter(|must| must.class == DNSClass::NONE).count(), 12);
    assert!(planned(&[remove("www.example.com", "CNAME"), a], &alias).is_ok());
    let signed = there(&[("www.example.com", "TYPE46", "\\# 1 00")]);
    assert!(planned(&[put("www.example.com", "CNAME", &["b.example."])], &signed).is_ok());
}

#[test]
fn what_cannot_be_is_refused() {
    for change in [
        put("www.example.org", "A", &["192.0.2.1"]),
        put("example.com", "SOA", &["a. b. 1 1 1 1 1"]),
        put("example.com", "NS", &["ns1.example.net."]),
        remove("example.com", "NS"),
        put("www.example.com", "A", &[]),
        put("www.example.com", "A", &["192.0.2"]),
        put("www.example.com", "AXFR", &["\\# 1 00"]),
        put("www..example.com", "A", &["192.0.2.1"]),
        remove("www.example.com", "TYPE41"),
    ] {
        assert!(
            matches!(goals(&zone(), std::slice::from_ref(&change)), Err(Failure::Refused(_))),
            "{change:?}"
        );
    }
    assert!(goals(&zone(), &[put("sub.example.com", "NS", &["ns1.example.net."])]).is_ok());
}

#[test]
fn the_zones_own_records_stay() {
    let records = [
        record("example.com", "SOA", "a. b. 1 1 1 1 1"),
        record("example.com", "NS", "ns1.example.net."),
        record("example.com", "TYPE48", "\\# 1 00"),
        record("example.com", "MX", "0 ."),
        record("www.example.com", "TYPE46", "\\# 1 00"),
        record("www.example.com", "A", "192.0.2.1"),
        record("www.example.com", "A", "192.0.2.2"),
        record("www.example.com", "TXT", "\"a\""),
        record("sub.example.com", "NS", "ns1.example.net."),
    ];
    let sets = sets(&zone(), &records);
    let names: Vec<_> =
        sets.iter().map(|set| (set.name.as_str(), set.kind.as_str(), set.contents.len())).collect();
    assert_eq!(
        names,
        [
            ("example.com", "MX", 1),
            ("sub.example.com", "NS", 1),
            ("www.example.com", "A", 2),
            ("www.example.com", "TXT", 1)
        ]
    );
    let gone = emptied(&zone(), &found(records));
    let gone: Vec<_> = gone.iter().map(|gone| (name::owner(&gone.name), gone.kind)).collect();
    assert_eq!(gone.len(), 3);
    assert!(gone.contains(&("example.com".to_owned(), RecordType::MX)));
    assert!(gone.contains(&("www.example.com".to_owned(), RecordType::ANY)));
}
