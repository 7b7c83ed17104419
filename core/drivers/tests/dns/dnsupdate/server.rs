//! Nameservers of the tests: each in a folder of its own, on a free port of 127.0.0.1, ended when it is dropped.
use crate::{
    promises::ZONES,
    server::{self, folder},
    stage::{self, Dig, Stage},
};
use hosting_drivers::dnsupdate::{DnsUpdate, Options, Patience};
use hosting_kernel::providers::dns::{Change, Dns, RrSet};
use std::{
    fs,
    net::Ipv4Addr,
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};
use uuid::Uuid;

/// The zone that all of them have.
pub const ZONE: &str = "example.test";
/// A secret that is none.
const SECRET: &str = "YSBzZWNyZXQgb2YgdGhlIHRlc3RzLCBhbmQgb2Ygbm8gb25l";
/// What is done belongs to no work.
pub const WORK: Uuid = Uuid::nil();

/// Which nameserver.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    Bind,
    Knot,
}

/// Where a server has its zone from, or whom it tells of changes.
#[derive(Clone, Copy, Debug)]
pub enum Role {
    Alone,
    /// It tells the server at this port.
    PrimaryOf(u16),
    /// It is told by the server at this port.
    SecondaryOf(u16),
}

/// A server that runs.
pub struct Server {
    pub program: server::Server,
    pub port: u16,
}

/// A port that is free for TCP and UDP.
pub fn free_port() -> u16 {
    server::free_port().port()
}

impl Server {
    /// Starts `program`, and waits until it serves its zones.
    pub async fn start(program: Program) -> Self {
        Self::start_as(program, free_port(), Role::Alone).await
    }

    /// The same, at `port` and in a `role`.
    pub async fn start_as(program: Program, port: u16, role: Role) -> Self {
        let folder = folder("dnsupdate");
        let records = "@ 3600 SOA ns1.host.test. hostmaster.host.test. 1 3600 600 604800 300\n\
                       @ 3600 NS ns1.host.test.\n@ 3600 NS ns2.host.test.\n";
        if !matches!(role, Role::SecondaryOf(_)) {
            for zone in zones().chain([SIGNED]) {
                fs::write(folder.join(zone), records).unwrap();
            }
        }
        let mut command = match program {
            Program::Bind => bind(&folder, port, role),
            Program::Knot => knot(&folder, port, role),
        };
        let program = server::Server::start(folder, &mut command);
        let mut server = Self { program, port };
        let driver = server.driver();
        let ready = async || {
            for zone in zones() {
                if driver.make_zone(WORK, zone).await.is_err() {
                    return false;
                }
            }
            true
        };
        assert!(server.program.starts(ready).await, "it ends: {}", server.program.log());
        server
    }

    /// The stage of the promises of the port.
    pub fn stage(&self) -> Stage {
        let (dns, served) = (Box::new(self.driver()), Box::new(Dig((Ipv4Addr::LOCALHOST, self.port).into())));
        Stage { dns, served, zones_are_made: false, anything_goes: false }
    }

    /// What the operator would say of it.
    pub fn options(&self) -> Options {
        Options {
            server: format!("127.0.0.1:{}", self.port),
            tsig_name: "platform".to_owned(),
            tsig_algorithm: "hmac-sha256".to_owned(),
            tsig_secret: SECRET.to_owned(),
            name_servers: vec!["ns1.host.test".to_owned(), "ns2.host.test".to_owned()],
            dnssec: true,
            ask: vec![],
        }
    }

    /// The driver of it.
    pub fn driver(&self) -> DnsUpdate {
        DnsUpdate::new(self.options()).unwrap()
    }

    /// Another's reading: what `dig` is answered.
    pub fn dig(&self, name: &str, kind: &str) -> Vec<String> {
        let port = self.port.to_string();
        let dig = Command::new("dig")
            .args(["@127.0.0.1", "-p", &port, "+norec", "+short", "+time=2", "+tries=2", name, kind])
            .output()
            .expect("dig is installed");
        let mut lines: Vec<_> = String::from_utf8(dig.stdout).unwrap().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }

    /// Another's hand: what `nsupdate` does by `lines`.
    pub fn nsupdate(&self, lines: &str) {
        use std::io::Write;
        let mut child = Command::new("nsupdate")
            .args(["-y", &format!("hmac-sha256:platform:{SECRET}")])
            .stdin(Stdio::piped())
            .spawn()
            .expect("nsupdate is installed");
        let lines = format!("server 127.0.0.1 {}\nzone {ZONE}\n{lines}\nsend\n", self.port);
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success(), "{lines}");
    }
}

/// A zone that Knot signs.
pub const SIGNED: &str = "signed.test";

