//! Nameservers that serve nobody: the zones are rows of the database.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use super::rows;
use crate::fault::Faults;
use hosting_kernel::{
    database::Database,
    providers::{
        Failure, SANDBOX,
        dns::{Change, Dns, Receipt, RrSet, SetName},
        registrar::Ds,
    },
    values::texts::Texts,
};
use sea_orm::{
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, entity::prelude::*, sea_query::OnConflict,
};
use std::sync::{Arc, Mutex, PoisonError};

/// An `RRset` that the sandbox serves.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sandbox_rrset")]
pub struct Model {
    /// The zone.
    #[sea_orm(primary_key, auto_increment = false)]
    pub zone: String,
    /// The whole name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// The type.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// Seconds.
    pub ttl: i32,
    /// The data.
    pub contents: Texts,
    /// The work that last changed it.
    pub changed_by: Uuid,
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The sandbox nameservers.
#[derive(Clone, Debug)]
pub struct Sandbox {
    db: Database,
    hosts: Vec<String>,
    /// What goes wrong on demand.
    pub faults: Arc<Faults>,
    /// The keys that sign all zones; nothing where it does not sign.
    pub keys: Arc<Mutex<Option<Vec<Ds>>>>,
}

impl Sandbox {
    /// Nameservers in `db`.
    pub fn new(db: Database) -> Self {
        let hosts = ["ns1", "ns2"].map(|name| format!("{name}.host.example")).to_vec();
        Self { db, hosts, faults: Arc::default(), keys: Arc::default() }
    }

    fn known_keys(&self) -> Option<Vec<Ds>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn serve(&self, work: Uuid, zone: &str, sets: &[RrSet]) -> Result<(), Failure> {
        let rows = sets.iter().map(|set| row(work, zone, set)).collect();
        Ok(rows::put::<Entity>(&self.db, rows, upsert()).await?)
    }

    /// Does `changes` in one transaction.
    async fn do_all(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<(), Failure> {
        let (zone, changes) = (zone.to_owned(), changes.to_vec());
        let write = self.db.write(move |db| {
            Box::pin(async move {
                for change in changes {
                    match change {
                        Change::Put(set) => {
                            let insert = Entity::insert(row(work, &zone, &set).into_active_model());
                            insert.on_conflict(upsert()).exec_without_returning(db).await?;
                        }
                        Change::Remove(SetName { name, kind }) => {
                            Entity::delete_by_id((zone.clone(), name, kind)).exec(db).await?;
                        }
                    }
                }
                Ok(())
            })
        });
        Ok(write.await?)
    }
}

fn row(work: Uuid, zone: &str, set: &RrSet) -> Model {
    Model {
        zone: zone.to_owned(),
        name: set.name.clone(),
        kind: set.kind.clone(),
        ttl: set.ttl,
        contents: Texts(set.contents.clone()),
        changed_by: work,
    }
}

fn upsert() -> OnConflict {
    OnConflict::columns([Column::Zone, Column::Name, Column::Kind])
        .update_columns([Column::Ttl, Column::Contents, Column::ChangedBy])
        .to_owned()
}

#[async_trait::async_trait]
impl Dns for Sandbox {
    fn name_servers(&self) -> &[String] {
        &self.hosts
    }

    async fn change(&self, work: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
        self.faults.around(self.do_all(work, zone, changes)).await?;
        Ok(Receipt::default())
    }

    // It serves whatever it is told: each zone is there.
    async fn make_zone(&self, _: Uuid, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    async fn remove_zone(&self, _: Uuid, zone: &str) -> Result<(), Failure> {
        let zone = zone.to_owned();
        let remove = self.db.write(move |db| {
            Box::pin(async move {
                Entity::delete_many().filter(Column::Zone.eq(zone)).exec(db).await?;
                Ok(())
            })
        });
        self.faults.around(async { Ok(remove.await?) }).await
    }

    async fn zones(&self) -> Result<Vec<String>, Failure> {
        let look = async {
            let reader = self.db.reader(false).await?;
            let select = Entity::find().select_only().column(Column::Zone).distinct();
            let zones = select.order_by_asc(Column::Zone).into_tuple().all(&reader.executor()).await;
            zones.map_err(Failure::from)
        };
        self.faults.around(look).await
    }

    async fn adopt(&self, work: Uuid, zone: &str, sets: &[RrSet]) -> Result<(), Failure> {
        self.serve(work, zone, sets).await
    }

    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure> {
        let look = async {
            let reader = self.db.reader(false).await?;
            let select = Entity::find().filter(Column::Zone.eq(zone));
            let rows =
                select.order_by_asc(Column::Name).order_by_asc(Column::Kind).all(&reader.executor()).await;
            let set =
                |row: Model| RrSet { name: row.name, kind: row.kind, ttl: row.ttl, contents: row.contents.0 };
            Ok(rows.map_err(Failure::from)?.into_iter().map(set).collect())
        };
        self.faults.around(look).await
    }

    fn signs(&self) -> bool {
        self.known_keys().is_some()
    }

    async fn ds(&self, _zone: &str) -> Result<Vec<Ds>, Failure> {
        self.faults.around(async { Ok(self.known_keys().unwrap_or_default()) }).await
    }

    fn driver(&self) -> &'static str {
        SANDBOX
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(self.db.ping().await?)
    }
}
