//! The operators' page tells what the schema tells.
use serde_json::Value;

const GUIDE: &str = include_str!("../../deploy/inventory.md");

#[test]
fn the_page_names_every_member_and_says_which_may_be_left_out() {
    let schema: Value = serde_json::from_str(&hosting_inventory::schema()).unwrap();
    let defined = schema["$defs"].as_object().unwrap().values();
    for one in defined.chain([&schema]) {
        let Some(members) = one["properties"].as_object() else { continue };
        let needed: Vec<&str> =
            one["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for name in members.keys() {
            // Whole lists, and what a service is, stand by themselves.
            let alone = ["prices", "registry", "accounts", "email", "hosting", "lxc", "kvm"];
            let wanted = match needed.contains(&name.as_str()) {
                true => format!("`{name}`"),
                false => format!("*`{name}`*"),
            };
            assert!(alone.contains(&name.as_str()) || GUIDE.contains(&wanted), "{wanted}");
        }
    }
}
