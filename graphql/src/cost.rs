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
