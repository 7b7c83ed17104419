//! Steps about contents of records that are as long as the rules say, or longer than a line.
use crate::{
    records::{add, new},
    world::World,
    zone::{find, seen},
};
use cucumber::{then, when};

/// What a browser's maker publishes: `ECHConfigList`, in Base64.
const ECH: &str =
    "AEX+DQBBtgAgACBMmGJQR02doup+5VPMjYpe5HQQ/bpntFCxDa8LT2PLAgAEAAEAAQASY2xvdWRmbGFyZS1lY2guY29tAAA=";

async fn add_new(world: &mut World, who: &str, domain: &str, kind: &str, content: &str) {
    let key = world.new_key();
    add(world, who, domain, new(kind, "here", content), Some(&key)).await;
}

#[when(
    regex = r#"^(\w+) adds the ([A-Z]+) record "here" of the kind "([^"]+)" with (\d+) digits to "([^"]+)"$"#
)]
async fn add_fingerprint(
    world: &mut World,
    who: String,
    kind: String,
    fields: String,
    digits: usize,
    domain: String,
) {
    add_new(world, &who, &domain, &kind, &format!("{fields} {}", "0a".repeat(digits / 2))).await;
}

#[when(regex = r#"^(\w+) adds an HTTPS record with the keys of a browser's maker to "([^"]+)"$"#)]
async fn add_keys(world: &mut World, who: String, domain: String) {
    add_new(world, &who, &domain, "HTTPS", &format!("1 . ech=\"{ECH}\" alpn=h2")).await;
}

#[then(regex = r#"^"([^"]+)" shows those keys as they were given$"#)]
async fn shows_keys(world: &mut World, domain: String) {
    let [record] = &seen(world, &domain).await[..] else { panic!("one record") };
    assert_eq!(record.contents.0, [format!("1 . alpn=h2 ech={ECH}")]);
}

#[when(regex = r#"^(\w+) adds an HTTPS record for a protocol of (\d+) characters to "([^"]+)"$"#)]
async fn add_protocol(world: &mut World, who: String, length: usize, domain: String) {
    add_new(world, &who, &domain, "HTTPS", &format!("1 . alpn={}", "a".repeat(length))).await;
}

/// A certificate in hexadecimal digits, with a blank more where they come in pairs and the length does not.
#[when(regex = r#"^(\w+) adds a whole certificate, written in (\d+) characters, to "([^"]+)"$"#)]
async fn add_certificate(world: &mut World, who: String, length: usize, domain: String) {
    let left = length - "3 0 0 ".len();
    let content = format!("3 0 0 {}{}", " ".repeat(left % 2), "0a".repeat(left / 2));
    assert_eq!(content.len(), length);
    add_new(world, &who, &domain, "TLSA", &content).await;
}

/// A parameter of a service that grows while it is written: of each backslash come four characters.
#[when(regex = r#"^(\w+) adds a service whose parameter takes (\d+) characters to "([^"]+)"$"#)]
async fn add_parameter(world: &mut World, who: String, length: usize, domain: String) {
    let left = length - "1 . key667=".len();
    let content = format!("1 . key667={}{}", "a".repeat(left % 4), r"\\".repeat(left / 4));
    add_new(world, &who, &domain, "SVCB", &content).await;
}

#[then(regex = r#"^the nameservers serve "([^"]+)" as ([A-Z]+), written (.+)$"#)]
async fn serve_written(world: &mut World, name: String, kind: String, content: String) {
    let found = find(world, &name).await.into_iter().find(|set| set.kind == kind);
    assert_eq!(found.expect("the name is served").contents.0, [content]);
}
