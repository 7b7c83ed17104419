//! What the operator decides about work. What is given up has failed, and can be asked for again; it is tried again
//! where that is still of use; and where nobody can read it, nothing waits for it.
mod billing;
mod conversion;
mod domains;
mod instances;
mod mail;
mod sites;

use crate::{machines::ordered, stage::Stage};
use chrono::TimeDelta;
use hosting_core::{
    AREAS, Operation, Result,
    background::run_routines,
    clock::Clock,
    instances::InstanceKind,
    queue::{
        Entity, JobStatus,
        operator::{Decided, bury, retry},
        work_once,
    },
    services::service::{self, ServiceStatus, ServiceType},
};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, PrimaryKeyTrait, Set, Unchanged};
use uuid::Uuid;

/// A stage with a customer, who asks for what the operator then decides about.
struct Desk {
    stage: Stage,
    ama: Uuid,
    token: String,
}

impl Desk {
    async fn new() -> Self {
        let stage = Stage::new().await;
        let ama = stage.account().await;
        let token = stage.token(ama).await;
        Self { stage, ama, token }
    }

    /// The customer asks for `operation`.
    async fn ask<O: Operation>(&self, operation: O) -> Result<O::Output> {
        crate::stage::ask(&self.stage.platform, &self.token, operation).await
    }

    /// The work that was queued last.
    async fn queued(&self) -> Uuid {
        let jobs = self.stage.jobs().await;
        jobs.iter().rfind(|job| job.status == JobStatus::Queued).unwrap().id
    }

    /// Another version of the platform has queued it, it seems: nobody here can read it.
    async fn garble(&self, job: Uuid) {
        let mut garbled = self.read::<Entity>(job).await.unwrap().into_active_model();
        garbled.task = Set(serde_json::json!({}));
        self.update(garbled).await;
    }

    /// The operator gives work up; all that is due is done then.
    async fn bury(&self, job: Uuid) {
        self.bury_alone(job).await;
        self.work_off().await;
    }

    /// The same of work that is the first on its subject; what waits behind it waits on.
    async fn bury_alone(&self, job: Uuid) {
        let buried = bury(self.stage.platform.database(), self.clock(), job).await;
        assert_eq!(buried.unwrap(), Decided::Done);
        assert!(work_once(&self.stage.platform, AREAS).await.unwrap());
    }

    /// The operator gives up what was queued last; which work that is.
    async fn give_up(&self) -> Uuid {
        let last = self.queued().await;
        self.bury(last).await;
        last
    }

    /// The same of work that nobody can read.
    async fn give_up_unread(&self) -> Uuid {
        let last = self.queued().await;
        self.garble(last).await;
        self.bury(last).await;
        last
    }

    /// Has work tried again that was given up, and done.
    async fn retry(&self, job: Uuid) -> Decided {
        let decided = retry(self.stage.platform.database(), self.clock(), AREAS, job).await.unwrap();
        self.work_off().await;
        decided
    }

    async fn work_off(&self) {
        while work_once(&self.stage.platform, AREAS).await.unwrap() {}
    }

    /// Lets time pass, and what it brings be queued.
    async fn pass(&self, span: TimeDelta) {
        self.stage.clock.pass(span);
        run_routines(&self.stage.platform, AREAS).await;
    }

    fn clock(&self) -> &dyn Clock {
        &*self.stage.clock
    }

    /// A service of the customer's, which has no more than its order.
    async fn service(&self, service_type: ServiceType) -> service::Model {
        let ordered = ordered(self.stage.platform.id(), self.ama, InstanceKind::Lxc, self.stage.clock.now());
        let service = service::Model { service_type, ..ordered };
        self.stage.insert(service.clone()).await;
        service
    }

    /// The operator's inventory says so of a service.
    async fn becomes(&self, service: Uuid, status: ServiceStatus) {
        let after =
            service::ActiveModel { id: Unchanged(service), status: Set(status), ..Default::default() };
        self.update(after).await;
    }

    /// A service is no longer in use; what that asks for is queued.
    async fn suspend(&self, service: Uuid) {
        self.becomes(service, ServiceStatus::Suspended).await;
        self.pass(TimeDelta::minutes(1)).await;
    }

    /// A row as it is now.
    async fn read<E: EntityTrait>(&self, id: Uuid) -> Option<E::Model>
    where
        E::PrimaryKey: PrimaryKeyTrait<ValueType = Uuid>,
    {
        let reader = self.stage.platform.database().reader(false).await.unwrap();
        E::find_by_id(id).one(&reader.executor()).await.unwrap()
    }

    /// Changes a row.
    async fn update<A>(&self, row: A)
    where
        A: ActiveModelTrait + sea_orm::ActiveModelBehavior + Send + 'static,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        let write = self.stage.platform.database().write(move |db| {
            Box::pin(async move {
                row.update(db).await?;
                Ok(())
            })
        });
        let written: Result<()> = write.await;
        written.unwrap();
    }
}
