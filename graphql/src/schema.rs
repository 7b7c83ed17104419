//! What the graph offers, and how a request is answered.
use crate::{
    account::AccountQueries,
    conversion::{ConversionMutations, ConversionQueries},
    dns::{DnsMutations, DnsQueries},
    domains::{DomainMutations, DomainQueries},
    email::{EmailMutations, EmailQueries},
    hosting::{HostingMutations, HostingQueries},
    kvm::{KvmMutations, KvmQueries},
    limits,
    lxc::{LxcMutations, LxcQueries},
    perform::{Client, refusal},
    root_field,
    search::SearchQueries,
    services::ServiceQueries,
    subscriptions::Changes,
};
use async_graphql::{
    MergedObject, Request, Response, ServerError,
    futures_util::{
        Stream, StreamExt,
        stream::{self, BoxStream},
    },
};
use hosting_core::{Call, Error, Platform};
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
    static GRAPH: LazyLock<Schema> = LazyLock::new(graph);
    GRAPH.clone()
}

fn graph() -> Schema {
    Schema::build(Query::default(), Mutation::default(), Changes)
        .limit_depth(2 * limits::DEPTH)
        .limit_complexity(limits::SELECTIONS)
        .disable_suggestions()
        .finish()
}

/// The graph as its clients read it.
pub fn sdl() -> String {
    let options =
        async_graphql::SDLExportOptions::new().sorted_fields().sorted_arguments().sorted_enum_items();
    build().sdl_with_options(options)
}

/// Answers one request of one caller; of nobody, where `call` is none.
///
/// What the graph itself refuses has a code too, and leaves one usage entry.
pub async fn answer(
    schema: &Schema,
    platform: &Platform,
    client: Client,
    call: Option<&Call>,
    mut asked: Request,
) -> Response {
    let mut response = match limits::check(&mut asked) {
        Ok(()) => schema.execute(known(asked, platform, client, call)).await,
        Err(refused) => Response::from_errors(vec![refused]),
    };
    name(&mut response, platform, client, call).await;
    response
}

/// Answers one request as long as there is something to say: a subscription at each change, and anything
/// else once. A subscription that was refused, or has ended, says why in a last answer without data.
pub fn stream(
    schema: &Schema,
    platform: &Platform,
    client: Client,
    call: Option<&Call>,
    asked: Request,
) -> impl Stream<Item = Response> + Send + use<> {
    let (schema, platform, call) = (schema.clone(), platform.clone(), call.cloned());
    stream::once(async move { begin(&schema, platform, client, call, asked).await }).flatten()
}

async fn begin(
    schema: &Schema,
    platform: Platform,
    client: Client,
    call: Option<Call>,
    mut asked: Request,
) -> BoxStream<'static, Response> {
    let subscribes = limits::check(&mut asked).and_then(|()| root_field::check(&mut asked));
    let answers = match subscribes {
        Ok(true) => schema.execute_stream(known(asked, &platform, client, call.as_ref())),
        Ok(false) => {
            let once = answer(schema, &platform, client, call.as_ref(), asked).await;
            stream::once(async { once }).boxed()
        }
        Err(refused) => stream::once(async { Response::from_errors(vec![refused]) }).boxed(),
    };
    let named = answers.then(move |mut response| {
        let (platform, call) = (platform.clone(), call.clone());
        async move {
            name(&mut response, &platform, client, call.as_ref()).await;
            response
        }
    });
    named.boxed()
}

/// The request, with what its fields need to know.
fn known(asked: Request, platform: &Platform, client: Client, call: Option<&Call>) -> Request {
    let asked = asked.data(platform.clone()).data(client);
    match call {
        Some(call) => asked.data(call.clone()),
        None => asked,
    }
}

/// Gives what the graph itself refused its code.
async fn name(response: &mut Response, platform: &Platform, client: Client, call: Option<&Call>) {
    let coded = |error: &ServerError| error.extensions.as_ref().is_some_and(|all| all.get("code").is_some());
    let Some(first) = response.errors.iter().find(|error| !coded(error)) else { return };
    let mut outcome = Error::invalid("", "graphql", first.message.clone());
    if let Some(call) = call {
        outcome = platform.refuse(call, outcome).await;
    }
    for error in response.errors.iter_mut().filter(|error| !coded(error)) {
        let told = refusal(client.request_id, &outcome);
        error.extensions = told.extensions;
        if matches!(outcome, Error::InvalidRequest(_)) {
            if let Some(extensions) = &mut error.extensions {
                extensions.unset("details");
            }
        } else {
            error.message = outcome.to_string();
        }
    }
}
