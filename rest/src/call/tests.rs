use super::*;
use hosting_core::{dns::ListDnsRecords, domains::ListDomains};
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::json;

/// Where and against which rule an operation with these fields is refused.
fn refused<O: Operation>(fields: &Value) -> (String, String) {
    let Value::Object(fields) = fields.clone() else { panic!("an object") };
    match operation::<O>(fields) {
        Err(Error::InvalidRequest(details)) => (details[0].pointer.clone(), details[0].rule.clone()),
        _ => panic!("it is taken"),
    }
}

#[test]
fn a_refusal_points_to_the_member_itself() {
    for (fields, pointer, rule) in [
        (json!({ "status": "ACTIVE" }), "/status", "enum"),
        (json!({ "order": "" }), "/order", "enum"),
        (json!({ "limit": "many" }), "/limit", "type"),
        (json!({ "expiresBefore": "2027-01-01" }), "/expiresBefore", "type"),
    ] {
        assert_eq!(refused::<ListDomains>(&fields), (pointer.to_owned(), rule.to_owned()), "{fields}");
    }
}

#[test]
fn what_is_in_the_path_is_no_member_of_the_query() {
    let input = ListDnsRecords::json_schema(&mut SchemaGenerator::default());
    let ids = ids("/v1/domains/{domainId}/dns", &input);
    let members = members(&ids, &input);
    assert!(members.contains(&"type".to_owned()) && members.contains(&"cursor".to_owned()));
    assert!(!members.contains(&"domainId".to_owned()));
    assert!(unknown(&members).starts_with("is not one of `type`"));
}

#[test]
fn what_is_of_another_type_is_told_in_words() {
    assert_eq!(
        in_words("invalid type: string \"x\", expected u32").as_deref(),
        Some("is string \"x\", not a whole number")
    );
    assert_eq!(in_words("invalid type: null, expected a boolean").as_deref(), Some("is null, not a boolean"));
    assert_eq!(in_words("missing field `enabled`"), None);
}