/// The zones that each has.
fn zones() -> impl Iterator<Item = &'static str> {
    ZONES.into_iter().chain([ZONE])
}

fn bind(folder: &Path, port: u16, role: Role) -> Command {
    let zone = match role {
        Role::SecondaryOf(primary) => format!(
            "type secondary; primaries {{ 127.0.0.1 port {primary} key platform; }}; allow-notify {{ 127.0.0.1; }};"
        ),
        Role::Alone => "notify no;".to_owned(),
        Role::PrimaryOf(secondary) => {
            format!("notify explicit; also-notify {{ 127.0.0.1 port {secondary}; }};")
        }
    };
    let primary = "type primary; update-policy { grant platform zonesub ANY; };";
    let primary = if matches!(role, Role::SecondaryOf(_)) { "" } else { primary };
    let folder_text = folder.display();
    let text = format!(
        "key platform {{ algorithm hmac-sha256; secret \"{SECRET}\"; }};
options {{
    directory \"{folder_text}\"; managed-keys-directory \"{folder_text}\"; pid-file \"{folder_text}/pid\";
    session-keyfile \"{folder_text}/session.key\"; listen-on port {port} {{ 127.0.0.1; }};
    listen-on-v6 {{ none; }}; recursion no; dnssec-validation no; notify-delay 0; minimal-responses yes;
    check-names primary ignore;
}};
controls {{ }};
"
    );
    let zones = zones().map(|name| {
        format!(
            "zone \"{name}\" {{ file \"{name}\"; allow-transfer {{ key platform; }}; {primary} {zone} }};\n"
        )
    });
    let text = zones.fold(text, |text, zone| text + &zone);
    fs::write(folder.join("named.conf"), text).unwrap();
    let mut command = Command::new("named");
    command.args(["-g", "-n", "1", "-c"]).arg(folder.join("named.conf"));
    command
}

fn knot(folder: &Path, port: u16, role: Role) -> Command {
    let (remote, zone) = match role {
        Role::Alone => (String::new(), String::new()),
        Role::PrimaryOf(other) => (
            format!("remote:\n  - id: other\n    address: 127.0.0.1@{other}\n"),
            "    notify: other\n".to_owned(),
        ),
        Role::SecondaryOf(other) => (
            format!("remote:\n  - id: other\n    address: 127.0.0.1@{other}\n    key: platform\n"),
            "    master: other\n".to_owned(),
        ),
    };
    let folder_text = folder.display();
    let text = format!(
        "server:
    listen: 127.0.0.1@{port}
    rundir: {folder_text}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
database:
    storage: {folder_text}
    journal-db-max-size: 64M
    timer-db-max-size: 8M
    kasp-db-max-size: 8M
log:
  - target: stderr
    any: info
key:
  - id: platform
    algorithm: hmac-sha256
    secret: {SECRET}
acl:
  - id: platform
    key: platform
    action: [update, transfer]
  - id: told
    address: 127.0.0.1
    action: notify
policy:
  - id: ours
    single-type-signing: on
    cds-cdnskey-publish: always
{remote}template:
  - id: default
    storage: {folder_text}
    zonefile-sync: -1
    journal-content: all
    zonefile-load: difference-no-serial
zone:
"
    );
    let zones = zones()
        .map(|name| format!("  - domain: {name}\n    file: {name}\n    acl: [platform, told]\n{zone}"));
    let text = zones.fold(text, |text, zone| text + &zone);
    let text = format!(
        "{text}  - domain: {SIGNED}\n    file: {SIGNED}\n    acl: [platform]\n    dnssec-signing: on\n    dnssec-policy: ours\n"
    );
    fs::write(folder.join("knot.conf"), text).unwrap();
    let mut command = Command::new("knotd");
    command.arg("-c").arg(folder.join("knot.conf"));
    command
}

/// Limits that a test waits for.
pub fn impatient() -> Patience {
    let [connect, whole, answers] = [500, 1000, 1500].map(Duration::from_millis);
    Patience { connect, whole, answers }
}

/// A set of the zone: of `www` under its name, of the zone itself where it is empty.
pub fn set(name: &str, kind: &str, contents: &[&str]) -> RrSet {
    stage::set(&whole(name), kind, contents)
}

/// That it is served.
pub fn put(name: &str, kind: &str, contents: &[&str]) -> Change {
    Change::Put(set(name, kind, contents))
}

/// That it is served no longer.
pub fn remove(name: &str, kind: &str) -> Change {
    stage::remove(&whole(name), kind)
}

fn whole(name: &str) -> String {
    match name {
        "" => ZONE.to_owned(),
        name => format!("{name}.{ZONE}"),
    }
}
