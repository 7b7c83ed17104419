//! Nameservers that serve nobody: the zones are rows of the database.
#![expect(clippy::disallowed_methods, reason = "a backend knows no accounts")]
use super::rows;
use crate::fault::Faults;
use hosting_core::{
    database::Database,
    providers::{
        Failure,
        dns::{Dns, RrSet, SetName},
    },
    values::texts::Texts,
};
use sea_orm::{QueryFilter, QueryOrder, entity::prelude::*, sea_query::OnConflict};
use std::sync::Arc;

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
}

impl Sandbox {
    /// Nameservers in `db`.
    pub fn new(db: Database) -> Self {
        let hosts = ["ns1", "ns2"].map(|name| format!("{name}.host.example")).to_vec();
        Self { db, hosts, faults: Arc::default() }
    }

    async fn serve(&self, work: Uuid, zone: &str, sets: &[RrSet]) -> Result<(), Failure> {
        let row = |set: &RrSet| Model {
            zone: zone.to_owned(),
            name: set.name.clone(),
            kind: set.kind.clone(),
            ttl: set.ttl,
            contents: Texts(set.contents.clone()),
            changed_by: work,
        };
        let upsert = OnConflict::columns([Column::Zone, Column::Name, Column::Kind])
            .update_columns([Column::Ttl, Column::Contents, Column::ChangedBy])
            .to_owned();
        Ok(rows::put::<Entity>(&self.db, sets.iter().map(row).collect(), upsert).await?)
    }
}

#[async_trait::async_trait]
impl Dns for Sandbox {
    fn name_servers(&self) -> &[String] {
        &self.hosts
    }

    async fn put(&self, work: Uuid, zone: &str, set: &RrSet) -> Result<(), Failure> {
        self.faults.around(self.serve(work, zone, std::slice::from_ref(set))).await
    }

    async fn remove(&self, _work: Uuid, zone: &str, set: &SetName) -> Result<(), Failure> {
        let key = (zone.to_owned(), set.name.clone(), set.kind.clone());
        let change = async {
            let write = self.db.write(move |db| {
                Box::pin(async move {
                    Entity::delete_by_id(key).exec(db).await?;
                    Ok(())
                })
            });
            Ok(write.await?)
        };
        self.faults.around(change).await
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
            Ok(rows.map_err(Failure::ours)?.into_iter().map(set).collect())
        };
        self.faults.around(look).await
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(self.db.ping().await?)
    }
}
