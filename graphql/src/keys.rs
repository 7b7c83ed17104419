//! Idempotency keys that were not sent.
//!
//! The schema says that each mutation has one. A document without would be refused as a whole, like any that is
//! not valid; but what is missing has a code of its own, and is missed by one field. So an empty key, which is
//! none, is put in its place, and the door says what it is.
use crate::types::Types;
use async_graphql::{
    Name, Pos, Positioned,
    parser::types::{
        BaseType, DocumentOperations, ExecutableDocument, OperationType, Selection, SelectionSet, Type,
    },
};
use async_graphql_value::{ConstValue, Value};
use std::collections::HashSet;

/// What the argument is called.
pub(crate) const ARGUMENT: &str = "idempotencyKey";

/// Puts an empty key wherever one was not sent, or may not be.
pub(crate) fn fill(types: &Types, document: &mut ExecutableDocument) {
    let root = Types::root(OperationType::Mutation);
    let mut variables = HashSet::new();
    let mut operations: Vec<_> = match &mut document.operations {
        DocumentOperations::Single(one) => vec![one],
        DocumentOperations::Multiple(all) => all.values_mut().collect(),
    };
    operations.retain(|operation| operation.node.ty == OperationType::Mutation);
    for operation in &mut operations {
        fill_set(types, &mut operation.node.selection_set.node, &mut variables);
    }
    for fragment in document.fragments.values_mut() {
        if fragment.node.type_condition.node.on.node == root {
            fill_set(types, &mut fragment.node.selection_set.node, &mut variables);
        }
    }
    for operation in operations {
        for variable in &mut operation.node.variable_definitions {
            let is_key = variables.contains(&variable.node.name.node);
            if is_key && is_text(&variable.node.var_type.node) && variable.node.default_value.is_none() {
                variable.node.var_type.node.nullable = true;
                let none = ConstValue::String(String::new());
                variable.node.default_value = Some(Positioned::new(none, variable.pos));
            }
        }
    }
}

fn is_text(of: &Type) -> bool {
    matches!(&of.base, BaseType::Named(name) if name == "String")
}

/// Puts keys into the mutations of a selection, and notes the variables that stand for others.
fn fill_set(types: &Types, set: &mut SelectionSet, variables: &mut HashSet<Name>) {
    for item in &mut set.items {
        let at = item.pos;
        match &mut item.node {
            Selection::Field(field) => {
                let field = &mut field.node;
                let root = Types::root(OperationType::Mutation);
                if types.argument(root, &field.name.node, ARGUMENT).is_some() {
                    fill_arguments(&mut field.arguments, at, variables);
                }
            }
            Selection::InlineFragment(inline) => {
                fill_set(types, &mut inline.node.selection_set.node, variables);
            }
            Selection::FragmentSpread(_) => {}
        }
    }
}

type Arguments = Vec<(Positioned<Name>, Positioned<Value>)>;

fn fill_arguments(arguments: &mut Arguments, at: Pos, variables: &mut HashSet<Name>) {
    let none = || Value::String(String::new());
    match arguments.iter_mut().find(|(name, _)| name.node == ARGUMENT).map(|(_, value)| &mut value.node) {
        Some(Value::Variable(name)) => {
            variables.insert(name.clone());
        }
        Some(value @ Value::Null) => *value = none(),
        Some(_) => {}
        None => {
            let name = Positioned::new(Name::new(ARGUMENT), at);
            arguments.push((name, Positioned::new(none(), at)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    fn filled(document: &str) -> ExecutableDocument {
        let mut document = async_graphql::parser::parse_query(document).expect("a document");
        fill(schema::types(), &mut document);
        document
    }

    async fn is_valid(document: ExecutableDocument, variables: serde_json::Value) -> bool {
        let mut request = async_graphql::Request::new("");
        request.set_parsed_query(document);
        let variables = async_graphql::Variables::from_json(variables);
        crate::executed(&schema::build().execute(request.variables(variables)).await)
    }

    #[tokio::test]
    async fn a_document_without_a_key_is_a_valid_one() {
        const INPUT: &str = "input: { serviceId: \"019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b\" }";
        for document in [
            format!("mutation {{ keepKvmInstance({INPUT}) {{ id }} }}"),
            format!("mutation {{ keepKvmInstance({INPUT}, idempotencyKey: null) {{ id }} }}"),
            format!("mutation {{ ... {{ keepKvmInstance({INPUT}) {{ id }} }} }}"),
            format!("mutation {{ ...a }} fragment a on Mutation {{ keepKvmInstance({INPUT}) {{ id }} }}"),
            format!("mutation($a: String) {{ keepKvmInstance({INPUT}, idempotencyKey: $a) {{ id }} }}"),
            format!("mutation($a: String!) {{ keepKvmInstance({INPUT}, idempotencyKey: $a) {{ id }} }}"),
        ] {
            let parsed = async_graphql::parser::parse_query(&document).expect("a document");
            let strict = !document.contains("$a") && is_valid(parsed, serde_json::json!({})).await;
            assert!(!strict, "the schema alone takes {document}");
            assert!(is_valid(filled(&document), serde_json::json!({})).await, "{document}");
        }
    }

    #[test]
    fn a_key_that_was_sent_stays() {
        let document = "mutation($b: ID) { keepKvmInstance(input: $c, idempotencyKey: \"a\") { id } b: keepKvmInstance(input: $c, idempotencyKey: $b) { id } }";
        let parsed = async_graphql::parser::parse_query(document).expect("a document");
        assert_eq!(format!("{:?}", filled(document)), format!("{parsed:?}"));
    }
}
