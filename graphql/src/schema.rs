//! What the graph offers.
use crate::{
    account::AccountQueries,
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
    subscriptions::Changes,
    types::Types,
};
use async_graphql::{MergedObject, ValidationMode};
use std::sync::LazyLock;

/// What can be asked; each field is an operation under its id.
#[derive(Default, MergedObject)]
pub struct Query(
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
#[derive(Default, MergedObject)]
pub struct Mutation(
    DomainMutations,
    DnsMutations,
    EmailMutations,
    HostingMutations,
    LxcMutations,
    KvmMutations,
    ConversionMutations,
);

/// The graph.
pub type Schema = async_graphql::Schema<Query, Mutation, Changes>;

/// The graph, knowing no platform yet; built once.
pub fn build() -> Schema {
    static GRAPH: LazyLock<Schema> = LazyLock::new(|| graph(ValidationMode::Strict));
    GRAPH.clone()
}

/// The same for documents that were found valid before.
pub(crate) fn for_valid() -> Schema {
    static GRAPH: LazyLock<Schema> = LazyLock::new(|| graph(ValidationMode::Fast));
    GRAPH.clone()
}

fn graph(mode: ValidationMode) -> Schema {
    Schema::build(Query::default(), Mutation::default(), Changes)
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
