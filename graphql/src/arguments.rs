//! What the arguments say that many fields have: said once, whatever the field.
use crate::{keys, subscriptions::Changes};
use async_graphql::{
    Context, Response, SubscriptionType,
    futures_util::stream::BoxStream,
    registry::{MetaField, MetaType, Registry},
};
use std::borrow::Cow;

/// The root of subscriptions. Types are made in order, and it is the last of them: then it is known which
/// arguments there are.
pub struct Subscription;

impl SubscriptionType for Subscription {
    fn type_name() -> Cow<'static, str> {
        Changes::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        let name = Changes::create_type_info(registry);
        for of_type in registry.types.values_mut() {
            if let MetaType::Object { fields, .. } = of_type {
                fields.values_mut().for_each(describe);
            }
        }
        name
    }

    fn create_field_stream<'a>(&'a self, cx: &'a Context<'_>) -> Option<BoxStream<'a, Response>> {
        Changes.create_field_stream(cx)
    }
}

/// Fills in what the arguments of `field` say that say nothing of their own; each mutation has a key.
fn describe(field: &mut MetaField) {
    let connection = field.ty.ends_with("Connection");
    for (name, argument) in &mut field.args {
        if name == keys::ARGUMENT {
            "String!".clone_into(&mut argument.ty);
        }
        if argument.description.is_none() {
            argument.description = usual(name, connection).map(str::to_owned);
        }
    }
}

fn usual(argument: &str, of_connection: bool) -> Option<&'static str> {
    Some(match (argument, of_connection) {
        ("input", _) => "What to change.",
        (keys::ARGUMENT, _) => {
            "Stands for this one change, however often it is sent: 8 to 128 letters, digits, dots, colons, dashes or underscores."
        }
        ("domainId", _) => "The domain.",
        ("serviceId", _) => "The service.",
        ("recordId", _) => "The record.",
        ("filter", _) => "Which of them.",
        ("order", _) => "What stands first; the newest unless said.",
        ("first", true) => "How many of the first; 25 unless said.",
        ("first", false) => {
            "How many at most; unless said 1000, and 50 where other records are asked for with each."
        }
        ("after", true) => "Only what stands behind this cursor.",
        ("after", false) => "Where to go on: the `cursor` of the last one seen.",
        ("last", _) => "How many of the last, instead of the first.",
        ("before", _) => "Only what stands before this cursor.",
        _ => return None,
    })
}
