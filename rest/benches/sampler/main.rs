//! What it costs to look after 2 000 instances each minute: `cargo bench -p hosting-rest --bench sampler`.
//!
//! A platform on `SQLite` in this process, with its sandboxes and a clock that is moved by a minute before
//! each turn. The processor time is this process's: the hypervisor's part of a turn (what the sandbox takes
//! for its reports) is measured by itself and shown beside it. In the end a day of metrics is read.
mod machines;
mod stage;

use hosting_core::{AREAS, background::run_routines, providers::hypervisor::Hypervisor};
use stage::{Failure, Stage};
use std::{
    fs,
    time::{Duration, Instant},
};

/// Linux counts processor time in hundredths of a second (`USER_HZ`, proc(5)) on whatever runs this.
const TICK: Duration = Duration::from_millis(10);
/// Minutes of a day, and one more: the first look only begins to count.
const DAY: u32 = 24 * 60 + 1;
/// How often the metrics are read.
const READS: u32 = 200;

fn main() -> Result<(), Failure> {
    let measured = std::env::args().any(|argument| argument == "--bench");
    let (instances, turns) = if measured { (2000, DAY) } else { (20, 12) };
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(instances, turns))
}

async fn measure(instances: u32, turns: u32) -> Result<(), Failure> {
    let stage = Stage::new(instances).await?;
    let begun = cpu()?;
    for _ in 0..turns {
        stage.clock.pass_a_minute();
        run_routines(&stage.platform, AREAS).await;
    }
    let turn = cpu()?.saturating_sub(begun) / turns;
    let begun = cpu()?;
    for _ in 0..turns {
        stage.sandboxes.lxc.reports().await?;
        stage.sandboxes.kvm.reports().await?;
    }
    let sandbox = cpu()?.saturating_sub(begun) / turns;
    println!("{instances} instances, {turns} turns on SQLite");
    println!("a turn: {} of processor time, {:.2} % of a core", shown(turn), part(turn));
    println!("of that, what the sandboxes take to report: {}, {:.2} %", shown(sandbox), part(sandbox));
    let (mut times, points) = reads(&stage).await?;
    times.sort_unstable();
    let middle = times[times.len() / 2];
    let worst = times[times.len() - 1];
    println!(
        "metrics of a day ({points} points): {} in the middle, {} at worst",
        shown(middle),
        shown(worst)
    );
    Ok(())
}

async fn reads(stage: &Stage) -> Result<(Vec<Duration>, usize), Failure> {
    let (mut times, mut points) = (Vec::new(), 0);
    for number in 0..READS {
        let begun = Instant::now();
        let metrics = stage.metrics(number).await?;
        times.push(begun.elapsed());
        points = metrics["data"]["points"].as_array().ok_or("no points")?.len();
    }
    Ok((times, points))
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1000.0)
}

/// How much of a minute of one core `time` is, in percent.
fn part(time: Duration) -> f64 {
    time.as_secs_f64() / 60.0 * 100.0
}

/// The processor time that this process has used, in user mode and in the kernel.
fn cpu() -> Result<Duration, Failure> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name, in brackets, may hold anything; what follows it starts with the third field.
    let (_, fields) = stat.rsplit_once(") ").ok_or("no name is in /proc/self/stat")?;
    let used = fields.split(' ').skip(11).take(2).map(str::parse::<u32>).sum::<Result<u32, _>>()?;
    Ok(TICK * used)
}
