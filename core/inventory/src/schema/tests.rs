//! The schema says what the reader does.
use super::{schema, validator::fits};
use crate::{EXAMPLE, Inventory};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A file that says everything that can be said, also what it could leave out.
fn whole() -> Value {
    let mut file: Value = serde_json::from_str(EXAMPLE).unwrap();
    file["registry"] = json!([{ "name": "brew.club", "premium": true, "price_usd": 640.5, "taken": false }]);
    file["prices"][0]["provider_attributes"] = json!([
        { "key": "nexus", "options": ["C11"], "isRequired": true, "type": "select", "description": "What for" }
    ]);
    let services = file["accounts"][0]["services"].as_array_mut().unwrap();
    let mut free = services[1].clone();
    (free["display_name"], free["hosting"]["site"]) = ("Sketches".into(), "sketches".into());
    free["hosting"]["kind"] = "free".into();
    free["hosting"]["last_activity_at"] = "-42d".into();
    free["hosting"]["inactivity_suspended_at"] = "-12d".into();
    free["hosting"]["deletion_deadline"] = "+18d".into();
    services[2]["lxc"]["snapshots"] = json!([{ "name": "fresh", "size_bytes": 7, "created_at": "-3d" }]);
    services[3]["kvm"]["snapshots"] = json!([{ "name": "Fresh", "description": "new" }]);
    let mut waiting = services[3].clone();
    (waiting["display_name"], waiting["status"], waiting["kvm"]) =
        ("db-02".into(), "provisioning".into(), Value::Null);
    services.extend([free, waiting]);
    // An export has every member.
    let text = Inventory::read(&file.to_string()).unwrap().to_json().unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The pointers of all members and items below `value`.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, one)| (name.clone(), one)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, one)| (index.to_string(), one)).collect()
        }
        _ => Vec::new(),
    };
    for (name, one) in below {
        let at = format!("{at}/{name}");
        pointers(one, &at, found);
        found.push(at);
    }
}

/// Whether a fault is one of form, which a schema can tell.
fn of_form(message: &str) -> bool {
    let starts = [
        "invalid type",
        "is missing",
        "is not a member",
        "the details of a service",
        "a service of the type",
    ];
    starts.iter().any(|start| message.starts_with(start)) || message.contains("` is none of ")
}

/// Compares what the reader and the schema say of `file`; gives the words that the reader would have taken.
fn compare(root: &Value, file: &Value, what: &str) -> Option<BTreeSet<String>> {
    let fit = fits(root, root, file);
    let faults = Inventory::read(&file.to_string()).err().unwrap_or_default();
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(fit || !faults.is_empty(), "the reader takes what the schema does not: {what}");
    let form = faults.iter().any(|fault| of_form(&fault.message));
    assert!(!form || !fit, "the schema takes what the reader does not: {what}: {lines:#?}");
    let words =
        |message: &str| Some(message.split_once("` is none of ")?.1.split(", ").map(str::to_owned).collect());
    faults.iter().find_map(|fault| words(&fault.message))
}

#[test]
fn the_schema_takes_what_the_reader_takes() {
    let root: Value = serde_json::from_str(&schema()).unwrap();
    let file = whole();
    assert!(fits(&root, &root, &file));
    let demo: Value = serde_json::from_str(include_str!("../../../../rest/src/commands/demo.json")).unwrap();
    assert!(fits(&root, &root, &demo) && fits(&root, &root, &json!({})));
    let mut all = Vec::new();
    pointers(&file, "", &mut all);
    assert!(all.len() > 150, "{}", all.len());
    let values =
        [json!(null), json!(true), json!(7), json!(-7), json!(1.5), json!("x"), json!([]), json!({})];
    let mut words = BTreeSet::new();
    for pointer in all {
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        for value in &values {
            let mut other = file.clone();
            *other.pointer_mut(&pointer).unwrap() = value.clone();
            for known in compare(&root, &other, &format!("{pointer} is {value}")).iter().flatten() {
                *other.pointer_mut(&pointer).unwrap() = known.clone().into();
                compare(&root, &other, &format!("{pointer} is {known}"));
                words.insert(known.clone());
            }
        }
        let mut other = file.clone();
        if let Some(Value::Object(members)) = other.pointer_mut(parent) {
            members.remove(name);
            compare(&root, &other, &format!("{pointer} is left out"));
        }
        let mut other = file.clone();
        if let Some(Value::Object(members)) = other.pointer_mut(&pointer) {
            members.insert("extra".to_owned(), Value::Null);
            compare(&root, &other, &format!("{pointer}/extra is null"));
        }
    }
    let mut known = BTreeSet::new();
    enumerated(&root, &mut known);
    assert_eq!(known, words, "the schema has the words of the reader");
}

/// The words that `schema` lets something be.
fn enumerated(schema: &Value, found: &mut BTreeSet<String>) {
    let below: Vec<&Value> = match schema {
        // What only makes a difference for others is not what something can be.
        Value::Object(rules) if rules.contains_key("if") => Vec::new(),
        Value::Object(rules) => {
            let listed = rules.get("enum").and_then(Value::as_array).into_iter().flatten();
            let words = listed.chain(rules.get("const")).filter_map(Value::as_str);
            found.extend(words.map(str::to_owned));
            rules.values().collect()
        }
        Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    for one in below {
        enumerated(one, found);
    }
}

#[test]
fn every_member_is_described() {
    let root: Value = serde_json::from_str(&schema()).unwrap();
    assert_eq!(root["$schema"], "https://json-schema.org/draft/2020-12/schema");
    let all = root["$defs"].as_object().unwrap().iter().map(|(name, one)| (name.as_str(), one));
    let mut members = 0;
    for (name, one) in all.chain([("Inventory", &root)]) {
        assert!(one["description"].is_string(), "{name}");
        for (member, rule) in one["properties"].as_object().into_iter().flatten() {
            assert!(rule["description"].is_string(), "{name}.{member}");
            members += 1;
        }
        assert!(one.get("properties").is_none() || one["additionalProperties"] == false, "{name}");
    }
    assert!(members > 100, "{members}");
}
