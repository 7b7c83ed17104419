//! The platform's own registry (OT&E): names in its table are taken.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use super::{
    rows,
    world::{Change, World},
};
use crate::fault::Faults;
use chrono::Months;
use futures_util::future::join_all;
use hosting_kernel::{
    database::Database,
    providers::{
        Failure, SANDBOX,
        registrar::{
            Acceptance, Availability, Ds, Environment, Host, Message, Registered, Registrar, Registration,
        },
    },
    values::{money::Money, texts::Texts, time::Time},
};
use sea_orm::{IntoActiveModel, QueryFilter, QueryOrder, entity::prelude::*, sea_query::OnConflict};
use std::sync::Arc;

/// A name that the sandbox registry knows.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_registration")]
pub struct Model {
    /// The name (A-labels).
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// Whether someone has it.
    pub taken: bool,
    /// Whether it costs more than its suffix.
    pub premium: bool,
    /// What it costs then.
    pub price: Option<Money>,
    /// The hosts that answer for it.
    pub name_servers: Option<Texts>,
    /// The work that last changed it.
    pub changed_by: Option<Uuid>,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl From<Registration> for Model {
    fn from(name: Registration) -> Self {
        Self {
            name: name.name,
            taken: name.taken,
            premium: name.premium,
            price: name.price,
            name_servers: name.name_servers.map(Texts),
            changed_by: None,
        }
    }
}

impl From<Model> for Registration {
    fn from(row: Model) -> Self {
        Self {
            name: row.name,
            taken: row.taken,
            premium: row.premium,
            price: row.price,
            name_servers: row.name_servers.map(|hosts| hosts.0),
        }
    }
}

/// The sandbox registry.
#[derive(Clone, Debug)]
pub struct Sandbox {
    db: Database,
    /// What it says that it speaks for: that for trying out, unless a test says otherwise.
    pub environment: Environment,
    /// What goes wrong on demand.
    pub faults: Arc<Faults>,
    /// What it does of its own accord, on demand.
    pub world: Arc<World>,
}

impl Sandbox {
    /// A registry in `db`.
    pub fn new(db: Database) -> Self {
        Self { db, environment: Environment::Ote, faults: Arc::default(), world: Arc::default() }
    }

    async fn find(&self, name: &str) -> Result<Option<Model>, Failure> {
        let reader = self.db.reader(false).await?;
        Entity::find_by_id(name.to_owned()).one(&reader.executor()).await.map_err(Failure::from)
    }

    async fn hand_over(&self, work: Uuid, domain: &str, hosts: Vec<String>) -> Result<(), Failure> {
        let row = Model {
            name: domain.to_owned(),
            taken: true,
            premium: false,
            price: None,
            name_servers: Some(Texts(hosts)),
            changed_by: Some(work),
        };
        let upsert = OnConflict::column(Column::Name)
            .update_columns([Column::Taken, Column::NameServers, Column::ChangedBy])
            .to_owned();
        let insert = Entity::insert(row.into_active_model()).on_conflict(upsert);
        let write = self.db.write(move |db| {
            Box::pin(async move {
                insert.exec_without_returning(db).await?;
                Ok(())
            })
        });
        Ok(write.await?)
    }
}

#[async_trait::async_trait]
impl Registrar for Sandbox {
    fn environment(&self) -> Environment {
        self.environment
    }

    async fn check(&self, names: &[String]) -> Result<Vec<Result<Availability, Failure>>, Failure> {
        let check = async |name: &String| {
            let look = async {
                Ok(match self.find(name).await? {
                    None => Availability { available: true, premium: false, price: None },
                    Some(row) => {
                        Availability { available: !row.taken, premium: row.premium, price: row.price }
                    }
                })
            };
            self.faults.around(look).await
        };
        Ok(join_all(names.iter().map(check)).await)
    }

    async fn info(&self, domain: &str) -> Result<Registered, Failure> {
        let look = async {
            let row = self.find(domain).await?.filter(|row| row.taken);
            match (self.world.shown(domain), row) {
                (Some(shown), _) => Ok(shown),
                (None, Some(row)) => Ok(Registered {
                    name_servers: row.name_servers.map(|hosts| hosts.0),
                    ..Registered::TAKEN
                }),
                (None, None) => Err(Failure::NotThere(format!("nobody has {domain}"))),
            }
        };
        self.faults.around(look).await
    }

    async fn set_name_servers(
        &self,
        work: Uuid,
        domain: &str,
        hosts: &[Host],
    ) -> Result<Acceptance, Failure> {
        let names: Vec<String> = hosts.iter().map(|host| host.name.clone()).collect();
        let change = async {
            let accepted = self.world.take(domain, Change::NameServers(names.clone()))?;
            if accepted == Acceptance::Done(()) {
                self.hand_over(work, domain, names).await?;
            }
            Ok(accepted)
        };
        self.faults.around(change).await
    }

    async fn set_ds(&self, _work: Uuid, domain: &str, ds: &[Ds]) -> Result<Acceptance, Failure> {
        let change = async { self.world.take(domain, Change::Ds(ds.to_vec())) };
        self.faults.around(change).await
    }

    async fn renew(
        &self,
        _work: Uuid,
        domain: &str,
        current: Time,
        years: u8,
    ) -> Result<Acceptance<Time>, Failure> {
        let later = current.utc().checked_add_months(Months::new(12 * u32::from(years)));
        let later = later.ok_or_else(|| Failure::Refused("nobody will be there by then".to_owned()))?;
        let change = async {
            Ok(match self.world.take(domain, Change::Renewed(later.into()))? {
                Acceptance::Done(()) => Acceptance::Done(later.into()),
                Acceptance::Pending => Acceptance::Pending,
            })
        };
        self.faults.around(change).await
    }

    async fn message(&self) -> Result<Option<Message>, Failure> {
        Ok(self.world.message())
    }

    async fn acknowledge(&self, id: &str) -> Result<(), Failure> {
        self.world.acknowledge(id);
        Ok(())
    }

    async fn adopt(&self, names: &[Registration]) -> Result<(), Failure> {
        let upsert = OnConflict::column(Column::Name)
            .update_columns([Column::Taken, Column::Premium, Column::Price, Column::NameServers])
            .to_owned();
        let rows = names.iter().cloned().map(Model::from).collect();
        Ok(rows::put::<Entity>(&self.db, rows, upsert).await?)
    }

    async fn adopted(&self, names: Option<&[String]>) -> Result<Vec<Registration>, Failure> {
        let reader = self.db.reader(false).await?;
        let db = reader.executor();
        let all = Entity::find().order_by_asc(Column::Name);
        let Some(names) = names else {
            let found = all.all(&db).await.map_err(Failure::from)?;
            return Ok(found.into_iter().map(Registration::from).collect());
        };
        let mut found = Vec::new();
        for some in names.chunks(rows::MANY) {
            let more = all.clone().filter(Column::Name.is_in(some)).all(&db).await.map_err(Failure::from)?;
            found.extend(more.into_iter().map(Registration::from));
        }
        Ok(found)
    }

    fn driver(&self) -> &'static str {
        SANDBOX
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(self.db.ping().await?)
    }
}
