//! The schema, as far as counting and checking needs it: read off the SDL.
use async_graphql::parser::{
    parse_schema,
    types::{
        BaseType, FieldDefinition, InputValueDefinition, OperationType, Type, TypeKind, TypeSystemDefinition,
    },
};
use std::collections::{HashMap, HashSet};

/// What the types of the schema are.
#[derive(Debug, Default)]
pub(crate) struct Types {
    outputs: HashMap<String, HashMap<String, Field>>,
    pub inputs: HashMap<String, Vec<InputValueDefinition>>,
    pub choices: HashMap<String, HashSet<String>>,
    /// What an object may stand for: interfaces and unions, each with its objects.
    kinds: HashMap<String, HashSet<String>>,
    unions: u64,
    /// The objects from which nothing leads to a record.
    plain: HashSet<String>,
}

/// A field of an output.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The type, without list and null.
    pub of: String,
    /// Whether it gives several.
    pub list: bool,
    /// Whether the caller says how many.
    pub paged: bool,
    /// How many come where nothing is said.
    pub usual: u64,
    /// Whether it may be null: what is looked up besides a record is refused alone.
    pub nullable: bool,
    /// What it can be asked with.
    pub arguments: Vec<InputValueDefinition>,
}

/// Points of a curve, each far smaller than a record: so many of them as cost a record each.
const CURVE: u64 = 100;

/// Records that a connection gives, unless the caller says otherwise.
pub(crate) const CONNECTED: u32 = 25;

/// Records in a list that nobody pages: what an account has few of.
const FEW: u64 = 10;

/// Records in a page of a plain list, unless the caller asks for less (`contract.md` §1).
const PAGE: u64 = 1000;

/// The same where other records are asked for with each.
pub(crate) const LEADING: u32 = 50;

impl Types {
    /// Those of `sdl`.
    pub fn of(sdl: &str) -> Self {
        let mut types = Self::default();
        let document = parse_schema(sdl).expect("the schema is written by the program");
        for definition in document.definitions {
            let TypeSystemDefinition::Type(of_type) = definition else { continue };
            let name = of_type.node.name.node.to_string();
            match of_type.node.kind {
                TypeKind::Object(object) => {
                    for interface in &object.implements {
                        types.kinds.entry(interface.node.to_string()).or_default().insert(name.clone());
                    }
                    types.outputs.insert(name, fields(object.fields.iter().map(|field| &field.node)));
                }
                TypeKind::Interface(interface) => {
                    types.outputs.insert(name, fields(interface.fields.iter().map(|field| &field.node)));
                }
                TypeKind::InputObject(input) => {
                    types.inputs.insert(name, input.fields.into_iter().map(|field| field.node).collect());
                }
                TypeKind::Enum(choice) => {
                    let words = choice.values.iter().map(|value| value.node.value.node.to_string());
                    types.choices.insert(name, words.collect());
                }
                TypeKind::Union(union) => {
                    let members = union.members.iter().map(|member| member.node.to_string());
                    types.kinds.entry(name).or_default().extend(members);
                    types.unions += 1;
                }
                TypeKind::Scalar => {}
            }
        }
        types.weigh();
        types
    }

    /// The type at the root of operations of this kind.
    pub const fn root(kind: OperationType) -> &'static str {
        match kind {
            OperationType::Query => "Query",
            OperationType::Mutation => "Mutation",
            OperationType::Subscription => "Subscription",
        }
    }

    /// The field `name` of the type `of`.
    pub fn any_field(&self, of: &str, name: &str) -> Option<&Field> {
        self.outputs.get(of)?.get(name)
    }

    /// Every field of the type `of`.
    #[cfg(test)]
    pub fn fields_of(&self, of: &str) -> impl Iterator<Item = (&str, &Field)> {
        self.outputs[of].iter().map(|(name, field)| (name.as_str(), field))
    }

    /// What the argument `argument` of that field takes.
    pub fn argument(&self, of: &str, name: &str, argument: &str) -> Option<&InputValueDefinition> {
        self.any_field(of, name)?.arguments.iter().find(|one| one.name.node == argument)
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        (self.outputs.len() + self.inputs.len() + self.choices.len()) as u64 + self.unions
    }

    /// The field `name` of the type `of`, if it gives anything but plain values.
    pub fn field(&self, of: &str, name: &str) -> Option<&Field> {
        self.outputs.get(of)?.get(name).filter(|field| !self.is_leaf(&field.of))
    }

    /// Fills in what lists of plain data cost: they come with the record that they are part of.
    fn weigh(&mut self) {
        let plain: HashSet<String> =
            self.outputs.keys().filter(|name| self.is_plain(name, 0)).cloned().collect();
        for fields in self.outputs.values_mut() {
            for (name, field) in fields {
                if field.list && !field.paged && plain.contains(&field.of) {
                    field.usual = if name == "points" { CURVE } else { 0 };
                }
            }
        }
        self.plain = plain;
    }

    /// Whether `name` is an object that is part of the record that has it.
    pub fn is_part(&self, name: &str) -> bool {
        self.plain.contains(name)
    }

    /// Whether nothing leads from `name` to a record.
    fn is_plain(&self, name: &str, depth: usize) -> bool {
        if self.is_leaf(name) {
            return true;
        }
        let Some(fields) = self.outputs.get(name) else { return false };
        depth < 8
            && !fields.contains_key("nodeId")
            && fields.values().all(|field| !field.paged && self.is_plain(&field.of, depth + 1))
    }

    /// What has no fields, and is no union of what has.
    fn is_leaf(&self, name: &str) -> bool {
        !self.outputs.contains_key(name) && !self.kinds.contains_key(name)
    }

    /// Whether the object `object` is a `kind`: itself, an interface that it implements, or a union that it is in.
    pub fn is_a(&self, object: &str, kind: &str) -> bool {
        object == kind || self.kinds.get(kind).is_some_and(|objects| objects.contains(object))
    }
}

fn fields<'a>(fields: impl Iterator<Item = &'a FieldDefinition>) -> HashMap<String, Field> {
    fields.map(|field| (field.name.node.to_string(), shape(field))).collect()
}

fn shape(field: &FieldDefinition) -> Field {
    let (of, list) = base(&field.ty.node);
    let first = field.arguments.iter().find(|argument| argument.node.name.node == "first");
    let usual = if first.is_some() { PAGE } else { FEW };
    let usual = if of.ends_with("Connection") { CONNECTED.into() } else { usual };
    let arguments = field.arguments.iter().map(|argument| argument.node.clone()).collect();
    Field { of, list, paged: first.is_some(), usual, nullable: field.ty.node.nullable, arguments }
}

/// The type within lists, and whether it is in one.
fn base(of: &Type) -> (String, bool) {
    match &of.base {
        BaseType::Named(name) => (name.to_string(), false),
        BaseType::List(item) => (base(item).0, true),
    }
}
