//! An empty database of its own: a file, or one in the throw-away server that `DATABASE_TEST_URL` names.
use crate::stage::{Behind, Taken};
use async_trait::async_trait;
use hosting_drivers::maps::{Maps, Options, Selectors};
use hosting_kernel::{
    Database,
    clock::{Clock, SystemClock},
    database::Location,
};
use sea_orm::{ConnectionTrait, DbErr, QueryResult, Statement};
use std::path::PathBuf;

/// A folder that goes with its test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("drivers-mail-{}", SystemClock.id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}

/// A database that mail servers read.
pub struct Tables {
    pub url: String,
    _folder: Folder,
}

impl Tables {
    /// In a file.
    pub fn in_a_file() -> Self {
        let folder = Folder::new();
        Self { url: format!("sqlite://{}", folder.0.join("mail.db").display()), _folder: folder }
    }

    /// In the server, where there is one.
    pub async fn in_a_server() -> Option<Self> {
        let Ok(server) = std::env::var("DATABASE_TEST_URL") else {
            assert!(std::env::var_os("TESTS_REQUIRE_SERVICES").is_none(), "DATABASE_TEST_URL is not set");
            return None;
        };
        let name = format!("mail_{}", SystemClock.id().simple());
        let admin = sea_orm::Database::connect(format!("{server}/postgres")).await.unwrap();
        admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
        Some(Self { url: format!("{server}/{name}"), _folder: Folder::new() })
    }

    /// In a file, and in the server where there is one.
    pub async fn all() -> Vec<Self> {
        std::iter::once(Self::in_a_file()).chain(Self::in_a_server().await).collect()
    }

    pub fn options(&self) -> Options {
        Options {
            database_url: self.url.clone(),
            mx: vec!["10 mx1.mail.example".to_owned()],
            spf_include: "_spf.mail.example".to_owned(),
            selectors: Selectors { rsa: "host1".to_owned(), ed25519: "host2".to_owned() },
            autoconfig: None,
            autodiscover: None,
            dmarc_reports: None,
            tls_reports: None,
        }
    }

    pub fn maps(&self) -> Maps {
        Maps::new(self.options()).unwrap()
    }

    /// The database as another program has it.
    pub async fn other(&self) -> Other {
        Other(Database::open(&self.url.parse::<Location>().unwrap()).await.unwrap())
    }
}

/// Another program at the same database.
pub struct Other(pub Database);

impl Other {
    pub async fn run(&self, sql: &str) -> Result<(), DbErr> {
        self.0.connection().execute_unprepared(sql).await.map(|_| ())
    }

    /// The first column of what is found, as texts.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let rows = self.rows(sql).await;
        rows.iter().map(|row| row.try_get_by_index::<String>(0).unwrap()).collect()
    }

    pub async fn numbers(&self, sql: &str) -> Vec<i64> {
        let rows = self.rows(sql).await;
        rows.iter().map(|row| row.try_get_by_index::<i64>(0).unwrap()).collect()
    }

    /// The selectors of the keys that sign mail of a domain, as `OpenDKIM` finds them.
    pub async fn signs(&self, domain: &str) -> Vec<String> {
        let ids = format!(
            "SELECT id FROM opendkim_rsa WHERE domain = '{domain}' \
             UNION SELECT id FROM opendkim_ed25519 WHERE domain = '{domain}' ORDER BY id"
        );
        let ids = self.texts(&ids).await;
        ids.iter().map(|id| id.split('.').next().unwrap().to_owned()).collect()
    }

    async fn rows(&self, sql: &str) -> Vec<QueryResult> {
        let connection = self.0.connection();
        let statement = Statement::from_string(connection.get_database_backend(), sql);
        connection.query_all_raw(statement).await.unwrap()
    }
}

#[async_trait]
impl Behind for Other {
    /// As Postfix and `OpenDKIM` see it, and the operator.
    async fn domain(&self, name: &str) -> Option<Taken> {
        let known = self.texts(&format!("SELECT name FROM postfix_domain WHERE name = '{name}'")).await;
        known.first()?;
        let one = async |column: &str| {
            let asked =
                format!("SELECT CAST({column} AS bigint) AS found FROM domain_use WHERE name = '{name}'");
            self.numbers(&asked).await[0]
        };
        let suspended = format!("SELECT answer FROM postfix_suspended WHERE name = '{name}'");
        let selectors =
            format!("SELECT selector FROM opendkim_key WHERE domain = '{name}' ORDER BY selector");
        Some(Taken {
            mailbox_limit: one("mailbox_limit").await.try_into().unwrap(),
            storage_bytes_per_mailbox: one("mailbox_bytes").await,
            open: self.texts(&suspended).await.is_empty(),
            selectors: self.texts(&selectors).await,
            signs: self.signs(name).await,
        })
    }
}
