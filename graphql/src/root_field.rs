//! A subscription has one root field (GraphQL section 5.2.3.1).
use async_graphql::{
    Name, Pos, Positioned, ServerError,
    parser::types::{
        DocumentOperations, ExecutableDocument, Field, FragmentDefinition, OperationDefinition,
        OperationType, Selection, SelectionSet,
    },
};
use std::collections::{HashMap, HashSet};

/// What the root of a subscription is called in the schema.
const ROOT: &str = "Subscription";

type Fragments = HashMap<Name, Positioned<FragmentDefinition>>;

/// Refuses a document unless each of its subscriptions has one root field, which is no question about the
/// schema.
///
/// A fragment at the root is put in place: what executes subscriptions knows fields only.
pub(crate) fn check(document: &mut ExecutableDocument) -> Result<(), ServerError> {
    let ExecutableDocument { operations, fragments } = document;
    let operations: Vec<_> = match operations {
        DocumentOperations::Single(one) => vec![one],
        DocumentOperations::Multiple(all) => all.values_mut().collect(),
    };
    let mut placed = HashSet::new();
    for one in operations.into_iter().filter(|one| one.node.ty == OperationType::Subscription) {
        place(one, fragments, &mut placed)?;
    }
    // A fragment that nobody spreads any more would be refused.
    fragments.retain(|name, _| !placed.contains(name));
    Ok(())
}

/// Puts the one field of a subscription at its root.
fn place(
    operation: &mut Positioned<OperationDefinition>,
    fragments: &Fragments,
    placed: &mut HashSet<Name>,
) -> Result<(), ServerError> {
    let at = operation.pos;
    let mut fields = Vec::new();
    collect(&operation.node.selection_set.node, fragments, &mut fields, placed)?;
    let [field] = fields.as_slice() else {
        return Err(refused(at, "a subscription has one root field"));
    };
    if field.node.name.node.starts_with("__") {
        return Err(refused(at, "a subscription watches something: the schema is asked by a query"));
    }
    let field = Positioned::new(Selection::Field(field.clone()), field.pos);
    operation.node.selection_set.node.items = vec![field];
    Ok(())
}

fn collect(
    set: &SelectionSet,
    fragments: &Fragments,
    fields: &mut Vec<Positioned<Field>>,
    placed: &mut HashSet<Name>,
) -> Result<(), ServerError> {
    for item in &set.items {
        if !item.node.directives().is_empty() {
            return Err(refused(item.pos, "the root field of a subscription is not left out or put in"));
        }
        match &item.node {
            Selection::Field(field) => fields.push(field.clone()),
            Selection::InlineFragment(inline) => {
                if let Some(on) = &inline.node.type_condition {
                    of_the_root(&on.node.on)?;
                }
                collect(&inline.node.selection_set.node, fragments, fields, placed)?;
            }
            Selection::FragmentSpread(spread) => {
                let name = &spread.node.fragment_name.node;
                let unknown = || refused(item.pos, &format!("there is no fragment {name}"));
                let fragment = fragments.get(name).ok_or_else(unknown)?;
                of_the_root(&fragment.node.type_condition.node.on)?;
                placed.insert(name.clone());
                collect(&fragment.node.selection_set.node, fragments, fields, placed)?;
            }
        }
    }
    Ok(())
}

fn of_the_root(on: &Positioned<Name>) -> Result<(), ServerError> {
    match on.node == ROOT {
        true => Ok(()),
        false => Err(refused(on.pos, &format!("{} is not the root of subscriptions", on.node))),
    }
}

fn refused(at: Pos, message: &str) -> ServerError {
    ServerError::new(message, Some(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(document: &str) -> Result<(), String> {
        let mut document = async_graphql::parser::parse_query(document).expect("a document");
        check(&mut document).map_err(|error| error.message)
    }

    #[test]
    fn a_subscription_has_one_root_field_wherever_it_stands() {
        for one in [
            "subscription { domainChanged { id } }",
            "subscription { renamed: domainChanged { id } }",
            "subscription { ... { domainChanged { id } } }",
            "subscription { ... on Subscription { domainChanged { id } } }",
            "subscription { ...a } fragment a on Subscription { ...b } fragment b on Subscription { domainChanged { ...c } } fragment c on Domain { id }",
        ] {
            assert_eq!(outcome(one), Ok(()), "{one}");
        }
        assert_eq!(outcome("{ account { id } }"), Ok(()));
    }

    #[test]
    fn more_than_one_or_the_schema_is_refused() {
        for wrong in [
            "subscription { domainChanged { id } serviceChanged { id } }",
            "subscription { a: domainChanged { id } b: domainChanged { id } }",
            "subscription { __typename }",
            "subscription { domainChanged { id } ...a } fragment a on Subscription { serviceChanged { id } }",
            "subscription { ...a } fragment a on Query { account { id } }",
            "subscription { ...missing }",
            "subscription { domainChanged @skip(if: true) { id } }",
            "query a { account { id } } subscription b { domainChanged { id } serviceChanged { id } }",
        ] {
            assert!(outcome(wrong).is_err(), "{wrong}");
        }
    }
}
