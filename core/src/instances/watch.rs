//! Looking at instances while nobody asks: what they use, and what has become of them.
#![expect(clippy::disallowed_methods, reason = "the platform looks at every account's instances")]
use super::{
    Instance,
    instance::{ActiveModel, Column, Entity},
    usage::{self, counter, point},
};
use crate::{
    kernel::{duty, platform::Platform},
    providers::{
        Failure,
        hypervisor::{InstanceKind, InstanceStatus, Report},
        within,
    },
    refusals::error::Result,
    services::service::{self, ServiceStatus},
    values::time::Time,
};
use chrono::TimeDelta;
use sea_orm::{
    QueryFilter, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use std::{collections::HashMap, time::Duration};

/// How long a hypervisor has to tell of all its instances.
const PATIENCE: Duration = Duration::from_secs(20);
/// For how long one process looks for all: a little less than a minute, so that its next look is on time.
const TURN: TimeDelta = TimeDelta::seconds(55);
/// How long points are kept: a little longer than they are shown.
const KEPT: TimeDelta = TimeDelta::hours(25);
/// Points that are removed in one transaction.
const SLICE: u64 = 2000;

impl Platform {
    /// Looks at all instances, once a minute however many processes there are.
    pub(crate) async fn watch(&self) -> Result<()> {
        if !duty::take(self.database(), "watch", self.clock().now(), TURN).await? {
            return Ok(());
        }
        for kind in [InstanceKind::Lxc, InstanceKind::Kvm] {
            self.watch_kind(kind).await?;
        }
        self.purge_points().await
    }

    async fn watch_kind(&self, kind: InstanceKind) -> Result<()> {
        let known = self.known(kind).await?;
        if known.is_empty() {
            return Ok(());
        }
        let reports = match within(PATIENCE, self.reports(kind)).await {
            Ok(reports) => reports,
            // What is not seen is a gap.
            Err(failure) => {
                tracing::warn!(?kind, %failure, "the hypervisor tells nothing");
                return Ok(());
            }
        };
        let now = self.clock().now();
        self.sample(&known, &reports, now).await?;
        let reports: HashMap<Uuid, &Report> =
            reports.iter().map(|report| (report.instance, report)).collect();
        for instance in known.values() {
            let (status, why) = match reports.get(&instance.service_id) {
                Some(report) if report.status == InstanceStatus::Error => {
                    (InstanceStatus::Error, Some("the instance has crashed"))
                }
                Some(report) => (report.status, None),
                None => (InstanceStatus::Error, Some("the hypervisor does not know this instance")),
            };
            let settled = status != instance.status && !status.is_on_its_way();
            if settled && instance.change.is_none() {
                self.correct(instance, status, why, now).await?;
            }
        }
        Ok(())
    }

    async fn reports(&self, kind: InstanceKind) -> Result<Vec<Report>, Failure> {
        match kind {
            InstanceKind::Lxc => self.providers().lxc.reports().await,
            InstanceKind::Kvm => self.providers().kvm.reports().await,
        }
    }

    /// The instances of services that are in use.
    async fn known(&self, kind: InstanceKind) -> Result<HashMap<Uuid, Instance>> {
        let reader = self.database().reader(false).await?;
        let in_use = Query::select()
            .expr(Expr::val(1))
            .from(service::Entity)
            .and_where(Expr::col((service::Entity, service::Column::Id)).equals((Entity, Column::ServiceId)))
            .and_where(service::Column::Status.is_in([ServiceStatus::Active, ServiceStatus::PastDue]))
            .take();
        let select = Entity::find().filter(Column::Kind.eq(kind)).filter(Expr::exists(in_use));
        let all = match reader.lane() {
            Some(lane) => lane.all(&select)?,
            None => select.all(&reader.executor()).await?,
        };
        Ok(all.into_iter().map(|instance| (instance.service_id, instance)).collect())
    }

    async fn sample(&self, known: &HashMap<Uuid, Instance>, reports: &[Report], now: Time) -> Result<()> {
        let before = self.counters().await?;
        let samples =
            reports.iter().filter(|report| known.contains_key(&report.instance)).filter_map(|report| {
                let usage = report.usage.as_ref()?;
                Some(usage::sample(before.get(&report.instance), report.instance, usage, now.millis()))
            });
        usage::write(self.database(), samples.collect()).await
    }

    async fn counters(&self) -> Result<HashMap<Uuid, counter::Model>> {
        let reader = self.database().reader(false).await?;
        let select = counter::Entity::find();
        let all = match reader.lane() {
            Some(lane) => lane.all(&select)?,
            None => select.all(&reader.executor()).await?,
        };
        Ok(all.into_iter().map(|counter| (counter.service_id, counter)).collect())
    }

    /// Notes what has become of an instance, unless somebody has changed it since it was looked up.
    async fn correct(
        &self,
        instance: &Instance,
        status: InstanceStatus,
        why: Option<&str>,
        now: Time,
    ) -> Result<()> {
        tracing::info!(instance = %instance.service_id, was = ?instance.status, is = ?status, "changed by itself");
        let unchanged = Column::ServiceId
            .eq(instance.service_id)
            .and(Column::Change.is_null())
            .and(Column::UpdatedAt.eq(instance.updated_at));
        let seen = ActiveModel {
            status: Set(status),
            last_error: Set(why.map(str::to_owned)),
            observed_at: Set(Some(now)),
            updated_at: Set(now),
            ..Default::default()
        };
        self.database()
            .write(move |db| {
                Box::pin(async move {
                    Entity::update_many().set(seen).filter(unchanged).exec(db).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn purge_points(&self) -> Result<()> {
        let before = self.clock().now().plus(-KEPT).millis();
        loop {
            let removed = self.database().write(move |db| {
                Box::pin(async move {
                    let old = Query::select()
                        .columns([point::Column::ServiceId, point::Column::Bucket])
                        .from(point::Entity)
                        .and_where(point::Column::Bucket.lt(before))
                        .limit(SLICE)
                        .take();
                    let key =
                        Expr::tuple([Expr::col(point::Column::ServiceId), Expr::col(point::Column::Bucket)]);
                    let removed = point::Entity::delete_many().filter(key.in_subquery(old)).exec(db).await?;
                    Ok(removed.rows_affected)
                })
            });
            if removed.await? < SLICE {
                return Ok(());
            }
        }
    }
}
