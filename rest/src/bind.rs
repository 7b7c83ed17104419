//! Binding an operation to a method and a path.
use crate::{
    App,
    answer::{Logged, Refusal, Success},
    call::{self, Fields, Id},
    location::Location,
};
use axum::{
    Router,
    extract::{RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{Method, header, request::Parts},
    response::{IntoResponse, Response},
    routing::{MethodFilter, on},
};
use futures_util::future::BoxFuture;
use hosting_core::{Call, Code, Effect, Facade, Operation, Platform, Result, Scope};
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
    /// [`Operation::SECRET`].
    pub secret: bool,
    /// [`Operation::REFUSALS`].
    pub refusals: &'static [Code],
    /// What it takes.
    pub input: fn(&mut SchemaGenerator) -> Schema,
    /// What it gives.
    pub output: fn(&mut SchemaGenerator) -> Schema,
}

impl Binding {
    /// Whether its answers can be kept, and are asked for again by their version.
    pub fn has_version(&self) -> bool {
        self.effect == Effect::Reads && !self.secret
    }
}

/// The routes of one API version, and what the contract says of each.
#[derive(Default)]
#[must_use]
pub struct Routes {
    /// What is said.
    pub bindings: Vec<Binding>,
    /// What performs each.
    performs: Vec<Perform>,
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
            secret: O::SECRET,
            refusals: O::REFUSALS,
            input: O::json_schema,
            output: SchemaGenerator::subschema_for::<O::Output>,
        };
        self.add(binding, perform::<O>)
    }

    fn add(mut self, binding: Binding, perform: Perform) -> Self {
        self.bindings.push(binding);
        self.performs.push(perform);
        self
    }

    /// What answers.
    pub fn router(self) -> Router<App> {
        let bound = self.bindings.iter().zip(&self.performs);
        bound.fold(Router::new(), |router, (binding, perform)| {
            let endpoint = Arc::new(Endpoint::of(binding, *perform, &self.bindings));
            let handler = async move |State(app): State<App>,
                                      sent: Result<RawPathParams, RawPathParamsRejection>,
                                      request: Request| {
                endpoint.answer(&app, sent.ok().as_ref(), request).await
            };
            let filter = MethodFilter::try_from(binding.method.clone()).expect("a usual method");
            router.route(binding.path, on(filter, handler))
        })
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
    /// Where the record is read again, if the work is only accepted.
    location: Option<Location>,
}

impl Endpoint {
    /// What answers for `binding`, which is one of `all`.
    fn of(binding: &Binding, perform: Perform, all: &[Binding]) -> Self {
        let Binding { path, id, effect, .. } = *binding;
        let input = (binding.input)(&mut SchemaGenerator::default());
        let ids = call::ids(path, &input);
        let members = call::members(&ids, &input);
        let location = (effect == Effect::Queues).then(|| Location::of(binding, all)).flatten();
        Self { path, id, effect, ids, members, perform, location }
    }

    async fn answer(&self, app: &App, sent: Option<&RawPathParams>, request: Request) -> Response {
        let (parts, body) = request.into_parts();
        let request_id = call::of(&parts.extensions).request_id;
        let mut logged = Logged { operation: Some(self.id), ..Logged::default() };
        let asked = call::request(&parts, Facade::Rest, self.path.to_owned());
        let outcome = match call::admit(app, &parts, asked).await {
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
        let mut response = match outcome {
            Ok(success) => self.success(success, &parts),
            Err(error) => Refusal { request_id, error }.into_response(),
        };
        response.extensions_mut().insert(logged);
        response
    }

    fn success(&self, success: Success, asked: &Parts) -> Response {
        let location = self.location.and_then(|location| location.filled(asked.uri.path(), || success.id()));
        let mut response = success.response(self.effect, asked);
        if let Some(location) = location {
            response.headers_mut().insert(header::LOCATION, location);
        }
        response
    }
}
