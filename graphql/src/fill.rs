//! How records are filled: what they say is written in one go, and only what leads on from them is a future.
//!
//! The library makes a boxed future of each field of each record. Here a record, and everything that it holds,
//! is written at once; what is left over is waited for together, so that it is loaded in one batch. An answer is
//! in the order of the question, and what was refused is null at its place (GraphQL sections 6.3.2 and 6.4.4).
use crate::{
    members::{Members, Unwritable},
    order::Repeats,
    record::{Held, Record},
    wanted::{Want, Wanted},
    written::{self, opened},
};
use async_graphql::{
    Context, ContextSelectionSet, ServerError, ServerResult, Value,
    futures_util::future::{BoxFuture, Either, join_all, ready},
    parser::types::SelectionSet,
};
use std::{ops::Range, sync::Arc};

/// A place for what is asked for.
pub(crate) enum Slot<'a> {
    /// It leads on, or there is no such member.
    Empty,
    /// What the type is called.
    Type,
    /// A part of what the record's members are written to.
    Text(Range<usize>),
    One(Filled<'a>),
    Many(Vec<Filled<'a>>),
}

impl<'a> Slot<'a> {
    /// A place for each that is wanted; what the type is called is known.
    pub fn empty(wanted: &Wanted<'a>) -> Vec<Self> {
        let of = |want: &Want<'_>| match want.of {
            None if want.name == "__typename" => Self::Type,
            _ => Self::Empty,
        };
        wanted.wants.iter().map(of).collect()
    }

    /// Writes the object that `slots` make, whose members are in `text`; what is still empty is null.
    pub fn object(wanted: &Wanted<'_>, slots: &[Self], text: &[u8], out: &mut Vec<u8>) {
        let members = wanted.wants.iter().map(|want| want.key).zip(slots);
        written::object(members, out, |slot, out| slot.put(wanted, text, out));
    }

    fn put(&self, wanted: &Wanted<'_>, text: &[u8], out: &mut Vec<u8>) {
        match self {
            Self::Empty => out.extend(b"null"),
            Self::Type => written::plain(&wanted.type_name, out),
            Self::Text(part) => out.extend(&text[part.clone()]),
            Self::One(one) => one.put(out),
            Self::Many(items) => written::list(items, out, Filled::put),
        }
    }

    fn is_whole(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Type | Self::Text(_) => true,
            Self::One(one) => one.is_whole(),
            Self::Many(items) => items.iter().all(Filled::is_whole),
        }
    }
}

/// Bytes of a record, as most have them.
const TEXT: usize = 512;

/// A record whose members are written, as far as it holds them.
pub(crate) struct Filled<'a> {
    record: &'a dyn Record,
    wanted: Arc<Wanted<'a>>,
    slots: Vec<Slot<'a>>,
    text: Vec<u8>,
}

impl<'a> Filled<'a> {
    fn new(
        record: &'a dyn Record,
        wanted: Arc<Wanted<'a>>,
        cx: &ContextSelectionSet<'a>,
    ) -> ServerResult<Self> {
        let mut slots = Slot::empty(&wanted);
        for (want, slot) in wanted.wants.iter().zip(&mut slots) {
            match record.held(want.name) {
                None => {}
                Some(Held::One(one)) => {
                    let wanted = Wanted::new(one.type_name(), want.sets(), &cx.query_env.fragments);
                    *slot = Slot::One(Self::new(one, Arc::new(wanted), cx)?);
                }
                Some(Held::Many(records)) => *slot = Slot::Many(Self::many(records, || want.sets(), cx)?),
            }
        }
        let mut text = Vec::with_capacity(TEXT);
        record
            .write(Members { wanted: &wanted, slots: &mut slots, text: &mut text })
            .map_err(|cause| unwritable(&cause, cx))?;
        Ok(Self { record, wanted, slots, text })
    }

