//! What a request may cost: the records that may come back, lists counted by their sizes.
use crate::types::{Field, Types};
use async_graphql::{
    Name, Positioned, ServerError, Value, Variables,
    parser::types::{Field as Asked, FragmentDefinition, OperationDefinition, Selection, SelectionSet},
};
use std::collections::HashMap;

/// What a request may give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Records.
    pub records: u64,
    /// Parts of the schema.
    pub schema: u64,
}

/// Counts what `operation` may give.
///
/// An object is one. A list is as many as the caller asks for with `first` or `last`; where nothing is said,
/// as many as come then. Refused where it is asked for a number that no list has.
pub(crate) fn cost(
    types: &Types,
    operation: &OperationDefinition,
    fragments: &HashMap<Name, Positioned<FragmentDefinition>>,
    variables: &Variables,
) -> Result<Cost, ServerError> {
    let root = Types::root(operation.ty);
    let mut count = Count {
        types,
        operation,
        fragments,
        variables,
        known: HashMap::new(),
        known_schema: HashMap::new(),
        schema: 0,
        fault: None,
    };
    let records = count.set(&operation.selection_set.node, root, None);
    match count.fault {
        Some(fault) => Err(fault),
        None => Ok(Cost { records, schema: count.schema }),
    }
}

/// How many of `name` a part of the schema has, about.
fn parts(types: &Types, name: &str) -> u64 {
    match name {
        "types" => types.len(),
        "fields" | "possibleTypes" => 10,
        "inputFields" | "enumValues" | "directives" | "locations" => 5,
        "args" | "interfaces" => 2,
        _ => 0,
    }
}

struct Count<'a> {
    types: &'a Types,
    operation: &'a OperationDefinition,
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    variables: &'a Variables,
    known: HashMap<(&'a str, Option<u64>), u64>,
    known_schema: HashMap<&'a str, u64>,
    /// Parts of the schema so far.
    schema: u64,
    fault: Option<ServerError>,
}

impl<'a> Count<'a> {
    /// `page` is how many records each list of `of` has, where that was said one level above.
    fn set(&mut self, set: &'a SelectionSet, of: &str, page: Option<u64>) -> u64 {
        let items = set.items.iter();
        items.fold(0, |sum, item| sum.saturating_add(self.item(&item.node, of, page)))
    }

    fn item(&mut self, item: &'a Selection, of: &str, page: Option<u64>) -> u64 {
        match item {
            Selection::Field(field) => self.field(&field.node, of, page),
            Selection::InlineFragment(inline) => {
                let on = inline.node.type_condition.as_ref().map_or(of, |on| on.node.on.node.as_str());
                self.set(&inline.node.selection_set.node, on, page)
            }
            Selection::FragmentSpread(spread) => self.fragment(&spread.node.fragment_name.node, page),
        }
    }

    fn fragment(&mut self, name: &'a str, page: Option<u64>) -> u64 {
        if let Some(cost) = self.known.get(&(name, page)) {
            return *cost;
        }
        let Some(fragment) = self.fragments.get(name) else { return 0 };
        let on = fragment.node.type_condition.node.on.node.as_str();
        let cost = self.set(&fragment.node.selection_set.node, on, page);
        self.known.insert((name, page), cost);
        cost
    }

    fn field(&mut self, asked: &'a Asked, of: &str, page: Option<u64>) -> u64 {
        let types = self.types;
        if matches!(asked.name.node.as_str(), "__schema" | "__type") {
            let parts = 1 + self.schema_parts(&asked.selection_set.node);
            self.schema = self.schema.saturating_add(parts);
            return 0;
        }
        let Some(field) = types.field(of, asked.name.node.as_str()) else { return 0 };
        let set = &asked.selection_set.node;
        if set.items.is_empty() {
            return 0;
        }
        let size = self.size(field, asked);
        match (field.list, page) {
            (true, Some(page)) => page.saturating_mul(1 + self.set(set, &field.of, None)),
            (true, None) => size.saturating_mul(1 + self.set(set, &field.of, None)),
            // A connection, or a report: its lists are what was asked for.
            (false, _) => 1 + self.set(set, &field.of, field.paged.then_some(size)),
        }
    }

    /// What a question about the schema may give.
    fn schema_parts(&mut self, set: &'a SelectionSet) -> u64 {
        let items = set.items.iter();
        items.fold(0, |sum, item| {
            sum.saturating_add(match &item.node {
                Selection::Field(field) => {
                    let below = self.schema_parts(&field.node.selection_set.node);
                    match parts(self.types, field.node.name.node.as_str()) {
                        0 => below,
                        parts => parts.saturating_mul(1 + below),
                    }
                }
                Selection::InlineFragment(inline) => self.schema_parts(&inline.node.selection_set.node),
                Selection::FragmentSpread(spread) => {
                    let name = spread.node.fragment_name.node.as_str();
                    if let Some(parts) = self.known_schema.get(name) {
                        return sum.saturating_add(*parts);
                    }
                    let fragment = self.fragments.get(name);
                    let parts =
                        fragment.map_or(0, |fragment| self.schema_parts(&fragment.node.selection_set.node));
                    self.known_schema.insert(name, parts);
                    parts
                }
            })
        })
    }

    /// How many the caller asks for.
    fn size(&mut self, field: &Field, asked: &Asked) -> u64 {
        if let Some(Value::List(ids)) = self.argument(asked, "ids") {
            return ids.len() as u64;
        }
        let mut size = None;
        for name in ["first", "last"] {
            let Some(Value::Number(number)) = self.argument(asked, name) else { continue };
            // What is a little too much is refused by the list itself.
            if number.as_i64().is_none_or(|number| number < 0 || i32::try_from(number).is_err()) {
                let at = Some(asked.name.pos);
                self.fault = Some(ServerError::new(format!("`{name}` must be from 1 to 1000"), at));
            }
            size = size.max(number.as_u64());
        }
        size.unwrap_or(field.usual)
    }

    fn argument(&self, asked: &Asked, name: &str) -> Option<Value> {
        let value = asked.get_argument(name)?.node.clone();
        value.into_const_with(|variable| self.variable(&variable).ok_or(())).ok()
    }

    fn variable(&self, name: &Name) -> Option<Value> {
        let mut all = self.operation.variable_definitions.iter();
        let usual = all.find(|one| one.node.name.node == *name)?.node.default_value.as_ref();
        self.variables.get(name).cloned().or_else(|| Some(usual?.node.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{limits, schema};
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
            (
                "{ lxcInstances(first: 2) { snapshots { name } metrics { points { at } } } }",
                2 * (1 + 10 + 101),
            ),
            ("{ emailServices { dns { records { name } } } }", 2000),
            (
                "{ nodes(ids: [\"a\", \"b\"]) { nodeId ... on Domain { emailServices { id } } } }",
                2 * (1 + 10),
            ),
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
}
