//! What a request may cost: the records that may come back, lists counted by their sizes.
use crate::types::{Field, Types};
use async_graphql::{
    Name, Positioned, Value, Variables,
    parser::types::{
        Field as Asked, FragmentDefinition, OperationDefinition, OperationType, Selection, SelectionSet,
    },
};
use std::collections::HashMap;

/// Counts the records that `operation` may give.
///
/// An object is one. A list is as many as the caller asks for with `first` or `last`; where nothing is said,
/// as many as come then.
pub(crate) fn cost(
    types: &Types,
    operation: &OperationDefinition,
    fragments: &HashMap<Name, Positioned<FragmentDefinition>>,
    variables: &Variables,
) -> u64 {
    let root = match operation.ty {
        OperationType::Query => "Query",
        OperationType::Mutation => "Mutation",
        OperationType::Subscription => "Subscription",
    };
    let mut count = Count { types, operation, fragments, variables, known: HashMap::new() };
    count.set(&operation.selection_set.node, root, None)
}

struct Count<'a> {
    types: &'a Types,
    operation: &'a OperationDefinition,
    fragments: &'a HashMap<Name, Positioned<FragmentDefinition>>,
    variables: &'a Variables,
    known: HashMap<(&'a str, Option<u64>), u64>,
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

    /// How many the caller asks for.
    fn size(&self, field: &Field, asked: &Asked) -> u64 {
        if let Some(Value::List(ids)) = self.argument(asked, "ids") {
            return ids.len() as u64;
        }
        let number = |name: &str| match self.argument(asked, name) {
            Some(Value::Number(number)) => number.as_u64(),
            _ => None,
        };
        number("first").max(number("last")).unwrap_or(field.usual)
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
    use crate::schema;
    use async_graphql::parser::types::DocumentOperations;

    fn of(document: &str, variables: serde_json::Value) -> u64 {
        let parsed = async_graphql::parser::parse_query(document).expect("a document");
        let DocumentOperations::Single(operation) = &parsed.operations else { panic!("one operation") };
        cost(schema::types(), &operation.node, &parsed.fragments, &Variables::from_json(variables))
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
