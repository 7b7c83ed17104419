//! Binding an operation to a method and a path.
use crate::{
    App,
    answer::{self, Logged, Refusal},
    call::{self, Id},
};
use axum::{
    Router,
    body::Body,
    extract::{MatchedPath, RawPathParams, Request, State, rejection::RawPathParamsRejection},
    http::{Method, header::HeaderValue},
    response::Response,
    routing::{MethodFilter, on},
};
use hosting_core::{Code, Effect, Operation, Scope};
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

    fn bind<O: Operation>(mut self, method: Method, path: &'static str) -> Self {
        let filter = MethodFilter::try_from(method.clone()).expect("a usual method");
        let ids: Arc<[Id]> = call::ids::<O>(path).into();
        let handler = move |State(app): State<App>,
                            path: MatchedPath,
                            sent: Result<RawPathParams, RawPathParamsRejection>,
                            request: Request| async move {
            perform::<O>(&app, path.as_str(), &ids, sent.ok().as_ref(), request).await
        };
        self.router = self.router.route(path, on(filter, handler));
        self.bindings.push(Binding {
            method,
            path,
            id: O::ID,
            scope: O::SCOPE,
            effect: O::EFFECT,
            refusals: O::REFUSALS,
            input: O::json_schema,
            output: SchemaGenerator::subschema_for::<O::Output>,
        });
        self
    }
}

/// The one handler.
async fn perform<O: Operation>(
    app: &App,
    route: &str,
    ids: &[Id],
    sent: Option<&RawPathParams>,
    request: Request,
) -> Response {
    let (parts, body) = request.into_parts();
    let request_id = call::of(&parts.extensions).request_id;
    let mut logged = Logged { operation: Some(O::ID), account: None };
    let outcome = match call::admit(app, &parts, route.to_owned()).await {
        Ok(call) => {
            logged.account = Some(call.credential.account);
            let body = if O::EFFECT.is_mutation() { body } else { Body::empty() };
            let operation = match call.bar() {
                Ok(()) => call::operation::<O>(&parts, ids, sent, body).await,
                // A request over the limit is refused before its body is read.
                Err(barred) => Err(barred),
            };
            app.platform.perform(&call, operation).await
        }
        Err(error) => Err(error),
    };
    let uri = parts.uri.path_and_query().map_or("/", |uri| uri.as_str());
    let answered = outcome.and_then(|answer| answer::success::<O>(&answer, uri));
    let mut response = answered.unwrap_or_else(|error| Refusal { request_id, error }.response());
    response.extensions_mut().insert(logged);
    response.headers_mut().entry("cache-control").or_insert(HeaderValue::from_static("no-store"));
    response
}
