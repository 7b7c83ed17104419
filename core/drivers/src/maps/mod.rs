//! The tables that Postfix, Dovecot and `OpenDKIM` read, in a database of their own, on PostgreSQL or SQLite
//! (`schema/tables.sql`, and `schema/views.sql`, which is what they ask).
//!
//! A change is one transaction, keys included: there is no other place to keep in step. Mailboxes and aliases are the
//! operator's; the database holds them to the limits, and Dovecot to the room. A domain that is suspended is refused
//! for now (450), so that what is sent to it meanwhile comes when it is in use again; nobody is let in. What is removed
//! leaves its mail on the disks, and a row that says which.
//!
//! Which keys sign is the platform's to say: one that a zone says of and that does not sign yet, or no more, stands beside
//! them, so that whoever has looked up the one finds it while the other takes its place.
mod domain;
mod key;
mod options;
mod removed;
mod schema;

pub use options::{Options, Selectors};

use hosting_kernel::{
    Database,
    database::Location,
    error::Result,
    providers::{
        Failure,
        mail::{HeldDomain, Mail, MailDomain, Profile},
    },
};
use tokio::sync::OnceCell;
use uuid::Uuid;

/// Mail servers that read one database.
pub struct Maps {
    location: Location,
    profile: Profile,
    /// Once it could be opened.
    db: OnceCell<Database>,
}

impl Maps {
    /// The database that `options` name; what is wrong with them, in words that name the option.
    ///
    /// It is opened, and its tables are made or brought to their present state, when it is first needed: mail servers
    /// that are away keep no process from starting. An answer is waited for for 10 s.
    pub fn new(options: Options) -> Result<Self, String> {
        let (location, profile) = options.settled()?;
        Ok(Self { location, profile, db: OnceCell::new() })
    }

    async fn db(&self) -> Result<&Database, Failure> {
        self.db.get_or_try_init(|| schema::open(&self.location)).await
    }
}

#[async_trait::async_trait]
impl Mail for Maps {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    async fn put_domain(&self, work: Uuid, domain: &MailDomain) -> Result<(), Failure> {
        let keys =
            domain.keys.iter().map(|one| key::row(&domain.name, one)).collect::<Result<Vec<_>, _>>()?;
        let row = domain::Model {
            name: domain.name.clone(),
            service: domain.service.to_string(),
            suspended: false,
            mailbox_limit: domain.mailbox_limit,
            mailbox_bytes: domain.storage_bytes_per_mailbox,
            changed_by: work.to_string(),
        };
        let put = self.db().await?.write(move |db| Box::pin(domain::put(db, row, keys)));
        match put.await.map_err(schema::meant)? {
            true => Ok(()),
            false => Err(Failure::Refused("mail for the domain is taken for somebody else".to_owned())),
        }
    }

    async fn suspend_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure> {
        let (work, service, name) = (work.to_string(), service.to_string(), name.to_owned());
        let suspended = self
            .db()
            .await?
            .write(move |db| Box::pin(async move { domain::suspend(db, work, &service, &name).await }));
        suspended.await.map_err(schema::meant)
    }

    async fn remove_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure> {
        let (work, service, name) = (work.to_string(), service.to_string(), name.to_owned());
        let removed = self
            .db()
            .await?
            .write(move |db| Box::pin(async move { domain::remove(db, work, &service, &name).await }));
        removed.await.map_err(schema::meant)
    }

    async fn domains(&self) -> Result<Vec<HeldDomain>, Failure> {
        let reader = self.db().await?.reader(true).await.map_err(schema::meant)?;
        domain::all(&reader.executor()).await.map_err(schema::meant)
    }

    fn driver(&self) -> &'static str {
        "maps"
    }

    async fn ping(&self) -> Result<(), Failure> {
        schema::check(self.db().await?).await
    }
}
