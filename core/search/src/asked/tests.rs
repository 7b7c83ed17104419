use super::*;
use serde_json::json;

fn by_query(parameters: &[(&str, &str)]) -> Vec<String> {
    Asked::by_query(parameters.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))).0
}

/// The pointer and the rule of a refused body.
fn refused(body: &Value) -> (String, String) {
    match Asked::by_body(body.clone()) {
        Err(Error::InvalidRequest(details)) => (details[0].pointer.clone(), details[0].rule.clone()),
        other => panic!("{body} gave {other:?}"),
    }
}

#[test]
fn parameters_are_read_in_their_order() {
    let asked = by_query(&[
        ("domain", "a1.com"),
        ("q", " a2.com "),
        ("utm_source", "mail.com"),
        ("domains", "a3.com,a4.com a5.com\r\n a6.com\t,,a7.com\u{a0}a8.com"),
        ("Domain", "no.com"),
        ("domain", "a1.com"),
    ]);
    assert_eq!(
        asked,
        ["a1.com", "a2.com", "a3.com", "a4.com", "a5.com", "a6.com", "a7.com", "a8.com", "a1.com"]
    );
}

#[test]
fn one_parameter_is_one_name() {
    assert_eq!(by_query(&[("domain", "a.com,b.com"), ("q", "c.com d.com")]), ["a.com,b.com", "c.com d.com"]);
}

#[test]
fn what_is_empty_asks_for_nothing() {
    let nothing: [&[(&str, &str)]; 5] =
        [&[], &[("domain", "")], &[("q", "  ")], &[("domains", "")], &[("domains", " , ,\n, ")]];
    for parameters in nothing {
        assert!(by_query(parameters).is_empty(), "{parameters:?}");
    }
}

#[test]
fn a_list_out_of_its_bounds_is_not_read() {
    let list = |length: usize| "ab.com,".repeat(length / 7 + 1)[..length].to_owned();
    assert_eq!(by_query(&[("domains", "a,b")]), ["a", "b"]);
    assert_eq!(by_query(&[("domains", "a,")]), ["a,"]);
    assert_eq!(by_query(&[("domains", &list(5099))]).len(), 729);
    assert_eq!(by_query(&[("domains", &list(5100))]), [list(5100)]);
}

#[test]
fn a_body_has_one_of_four_shapes() {
    let many: Vec<String> = (0..20).map(|n| format!("n{n}.com")).collect();
    let (longest, longer) = ("x".repeat(253), "x".repeat(254));
    for (body, names) in [
        (json!({ "domains": ["b.com", "a.com"] }), vec!["b.com", "a.com"]),
        (json!({ "domains": ["a.com", "A.com"] }), vec!["a.com", "A.com"]),
        (json!({ "domains": many }), many.iter().map(String::as_str).collect()),
        (json!({ "domain": "a.b" }), vec!["a.b"]),
        (json!({ "domainName": longest }), vec![longest.as_str()]),
        (json!({ "q": "üü.de" }), vec!["üü.de"]),
        (json!({ "q": " ü.de " }), vec!["ü.de"]),
        (json!({ "q": "a.com, b.com" }), vec!["a.com, b.com"]),
        (json!({ "domains": ["   "] }), vec![]),
        (json!({ "domains": ["a.com", "ab", "x".repeat(254)] }), vec!["a.com", "ab", longer.as_str()]),
        (json!({ "domain": "" }), vec![]),
        (json!({ "domainName": "ab" }), vec!["ab"]),
        (json!({ "q": "üü" }), vec!["üü"]),
    ] {
        assert_eq!(Asked::by_body(body.clone()).unwrap().0, names, "{body}");
    }
}

#[test]
fn any_other_body_is_refused() {
    let many: Vec<String> = (0..21).map(|n| format!("n{n}.com")).collect();
    for (body, pointer, rule) in [
        (json!([]), "", "type"),
        (json!(["a.com"]), "", "type"),
        (json!("a.com"), "", "type"),
        (json!(null), "", "type"),
        (json!({}), "", "one_of"),
        (json!({ "domain": "a.com", "q": "a.com" }), "", "one_of"),
        (json!({ "domains": ["a.com"], "domain": "a.com" }), "", "one_of"),
        (json!({ "domain": "a.com", "years": 1 }), "", "one_of"),
        (json!({ "name": "a.com" }), "", "one_of"),
        (json!({ "Domain": "a.com" }), "", "one_of"),
        (json!({ "domains": [] }), "/domains", "bounds"),
        (json!({ "domains": many }), "/domains", "bounds"),
        (json!({ "domains": "a.com" }), "/domains", "type"),
        (json!({ "domains": null }), "/domains", "type"),
        (json!({ "domains": { "0": "a.com" } }), "/domains", "type"),
        (json!({ "domains": ["a.com", 7] }), "/domains/1", "type"),
        (json!({ "domains": ["a.com", null] }), "/domains/1", "type"),
        (json!({ "domains": ["a.com", "b.com", "a.com"] }), "/domains/2", "unique_items"),
        (json!({ "domain": ["a.com"] }), "/domain", "type"),
        (json!({ "domain": 7 }), "/domain", "type"),
        (json!({ "domain": null }), "/domain", "type"),
        (json!({ "domainName": true }), "/domainName", "type"),
    ] {
        assert_eq!(refused(&body), (pointer.to_owned(), rule.to_owned()));
    }
}
