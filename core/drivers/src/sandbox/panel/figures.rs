//! What a site of the sandbox uses: computed from its name and the time, so that it is the same whoever
//! looks, and moves as real figures do.
use chrono::{Datelike, Timelike};
use hosting_kernel::{providers::panel::Stats, values::time::Time};

const GIB: i64 = 1 << 30;
const MIB: i64 = 1 << 20;
/// The size of a file, in the mean.
const FILE: i64 = 41_000;

/// What `site` uses at this moment.
pub(super) fn at(site: &str, now: Time) -> Stats {
    let seed = i64::from(seed(site));
    let disk_limit = [5, 10, 20, 50][small(seed, 4)] * GIB;
    let disk_used = disk_used(seed, disk_limit, now);
    // A few visitors more or less than a tenth of what there is, by the end of the month.
    let month = disk_limit / 2 + disk_limit / 100 * (seed / 7 % 200);
    Stats {
        disk_used_bytes: Some(disk_used),
        disk_limit_bytes: Some(disk_limit),
        bandwidth_used_bytes: Some(month / 1_000 * per_mille_of_month(now)),
        bandwidth_limit_bytes: Some(disk_limit * 20),
        inodes_used: Some(disk_used / FILE + seed % 1_000),
        databases_used: Some(seed / 11 % 4 + 1),
        email_accounts_used: Some(seed / 13 % 9),
        domains_used: Some(seed / 17 % 3 + 1),
    }
}

/// A tenth to a half of the limit, that grows for a hundred days until someone tidies up, and a log
/// that grows from midnight to midnight.
fn disk_used(seed: i64, limit: i64, now: Time) -> i64 {
    let days = now.millis() / 86_400_000 + seed % 100;
    let minutes = i64::from(now.utc().num_seconds_from_midnight() / 60);
    let kept = limit / 100 * (10 + seed % 35);
    kept + days.rem_euclid(100) * (limit / 2_000) + minutes * (MIB / 64 + seed % 5_000)
}

/// How much of the calendar month has passed.
fn per_mille_of_month(now: Time) -> i64 {
    let at = now.utc();
    let minutes = i64::from(at.day0()) * 1_440 + i64::from(at.num_seconds_from_midnight() / 60);
    minutes * 1_000 / (i64::from(at.num_days_in_month()) * 1_440)
}

/// A number that stands for `site` (FNV-1a).
pub(super) fn seed(site: &str) -> u32 {
    site.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A place among `of`.
fn small(seed: i64, of: i64) -> usize {
    usize::try_from(seed % of).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, TimeDelta};

    #[test]
    fn figures_are_the_same_for_all_who_look_and_stay_within_their_limits() {
        let start = Time::new(DateTime::from_timestamp(1_925_035_200, 0).unwrap());
        for site in ["ama", "kofi", "a-long-name-of-a-site", ""] {
            for hours in 0..5_000 {
                let now = start.plus(TimeDelta::hours(hours));
                let stats = at(site, now);
                assert_eq!(stats, at(site, now));
                assert!(stats.disk_used_bytes.unwrap() > 0);
                assert!(stats.disk_used_bytes <= stats.disk_limit_bytes, "{site} {hours}: {stats:?}");
                assert!(stats.bandwidth_used_bytes <= stats.bandwidth_limit_bytes);
            }
        }
    }

    #[test]
    fn figures_move_with_the_time_and_bandwidth_starts_anew_each_month() {
        let at_day = |day: i64| {
            at("ama", Time::new(DateTime::from_timestamp(1_924_992_000 + day * 86_400, 0).unwrap()))
        };
        assert_eq!(at_day(0).bandwidth_used_bytes, Some(0));
        assert!(at_day(9).bandwidth_used_bytes < at_day(30).bandwidth_used_bytes);
        assert_eq!(at_day(31).bandwidth_used_bytes, Some(0), "the first of February");
        assert_ne!(at_day(3).disk_used_bytes, at_day(4).disk_used_bytes);
        assert_ne!(at("ama", Time::new(DateTime::UNIX_EPOCH)), at("kofi", Time::new(DateTime::UNIX_EPOCH)));
    }
}
