//! A database of its own on a `PostgreSQL` server.
use crate::Failure;
use sea_orm::{ConnectionTrait, Database};
use tokio::runtime::Builder;

/// A run that was broken off leaves one behind; the next removes it.
const NAME: &str = "hosting_bench";

/// A database that is empty at first, and goes when this is dropped.
pub struct Postgres {
    server: String,
    /// Its address.
    pub url: String,
}

impl Postgres {
    /// A new database beside that of the address `server`.
    pub fn beside(server: String) -> Result<Self, Failure> {
        let (scheme, rest) = server.split_once("://").ok_or("BENCH_POSTGRES_URL is not an address")?;
        let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
        let host = place.split('/').next().unwrap_or_default();
        let url = format!("{scheme}://{host}/{NAME}?{query}");
        tell(&server, &[&format!("DROP DATABASE IF EXISTS {NAME}"), &format!("CREATE DATABASE {NAME}")])?;
        Ok(Self { server, url })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(cause) = tell(&self.server, &[&format!("DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")]) {
            eprintln!("the database {NAME} is left behind: {cause}");
        }
    }
}

fn tell(server: &str, statements: &[&str]) -> Result<(), Failure> {
    Builder::new_current_thread().enable_all().build()?.block_on(async {
        let connection = Database::connect(server).await?;
        for statement in statements {
            connection.execute_unprepared(statement).await?;
        }
        Ok(connection.close().await?)
    })
}
