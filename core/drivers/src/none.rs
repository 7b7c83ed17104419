//! No conversions at all, where the operator wants none.
use async_trait::async_trait;
use hosting_core::providers::{
    Failure,
    converter::{Broke, Converter},
};
use hosting_engine::{Artifact, Limits, Order, Tool};
use std::{path::Path, time::Duration};

/// Lists no tool.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoConverter;

#[async_trait]
impl Converter for NoConverter {
    fn tools(&self) -> Vec<&'static Tool> {
        Vec::new()
    }

    fn limits(&self) -> Limits {
        Limits::default()
    }

    fn folder(&self) -> &Path {
        Path::new("")
    }

    async fn convert(
        &self,
        _: &Order,
        _: &Path,
        _: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        Err(Broke::Ours(Failure::Refused("file conversion is switched off".to_owned())))
    }

    async fn clear(&self, _: Duration) -> Result<(), Failure> {
        Ok(())
    }

    fn seal(&self) -> Option<serde_json::Value> {
        None
    }

    fn driver(&self) -> &'static str {
        "none"
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}
