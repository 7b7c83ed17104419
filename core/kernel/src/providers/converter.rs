//! What converts files.
use super::Failure;
use crate::refusals::error::Error;
use async_trait::async_trait;
use hosting_engine::{Artifact, Limits, Order, Tool, launch::Place};
use std::time::Duration;

/// Why nothing was converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broke {
    /// The files are at fault: trying again is of no use.
    Fault(hosting_engine::Failure),
    /// We are: another time, it may be done.
    Ours(Failure),
}

impl dyn Converter {
    /// Refuses what would have files converted where nothing holds that in.
    pub fn check(&self) -> Result<(), Error> {
        self.unsealed().map_or(Ok(()), |_| Err(Error::Overloaded))
    }
}

/// What converts files, sealed off from everything else.
#[async_trait]
pub trait Converter: Send + Sync {
    /// What it can do here, in the order of the listing.
    fn tools(&self) -> Vec<&'static Tool>;

    /// How much one conversion may take.
    fn limits(&self) -> Limits;

    /// A place for one conversion by the tool `id`: files are brought there before it is ordered.
    async fn place(&self, id: &str) -> Result<Place, Failure>;

    /// Converts the files of `order` in `place`, and says meanwhile how far it is, of 100: nothing, when it begins to read.
    ///
    /// Whoever no longer waits for it ends it.
    async fn convert(
        &self,
        order: &Order,
        place: &mut Place,
        tell: &(dyn Fn(u8) + Send + Sync),
    ) -> Result<Vec<Artifact>, Broke>;

    /// Removes what conversions left in that folder before `age`.
    async fn clear(&self, age: Duration) -> Result<(), Failure>;

    /// Why nothing can be converted here though it is wanted, for operators; what asks for it is told to come back.
    fn unsealed(&self) -> Option<&str> {
        None
    }

    /// What holds a conversion in, for operators; nothing where nothing is converted.
    fn seal(&self) -> Option<serde_json::Value>;

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
