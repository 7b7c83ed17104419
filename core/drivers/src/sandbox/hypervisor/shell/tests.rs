use super::{super::Machine, Shell};
use hosting_kernel::{
    providers::hypervisor::{Adopted, InstanceKind, InstanceStatus, Size},
    values::time::Time,
};
use sea_orm::entity::prelude::Uuid;

/// Noon of the first day of 2031.
const NOON: i64 = 1_925_035_200_000;

fn machine() -> Machine {
    let said = Adopted {
        instance: Uuid::from_u128(1),
        hostname: "web".to_owned(),
        system: "debian-12".to_owned(),
        status: InstanceStatus::Running,
        vcpus: 2,
        memory_bytes: 2 << 30,
        disk_bytes: 40 << 30,
        snapshots: Vec::new(),
    };
    Machine::of(InstanceKind::Lxc, &said, Time::of_millis(NOON))
}

/// What is shown after `typed`, and whether the shell has ended.
fn played(typed: &[u8]) -> (String, bool) {
    let mut shell = Shell::new(Size { columns: 80, rows: 24 });
    let shown = shell.typed(typed, &machine(), Time::of_millis(NOON));
    (shown, shell.is_over())
}

#[test]
fn commands_say_what_the_instance_is() {
    for (typed, said) in [
        ("hostname", "web"),
        ("whoami", "root"),
        ("uname", "Linux"),
        ("echo  zwölf   Boxkämpfer", "zwölf Boxkämpfer"),
        ("cat /etc/hostname", "web"),
        ("stty size", "24 80"),
        ("cat /etc/shadow", "cat: /etc/shadow: No such file or directory"),
        ("rm -rf /", "rm: command not found"),
        ("date", "Wed Jan  1 12:00:00 UTC 2031"),
    ] {
        let (shown, over) = played(format!("{typed}\r").as_bytes());
        assert_eq!(shown, format!("{typed}\r\n{said}\r\nroot@web:~# "));
        assert!(!over);
    }
    for (typed, part) in [
        ("cat /etc/os-release", "ID=debian\r\nVERSION_ID=\"12\""),
        ("free", "Mem:"),
        ("df", "/dev/root"),
        ("ps", "init"),
        ("uptime", "up 0 days, 0:00"),
        ("uname -a", "Linux web"),
        ("help", "sandbox"),
    ] {
        let (shown, _) = played(format!("{typed}\r").as_bytes());
        assert!(shown.contains(part), "{typed}: {shown}");
    }
}

#[test]
fn a_line_can_be_edited() {
    assert_eq!(played("hosté\x7f\x7ft\r".as_bytes()).0.matches("\x08 \x08").count(), 2);
    assert!(played(b"hostnamex\x7f\r").0.ends_with("\r\nweb\r\nroot@web:~# "));
    assert!(played(b"rubbish\x15whoami\r").0.ends_with("\r\nroot\r\nroot@web:~# "));
    assert!(played(b"rubbish\x03whoami\r").0.ends_with("\r\nroot\r\nroot@web:~# "));
    assert!(
        played(b"who\x1b[A\x1b[1;5Dami\r").0.ends_with("\r\nroot\r\nroot@web:~# "),
        "arrows are left out"
    );
    assert_eq!(played(b"\x7f\x7f").0, "", "there is nothing to take back");
}

#[test]
fn it_ends_when_it_is_told_to() {
    for typed in [&b"exit\r"[..], b"logout\r", b"\x04"] {
        assert!(played(typed).1, "{typed:?}");
    }
    assert!(!played(b"who\x04").1, "there is a line");
    assert_eq!(played(b"exit\rwhoami\r").0.matches("root").count(), 0, "nothing is read after the end");
}

#[test]
fn whatever_is_typed_does_no_harm() {
    let mut noise = Vec::new();
    for byte in 0..=255_u8 {
        noise.extend([byte, b'x', byte.wrapping_mul(7), byte ^ 0xa5]);
    }
    noise.retain(|byte| *byte != 0x04);
    let (shown, _) = played(&noise);
    assert!(shown.len() < 1 << 20);
    let (shown, _) = played(&vec![b'a'; 1 << 20]);
    assert!(shown.len() <= 1 << 21, "a line has an end");
}
