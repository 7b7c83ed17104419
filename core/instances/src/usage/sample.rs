//! From two readings of counters to what was used between them.
use super::{
    counter::Model as Counter,
    point::{BUCKET, Model as Point},
};
use hosting_kernel::providers::hypervisor::Usage;
use uuid::Uuid;

/// Readings that are further apart than this, in milliseconds, say nothing of the time between them.
const FARTHEST: i64 = 180_000;

/// The counters now, and what was used since `before`, in the five minutes that it falls into: nothing
/// where there was no reading before, none soon enough, or a boot in between. What was not measured is a gap.
pub(crate) fn sample(
    before: Option<&Counter>,
    instance: Uuid,
    usage: &Usage,
    now: i64,
) -> (Counter, Vec<Point>) {
    let counter = Counter {
        service_id: instance,
        at_millis: now,
        boot: usage.boot,
        cpu_ns: whole(usage.cpu_ns),
        network_in_bytes: whole(usage.network_in_bytes),
        network_out_bytes: whole(usage.network_out_bytes),
        disk_read_bytes: whole(usage.disk_read_bytes),
        disk_write_bytes: whole(usage.disk_write_bytes),
    };
    let points = match before.filter(|before| goes_on(before, &counter)) {
        Some(before) => between(before, &counter, usage),
        None => Vec::new(),
    };
    (counter, points)
}

/// Whether `after` counts on from `before`.
fn goes_on(before: &Counter, after: &Counter) -> bool {
    let counts = |one: &Counter| {
        [one.cpu_ns, one.network_in_bytes, one.network_out_bytes, one.disk_read_bytes, one.disk_write_bytes]
    };
    let forward = counts(before).iter().zip(counts(after)).all(|(before, after)| *before <= after);
    let soon = (1..=FARTHEST).contains(&(after.at_millis - before.at_millis));
    forward && soon && before.boot == after.boot
}

/// What was used between two readings; parted by time where they lie in different five minutes.
fn between(before: &Counter, after: &Counter, usage: &Usage) -> Vec<Point> {
    let (from, to) = (before.at_millis, after.at_millis);
    let first = from - from.rem_euclid(BUCKET);
    let mut points = Vec::with_capacity(2);
    let mut bucket = first;
    while bucket < to {
        let (start, end) = (from.max(bucket), to.min(bucket + BUCKET));
        // Differences of what was used up to two moments: the parts add up to the whole.
        let part = |before: i64, after: i64| {
            let until = |moment: i64| share(after - before, moment - from, to - from);
            until(end) - until(start)
        };
        points.push(Point {
            service_id: after.service_id,
            bucket,
            span_millis: end - start,
            cpu_ns: part(before.cpu_ns, after.cpu_ns),
            memory_byte_millis: whole(usage.memory_bytes).saturating_mul(end - start),
            disk_bytes: usage.disk_bytes.map(whole),
            network_in_bytes: part(before.network_in_bytes, after.network_in_bytes),
            network_out_bytes: part(before.network_out_bytes, after.network_out_bytes),
            disk_read_bytes: part(before.disk_read_bytes, after.disk_read_bytes),
            disk_write_bytes: part(before.disk_write_bytes, after.disk_write_bytes),
        });
        bucket += BUCKET;
    }
    points
}

/// `amount` × `part` / `of`.
fn share(amount: i64, part: i64, of: i64) -> i64 {
    let share = i128::from(amount) * i128::from(part) / i128::from(of);
    i64::try_from(share).expect("a share is no more than the whole")
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
