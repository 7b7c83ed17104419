//! Writing samples down, by the hundred.
use super::{counter, point};
use hosting_kernel::{database::Database, refusals::error::Result};
use sea_orm::{
    EntityTrait, IntoActiveModel, Iterable,
    sea_query::{Expr, ExprTrait, OnConflict},
};

/// Instances that are written in one transaction: other writes wait no longer than for these.
const BATCH: usize = 250;

/// What one reading came to: the counters, and what was used since the reading before.
pub(crate) type Sample = (counter::Model, Vec<point::Model>);

/// Keeps the counters for the next reading, and adds what was used to the points.
pub(crate) async fn write(db: &Database, samples: Vec<Sample>) -> Result<()> {
    let mut samples = samples.into_iter().peekable();
    while samples.peek().is_some() {
        let (counters, points): (Vec<_>, Vec<_>) = samples.by_ref().take(BATCH).unzip();
        let write = db.write(move |db| {
            Box::pin(async move {
                let counters = counters.into_iter().map(IntoActiveModel::into_active_model);
                let latest = OnConflict::column(counter::Column::ServiceId)
                    .update_columns(counter::Column::iter().skip(1))
                    .to_owned();
                counter::Entity::insert_many(counters).on_conflict(latest).exec_without_returning(db).await?;
                let points: Vec<_> =
                    points.into_iter().flatten().map(IntoActiveModel::into_active_model).collect();
                if !points.is_empty() {
                    point::Entity::insert_many(points)
                        .on_conflict(added())
                        .exec_without_returning(db)
                        .await?;
                }
                Ok(())
            })
        });
        write.await?;
    }
    Ok(())
}

/// What was used is added to what the point says already.
fn added() -> OnConflict {
    use point::Column;
    let sums = [
        Column::SpanMillis,
        Column::CpuNs,
        Column::MemoryByteMillis,
        Column::NetworkInBytes,
        Column::NetworkOutBytes,
        Column::DiskReadBytes,
        Column::DiskWriteBytes,
    ];
    let sum = |column| (column, Expr::col((point::Entity, column)).add(Expr::col(("excluded", column))));
    OnConflict::columns([Column::ServiceId, Column::Bucket])
        .update_column(Column::DiskBytes)
        .values(sums.map(sum))
        .to_owned()
}
