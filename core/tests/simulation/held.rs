//! The one writer of the database, held: whoever writes waits, until a schedule lets the writer go on.
//!
//! The writer is a thread of its own. While it is held, every write waits, however quick the machine is; and while it
//! goes on, nobody else does. So nothing depends on which of them is quicker.
use futures_util::future::BoxFuture;
use hosting_core::{Database, Error, Result};
use std::sync::mpsc::{Sender, channel};
use tokio::runtime::Runtime;

/// A transaction that holds the writer.
pub struct Held {
    ends: Sender<bool>,
    ended: BoxFuture<'static, Result<()>>,
}

impl Held {
    /// Holds the writer, when it has done all that it was asked for before.
    pub fn hold(home: &Runtime, database: &Database) -> Self {
        let ((begins, begun), (ends, end)) = (channel(), channel());
        let database = database.clone();
        let mut ended: BoxFuture<'static, Result<()>> = Box::pin(async move {
            let hold = async move {
                let _ = begins.send(());
                match end.recv() {
                    Ok(true) => Ok(()),
                    Ok(false) | Err(_) => Err(Error::NotFound),
                }
            };
            database.write(move |_| Box::pin(hold)).await
        });
        let first = home.block_on(async { futures_util::poll!(&mut ended) });
        assert!(first.is_pending(), "the writer does not end this before it is told to");
        begun.recv().unwrap();
        Self { ends, ended }
    }

    /// Lets the writer go on with what waits, and returns when that is on disk. Where the transaction is `kept`, what
    /// waits is undone by a savepoint, and with the whole transaction otherwise.
    pub fn let_go(self, home: &Runtime, kept: bool) {
        self.ends.send(kept).unwrap();
        let ended = home.block_on(self.ended);
        assert_eq!(ended.is_ok(), kept, "{ended:?}");
    }
}
