//! What a machine uses, of what libvirt counts.
use hosting_kernel::providers::hypervisor::Usage;
use hosting_libvirt::Stats;

/// What it uses; nothing where it does not run, or where something else was being done with it: counters that come and
/// go would look like use.
pub(super) fn usage(stats: &Stats) -> Option<Usage> {
    let id = stats.id?;
    let one = |name: &str| stats.amounts.get(name).copied();
    let all = |group: &str, what: &str| {
        let count = one(&format!("{group}.count"))?;
        let each = (0..count).map(|index| one(&format!("{group}.{index}.{what}")).unwrap_or(0));
        Some(each.sum::<u64>())
    };
    let disk = all("block", "allocation")?;
    Some(Usage {
        boot: Some(i64::from(id)),
        cpu_ns: one("cpu.time")?,
        memory_bytes: memory(&one)? * 1024,
        disk_bytes: (disk > 0).then_some(disk),
        network_in_bytes: all("net", "rx.bytes").unwrap_or(0),
        network_out_bytes: all("net", "tx.bytes").unwrap_or(0),
        disk_read_bytes: all("block", "rd.bytes")?,
        disk_write_bytes: all("block", "wr.bytes")?,
    })
}

/// In KiB: as the guest tells where it does, else what the server has for it, no more than it was given.
fn memory(one: &impl Fn(&str) -> Option<u64>) -> Option<u64> {
    let told = one("balloon.available").zip(one("balloon.usable").or_else(|| one("balloon.unused")));
    match told {
        Some((has, free)) => Some(has.saturating_sub(free)),
        None => one("balloon.rss").zip(one("balloon.current")).map(|(rss, given)| rss.min(given)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(id: Option<u32>, amounts: &[(&str, u64)]) -> Stats {
        let amounts = amounts.iter().map(|(name, amount)| ((*name).to_owned(), *amount)).collect();
        Stats { uuid: [0; 16], id, amounts }
    }

    const COUNTED: [(&str, u64); 12] = [
        ("cpu.time", 2_610_000_000),
        ("balloon.current", 98_304),
        ("balloon.rss", 220_792),
        ("net.count", 2),
        ("net.0.rx.bytes", 7),
        ("net.0.tx.bytes", 5),
        ("net.1.rx.bytes", 10),
        ("block.count", 2),
        ("block.0.rd.bytes", 9728),
        ("block.0.wr.bytes", 1024),
        ("block.0.allocation", 393_216),
        ("block.1.rd.bytes", 2),
    ];

    #[test]
    fn what_is_counted_is_summed() {
        let used = usage(&stats(Some(3), &COUNTED)).unwrap();
        assert_eq!((used.boot, used.cpu_ns, used.memory_bytes), (Some(3), 2_610_000_000, 98_304 << 10));
        assert_eq!(
            (used.disk_bytes, used.disk_read_bytes, used.disk_write_bytes),
            (Some(393_216), 9730, 1024)
        );
        assert_eq!((used.network_in_bytes, used.network_out_bytes), (17, 5));
        let told = [&COUNTED[..], &[("balloon.available", 90_000), ("balloon.usable", 60_000)]].concat();
        assert_eq!(usage(&stats(Some(3), &told)).unwrap().memory_bytes, 30_000 << 10);
    }

    #[test]
    fn a_part_of_it_is_nothing() {
        assert_eq!(usage(&stats(None, &COUNTED)), None, "it does not run");
        for missing in ["cpu.time", "balloon.rss", "block.count"] {
            let rest: Vec<_> = COUNTED.into_iter().filter(|(name, _)| *name != missing).collect();
            assert_eq!(usage(&stats(Some(3), &rest)), None, "{missing}");
        }
    }
}
