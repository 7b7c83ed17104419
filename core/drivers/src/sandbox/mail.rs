//! Mail servers that deliver nothing: the domains are rows of the database.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use crate::fault::Faults;
use hosting_kernel::{
    database::{Database, executor::Executor},
    providers::{
        Failure, SANDBOX,
        mail::{HeldDomain, Mail, MailDomain, MailHost, Profile, SigningKey},
    },
    refusals::error::Result,
    values::texts::Texts,
};
use sea_orm::{
    IntoActiveModel, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{ExprTrait, OnConflict, SimpleExpr},
};
use std::sync::Arc;

/// A domain that the sandbox takes mail for. Of its keys it knows the selectors: it signs nothing.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_mail_domain")]
pub struct Model {
    /// The name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// The service that it belongs to.
    pub service_id: Uuid,
    /// Mailboxes that it may have.
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub storage_bytes_per_mailbox: i64,
    /// The selectors of its keys.
    pub selectors: Texts,
    /// The selectors of those that sign; nothing where an earlier release wrote it, which signed with all.
    pub signs: Option<Texts>,
    /// Whether no mail is taken for it for now.
    pub suspended: bool,
    /// The work that last changed it.
    pub changed_by: Uuid,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    fn held(self) -> HeldDomain {
        HeldDomain {
            name: self.name,
            service: Some(self.service_id),
            suspended: self.suspended,
            mailbox_limit: self.mailbox_limit,
            storage_bytes_per_mailbox: self.storage_bytes_per_mailbox,
            selectors: self.selectors.0,
        }
    }
}

/// The sandbox mail servers.
#[derive(Clone, Debug)]
pub struct Sandbox {
    db: Database,
    profile: Profile,
    /// What goes wrong on demand.
    pub faults: Arc<Faults>,
}

impl Sandbox {
    /// Mail servers in `db`.
    pub fn new(db: Database) -> Self {
        Self { db, profile: profile(), faults: Arc::default() }
    }

    /// The same, where keys are to be called otherwise from now on.
    #[must_use]
    pub fn calling_keys(self, rsa: &str, ed25519: &str) -> Self {
        let (rsa_selector, ed25519_selector) = (rsa.to_owned(), ed25519.to_owned());
        Self { profile: Profile { rsa_selector, ed25519_selector, ..self.profile }, ..self }
    }
}

fn profile() -> Profile {
    let host = |name: &str| format!("{name}.mail.host.example");
    Profile {
        mx: vec![MailHost { host: host("mx1"), priority: 10 }, MailHost { host: host("mx2"), priority: 20 }],
        spf_include: host("_spf"),
        rsa_selector: "host1".to_owned(),
        ed25519_selector: "host2".to_owned(),
        autoconfig: Some(host("autoconfig")),
        autodiscover: Some(host("autodiscover")),
        dmarc_reports: None,
        tls_reports: Some("tls-reports@mail.host.example".to_owned()),
    }
}

#[async_trait::async_trait]
impl Mail for Sandbox {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    async fn put_domain(&self, work: Uuid, domain: &MailDomain) -> Result<(), Failure> {
        let row = Model {
            name: domain.name.clone(),
            service_id: domain.service,
            mailbox_limit: domain.mailbox_limit,
            storage_bytes_per_mailbox: domain.storage_bytes_per_mailbox,
            selectors: selectors(&domain.keys, |_| true),
            signs: Some(selectors(&domain.keys, |key| key.signs)),
            suspended: false,
            changed_by: work,
        };
        let change = async {
            let put = self.db.write(move |db| Box::pin(put(db, row)));
            match put.await? {
                true => Ok(()),
                false => Err(Failure::Refused("mail for the domain is taken for somebody else".to_owned())),
            }
        };
        self.faults.around(change).await
    }

    async fn suspend_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure> {
        let stopped = ActiveModel { suspended: Set(true), changed_by: Set(work), ..Default::default() };
        let stop = Entity::update_many().set(stopped).filter(its(service, name));
        let change = async {
            let stopped = self.db.write(move |db| Box::pin(async move { Ok(stop.exec(db).await?) }));
            stopped.await?;
            Ok(())
        };
        self.faults.around(change).await
    }

    async fn remove_domain(&self, _work: Uuid, service: Uuid, name: &str) -> Result<(), Failure> {
        let remove = Entity::delete_many().filter(its(service, name));
        let change = async {
            let removed = self.db.write(move |db| Box::pin(async move { Ok(remove.exec(db).await?) }));
            removed.await?;
            Ok(())
        };
        self.faults.around(change).await
    }

    async fn domains(&self) -> Result<Vec<HeldDomain>, Failure> {
        let all = async {
            let reader = self.db.reader(false).await?;
            let rows = Entity::find().all(&reader.executor()).await.map_err(Failure::ours)?;
            Ok(rows.into_iter().map(Model::held).collect())
        };
        self.faults.around(all).await
    }

    fn driver(&self) -> &'static str {
        SANDBOX
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(self.db.ping().await?)
    }
}

/// The selectors of some of the keys.
fn selectors(keys: &[SigningKey], which: fn(&SigningKey) -> bool) -> Texts {
    Texts(keys.iter().filter(|key| which(key)).map(|key| key.selector.clone()).collect())
}

/// The domain, where it is this service's.
fn its(service: Uuid, name: &str) -> SimpleExpr {
    Column::Name.eq(name).and(Column::ServiceId.eq(service))
}

/// Whether the domain is its service's own, and as it says now.
async fn put(db: &Executor<'_>, mut row: Model) -> Result<bool> {
    let (name, service) = (row.name.clone(), row.service_id);
    let held = Entity::find_by_id(&name).lock_exclusive().one(db).await?;
    // Where none of the keys signs, those that are there go on signing.
    if let Some(held) = held.filter(|_| row.signs.as_ref().is_none_or(|signs| signs.0.is_empty())) {
        let new = std::mem::take(&mut row.selectors.0).into_iter();
        row.selectors = held.selectors.clone();
        row.selectors.0.extend(new.filter(|one| !held.selectors.0.contains(one)));
        row.signs = held.signs;
    }
    let changed = [
        Column::MailboxLimit,
        Column::StorageBytesPerMailbox,
        Column::Selectors,
        Column::Signs,
        Column::Suspended,
        Column::ChangedBy,
    ];
    let upsert = OnConflict::column(Column::Name)
        .update_columns(changed)
        .action_and_where(Expr::col((Entity, Column::ServiceId)).eq(service))
        .to_owned();
    Entity::insert(row.into_active_model()).on_conflict(upsert).exec_without_returning(db).await?;
    let known = Entity::find_by_id(name).one(db).await?;
    Ok(known.is_some_and(|known| known.service_id == service))
}
