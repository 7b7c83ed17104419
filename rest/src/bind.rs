//! Binding an operation to a method and a path.
use crate::{
    App,
    answer::{Logged, Refusal, Success},
    call::{self, Fields, Id},
};
use axum::{
    Router,
    extract::{RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::Method,
    response::{IntoResponse, Response},
    routing::{MethodFilter, on},
};
use futures_util::future::BoxFuture;
use hosting_core::{Call, Code, Effect, Operation, Platform, Result, Scope};
use schemars::{Schema, SchemaGenerator};
use std::sync::Arc;

/// An operation, and where it lives.
pub struct Binding {
    /// The HTTP method.
    pub method: Method,
    /// The path; what stands in braces is a field of the operation.
    pub path: &'static str,
    /// [`Operation::ID`].
    pub id: &'static str,
    /// [`Operation::SCOPE`].
    pub scope: Scope,
    /// [`Operation::EFFECT`].
    pub effect: Effect,
    /// [`Operation::REFUSALS`].
    pub refusals: &'static [Code],
    /// What it takes.
    pub input: fn(&mut SchemaGenerator) -> Schema,
    /// What it gives.
    pub output: fn(&mut SchemaGenerator) -> Schema,
}

/// The routes of one API version, and what the contract says of each.
#[derive(Default)]
#[must_use]
pub struct Routes {
    /// What answers.
    pub router: Router<App>,
    /// What is said.
    pub bindings: Vec<Binding>,
}

impl Routes {
    /// `O` is performed by GET on `path`.
    pub fn get<O: Operation>(self, path: &'static str) -> Self {
        self.bind::<O>(Method::GET, path)
    }

    /// `O` is performed by POST on `path`.
    pub fn post<O: Operation>(self, path: &'static str) -> Self {
        self.bind::<O>(Method::POST, path)
    }

    /// `O` is performed by PUT on `path`.
    pub fn put<O: Operation>(self, path: &'static str) -> Self {
        self.bind::<O>(Method::PUT, path)
    }

    /// `O` is performed by PATCH on `path`.
    pub fn patch<O: Operation>(self, path: &'static str) -> Self {
        self.bind::<O>(Method::PATCH, path)
    }

    /// `O` is performed by DELETE on `path`.
    pub fn delete<O: Operation>(self, path: &'static str) -> Self {
        self.bind::<O>(Method::DELETE, path)
    }

    fn bind<O: Operation>(self, method: Method, path: &'static str) -> Self {
        let binding = Binding {
            method,
            path,
            id: O::ID,
            scope: O::SCOPE,
            effect: O::EFFECT,
            refusals: O::REFUSALS,
            input: O::json_schema,
            output: SchemaGenerator::subschema_for::<O::Output>,
        };
        self.add(binding, perform::<O>)
    }

    fn add(mut self, binding: Binding, perform: Perform) -> Self {
        let Binding { path, id, effect, .. } = binding;
        let input = (binding.input)(&mut SchemaGenerator::default());
        let ids = call::ids(path, &input);
        let members = call::members(&ids, &input);
        let endpoint = Arc::new(Endpoint { path, id, effect, ids, members, perform });
        let handler = async move |State(app): State<App>,
                                  sent: Result<RawPathParams, RawPathParamsRejection>,
                                  request: Request| {
            endpoint.answer(&app, sent.ok().as_ref(), request).await
        };
        let filter = MethodFilter::try_from(binding.method.clone()).expect("a usual method");
        self.router = self.router.route(path, on(filter, handler));
        self.bindings.push(binding);
        self
    }
}

/// Performs an operation that has these fields.
type Perform = for<'a> fn(&'a Platform, &'a Call, Result<Fields>) -> BoxFuture<'a, Result<Success>>;

/// All that is compiled for each operation: between the fields and the JSON, its types.
fn perform<'a, O: Operation>(
    platform: &'a Platform,
    call: &'a Call,
    fields: Result<Fields>,
) -> BoxFuture<'a, Result<Success>> {
    let operation = fields.and_then(call::operation::<O>);
    Box::pin(async move { Success::of::<O>(&platform.perform(call, operation).await?) })
}

/// What answers on a route.
struct Endpoint {
    path: &'static str,
    id: &'static str,
    effect: Effect,
    ids: Vec<Id>,
    members: Vec<String>,
    perform: Perform,
}

impl Endpoint {
    async fn answer(&self, app: &App, sent: Option<&RawPathParams>, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let request_id = call::of(&parts.extensions).request_id;
        let mut logged = Logged { operation: Some(self.id), account: None };
        let outcome = match call::admit(app, &parts, self.path.to_owned()).await {
            Ok(call) => {
                logged.account = Some(call.credential.account);
                let fields = match call.bar() {
                    Ok(()) => call::fields(&parts, (&self.ids, &self.members), sent, self.effect, body).await,
                    // A request over the limit is refused before its body is read.
                    Err(barred) => Err(barred),
                };
                (self.perform)(&app.platform, &call, fields).await
            }
            Err(error) => Err(error),
        };
        let uri = parts.uri.path_and_query().map_or("/", |uri| uri.as_str());
        let mut response = match outcome {
            Ok(success) => success.response(self.effect, uri),
            Err(error) => Refusal { request_id, error }.into_response(),
        };
        response.extensions_mut().insert(logged);
        response
    }
}
