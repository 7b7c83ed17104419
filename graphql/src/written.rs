//! JSON that is written already.
//!
//! What the library makes of an answer is a tree of values, with a map for each record. Here a record is written as
//! text as soon as all of it is known, and stands in the tree as bytes, which go into the answer as they are.
use crate::refusal::executed;
use async_graphql::{Name, Response, Value};
use serde::Serialize;

/// `text`, which is JSON, in a tree of values.
pub(crate) fn value(text: Vec<u8>) -> Value {
    Value::Binary(text.into())
}

/// `value` as the library would have it: with a map for each record.
pub(crate) fn opened(value: Value) -> Value {
    match value {
        Value::Binary(text) => serde_json::from_slice(&text)
            .ok()
            .and_then(|json| Value::from_json(json).ok())
            .unwrap_or_default(),
        other => other,
    }
}

/// Writes `value`.
pub(crate) fn put(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null => out.extend(b"null"),
        Value::Number(number) => plain(number, out),
        Value::String(text) => plain(text, out),
        Value::Boolean(truth) => plain(truth, out),
        Value::Binary(text) => out.extend(text),
        Value::Enum(word) => plain(word.as_str(), out),
        Value::List(items) => list(items, out, put),
        Value::Object(members) => object(members, out, put),
    }
}

/// Writes what is no tree.
pub(crate) fn plain(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let start = out.len();
    // What is written into memory fails where it cannot be written at all.
    if serde_json::to_writer(&mut *out, value).is_err() {
        out.truncate(start);
        out.extend(b"null");
    }
}

/// Writes a list, each item by `put`.
pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, out: &mut Vec<u8>, put: impl Fn(T, &mut Vec<u8>)) {
    let mut before = b'[';
    for item in items {
        out.push(std::mem::replace(&mut before, b','));
        put(item, out);
    }
    end(before, b'[', b']', out);
}

/// Writes an object, each member by `put`; a name of the graph needs no escape.
pub(crate) fn object<'n, T>(
    members: impl IntoIterator<Item = (&'n Name, T)>,
    out: &mut Vec<u8>,
    put: impl Fn(T, &mut Vec<u8>),
) {
    let mut before = b'{';
    for (name, member) in members {
        out.extend([std::mem::replace(&mut before, b','), b'"']);
        out.extend(name.as_bytes());
        out.extend(b"\":");
        put(member, out);
    }
    end(before, b'{', b'}', out);
}

fn end(before: u8, first: u8, last: u8, out: &mut Vec<u8>) {
    if before == first {
        out.push(first);
    }
    out.push(last);
}

/// Whether something was executed, and nothing of what came of it is written already.
pub fn is_tree(response: &Response) -> bool {
    executed(response) && !holds_text(&response.data)
}

fn holds_text(value: &Value) -> bool {
    match value {
        Value::Binary(_) => true,
        Value::List(items) => items.iter().any(holds_text),
        Value::Object(members) => members.values().any(holds_text),
        _ => false,
    }
}

/// The body of an answer: without `data` where nothing was executed (GraphQL section 7.1).
pub fn body(response: &Response) -> String {
    let mut out = Vec::with_capacity(1024);
    out.push(b'{');
    if executed(response) {
        out.extend(b"\"data\":");
        put(&response.data, &mut out);
    }
    let mut more = |name: &str, value: &dyn Fn(&mut Vec<u8>)| {
        if out.len() > 1 {
            out.push(b',');
        }
        plain(name, &mut out);
        out.push(b':');
        value(&mut out);
    };
    if !response.extensions.is_empty() {
        more("extensions", &|out| plain(&response.extensions, out));
    }
    if !response.errors.is_empty() {
        more("errors", &|out| plain(&response.errors, out));
    }
    out.push(b'}');
    // It is put together of texts.
    String::from_utf8(out).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::{PathSegment, ServerError, value};
    use serde_json::{Value as Json, json};

    fn text(value: &Value) -> String {
        let mut out = Vec::new();
        put(value, &mut out);
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_value_is_written_as_the_library_writes_it() {
        for one in [
            value!(null),
            value!({ "a": [1, -2, 2.5, true, null, "a\n\"ü\u{1}"], "b": {}, "c": [], "d": { "e": [[]] } }),
            Value::Enum(Name::new("ACTIVE")),
        ] {
            assert_eq!(text(&one), serde_json::to_string(&one).expect("JSON"));
        }
    }

    #[test]
    fn what_is_written_already_goes_in_as_it_is() {
        let written = super::value(br#"{"b":1,"a":[2]}"#.to_vec());
        let within = Value::List(vec![written.clone(), Value::Null]);
        assert_eq!(text(&within), r#"[{"b":1,"a":[2]},null]"#);
        let object = [(Name::new("a"), within)].into_iter().collect();
        assert!(!is_tree(&Response::new(Value::Object(object))));
        assert!(is_tree(&Response::new(value!({ "a": [{ "b": null }] }))));
        assert_eq!(text(&opened(written)), r#"{"b":1,"a":[2]}"#);
    }

    #[test]
    fn an_answer_has_data_where_something_was_executed() {
        let read = |response: &Response| serde_json::from_str::<Json>(&body(response)).expect("JSON");
        assert_eq!(read(&Response::new(value!({ "a": 1 }))), json!({ "data": { "a": 1 } }));
        let mut whole = Response::from_errors(vec![ServerError::new("no", None)]);
        assert_eq!(read(&whole), json!({ "errors": [{ "message": "no" }] }));
        whole.errors[0].path = vec![PathSegment::Field("a".to_owned())];
        whole.extensions.insert("cost".to_owned(), value!({ "requested": 1 }));
        assert_eq!(
            read(&whole),
            json!({
                "data": null, "extensions": { "cost": { "requested": 1 } },
                "errors": [{ "message": "no", "path": ["a"] }],
            })
        );
    }
}
