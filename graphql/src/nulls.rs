//! What was refused is null (GraphQL section 6.4.4): whoever reads the answer finds each field that was asked for.
use async_graphql::{Name, PathSegment, ServerError, Value, indexmap::IndexMap};

/// Puts null into `data` where one of `errors` left nothing.
pub(crate) fn put(data: &mut Value, errors: &[ServerError]) {
    for error in errors {
        if let Some((PathSegment::Field(name), path)) = error.path.split_last() {
            put_one(data, path, name);
        }
    }
}

fn put_one(mut value: &mut Value, path: &[PathSegment], name: &str) {
    for step in path {
        let next = match (value, step) {
            (Value::List(items), PathSegment::Index(place)) => items.get_mut(*place),
            (value, PathSegment::Field(name)) => {
                members(value).map(|all| all.entry(Name::new(name)).or_default())
            }
            _ => None,
        };
        let Some(next) = next else { return };
        value = next;
    }
    if let Some(members) = members(value) {
        members.entry(Name::new(name)).or_default();
    }
}

/// The members of an object; of one of which nothing was left, too.
fn members(value: &mut Value) -> Option<&mut IndexMap<Name, Value>> {
    if *value == Value::Null {
        *value = Value::Object(IndexMap::new());
    }
    match value {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn completed(data: serde_json::Value, paths: &[&[&str]]) -> serde_json::Value {
        let step = |step: &&str| match step.parse() {
            Ok(place) => PathSegment::Index(place),
            Err(_) => PathSegment::Field((*step).to_owned()),
        };
        let error = |path: &&[&str]| {
            let mut error = ServerError::new("refused", None);
            error.path = path.iter().map(step).collect();
            error
        };
        let errors: Vec<_> = paths.iter().map(error).collect();
        let mut data = Value::from_json(data).expect("a value");
        put(&mut data, &errors);
        data.into_json().expect("JSON")
    }

    #[test]
    fn each_refused_field_is_null_wherever_it_stands() {
        let given = json!({ "a": [{ "x": 1 }, null], "c": { "d": 2 } });
        let paths: [&[&str]; 4] = [&["a", "0", "y"], &["a", "1", "y"], &["b"], &["c", "e"]];
        let expected =
            json!({ "a": [{ "x": 1, "y": null }, { "y": null }], "b": null, "c": { "d": 2, "e": null } });
        assert_eq!(completed(given, &paths), expected);
        assert_eq!(completed(json!(null), &[&["a"]]), json!({ "a": null }));
    }

    #[test]
    fn what_is_there_stays() {
        let given = json!({ "a": { "x": 1 }, "b": [1] });
        let paths: [&[&str]; 5] = [&[], &["a", "x"], &["a", "x", "y"], &["b", "7", "y"], &["b", "0"]];
        assert_eq!(completed(given.clone(), &paths), given);
    }
}
