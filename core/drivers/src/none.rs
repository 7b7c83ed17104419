//! No conversions at all: where the operator wants none, and where nothing would hold them in.
use async_trait::async_trait;
use hosting_engine::{Artifact, Limits, Order, Tool, launch::Place};
use hosting_kernel::providers::{
    Failure,
    converter::{Broke, Converter},
};
use serde_json::json;
use std::time::Duration;

/// Lists no tool.
#[derive(Clone, Debug, Default)]
pub struct NoConverter {
    unsealed: Option<String>,
}

impl NoConverter {
    /// Where nothing would hold conversions in, and `why`.
    pub const fn unsealed(why: String) -> Self {
        Self { unsealed: Some(why) }
    }

    fn why(&self) -> Failure {
        match &self.unsealed {
            Some(why) => Failure::Unavailable(why.clone()),
            None => Failure::Refused("file conversion is switched off".to_owned()),
        }
    }
}

#[async_trait]
impl Converter for NoConverter {
    fn tools(&self) -> Vec<&'static Tool> {
        Vec::new()
    }

    fn limits(&self) -> Limits {
        Limits::default()
    }

    async fn place(&self, _: &str) -> Result<Place, Failure> {
        Err(self.why())
    }

    async fn convert(
        &self,
        _: &Order,
        _: &mut Place,
        _: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke> {
        Err(Broke::Ours(self.why()))
    }

    async fn clear(&self, _: Duration) -> Result<(), Failure> {
        Ok(())
    }

    fn unsealed(&self) -> Option<&str> {
        self.unsealed.as_deref()
    }

    fn seal(&self) -> Option<serde_json::Value> {
        self.unsealed.as_ref().map(|why| json!({ "refused": why }))
    }

    fn driver(&self) -> &'static str {
        "none"
    }

    async fn ping(&self) -> Result<(), Failure> {
        if self.unsealed.is_some() { Err(self.why()) } else { Ok(()) }
    }
}
