//! Databases of PostgreSQL for one test each.
use crate::support::{Server, local};
use hosting_core::{
    Database,
    clock::{Clock, SystemClock},
    credential::Issuers,
    database::{Bounds, Location},
};
use hosting_drivers::none::NoConverter;
use hosting_rest::Options;
use sea_orm::ConnectionTrait;
use std::{env, sync::Arc};

/// The address of a new database, and its name; none where no server was named.
pub async fn fresh() -> Option<(String, String)> {
    let Ok(server) = env::var("DATABASE_TEST_URL") else {
        assert!(env::var_os("TESTS_REQUIRE_SERVICES").is_none(), "DATABASE_TEST_URL is not set");
        return None;
    };
    let name = format!("database_{}", SystemClock.id().simple());
    let admin = sea_orm::Database::connect(format!("{server}/postgres")).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    Some((server, name))
}

/// A platform on the database at `url`, which it uses within `bounds`.
pub async fn server(url: String, bounds: Bounds) -> Server {
    let database = Database::open_within(&Location::Postgres(url), bounds).await.unwrap();
    let folder = env::temp_dir().join(format!("hosting-test-{}", SystemClock.id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (base_url, none) = (Options::default().base_url, Arc::new(NoConverter::default()));
    let trust = (Issuers::default(), Arc::new(SystemClock) as Arc<dyn Clock>);
    Server::start_with_database(database, folder, ("ama@example.com", &base_url), local, none, trust).await
}
