//! What stands in several places of the contract is written once, among its components, and referred to.
use super::operations;
use axum::http::StatusCode;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Moves refusals, headers and parameters that stand in several places out of `paths`; gives them as
/// components.
pub fn share(paths: &mut Map<String, Value>) -> Map<String, Value> {
    let refusals = operations(paths).flat_map(|operation| {
        let area = operation["tags"][0].as_str().unwrap_or_default().to_owned();
        let refusals = members(operation, "responses").filter(|(status, _)| status.as_str() >= "400");
        refusals.map(move |(status, refusal)| (name(&area, status, refusal), refusal))
    });
    let mut responses = components("responses", refusals.collect());

    let in_place = operations(paths).flat_map(|operation| members(operation, "responses"));
    let everywhere = in_place.chain(&mut responses).map(|(_, response)| response);
    let headers = everywhere.flat_map(|response| members(response, "headers"));
    let headers = components("headers", headers.map(|(name, header)| (name.clone(), header)).collect());

    let lists = operations(paths).filter_map(|operation| operation.get_mut("parameters")?.as_array_mut());
    let parameters = lists.flatten().map(|parameter| {
        let name = parameter["name"].as_str().unwrap_or_default();
        (name.to_owned(), parameter)
    });
    let parameters = components("parameters", parameters.collect());

    let all = [("responses", responses), ("parameters", parameters), ("headers", headers)];
    all.into_iter().map(|(kind, components)| (kind.to_owned(), components.into())).collect()
}

/// Puts a reference in each of `places` whose content stands in another too, and gives the contents by name.
fn components(kind: &str, places: Vec<(String, &mut Value)>) -> Map<String, Value> {
    let mut uses = HashMap::<String, usize>::new();
    for (_, content) in &places {
        *uses.entry(content.to_string()).or_default() += 1;
    }
    let mut components = Map::new();
    for (name, content) in places {
        if uses[&content.to_string()] < 2 {
            continue;
        }
        // Other content of the same name stays where it is.
        if components.entry(&name).or_insert_with(|| content.clone()) == content {
            *content = json!({ "$ref": format!("#/components/{kind}/{name}") });
        }
    }
    components
}

/// `DomainNotFoundOrDnsRecordNotFound` by its codes; where none are listed, `SearchBadRequest` by its status.
fn name(area: &str, status: &str, refusal: &Value) -> String {
    if let Some(by_code) = refusal["content"]["application/json"]["examples"].as_object() {
        return by_code.keys().map(|code| in_pascal_case(code)).collect::<Vec<_>>().join("Or");
    }
    let reason = StatusCode::from_bytes(status.as_bytes()).ok().and_then(|status| status.canonical_reason());
    in_pascal_case(area) + &in_pascal_case(reason.unwrap_or(status))
}

fn in_pascal_case(words: &str) -> String {
    let capitalised = |word: &str| match word.split_at_checked(1) {
        Some((first, rest)) => first.to_ascii_uppercase() + rest,
        None => word.to_owned(),
    };
    words.split(['_', ' ']).map(capitalised).collect()
}

fn members<'a>(
    holder: &'a mut Value,
    name: &str,
) -> impl Iterator<Item = (&'a String, &'a mut Value)> + use<'a> {
    holder.get_mut(name).and_then(Value::as_object_mut).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_several_places_is_a_component_and_other_content_stays() {
        let parameter = |name: &str, most: u32| json!({ "name": name, "schema": { "maximum": most } });
        let get = |parameters: &[Value]| json!({ "get": { "parameters": parameters } });
        let paths = json!({
            "/a": get(&[parameter("limit", 500)]),
            "/b": get(&[parameter("limit", 1000), parameter("alone", 1)]),
            "/c": get(&[parameter("limit", 1000)]),
        });
        let Value::Object(mut paths) = paths else { panic!("an object") };
        let components = share(&mut paths);
        assert_eq!(components["parameters"], json!({ "limit": parameter("limit", 1000) }));
        let shared = json!({ "$ref": "#/components/parameters/limit" });
        assert_eq!(paths["/a"], get(&[parameter("limit", 500)]));
        assert_eq!(paths["/b"], get(&[shared.clone(), parameter("alone", 1)]));
        assert_eq!(paths["/c"], get(&[shared]));
    }

    #[test]
    fn a_refusal_is_named_by_its_codes_or_by_its_status() {
        let of_codes = json!({ "content": { "application/json": { "examples": { "invalid_token": {}, "ip_not_allowed": {} } } } });
        assert_eq!(name("domains", "401", &of_codes), "InvalidTokenOrIpNotAllowed");
        assert_eq!(name("search", "429", &json!({})), "SearchTooManyRequests");
    }
}
