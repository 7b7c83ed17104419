use super::super::kind::RecordType::{
    self, A, Aaaa, Caa, Cname, Https, Mx, Ns, Ptr, Srv, Sshfp, Svcb, Tlsa, Txt,
};
use super::*;
use hosting_kernel::refusals::fault::Rule;

mod accepted;
mod random;
mod refused;

const ZONE: &str = "example.com";

fn one(kind: RecordType, content: &str, priority: Option<i64>) -> Result<RecordSet, Fault> {
    record_set(kind, &[content.to_owned()], priority, ZONE, true)
}

fn many(kind: RecordType, contents: &[&str], priority: Option<i64>) -> Result<RecordSet, Fault> {
    let contents: Vec<String> = contents.iter().map(ToString::to_string).collect();
    record_set(kind, &contents, priority, ZONE, false)
}

/// What was kept is read as the same again, in its own form and in that of a zone file.
fn assert_stable(kind: RecordType, set: &RecordSet) {
    let again = record_set(kind, &set.contents, set.priority.map(i64::from), ZONE, false);
    assert_eq!(again.as_ref(), Ok(set), "{kind}");
    let lines: Vec<String> =
        set.contents.iter().map(|content| presentation(kind, content, set.priority)).collect();
    assert_eq!(record_set(kind, &lines, None, ZONE, false).as_ref(), Ok(set), "{kind} {lines:?}");
}

#[test]
fn the_time_to_live_has_a_range_and_a_default() {
    assert_eq!(ttl(None), Ok(3600));
    for input in [60, 3600, 86_400] {
        assert_eq!(ttl(Some(input)).map(i64::from), Ok(input));
    }
    for input in [i64::MIN, -1, 0, 1, 59, 86_401, (1 << 32) + 60, i64::MAX] {
        let fault = ttl(Some(input)).unwrap_err();
        assert_eq!((fault.rule, fault.pointer.as_str()), (Rule::Ttl, "/ttl"));
    }
}

#[test]
fn a_shared_priority_stands_beside_the_values() {
    let shared = RecordSet {
        contents: vec!["a.example.net.".to_owned(), "b.example.net.".to_owned()],
        priority: Some(10),
    };
    assert_eq!(many(Mx, &["a.example.net", "b.example.net"], Some(10)), Ok(shared.clone()));
    assert_eq!(many(Mx, &["10 a.example.net", "10  b.example.net"], None), Ok(shared));
}

#[test]
fn different_priorities_stand_in_front_of_the_values() {
    let set = many(Mx, &["10 a.example.net", "020 B.example.net", "30 a.example.net"], None).unwrap();
    assert_eq!(set.contents, ["10 a.example.net.", "20 b.example.net.", "30 a.example.net."]);
    assert_eq!(set.priority, None);
    assert_eq!(presentation(Mx, &set.contents[1], set.priority), "20 b.example.net.");
    assert_stable(Mx, &set);
    let set = many(Srv, &["1 5 5060 a.example.net", "2 5 5060 ."], None).unwrap();
    assert_eq!(set.contents, ["1 5 5060 a.example.net.", "2 5 5060 ."]);
    assert_stable(Srv, &set);
}

#[test]
fn a_set_holds_1_to_100_values() {
    let values: Vec<String> = (0..101).map(|n| format!("192.0.2.{n}")).collect();
    let set = record_set(A, &values[..100], None, ZONE, false).unwrap();
    assert_eq!(set.contents, values[..100]);
    let fault = record_set(A, &values, None, ZONE, false).unwrap_err();
    assert_eq!((fault.rule, fault.pointer.as_str()), (Rule::Content, "/contents"));
    let fault = record_set(A, &[], None, ZONE, false).unwrap_err();
    assert_eq!((fault.rule, fault.pointer.as_str()), (Rule::ContentRequired, "/contents"));
}

#[test]
fn text_is_cut_for_the_wire() {
    assert_eq!(txt_wire("a"), [b"a"]);
    assert_eq!(txt_wire(""), [b""]);
    assert_eq!(txt_wire(&"a".repeat(255)).len(), 1);
    let strings = txt_wire(&"ü".repeat(2048));
    assert_eq!(strings.len(), 17);
    assert!(strings[..16].iter().all(|string| string.len() == 255));
    assert_eq!(strings.concat(), "ü".repeat(2048).as_bytes());
}

#[test]
fn text_is_quoted_for_the_zone() {
    for (text, line) in [
        ("v=spf1 -all", r#""v=spf1 -all""#),
        (r#"a "b" \c;"#, r#""a \"b\" \\c;""#),
        ("ü", r#""\195\188""#),
        (&"a".repeat(256), &format!("\"{}\" \"a\"", "a".repeat(255))),
    ] {
        assert_eq!(presentation(Txt, text, None), line);
        assert_eq!(one(Txt, line, None).unwrap().contents, [text]);
    }
    // The letter is cut in two on the wire.
    let text = format!("{}ü", "a".repeat(254));
    assert_eq!(presentation(Txt, &text, None), format!("\"{}\\195\" \"\\188\"", "a".repeat(254)));
    assert_stable(Txt, &one(Txt, &text, None).unwrap());
}
