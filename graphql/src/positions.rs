//! A variable stands only where its type may (GraphQL section 5.8.5), whatever is sent for it.
//!
//! The library has the rule, `VariableInAllowedPosition`, and never asks it: `VisitorCons`, by which it runs its
//! rules side by side (7.2), does not hand `enter_input_value` on. A test below says when this can go.
use crate::types::Types;
use async_graphql::{
    Name, Pos, Positioned, ServerError,
    parser::types::{
        BaseType, Directive, ExecutableDocument, Field, Selection, SelectionSet, Type, VariableDefinition,
    },
};
use async_graphql_value::Value;
use std::collections::HashSet;

/// Refuses a document in which a variable stands where its type may not.
pub(crate) fn check(types: &Types, document: &ExecutableDocument) -> Result<(), ServerError> {
    for (_, operation) in document.operations.iter() {
        let variables = &operation.node.variable_definitions;
        let mut visitor = Visitor { types, document, variables, visited: HashSet::new() };
        let root = Types::root(operation.node.ty);
        visitor.directives(&operation.node.directives)?;
        visitor.set(&operation.node.selection_set.node, root)?;
    }
    Ok(())
}

struct Visitor<'a> {
    types: &'a Types,
    document: &'a ExecutableDocument,
    variables: &'a [Positioned<VariableDefinition>],
    visited: HashSet<&'a str>,
}

impl<'a> Visitor<'a> {
    fn set(&mut self, set: &'a SelectionSet, of: &str) -> Result<(), ServerError> {
        for item in &set.items {
            self.directives(item.node.directives())?;
            match &item.node {
                Selection::Field(field) => self.field(&field.node, of)?,
                Selection::InlineFragment(inline) => {
                    let on = inline.node.type_condition.as_ref().map_or(of, |on| on.node.on.node.as_str());
                    self.set(&inline.node.selection_set.node, on)?;
                }
                Selection::FragmentSpread(spread) => {
                    let name = &spread.node.fragment_name.node;
                    if let Some(fragment) = self.document.fragments.get(name)
                        && self.visited.insert(name)
                    {
                        let on = fragment.node.type_condition.node.on.node.as_str();
                        self.set(&fragment.node.selection_set.node, on)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// What is not in the schema is refused by the validation.
    fn field(&mut self, field: &'a Field, of: &str) -> Result<(), ServerError> {
        let types = self.types;
        for (name, value) in &field.arguments {
            if let Some(input) = types.argument(of, &field.name.node, &name.node) {
                self.value(value.pos, &value.node, &input.ty.node, input.default_value.is_some())?;
            }
        }
        match types.any_field(of, &field.name.node) {
            Some(known) => self.set(&field.selection_set.node, &known.of),
            None => Ok(()),
        }
    }

    /// `@skip` and `@include` take a truth value.
    fn directives(&self, directives: &[Positioned<Directive>]) -> Result<(), ServerError> {
        let truth = Type { base: BaseType::Named(Name::new("Boolean")), nullable: false };
        let arguments = directives.iter().flat_map(|directive| &directive.node.arguments);
        arguments
            .filter(|(name, _)| name.node == "if")
            .try_for_each(|(_, value)| self.value(value.pos, &value.node, &truth, false))
    }

    fn value(&self, at: Pos, value: &Value, place: &Type, has_default: bool) -> Result<(), ServerError> {
        match (value, &place.base) {
            (Value::Variable(name), _) => self.variable(at, name, place, has_default),
            (Value::List(items), BaseType::List(item)) => {
                items.iter().try_for_each(|value| self.value(at, value, item, false))
            }
            (one, BaseType::List(item)) => self.value(at, one, item, false),
            (Value::Object(members), BaseType::Named(input)) => {
                members.iter().try_for_each(|(name, value)| {
                    let fields = self.types.inputs.get(input.as_str()).into_iter().flatten();
                    match fields.into_iter().find(|field| field.name.node == *name) {
                        Some(field) => self.value(at, value, &field.ty.node, field.default_value.is_some()),
                        None => Ok(()),
                    }
                })
            }
            _ => Ok(()),
        }
    }

    fn variable(&self, at: Pos, name: &Name, place: &Type, has_default: bool) -> Result<(), ServerError> {
        let declared = self.variables.iter().find(|one| one.node.name.node == *name);
        let Some(declared) = declared else { return Ok(()) };
        let of = &declared.node.var_type.node;
        // What stands for null where nothing is sent may stand where nothing may be null.
        let filled = has_default || declared.node.default_value.is_some();
        let fits = if !place.nullable && of.nullable && filled {
            same(&of.base, &place.base)
        } else {
            fits(of, place)
        };
        match fits {
            true => Ok(()),
            false => {
                let rule = format!("the variable ${name} of type {of} stands where a {place} belongs");
                Err(ServerError::new(rule, Some(at)))
            }
        }
    }
}

fn fits(of: &Type, place: &Type) -> bool {
    (place.nullable || !of.nullable) && same(&of.base, &place.base)
}

fn same(of: &BaseType, place: &BaseType) -> bool {
    match (of, place) {
        (BaseType::Named(of), BaseType::Named(place)) => of == place,
        (BaseType::List(of), BaseType::List(place)) => fits(of, place),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    fn outcome(document: &str) -> Result<(), String> {
        let document = async_graphql::parser::parse_query(document).expect("a document");
        check(schema::types(), &document).map_err(|error| error.message)
    }

    #[test]
    fn a_variable_stands_where_its_type_may() {
        for document in [
            "query($a: Int) { domains(first: $a) { id } }",
            "query($a: Int!) { domains(first: $a) { id } }",
            "query($a: UUID!) { domain(domainId: $a) { id } }",
            "query($a: UUID = \"x\") { domain(domainId: $a) { id } }",
            "query($a: ID!) { nodes(ids: [$a, \"b\"]) { nodeId } }",
            "query($a: [ID!]!) { nodes(ids: $a) { nodeId } }",
            "query($a: Boolean!) { account @include(if: $a) { id } }",
            "mutation($a: UUID!) { setDomainAutoRenew(input: { domainId: $a, enabled: true }) { id } }",
            "query($a: DomainStatus) { account { domains(filter: { status: $a }) { nodes { id } } } }",
        ] {
            assert_eq!(outcome(document), Ok(()), "{document}");
        }
        for document in [
            "query($a: String) { domains(first: $a) { id } }",
            "query($a: [Int]) { domains(first: $a) { id } }",
            "query($a: UUID) { domain(domainId: $a) { id } }",
            "query($a: ID!) { domain(domainId: $a) { id } }",
            "query($a: ID) { nodes(ids: [$a]) { nodeId } }",
            "query($a: [ID]!) { nodes(ids: $a) { nodeId } }",
            "query($a: Boolean) { account @include(if: $a) { id } }",
            "query($a: Int) { ...f } fragment f on Query { ... on Query { domain(domainId: $a) { id } } }",
            "mutation($a: String!) { setDomainAutoRenew(input: { domainId: \"x\", enabled: $a }) { id } }",
            "query($a: String) { account { domains(filter: { status: $a }) { nodes { id } } } }",
        ] {
            assert!(outcome(document).expect_err(document).contains("$a"), "{document}");
        }
    }

    #[tokio::test]
    async fn the_library_does_not_ask_its_own_rule() {
        let document = "query($a: String) { domains(first: $a) { id } }";
        let response = schema::build().execute(document).await;
        assert!(crate::executed(&response), "the library refuses it now: `positions` can go");
    }
}
