//! What Linux knows of a process, and of the machine.
use crate::Failure;
use std::{fs, time::Duration};

/// Linux counts processor time in hundredths of a second (`USER_HZ`, proc(5)) on whatever runs this.
const TICK: Duration = Duration::from_millis(10);

/// The processor time that the process has used, in user mode and in the kernel.
pub fn cpu(pid: u32) -> Result<Duration, Failure> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    // The name, in brackets, may hold anything; what follows it starts with the third field.
    let (_, fields) = stat.rsplit_once(") ").ok_or("no name is in /proc/<pid>/stat")?;
    let used = fields.split(' ').skip(11).take(2).map(str::parse::<u32>).sum::<Result<u32, _>>()?;
    Ok(TICK * used)
}

/// Its resident memory, in megabytes.
pub fn memory(pid: u32) -> Result<f64, Failure> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the server is gone")?;
    let kilobytes: u32 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(f64::from(kilobytes) / 1024.)
}

/// The load average of the last minute.
pub fn load_average() -> Result<String, Failure> {
    let averages = fs::read_to_string("/proc/loadavg")?;
    Ok(averages.split(' ').next().unwrap_or_default().to_owned())
}
