//! What breaks clients between two schemas.
use async_graphql_parser::Positioned;
use async_graphql_parser::{
    parse_schema,
    types::{
        BaseType, ConstDirective, FieldDefinition, InputValueDefinition, Type, TypeDefinition, TypeKind,
        TypeSystemDefinition,
    },
};
use std::collections::BTreeMap;

type Types = BTreeMap<String, TypeDefinition>;

/// What a client of the schema `before` can no longer rely on in `after`, by its place.
///
/// What was deprecated may go.
pub fn broken(before: &str, after: &str) -> Vec<String> {
    let (before, after) = (types(before), types(after));
    let mut broken = Vec::new();
    for (name, one) in &before {
        match after.get(name) {
            None => broken.push(format!("{name} is gone")),
            Some(other) => compare(name, one, other, &mut broken),
        }
    }
    broken
}

fn types(sdl: &str) -> Types {
    let of_type = |definition| match definition {
        TypeSystemDefinition::Type(one) => Some((one.node.name.node.to_string(), one.node)),
        _ => None,
    };
    parse_schema(sdl).expect("a schema").definitions.into_iter().filter_map(of_type).collect()
}

fn compare(name: &str, before: &TypeDefinition, after: &TypeDefinition, broken: &mut Vec<String>) {
    match (&before.kind, &after.kind) {
        (TypeKind::Scalar, TypeKind::Scalar) => {}
        (TypeKind::Object(one), TypeKind::Object(other)) => {
            for interface in &one.implements {
                if !other.implements.iter().any(|also| also.node == interface.node) {
                    broken.push(format!("{name} is no {} any more", interface.node));
                }
            }
            fields(name, &one.fields, &other.fields, broken);
        }
        (TypeKind::Interface(one), TypeKind::Interface(other)) => {
            fields(name, &one.fields, &other.fields, broken);
        }
        (TypeKind::Union(one), TypeKind::Union(other)) => {
            for member in
                one.members.iter().filter(|one| !other.members.iter().any(|also| also.node == one.node))
            {
                broken.push(format!("{name} is never a {}", member.node));
            }
        }
        (TypeKind::Enum(one), TypeKind::Enum(other)) => {
            for value in &one.values {
                let kept = other.values.iter().any(|also| also.node.value == value.node.value);
                if !kept && !deprecated(&value.node.directives) {
                    broken.push(format!("{name}.{} is gone", value.node.value));
                }
            }
        }
        (TypeKind::InputObject(one), TypeKind::InputObject(other)) => {
            inputs(name, &one.fields, &other.fields, broken);
        }
        _ => broken.push(format!("{name} is of another kind")),
    }
}

fn fields(
    name: &str,
    before: &[Positioned<FieldDefinition>],
    after: &[Positioned<FieldDefinition>],
    broken: &mut Vec<String>,
) {
    for field in before {
        let place = format!("{name}.{}", field.node.name);
        match after.iter().find(|other| other.node.name == field.node.name) {
            None if deprecated(&field.node.directives) => {}
            None => broken.push(format!("{place} is gone")),
            Some(other) => {
                if !gives(&field.node.ty.node, &other.node.ty.node) {
                    broken.push(format!("{place} gives {} instead of {}", other.node.ty, field.node.ty));
                }
                inputs(&place, &field.node.arguments, &other.node.arguments, broken);
            }
        }
    }
}

fn inputs(
    place: &str,
    before: &[Positioned<InputValueDefinition>],
    after: &[Positioned<InputValueDefinition>],
    broken: &mut Vec<String>,
) {
    for input in before {
        let name = &input.node.name;
        match after.iter().find(|other| other.node.name == *name) {
            None if deprecated(&input.node.directives) => {}
            None => broken.push(format!("{place}({name}) is gone")),
            // What takes something takes less where what it gives would be more.
            Some(other) if !gives(&other.node.ty.node, &input.node.ty.node) => {
                broken.push(format!("{place}({name}) takes {} instead of {}", other.node.ty, input.node.ty));
            }
            Some(other) => {
                let usual = |one: &InputValueDefinition| {
                    one.default_value.as_ref().map(|value| value.node.to_string())
                };
                if usual(&input.node) != usual(&other.node) {
                    broken.push(format!("{place}({name}) is something else where nothing is said"));
                }
            }
        }
    }
    for input in after {
        let new = !before.iter().any(|other| other.node.name == input.node.name);
        if new && !input.node.ty.node.nullable && input.node.default_value.is_none() {
            broken.push(format!("{place}({}) must be given now", input.node.name));
        }
    }
}

/// Whether whoever expects a `before` is content with an `after`.
fn gives(before: &Type, after: &Type) -> bool {
    let bases = match (&before.base, &after.base) {
        (BaseType::Named(one), BaseType::Named(other)) => one == other,
        (BaseType::List(one), BaseType::List(other)) => gives(one, other),
        _ => false,
    };
    bases && (before.nullable || !after.nullable)
}

fn deprecated(directives: &[Positioned<ConstDirective>]) -> bool {
    directives.iter().any(|directive| directive.node.name.node == "deprecated")
}

#[test]
fn what_breaks_clients_is_found_and_what_does_not_is_none() {
    let before = "interface N { id: ID! } type Q implements N { id: ID! a(x: Int = 1, y: Int): [Int]! old: Int @deprecated } enum E { A B C @deprecated } input I { m: Int! } union U = Q | R type R { q: Int } scalar S";
    assert_eq!(broken(before, before), [""; 0]);
    for (from, to, what) in [
        ("scalar S", "", "S is gone"),
        ("scalar S", "type S { a: Int }", "S is of another kind"),
        ("type Q implements N {", "type Q {", "Q is no N any more"),
        ("a(x: Int = 1, y: Int): [Int]!", "", "Q.a is gone"),
        ("[Int]!", "[Int]", "Q.a gives [Int] instead of [Int]!"),
        ("[Int]!", "[ID]!", "Q.a gives [ID]! instead of [Int]!"),
        ("[Int]!", "Int!", "Q.a gives Int! instead of [Int]!"),
        (", y: Int)", ")", "Q.a(y) is gone"),
        ("y: Int)", "y: Int!)", "Q.a(y) takes Int! instead of Int"),
        ("y: Int)", "y: Int, z: Int!)", "Q.a(z) must be given now"),
        ("x: Int = 1", "x: Int = 2", "Q.a(x) is something else where nothing is said"),
        ("A B C", "A C", "E.B is gone"),
        ("m: Int!", "m: Int! n: ID!", "I(n) must be given now"),
        ("Q | R", "Q", "U is never a R"),
    ] {
        assert_eq!(broken(before, &before.replace(from, to)), [what], "{from} → {to}");
    }
    for (from, to) in [
        ("[Int]!", "[Int!]!"),
        ("y: Int)", "y: Int, z: Int)"),
        ("m: Int!", "m: Int"),
        ("old: Int @deprecated", ""),
        ("C @deprecated", "D"),
        ("Q | R", "Q | R | N"),
        ("scalar S", "scalar S scalar T"),
    ] {
        assert_eq!(broken(before, &before.replace(from, to)), [""; 0], "{from} → {to}");
    }
}
