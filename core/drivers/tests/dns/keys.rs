//! The keys of a zone, as a program of others works them out of what is served.
use hosting_kernel::providers::registrar::Ds;
use std::{
    io::Write,
    net::SocketAddr,
    process::{Command, Stdio},
};

/// What the zone above `zone` has to say of its keys: what `dnssec-dsfromkey` makes of what `dig` is answered.
pub fn worked_out(server: SocketAddr, zone: &str) -> Vec<Ds> {
    let (at, port) = (format!("@{}", server.ip()), server.port().to_string());
    let dig = ["+norecurse", "+noall", "+answer", "+time=2", "+tries=3", "-p", &port, &at, zone, "DNSKEY"];
    let keys = Command::new("dig").args(dig).output().expect("dig is there").stdout;
    let mut worker = Command::new("dnssec-dsfromkey")
        .args(["-2", "-f", "-", zone])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("dnssec-dsfromkey is there");
    worker.stdin.take().unwrap().write_all(&keys).unwrap();
    let made = String::from_utf8(worker.wait_with_output().unwrap().stdout).unwrap();
    made.lines().map(|line| key(line).unwrap_or_else(|| panic!("{line} is no DS record"))).collect()
}

/// Of `a.test. IN DS 60485 13 2 D4B7…`.
fn key(line: &str) -> Option<Ds> {
    let (_, data) = line.split_once(" DS ")?;
    let [key_tag, algorithm, digest_type, digest @ ..] =
        &data.split_ascii_whitespace().collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let (key_tag, algorithm) = (key_tag.parse().ok()?, algorithm.parse().ok()?);
    Some(Ds { key_tag, algorithm, digest_type: digest_type.parse().ok()?, digest: digest.concat() })
}
