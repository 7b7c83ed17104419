//! What is asked of a record: the fields of its selection sets, in the order asked for (GraphQL section 6.3.2).
use crate::{
    schema,
    types::{self, Types},
};
use async_graphql::{
    Name, Positioned,
    parser::types::{Field, FragmentDefinition, Selection, SelectionSet},
};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

/// The fragments of a document.
pub(crate) type Fragments = HashMap<Name, Positioned<FragmentDefinition>>;

/// What is asked of one type.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    pub type_name: Cow<'static, str>,
    pub wants: Vec<Want<'a>>,
}

/// What is asked for under one name.
#[derive(Debug)]
pub(crate) struct Want<'a> {
    /// What it is called in the answer.
    pub key: &'a Name,
    /// The name of the field.
    pub name: &'a str,
    /// Wherever it is asked for: once, but for what is said in several fragments.
    pub fields: Vec<&'a Positioned<Field>>,
    /// What the schema says of it; nothing of `__typename`.
    pub of: Option<&'static types::Field>,
    /// The words that it may be, if it is one of an enum.
    pub words: Option<&'static HashSet<String>>,
    /// What is asked of the object that it gives, if that is part of the record.
    pub inner: Option<Wanted<'a>>,
}

impl<'a> Wanted<'a> {
    /// What `sets` ask of the type `type_name`.
    pub fn new(
        type_name: Cow<'static, str>,
        sets: impl Iterator<Item = &'a SelectionSet>,
        fragments: &'a Fragments,
    ) -> Self {
        let types = schema::types();
        let mut wanted = Self { type_name, wants: Vec::new() };
        for set in sets {
            wanted.add(types, set, fragments);
        }
        for want in &mut wanted.wants {
            let part = want.of.filter(|of| types.is_part(&of.of));
            want.inner = part.map(|of| Self::new(of.of.as_str().into(), want.sets(), fragments));
        }
        wanted
    }

    fn add(&mut self, types: &'static Types, set: &'a SelectionSet, fragments: &'a Fragments) {
        for selection in &set.items {
            match &selection.node {
                Selection::Field(field) => self.add_field(types, field),
                Selection::InlineFragment(inline) => {
                    let on = inline.node.type_condition.as_ref().map(|condition| &condition.node.on.node);
                    if on.is_none_or(|on| types.is_a(&self.type_name, on)) {
                        self.add(types, &inline.node.selection_set.node, fragments);
                    }
                }
                Selection::FragmentSpread(spread) => {
                    let Some(fragment) = fragments.get(&spread.node.fragment_name.node) else {
                        continue;
                    };
                    if types.is_a(&self.type_name, &fragment.node.type_condition.node.on.node) {
                        self.add(types, &fragment.node.selection_set.node, fragments);
                    }
                }
            }
        }
    }

    fn add_field(&mut self, types: &'static Types, field: &'a Positioned<Field>) {
        let key = &field.node.response_key().node;
        if let Some(known) = self.wants.iter_mut().find(|want| want.key == key) {
            known.fields.push(field);
            return;
        }
        let of = types.any_field(&self.type_name, &field.node.name.node);
        let words = of.and_then(|of| types.choices.get(&of.of));
        let name = field.node.name.node.as_str();
        self.wants.push(Want { key, name, fields: vec![field], of, words, inner: None });
    }
}

impl<'a> Want<'a> {
    /// Whether it is what REST calls `member`: `billing_period` is `billingPeriod` here.
    pub fn is(&self, member: &str) -> bool {
        let mut name = self.name.bytes();
        member
            .bytes()
            .filter(|byte| *byte != b'_')
            .all(|byte| name.next().is_some_and(|one| one.eq_ignore_ascii_case(&byte)))
            && name.next().is_none()
    }

    /// What is asked of what it gives.
    pub fn sets(&self) -> impl Iterator<Item = &'a SelectionSet> + use<'a, '_> {
        self.fields.iter().map(|field| &field.node.selection_set.node)
    }
}