    /// The same of many, which most often are of one type.
    fn many<S: Iterator<Item = &'a SelectionSet>>(
        records: Vec<&'a dyn Record>,
        sets: impl Fn() -> S,
        cx: &ContextSelectionSet<'a>,
    ) -> ServerResult<Vec<Self>> {
        let mut known: Option<Arc<Wanted<'a>>> = None;
        let fill = |record: &'a dyn Record| {
            let of = record.type_name();
            let wanted = match &known {
                Some(known) if known.type_name == of => Arc::clone(known),
                _ => Arc::clone(known.insert(Arc::new(Wanted::new(of, sets(), &cx.query_env.fragments)))),
            };
            Self::new(record, wanted, cx)
        };
        records.into_iter().map(fill).collect()
    }

    fn is_whole(&self) -> bool {
        self.slots.iter().all(Slot::is_whole)
    }

    fn put(&self, out: &mut Vec<u8>) {
        Slot::object(&self.wanted, &self.slots, &self.text, out);
    }

    fn value(&self) -> Value {
        let mut out = Vec::with_capacity(TEXT);
        self.put(&mut out);
        written::value(out)
    }
}

/// What is asked for of `records`: at once, where nothing leads on.
pub(crate) fn resolve<'a>(
    cx: &'a ContextSelectionSet<'a>,
    records: Held<'a>,
) -> impl Future<Output = ServerResult<Value>> + Send + use<'a> {
    match fill(cx, records) {
        Err(error) => Either::Left(ready(Err(error))),
        Ok(slot) if slot.is_whole() => Either::Left(ready(Ok(given(cx, whole(&slot))))),
        Ok(slot) => Either::Right(async move { Ok(given(cx, complete(cx, slot).await)) }),
    }
}

/// What is given to the library, which puts together what is asked for again under the same name.
fn given(cx: &ContextSelectionSet<'_>, value: Value) -> Value {
    match cx.data_opt::<Repeats>() {
        Some(Repeats) => opened(value),
        None => value,
    }
}

/// What is in a slot that is no part of a record.
fn whole(slot: &Slot<'_>) -> Value {
    match slot {
        Slot::One(one) => one.value(),
        Slot::Many(items) => {
            let mut out = Vec::with_capacity(TEXT * items.len());
            written::list(items, &mut out, Filled::put);
            written::value(out)
        }
        Slot::Empty | Slot::Type | Slot::Text(_) => Value::Null,
    }
}

fn fill<'a>(cx: &ContextSelectionSet<'a>, records: Held<'a>) -> ServerResult<Slot<'a>> {
    let set = &cx.item.node;
    Ok(match records {
        Held::One(one) => {
            let wanted = Wanted::new(one.type_name(), std::iter::once(set), &cx.query_env.fragments);
            Slot::One(Filled::new(one, Arc::new(wanted), cx)?)
        }
        Held::Many(records) => Slot::Many(Filled::many(records, || std::iter::once(set), cx)?),
    })
}

/// Waits for what leads on from a record, or from each of a list; `cx` is where they stand.
fn complete<'a>(cx: &'a ContextSelectionSet<'a>, slot: Slot<'a>) -> BoxFuture<'a, Value> {
    match slot {
        Slot::One(filled) => complete_one(cx, filled),
        Slot::Many(items) => Box::pin(async move {
            let places: Vec<_> = (0..items.len()).map(|index| cx.with_index(index)).collect();
            let items = items.into_iter().zip(&places).map(|(item, place)| match item.is_whole() {
                true => Either::Left(ready(item.value())),
                false => Either::Right(complete_one(place, item)),
            });
            let mut out = Vec::new();
            written::list(&join_all(items).await, &mut out, written::put);
            written::value(out)
        }),
        other => Box::pin(ready(whole(&other))),
    }
}

