//! What a request may cost: the records that may come back, lists counted by their sizes.
use crate::{
    limits,
    types::{Field, LEADING, Types},
};
use async_graphql::{
    Name, Positioned, ServerError, Value, Variables,
    parser::types::{
        Field as Asked, FragmentDefinition, OperationDefinition, OperationType, Selection, SelectionSet,
    },
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// What a request may give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Records.
    pub records: u64,
    /// The way to most of them.
    pub most: String,
    /// Parts of the schema.
    pub schema: u64,
    /// The plain lists of which nobody said how many, under the names that they are answered by, where other
    /// records are asked for with each.
    pub leading: Leading,
}

/// The names of root fields that give fewer records, because each leads to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leading(pub Arc<HashSet<Name>>);

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
        leading: HashSet::new(),
        fault: None,
    };
    let set = &operation.selection_set.node;
    let records = count.set(set, root, None);
    let most = if records > limits::COST { count.way(set, root) } else { String::new() };
    match count.fault {
        Some(fault) => Err(fault),
        None => Ok(Cost { records, most, schema: count.schema, leading: Leading(Arc::new(count.leading)) }),
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
    leading: HashSet<Name>,
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
        let size = self.size(field, asked, of);
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

    /// How many the caller asks for, of a field of `of`.
    fn size(&mut self, field: &Field, asked: &'a Asked, of: &str) -> u64 {
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
        if let Some(size) = size {
            return size;
        }
        let plain = field.list && field.paged && of == Types::root(OperationType::Query);
        if plain && self.leads(&asked.selection_set.node, &field.of, &mut HashSet::new()) {
            self.leading.insert(asked.response_key().node.clone());
            return LEADING.into();
        }
        field.usual
    }

    /// Whether other records are asked for with each `of`: what is part of a record is never null. What is in
    /// the fragments that were `seen` leads nowhere.
    fn leads(&self, set: &'a SelectionSet, of: &str, seen: &mut HashSet<&'a str>) -> bool {
        set.items.iter().any(|item| match &item.node {
            Selection::Field(asked) => {
                let field = self.types.field(of, asked.node.name.node.as_str());
                field.is_some_and(|field| {
                    field.nullable || self.leads(&asked.node.selection_set.node, &field.of, seen)
                })
            }
            other => {
                let new = match other {
                    Selection::FragmentSpread(spread) => seen.insert(&spread.node.fragment_name.node),
                    _ => true,
                };
                new && self.within(other, of).is_some_and(|(set, on)| self.leads(set, on, seen))
            }
        })
    }

    /// What a fragment, spread or written in place in a selection of `of`, holds, and of what.
    fn within<'b>(&self, item: &'a Selection, of: &'b str) -> Option<(&'a SelectionSet, &'b str)>
    where
        'a: 'b,
    {
        match item {
            Selection::Field(_) => None,
            Selection::InlineFragment(inline) => {
                let on = inline.node.type_condition.as_ref().map_or(of, |on| on.node.on.node.as_str());
                Some((&inline.node.selection_set.node, on))
            }
            Selection::FragmentSpread(spread) => {
                let fragment = &self.fragments.get(&spread.node.fragment_name.node)?.node;
                Some((&fragment.selection_set.node, fragment.type_condition.node.on.node.as_str()))
            }
        }
    }

    /// The way to what costs most: `account.domains.nodes.dnsRecords`.
    fn way(&mut self, set: &'a SelectionSet, of: &'static str) -> String {
        let types = self.types;
        let mut way = Vec::new();
        let (mut set, mut of, mut page): (_, &str, _) = (set, of, None);
        loop {
            let costs = set.items.iter().map(|item| (self.item(&item.node, of, page), &item.node));
            let Some((1.., item)) = costs.max_by_key(|(cost, _)| *cost) else { break };
            if let Selection::Field(asked) = item {
                let Some(field) = types.field(of, asked.node.name.node.as_str()) else { break };
                way.push(asked.node.name.node.as_str());
                let size = self.size(field, &asked.node, of);
                page = (field.paged && !field.list).then_some(size);
                (set, of) = (&asked.node.selection_set.node, &field.of);
            } else if let Some(within) = self.within(item, of) {
                (set, of) = within;
            } else {
                break;
            }
        }
        way.join(".")
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
mod tests;
