//! Answers are in the order of the question (GraphQL section 6.3.2), whatever was there first.
use async_graphql::{
    Name, PathSegment, Positioned, Value,
    indexmap::IndexMap,
    parser::types::{FragmentDefinition, OperationDefinition, Selection, SelectionSet},
};
use std::collections::HashMap;

/// The names of an object's fields in the order asked for, each with the order within it.
///
/// Records are written in order; this is for what the library executes: the root, and what tells of the schema.
#[derive(Debug, Default)]
pub(crate) struct Order {
    fields: Vec<(Name, Order)>,
    repeats: bool,
}

/// That something at the root is asked for again under the same name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Repeats;

impl Order {
    /// That of `operation`, whose fragments stand for no more fields than are allowed.
    pub fn of(
        operation: &OperationDefinition,
        fragments: &HashMap<Name, Positioned<FragmentDefinition>>,
    ) -> Self {
        let mut order = Self::default();
        order.add(&operation.selection_set.node, fragments, false);
        order
    }

    /// Whether something is asked for again under the same name.
    pub fn repeats(&self) -> Option<Repeats> {
        self.repeats.then_some(Repeats)
    }

    fn add(
        &mut self,
        set: &SelectionSet,
        fragments: &HashMap<Name, Positioned<FragmentDefinition>>,
        of_schema: bool,
    ) {
        for item in &set.items {
            match &item.node {
                Selection::Field(field) => {
                    let name = &field.node.response_key().node;
                    let known = self.fields.iter().position(|(known, _)| known == name);
                    self.repeats |= known.is_some();
                    let place = known.unwrap_or_else(|| {
                        self.fields.push((name.clone(), Self::default()));
                        self.fields.len() - 1
                    });
                    if of_schema || field.node.name.node.starts_with("__") {
                        self.fields[place].1.add(&field.node.selection_set.node, fragments, true);
                    }
                }
                Selection::InlineFragment(inline) => {
                    self.add(&inline.node.selection_set.node, fragments, of_schema);
                }
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = fragments.get(&spread.node.fragment_name.node) {
                        self.add(&fragment.node.selection_set.node, fragments, of_schema);
                    }
                }
            }
        }
    }

    /// Puts what is in `value` into this order.
    pub fn put(&self, value: &mut Value) {
        match value {
            _ if self.fields.is_empty() => {}
            Value::List(items) => items.iter_mut().for_each(|item| self.put(item)),
            Value::Object(members) => {
                let mut next = 0;
                for (name, order) in &self.fields {
                    // Most are where they belong.
                    if members.get_index(next).is_none_or(|(here, _)| here != name) {
                        let Some(place) = members.get_index_of(name) else { continue };
                        members.move_index(place, next);
                    }
                    if let Some((_, value)) = members.get_index_mut(next) {
                        order.put(value);
                    }
                    next += 1;
                }
            }
            _ => {}
        }
    }
}

/// Makes the field at `path`, which was refused, null (GraphQL section 6.4.4): every field that can be refused
/// may be. What executes the graph leaves it out.
pub(crate) fn nulled(value: &mut Value, path: &[PathSegment]) {
    match (path, value) {
        ([PathSegment::Field(name), rest @ ..], Value::Object(members)) => {
            nulled(members.entry(Name::new(name)).or_insert(Value::Null), rest);
        }
        // An object of which nothing was answered.
        ([PathSegment::Field(_), ..], value @ Value::Null) => {
            *value = Value::Object(IndexMap::new());
            nulled(value, path);
        }
        ([PathSegment::Index(place), rest @ ..], Value::List(items)) => {
            if let Some(item) = items.get_mut(*place) {
                nulled(item, rest);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_graphql::parser::types::DocumentOperations;
    use serde_json::json;

    #[test]
    fn members_come_as_they_were_asked_for() {
        let document = "{ b: __b { y ...f } a: x { d __typename } ...g b: __b { x } } fragment f on B { z y } fragment g on Query { c a: x { d } }";
        let parsed = async_graphql::parser::parse_query(document).expect("a document");
        let DocumentOperations::Single(operation) = &parsed.operations else { panic!("one operation") };
        let given =
            json!({ "c": 1, "b": [{ "x": 1, "z": 2, "y": 3 }, null], "a": { "d": 1, "__typename": "X" } });
        let mut value = Value::from_json(given).expect("a value");
        Order::of(&operation.node, &parsed.fragments).put(&mut value);
        let expected = r#"{"b":[{"y":3,"z":2,"x":1},null],"a":{"d":1,"__typename":"X"},"c":1}"#;
        assert_eq!(serde_json::to_string(&value).expect("JSON"), expected);
    }

    #[test]
    fn what_was_refused_is_null_at_its_place() {
        use PathSegment::{Field, Index};
        let field = |name: &str| Field(name.to_owned());
        for (given, path, expected) in [
            (json!({ "b": 1 }), vec![field("a")], json!({ "b": 1, "a": null })),
            (json!(null), vec![field("a"), field("b")], json!({ "a": { "b": null } })),
            (
                json!({ "a": [{ "c": 1 }, null] }),
                vec![field("a"), Index(1), field("b")],
                json!({ "a": [{ "c": 1 }, { "b": null }] }),
            ),
            (json!({ "a": [] }), vec![field("a"), Index(1), field("b")], json!({ "a": [] })),
            (json!({ "a": 7 }), vec![field("a")], json!({ "a": 7 })),
            (json!(null), vec![], json!(null)),
        ] {
            let mut value = Value::from_json(given.clone()).expect("a value");
            nulled(&mut value, &path);
            assert_eq!(value.into_json().expect("JSON"), expected, "{given} {path:?}");
        }
    }
}
