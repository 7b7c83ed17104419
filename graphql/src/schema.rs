//! What the graph offers.
use crate::{
    account::AccountQueries,
    arguments::Subscription,
    conversion::{ConversionMutations, ConversionQueries},
    dns::{DnsMutations, DnsQueries},
    domains::{DomainMutations, DomainQueries},
    email::{EmailMutations, EmailQueries},
    hosting::{HostingMutations, HostingQueries},
    kvm::{KvmMutations, KvmQueries},
    lxc::{LxcMutations, LxcQueries},
    node::NodeQueries,
    search::SearchQueries,
    services::ServiceQueries,
    types::Types,
};
use async_graphql::{MergedObject, ValidationMode};
use std::sync::LazyLock;

/// What can be asked; each field is an operation under its id.
///
/// A field is null where it is refused, and where there is nothing: `errors` say which was refused and why, under
/// one of the codes of `ErrorCode`, and the rest is answered all the same. A record's own members are null only
/// where they say so; what leads on to other records may be refused alone.
#[derive(Default, MergedObject)]
pub(crate) struct Query(
    AccountQueries,
    ServiceQueries,
    DomainQueries,
    DnsQueries,
    EmailQueries,
    HostingQueries,
    LxcQueries,
    KvmQueries,
    ConversionQueries,
    SearchQueries,
    NodeQueries,
);

/// What can be changed; each field is an operation under its id.
///
/// A field is null where it was refused: `errors` say why, under one of the codes of `ErrorCode`, and nothing was
/// changed by it. The same key sent again gives the same answer, and changes nothing twice.
#[derive(Default, MergedObject)]
pub(crate) struct Mutation(
    DomainMutations,
    DnsMutations,
    EmailMutations,
    HostingMutations,
    LxcMutations,
    KvmMutations,
    ConversionMutations,
);

/// The graph.
pub(crate) type Schema = async_graphql::Schema<Query, Mutation, Subscription>;

/// The graph, knowing no platform yet; built once.
pub(crate) fn build() -> Schema {
    static GRAPH: LazyLock<Schema> = LazyLock::new(|| graph(ValidationMode::Strict));
    GRAPH.clone()
}

/// The same for documents that were found valid before.
pub(crate) fn for_valid() -> Schema {
    static GRAPH: LazyLock<Schema> = LazyLock::new(|| graph(ValidationMode::Fast));
    GRAPH.clone()
}

fn graph(mode: ValidationMode) -> Schema {
    Schema::build(Query::default(), Mutation::default(), Subscription)
        .validation_mode(mode)
        .disable_suggestions()
        .finish()
}

/// What the types of the graph are.
pub(crate) fn types() -> &'static Types {
    static TYPES: LazyLock<Types> = LazyLock::new(|| Types::of(&sdl()));
    &TYPES
}

/// The graph as its clients read it.
pub fn sdl() -> String {
    let options =
        async_graphql::SDLExportOptions::new().sorted_fields().sorted_arguments().sorted_enum_items();
    build().sdl_with_options(options)
}
