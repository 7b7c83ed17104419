//! What clients were promised: the schema says of everything what it is, and breaks nothing that was released.
mod difference;

use async_graphql_parser::{
    parse_schema,
    types::{InputValueDefinition, TypeKind, TypeSystemDefinition},
};
use difference::broken;
use hosting_core::Code;
use hosting_graphql::schema::sdl;
use std::collections::BTreeSet;

/// The schema as it was last released: write the schema here when a release is made.
const PROMISED: &str = include_str!("../../promised.graphql");

#[test]
fn nothing_that_was_promised_is_broken() {
    let broken = broken(PROMISED, &sdl());
    assert!(broken.is_empty(), "deprecate it for a release first: {broken:#?}");
}

#[test]
fn every_code_is_one_of_the_choices() {
    let document = parse_schema(sdl()).expect("a schema");
    let codes = document.definitions.into_iter().find_map(|definition| match definition {
        TypeSystemDefinition::Type(one) if one.node.name.node == "ErrorCode" => Some(one.node.kind),
        _ => None,
    });
    let Some(TypeKind::Enum(codes)) = codes else { panic!("a choice of codes") };
    let told: BTreeSet<_> = codes.values.iter().map(|code| code.node.value.node.as_str()).collect();
    assert_eq!(told, Code::ALL.map(Code::as_str).into());
}

#[test]
fn everything_says_what_it_is() {
    let mut silent = Vec::new();
    let document = parse_schema(sdl()).expect("a schema");
    let mut hear = |said: bool, name: String| {
        if !said {
            silent.push(name);
        }
    };
    for definition in document.definitions {
        let TypeSystemDefinition::Type(one) = definition else { continue };
        let name = one.node.name.node.to_string();
        hear(one.node.description.is_some(), name.clone());
        let fields = match one.node.kind {
            TypeKind::Object(object) => object.fields,
            TypeKind::Interface(interface) => interface.fields,
            TypeKind::InputObject(input) => {
                said(&mut hear, &name, input.fields.iter().map(|field| &field.node));
                continue;
            }
            TypeKind::Enum(choice) => {
                for value in choice.values {
                    hear(value.node.description.is_some(), format!("{name}.{}", value.node.value));
                }
                continue;
            }
            TypeKind::Scalar | TypeKind::Union(_) => continue,
        };
        for field in fields {
            let place = format!("{name}.{}", field.node.name);
            hear(field.node.description.is_some(), place.clone());
            said(&mut hear, &place, field.node.arguments.iter().map(|argument| &argument.node));
        }
    }
    assert!(silent.is_empty(), "without a description: {silent:#?}");
}

fn said<'a>(
    hear: &mut impl FnMut(bool, String),
    place: &str,
    inputs: impl Iterator<Item = &'a InputValueDefinition>,
) {
    for input in inputs {
        hear(input.description.is_some(), format!("{place}({})", input.name));
    }
}
