//! Links between operations: where the id of what one gives is asked for by another.
use crate::{answer::status_of, bind::Binding};
use serde_json::{Map, Value, json};

/// Adds to each answer what can be asked next about what it holds.
pub fn complete(paths: &mut Map<String, Value>, bindings: &[Binding]) {
    for giving in bindings {
        let method = giving.method.as_str().to_lowercase();
        let response = &mut paths[giving.path][&method]["responses"][status_of(giving.effect).as_str()];
        let data = &response["content"]["application/json"]["schema"]["properties"]["data"];
        let (record, place) = match data["items"]["$ref"].as_str() {
            Some(path) => (path, "$response.body#/data/0/id"),
            None => (data["$ref"].as_str().unwrap_or_default(), "$response.body#/data/id"),
        };
        let Some(id) = parameter(record.rsplit('/').next().unwrap_or_default()) else { continue };
        let links: Map<_, _> = bindings
            .iter()
            .filter(|asking| is_near(giving, asking))
            .filter(|asking| {
                asking.path.ends_with(&format!("{{{id}}}")) || asking.path.contains(&format!("{{{id}}}/"))
            })
            .filter_map(|asking| Some((asking.id.to_owned(), link(asking, id, place, giving)?)))
            .collect();
        if !links.is_empty() {
            response["links"] = links.into();
        }
    }
}

/// Whether what `giving` gives can be asked about by `asking`: a service is one of any area, and what is
/// of an area is nothing in another.
fn is_near(giving: &Binding, asking: &Binding) -> bool {
    let (from, to) = (area(giving), area(asking));
    from == to || from == Some("services") || to == Some("services")
}

/// The segment of a path that follows the version.
fn area(binding: &Binding) -> Option<&'static str> {
    binding.path.split('/').nth(2)
}

/// The parameter that names a record of this kind.
fn parameter(record: &str) -> Option<&'static str> {
    match record {
        "Domain" => Some("domainId"),
        "DnsRecord" => Some("recordId"),
        "Service" | "LxcInstance" | "KvmInstance" => Some("serviceId"),
        "KvmSnapshot" => Some("snapshotId"),
        _ => None,
    }
}

/// How `asking` is asked with what `giving` gave; not at all where that does not say enough.
fn link(asking: &Binding, id: &str, place: &str, giving: &Binding) -> Option<Value> {
    let names = asking.path.split(['{', '}']).skip(1).step_by(2);
    let value = |name: &str| match name == id {
        true => Some(place.to_owned()),
        false => giving.path.contains(&format!("{{{name}}}")).then(|| format!("$request.path.{name}")),
    };
    let parameters: Option<Map<_, _>> =
        names.map(|name| Some((name.to_owned(), Value::from(value(name)?)))).collect();
    Some(json!({ "operationId": asking.id, "parameters": parameters? }))
}
