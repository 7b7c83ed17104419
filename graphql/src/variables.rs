//! Whether variables are what an operation declares (GraphQL section 6.1.2).
use crate::types::Types;
use async_graphql::{
    Name, Pos, ServerError, Value, Variables,
    parser::types::{BaseType, OperationDefinition, Type},
};

/// Refuses values that are not of the declared types.
pub(crate) fn check(
    types: &Types,
    operation: &OperationDefinition,
    variables: &Variables,
) -> Result<(), ServerError> {
    for definition in &operation.variable_definitions {
        let (name, of) = (&definition.node.name.node, &definition.node.var_type.node);
        let fault = match variables.get(name) {
            Some(value) => fault(types, of, value),
            None if !of.nullable && definition.node.default_value.is_none() => {
                Some("was not sent".to_owned())
            }
            None => None,
        };
        if let Some(fault) = fault {
            return Err(refused(definition.pos, name, of, &fault));
        }
    }
    Ok(())
}

fn refused(at: Pos, name: &Name, of: &Type, fault: &str) -> ServerError {
    ServerError::new(format!("the variable ${name} of type {of} {fault}"), Some(at))
}

/// What is wrong with `value` as one of type `of`.
fn fault(types: &Types, of: &Type, value: &Value) -> Option<String> {
    match (&of.base, value) {
        (_, Value::Null) => (!of.nullable).then(|| "is null".to_owned()),
        (BaseType::List(item), Value::List(values)) => values
            .iter()
            .enumerate()
            .find_map(|(n, value)| Some(format!("at {n}: {}", fault(types, item, value)?))),
        // One stands for a list of one.
        (BaseType::List(item), one) => fault(types, item, one),
        (BaseType::Named(name), value) => named(types, name, value),
    }
}

fn named(types: &Types, name: &str, value: &Value) -> Option<String> {
    let right = match (name, value) {
        ("Int", Value::Number(number)) => number.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        ("Float", Value::Number(_))
        | ("String" | "ID", Value::String(_))
        | ("Boolean", Value::Boolean(_)) => true,
        ("ID", Value::Number(number)) => number.is_i64(),
        ("Int" | "Float" | "String" | "Boolean" | "ID", _) => false,
        (name, value) => match (types.choices.get(name), types.inputs.get(name), value) {
            (Some(words), _, Value::String(word)) => words.contains(word.as_str()),
            (Some(words), _, Value::Enum(word)) => words.contains(word.as_str()),
            (None, Some(_), Value::Object(_)) => return members(types, name, value),
            (None, None, _) => true,
            _ => false,
        },
    };
    (!right).then(|| format!("is not a {name}"))
}

/// What is wrong with the members of an input.
fn members(types: &Types, name: &str, value: &Value) -> Option<String> {
    let (Some(fields), Value::Object(members)) = (types.inputs.get(name), value) else { return None };
    let known = |member: &str| fields.iter().any(|field| field.name.node == member);
    if let Some(stranger) = members.keys().find(|member| !known(member)) {
        return Some(format!("has an unknown member `{stranger}`"));
    }
    fields.iter().find_map(|field| match members.get(&field.name.node) {
        Some(value) => Some(format!("at `{}`: {}", field.name.node, fault(types, &field.ty.node, value)?)),
        None if !field.ty.node.nullable && field.default_value.is_none() => {
            Some(format!("lacks the member `{}`", field.name.node))
        }
        None => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;
    use async_graphql::parser::types::DocumentOperations;
    use serde_json::json;

    fn outcome(declared: &str, variables: serde_json::Value) -> Result<(), String> {
        let document = format!("query({declared}) {{ account {{ id }} }}");
        let parsed = async_graphql::parser::parse_query(document).expect("a document");
        let DocumentOperations::Single(operation) = &parsed.operations else { panic!("one operation") };
        let checked = check(schema::types(), &operation.node, &Variables::from_json(variables));
        checked.map_err(|error| error.message)
    }

    #[test]
    fn what_is_of_its_type_is_taken() {
        for (declared, variables) in [
            ("$a: Int", json!({})),
            ("$a: Int", json!({ "a": null, "other": 1 })),
            ("$a: Int! = 3", json!({})),
            ("$a: Int!", json!({ "a": -2_147_483_648_i64 })),
            ("$a: Float!", json!({ "a": 1 })),
            ("$a: ID!", json!({ "a": 1 })),
            ("$a: [ID!]!", json!({ "a": "one" })),
            ("$a: [[Int]]", json!({ "a": [[1, null], null] })),
            ("$a: DomainStatus", json!({ "a": "ACTIVE" })),
            ("$a: UUID!", json!({ "a": "whatever it is that a scalar makes of it" })),
            ("$a: SetDomainAutoRenewInput!", json!({ "a": { "domainId": "x", "enabled": true } })),
        ] {
            assert_eq!(outcome(declared, variables.clone()), Ok(()), "{declared} {variables}");
        }
    }

    #[test]
    fn what_is_not_is_refused_by_name() {
        for (declared, variables, words) in [
            ("$a: Int!", json!({}), "was not sent"),
            ("$a: Int!", json!({ "a": null }), "is null"),
            ("$a: Int! = 3", json!({ "a": null }), "is null"),
            ("$a: Int", json!({ "a": 2_147_483_648_i64 }), "is not a Int"),
            ("$a: Int", json!({ "a": 1.5 }), "is not a Int"),
            ("$a: String", json!({ "a": 1 }), "is not a String"),
            ("$a: Boolean", json!({ "a": "true" }), "is not a Boolean"),
            ("$a: ID", json!({ "a": true }), "is not a ID"),
            ("$a: [Int!]", json!({ "a": [1, null] }), "at 1: is null"),
            ("$a: DomainStatus", json!({ "a": "active" }), "is not a DomainStatus"),
            (
                "$a: SetDomainAutoRenewInput",
                json!({ "a": { "domainId": "x" } }),
                "lacks the member `enabled`",
            ),
            ("$a: SetDomainAutoRenewInput", json!({ "a": { "b": 1 } }), "has an unknown member `b`"),
            ("$a: SetDomainAutoRenewInput", json!({ "a": [] }), "is not a SetDomainAutoRenewInput"),
        ] {
            let refusal = outcome(declared, variables.clone()).expect_err(declared);
            assert!(refusal.contains("$a") && refusal.contains(words), "{declared} {variables}: {refusal}");
        }
    }
}
