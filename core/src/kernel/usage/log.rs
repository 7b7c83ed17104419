//! Group commit: requests that changed nothing wait for their entry, and share its transaction.
use super::{UsageEntry, entry, record::record};
use crate::{
    database::Database,
    refusals::error::{Error, Result},
};
use sea_orm::{ConnectionTrait, DbBackend, IntoActiveModel, entity::prelude::*};
use tokio::sync::{mpsc, oneshot};

/// Requests whose entries share one transaction, at most.
const BATCH: usize = 256;

/// The way of entries into the database; a batch forms while the one before it is written.
#[derive(Clone, Debug)]
pub(crate) struct Log(mpsc::Sender<(Vec<UsageEntry>, oneshot::Sender<Result<()>>)>);

impl Log {
    /// Starts to write what is recorded; ends when nobody can record any more.
    pub fn start(db: Database) -> Self {
        let (sender, mut waiting) =
            mpsc::channel::<(Vec<UsageEntry>, oneshot::Sender<Result<()>>)>(4 * BATCH);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(BATCH);
            while waiting.recv_many(&mut batch, BATCH).await > 0 {
                let (entries, answers): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
                let written = write(&db, entries.into_iter().flatten().collect()).await;
                for answer in answers {
                    let outcome = written.as_ref().copied().map_err(ToString::to_string);
                    // Whoever asked may have gone; the entry stands.
                    let _ = answer.send(outcome.map_err(Error::Internal));
                }
            }
        });
        Self(sender)
    }

    /// Writes `entries` down, all or none; done when they are on disk.
    pub async fn record(&self, entries: Vec<UsageEntry>) -> Result<()> {
        let (sender, answer) = oneshot::channel();
        let gone = || Error::Internal("the usage log has stopped".to_owned());
        self.0.send((entries, sender)).await.map_err(|_| gone())?;
        answer.await?
    }
}

async fn write(db: &Database, entries: Vec<UsageEntry>) -> Result<()> {
    db.write(move |db| {
        Box::pin(async move {
            // A server is told all at once; in place, one prepared statement serves best.
            if db.get_database_backend() == DbBackend::Postgres {
                let rows = entries.into_iter().map(IntoActiveModel::into_active_model);
                entry::Entity::insert_many(rows).exec_without_returning(db).await?;
                return Ok(());
            }
            for entry in entries {
                record(db, entry).await?;
            }
            Ok(())
        })
    })
    .await
}
