//! The platform over HTTP; the modules in the order of a request.
pub mod process;
pub mod serve;

mod app;
mod challenge;
mod compression;
mod connections;
mod cors;
mod keeping;
mod metrics;
mod middleware;
mod panics;
mod places;
mod slowness;
mod trace;

pub mod bind;
pub mod commands;
mod location;
pub mod routes;

mod answer;
mod call;
mod fallback;
mod headers;
mod json;
mod query;

mod asset;
pub mod behaviour;
mod contracts;
mod converter;
mod docs;
pub mod explorer;
mod files;
mod graphql;
mod health;
mod home;
mod live;
pub mod openapi;
mod operators;
mod panel;
mod sandbox;
mod search;
mod terminal;
mod webhooks;
mod well_known;

pub use app::{App, Options, app, metrics_app, search_app};
pub use connections::Connections;
pub use middleware::Client;
pub use slowness::Slowness;
pub use terminal::Terminals;
