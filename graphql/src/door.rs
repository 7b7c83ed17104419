//! From an edge to the door: what hangs on many records is asked for in one go.
use async_graphql::dataloader::Loader;
use hosting_core::{Batched, Call, Error, Platform};
use std::{collections::HashMap, sync::Arc};

/// The door, for one call; an operation is itself what it is asked under.
pub(crate) struct Door {
    pub platform: Platform,
    pub call: Call,
}

impl<O: Batched> Loader<O> for Door {
    type Value = Result<O::Output, Arc<Error>>;
    type Error = Arc<Error>;

    async fn load(&self, asked: &[O]) -> Result<HashMap<O, Self::Value>, Arc<Error>> {
        let outcomes = self.platform.perform_all(&self.call, asked).await?;
        Ok(asked.iter().cloned().zip(outcomes.into_iter().map(|one| one.map_err(Arc::new))).collect())
    }
}
