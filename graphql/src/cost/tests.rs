use super::*;
use crate::schema;
use async_graphql::parser::types::{DocumentOperations, ExecutableDocument};

fn of(document: &str, variables: serde_json::Value) -> u64 {
    let parsed = async_graphql::parser::parse_query(document).expect("a document");
    let DocumentOperations::Single(operation) = &parsed.operations else { panic!("one operation") };
    all(&parsed, &operation.node, variables).expect("numbers that lists have").records
}

fn all(
    parsed: &ExecutableDocument,
    operation: &OperationDefinition,
    variables: serde_json::Value,
) -> Result<Cost, ServerError> {
    cost(schema::types(), operation, &parsed.fragments, &Variables::from_json(variables))
}

fn outcome(document: &str) -> Result<Cost, ServerError> {
    let parsed = async_graphql::parser::parse_query(document).expect("a document");
    let DocumentOperations::Single(operation) = &parsed.operations else { panic!("one operation") };
    all(&parsed, &operation.node, serde_json::json!({}))
}

#[test]
fn numbers_that_no_list_has_are_refused_by_name() {
    for number in ["-1", "2147483648", "-2147483649", "1.5"] {
        let refusal = outcome(&format!("{{ domains(first: {number}) {{ id }} }}")).expect_err(number);
        assert!(refusal.message.contains("`first`"), "{number}");
    }
}

#[test]
fn the_schema_is_counted_too() {
    let parts = |document: &str| outcome(document).expect("a number").schema;
    let circle = |n: usize| {
        format!("{{ __schema {{ types {} name {} }} }}", "{ fields { type ".repeat(n), "} }".repeat(n))
    };
    assert_eq!(parts("{ account { id } }"), 0);
    assert!(parts("{ __schema { types { name fields { name type { name } } } } }") < limits::SCHEMA);
    assert!(parts(&circle(4)) > limits::SCHEMA);
    let doubling: String =
        (0..30).map(|n| format!("fragment f{n} on __Type {{ ...f{} ...f{} }}\n", n + 1, n + 1)).collect();
    let doubling = format!(
        "{{ __schema {{ types {{ ...f0 }} }} }} {doubling} fragment f30 on __Type {{ fields {{ name }} }}"
    );
    assert!(parts(&doubling) > limits::SCHEMA);
}

#[test]
fn lists_are_counted_by_what_is_asked_for() {
    for (document, cost) in [
        ("{ account { email } }", 1),
        ("{ account { conversionPlan { plan } } }", 2),
        ("{ domains { id status } }", 1000),
        ("{ domains(first: 3) { id } }", 3),
        ("{ domains(first: 3) { dnsRecords(first: 8) { nodes { id } } } }", 3 * (1 + 1 + 8)),
        ("{ domains(first: 3) { dnsRecords(last: 8) { edges { node { id } } } } }", 3 * (1 + 1 + 16)),
        ("{ account { domains { nodes { id } pageInfo { hasNextPage } } } }", 1 + 1 + 25 + 1),
        ("{ lxcInstances(first: 2) { snapshots { name } metrics { points { at } } } }", 2 * (1 + 10 + 101)),
        ("{ emailServices { dns { records { name } } } }", 2000),
        ("{ nodes(ids: [\"a\", \"b\"]) { nodeId ... on Domain { emailServices { id } } } }", 2 * (1 + 10)),
        ("{ a: account { id } ...b } fragment b on Query { account { id } c: account { id } }", 3),
    ] {
        assert_eq!(of(document, serde_json::json!({})), cost, "{document}");
    }
}

#[test]
fn sizes_may_be_variables() {
    let document =
        "query($n: Int = 7, $ids: [ID!]!) { domains(first: $n) { id } nodes(ids: $ids) { nodeId } }";
    assert_eq!(of(document, serde_json::json!({ "ids": ["a"] })), 8);
    assert_eq!(of(document, serde_json::json!({ "n": 2, "ids": ["a", "b", "c"] })), 5);
}

#[test]
fn doubling_fragments_are_counted_as_what_they_stand_for() {
    let doubling: String =
        (0..40).map(|n| format!("fragment f{n} on Query {{ ...f{} ...f{} }}\n", n + 1, n + 1)).collect();
    let document = format!("{{ ...f0 }} {doubling} fragment f40 on Query {{ account {{ id }} }}");
    assert_eq!(of(&document, serde_json::json!({})), 1 << 40);
}

#[test]
fn a_list_that_leads_to_other_records_is_short_unless_said() {
    let outcome = |document: &str| outcome(document).expect("numbers that lists have");
    for (document, cost, leading) in [
        ("{ lxcInstances { snapshots { name } } }", 50 * (1 + 10), "lxcInstances"),
        (
            "{ a: lxcInstances { ...f } } fragment f on LxcInstance { metrics { points { at } } }",
            50 * 102,
            "a",
        ),
        ("{ services { ... { email { dns { status } } } } }", 50 * 3, "services"),
        (
            "query($n: Int) { domains(first: $n) { dnsRecords(first: 1) { nodes { id } } } }",
            50 * 3,
            "domains",
        ),
        ("{ lxcInstances(first: 3) { snapshots { name } } }", 3 * (1 + 10), ""),
        ("{ emailServices { dns { records { name } } } }", 2000, ""),
        ("{ lxcInstances { hostname } }", 1000, ""),
    ] {
        let counted = outcome(document);
        let names: Vec<_> = counted.leading.0.iter().map(Name::as_str).collect();
        assert_eq!((counted.records, names.join(" ").as_str()), (cost, leading), "{document}");
    }
}

#[test]
fn what_costs_too_much_is_named() {
    for (document, way) in [
        (
            "{ account { id domains(first: 100) { nodes { dnsRecords(first: 100) { nodes { id } } } } } }",
            "account.domains.nodes.dnsRecords.nodes",
        ),
        (
            "{ account { id } ...a } fragment a on Query { x: services(first: 1000) { account: email { dns { status } } lxc { metrics { points { at } } } } }",
            "services.lxc.metrics.points",
        ),
        ("{ domains { id } account { id } }", ""),
    ] {
        assert_eq!(outcome(document).expect("numbers that lists have").most, way, "{document}");
    }
}
