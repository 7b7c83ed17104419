//! A platform with a driver that panics.
use crate::support::{Server, local};
use async_trait::async_trait;
use hosting_core::providers::{
    Failure,
    converter::{Broke, Converter},
};
use hosting_engine::{Artifact, Limits, Order, Place, Tool};
use hosting_rest::Options;
use std::{sync::Arc, time::Duration};

/// What the driver panics with.
pub const CAUSE: &str = "a driver is broken";

/// A server that panics when it is asked for its conversion tools.
pub async fn server() -> Server {
    Server::start_with(&Options::default().base_url, local, Arc::new(Broken)).await
}

struct Broken;

#[async_trait]
impl Converter for Broken {
    fn tools(&self) -> Vec<&'static Tool> {
        panic!("{CAUSE}")
    }

    fn limits(&self) -> Limits {
        Limits::default()
    }

    async fn place(&self, _: &str) -> Result<Place, Failure> {
        Err(Failure::Refused(CAUSE.to_owned()))
    }

    async fn convert(
        &self,
        _: &Order,
        _: &mut Place,
        _: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        Err(Broke::Ours(Failure::Refused(CAUSE.to_owned())))
    }

    async fn clear(&self, _: Duration) -> Result<(), Failure> {
        Ok(())
    }

    fn seal(&self) -> Option<serde_json::Value> {
        None
    }

    fn driver(&self) -> &'static str {
        "broken"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
