//! What the commands of the sandbox's shell say.
use super::super::{Machine, usage};
use hosting_kernel::{
    providers::hypervisor::{Size, Usage},
    values::time::Time,
};

const HELP: &str = "cat clear date df echo exit free help hostname ls ps stty uname uptime whoami";

/// What `line` says; nothing where it ends the shell.
pub(super) fn answer(line: &str, machine: &Machine, size: Size, now: Time) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, rest): (&str, Vec<_>) = (words.next().unwrap_or_default(), words.collect());
    let used = usage::of(machine, now).unwrap_or_default();
    Some(match name {
        "" | "ls" => String::new(),
        "exit" | "logout" => return None,
        "help" => format!("This is the sandbox. It knows: {HELP}"),
        "whoami" => "root".to_owned(),
        "hostname" => machine.current.hostname.clone(),
        "uname" if rest.is_empty() => "Linux".to_owned(),
        "uname" => format!("Linux {} 6.1.0-sandbox #1 SMP x86_64 GNU/Linux", machine.current.hostname),
        "date" => now.utc().format("%a %b %e %H:%M:%S UTC %Y").to_string(),
        "echo" => rest.join(" "),
        "clear" => "\x1b[H\x1b[2J".to_owned(),
        "uptime" => uptime(machine, now),
        "free" => free(machine, &used),
        "df" => df(machine, &used),
        "ps" => "    PID TTY          TIME CMD\n      1 ?        00:00:01 init\n    \
                 812 pts/0    00:00:00 bash\n    813 pts/0    00:00:00 ps"
            .to_owned(),
        "stty" if rest == ["size"] => format!("{} {}", size.rows, size.columns),
        "cat" if rest == ["/etc/os-release"] => os_release(&machine.current.system),
        "cat" if rest == ["/etc/hostname"] => machine.current.hostname.clone(),
        "cat" => format!("cat: {}: No such file or directory", rest.join(" ")),
        other => format!("{other}: command not found"),
    })
}

fn uptime(machine: &Machine, now: Time) -> String {
    let minutes = (now.millis() - machine.current.booted_at.millis()) / 60_000;
    let (days, hours, minutes) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    format!(" {} up {days} days, {hours}:{minutes:02}, 1 user", now.utc().format("%H:%M:%S"))
}

fn free(machine: &Machine, used: &Usage) -> String {
    let (all, used) = (machine.memory_bytes.unsigned_abs() >> 10, used.memory_bytes >> 10);
    let left = all.saturating_sub(used);
    format!("               total        used        free\nMem:    {all:>12}{used:>12}{left:>12}")
}

fn df(machine: &Machine, used: &Usage) -> String {
    let (all, used) = (machine.disk_bytes.unsigned_abs() >> 10, used.disk_bytes.unwrap_or(0) >> 10);
    let (left, part) = (all.saturating_sub(used), used * 100 / all.max(1));
    format!(
        "Filesystem     1K-blocks        Used   Available Use% Mounted on\n\
         /dev/root {all:>14}{used:>12}{left:>12} {part:>3}% /"
    )
}

fn os_release(system: &str) -> String {
    let (id, version) = system.split_once('-').unwrap_or((system, ""));
    format!("ID={id}\nVERSION_ID=\"{version}\"\nPRETTY_NAME=\"{id} {version} (sandbox)\"")
}