fn complete_one<'a>(cx: &'a ContextSelectionSet<'a>, filled: Filled<'a>) -> BoxFuture<'a, Value> {
    let Filled { record, wanted, mut slots, text } = filled;
    Box::pin(async move {
        // Where each field that is waited for stands; several, where fragments ask for parts of it.
        let mut places = Vec::new();
        for (at, (slot, want)) in slots.iter_mut().zip(&wanted.wants).enumerate() {
            if slot.is_whole() {
                continue;
            }
            let fields = if matches!(slot, Slot::Empty) { &want.fields[..] } else { &want.fields[..1] };
            let mut slot = Some(std::mem::replace(slot, Slot::Empty));
            for field in fields {
                places.push((at, cx.with_field(field), slot.take()));
            }
        }
        let waited = places.iter_mut().map(|(at, place, slot)| {
            let (at, slot, place) = (*at, slot.take(), &*place);
            async move { (at, follow(place, record, slot).await) }
        });
        let mut found: Vec<Option<Value>> = vec![None; slots.len()];
        for (at, value) in join_all(waited).await {
            match &mut found[at] {
                Some(known) => merge(known, value),
                none => *none = Some(value),
            }
        }
        let mut out = Vec::with_capacity(TEXT);
        let members = wanted.wants.iter().map(|want| want.key).zip(slots.iter().zip(&found));
        written::object(members, &mut out, |(slot, found), out| match found {
            Some(value) => written::put(value, out),
            None => slot.put(&wanted, &text, out),
        });
        written::value(out)
    })
}

/// What stands behind one field.
fn follow<'a>(cx: &'a Context<'a>, record: &'a dyn Record, slot: Option<Slot<'a>>) -> BoxFuture<'a, Value> {
    match slot {
        None | Some(Slot::Empty) => Box::pin(async move {
            record.lead(cx).await.map_or_else(
                |error| {
                    cx.add_error(error);
                    Value::Null
                },
                Option::unwrap_or_default,
            )
        }),
        Some(held) => Box::pin(async move {
            let within = cx.with_selection_set(&cx.item.node.selection_set);
            complete(&within, held).await
        }),
    }
}

/// Adds what another fragment asked for under the same name (GraphQL section 6.3.3).
fn merge(known: &mut Value, more: Value) {
    *known = opened(std::mem::take(known));
    match (known, opened(more)) {
        (Value::Object(known), Value::Object(more)) => {
            for (name, value) in more {
                match known.get_mut(&name) {
                    Some(known) => merge(known, value),
                    None => drop(known.insert(name, value)),
                }
            }
        }
        (Value::List(known), Value::List(more)) => {
            known.iter_mut().zip(more).for_each(|(known, more)| merge(known, more));
        }
        (known @ Value::Null, more) => *known = more,
        _ => {}
    }
}

fn unwritable(cause: &Unwritable, cx: &ContextSelectionSet<'_>) -> ServerError {
    ServerError::new(format!("a record cannot be written: {cause}"), Some(cx.item.pos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value as Json, json};

    #[test]
    fn what_several_fragments_were_answered_is_one() {
        let value = |json: Json| Value::from_json(json).expect("a value");
        for (known, more, expected) in [
            (json!({ "a": 1 }), json!({ "b": 2 }), json!({ "a": 1, "b": 2 })),
            (json!({ "a": { "b": 1 } }), json!({ "a": { "c": 2 } }), json!({ "a": { "b": 1, "c": 2 } })),
            (json!([{ "a": 1 }, null]), json!([{ "b": 2 }, null]), json!([{ "a": 1, "b": 2 }, null])),
            (json!(null), json!({ "b": 2 }), json!({ "b": 2 })),
            (json!({ "a": 1 }), json!(null), json!({ "a": 1 })),
            (json!(1), json!(1), json!(1)),
        ] {
            let written = |json: &Json| written::value(json.to_string().into_bytes());
            let (mut told, mut known) = (written(&known), value(known));
            merge(&mut told, written(&more));
            merge(&mut known, value(more));
            for merged in [told, known] {
                assert_eq!(merged.into_json().expect("JSON"), expected);
            }
        }
    }
}
