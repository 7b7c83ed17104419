use super::{point::BUCKET, sample::sample};
use hosting_kernel::providers::hypervisor::Usage;
use uuid::Uuid;

const ID: Uuid = Uuid::from_u128(7);

fn usage(cpu_ns: u64, boot: i64) -> Usage {
    Usage {
        boot: Some(boot),
        cpu_ns,
        memory_bytes: 1000,
        disk_bytes: Some(5),
        network_in_bytes: cpu_ns / 10,
        ..Usage::default()
    }
}

#[test]
fn the_first_reading_says_nothing_of_the_time_before() {
    let (counter, points) = sample(None, ID, &usage(50, 1), 60_000);
    assert_eq!((counter.cpu_ns, counter.at_millis), (50, 60_000));
    assert!(points.is_empty());
}

#[test]
fn what_was_used_between_two_readings_belongs_to_their_five_minutes() {
    let (before, _) = sample(None, ID, &usage(50, 1), 60_000);
    let (_, points) = sample(Some(&before), ID, &usage(650, 1), 120_000);
    let [point] = &points[..] else { panic!("{points:?}") };
    assert_eq!((point.bucket, point.span_millis, point.cpu_ns), (0, 60_000, 600));
    assert_eq!((point.memory_byte_millis, point.disk_bytes), (60_000_000, Some(5)));
    assert_eq!(point.network_in_bytes, 60);
}

#[test]
fn at_the_edge_of_five_minutes_it_is_parted_by_time_and_adds_up() {
    let (before, _) = sample(None, ID, &usage(0, 1), BUCKET - 20_000);
    let (_, points) = sample(Some(&before), ID, &usage(1000, 1), BUCKET + 40_000);
    let parts: Vec<_> = points.iter().map(|point| (point.bucket, point.span_millis, point.cpu_ns)).collect();
    assert_eq!(parts, [(0, 20_000, 333), (BUCKET, 40_000, 667)]);
}

#[test]
fn a_boot_in_between_leaves_a_gap() {
    let (before, _) = sample(None, ID, &usage(500, 1), 60_000);
    assert!(sample(Some(&before), ID, &usage(600, 2), 120_000).1.is_empty(), "another boot");
    assert!(sample(Some(&before), ID, &usage(400, 1), 120_000).1.is_empty(), "a counter that went back");
}

#[test]
fn readings_too_far_apart_leave_a_gap() {
    let (before, _) = sample(None, ID, &usage(500, 1), 60_000);
    for (millis, counts) in
        [(59_999, false), (60_000, false), (60_001, true), (240_000, true), (240_001, false)]
    {
        let (_, points) = sample(Some(&before), ID, &usage(600, 1), millis);
        assert_eq!(!points.is_empty(), counts, "{millis}");
    }
}
