//! Steps about the bodies of requests, as they are written.
use crate::{email, facades::rest::start, paths::send, words::RecordType, world::World};
use cucumber::{given, when};

const JSON: &str = "application/json";

/// Sends `body`, announced as `kind`, to a path below a domain.
async fn put(world: &mut World, who: &str, method: &str, path: String, key: &str, kind: &str, body: Vec<u8>) {
    let person = world.person(who).clone();
    let mut request = start(&person, Some(key)).method(method).uri(path);
    if !kind.is_empty() {
        request = request.header("content-type", kind);
    }
    send(world, &person, request.body(body.into()).expect("a request")).await;
}

#[when(regex = r#"^(\w+) turns auto-renew on for "([^"]+)" with a body that (.+)$"#)]
async fn turn_on(world: &mut World, who: String, name: String, how: String) {
    let id = world.domain(&name).id;
    let right = br#"{"enabled": true}"#;
    let (kind, body): (&str, Vec<u8>) = match how.as_str() {
        "is no JSON" => (JSON, b"enabled=true".into()),
        "ends too early" => (JSON, br#"{"enabled": true"#.into()),
        "goes on after its end" => (JSON, br#"{"enabled": true} {}"#.into()),
        "says a thing twice" => (JSON, br#"{"enabled": false, "enabled": true}"#.into()),
        "is not in UTF-8" => (JSON, b"{\"enabled\": true, \"\xff\": 1}".into()),
        "is nested 33 deep" => (JSON, format!("{{\"a\":{}{}}}", "[".repeat(32), "]".repeat(32)).into()),
        "says a thing nobody knows" => (JSON, br#"{"enabled": true, "colour": "red"}"#.into()),
        "says too little" => (JSON, b"{}".into()),
        "is absent" => ("", Vec::new()),
        "says a text for a choice" => (JSON, br#"{"enabled": "true"}"#.into()),
        "repeats the path" => (JSON, format!(r#"{{"enabled": true, "domainId": "{id}"}}"#).into()),
        "is larger than 64 KiB" => (JSON, format!(r#"{{"enabled": true{}}}"#, " ".repeat(64 << 10)).into()),
        "is announced as plain text" => ("text/plain", right.into()),
        "is announced as a form" => ("application/x-www-form-urlencoded", b"enabled=true".into()),
        "is a list" => (JSON, b"[true]".into()),
        "is announced with its characters" => ("application/json; charset=utf-8", right.into()),
        other => panic!("no body that {other}"),
    };
    let key = world.new_key();
    put(world, &who, "PUT", format!("/v1/domains/{id}/auto-renew"), &key, kind, body).await;
}

#[when(regex = r#"^(\w+) sets up mail for "([^"]+)" with (no body|an empty object)$"#)]
async fn set_up(world: &mut World, who: String, domain: String, what: String) {
    let path = format!("/v1/email/services/{}/provision", email::of(world, &domain));
    let key = world.new_key();
    let (kind, body) = if what == "no body" { ("", "") } else { (JSON, "{}") };
    put(world, &who, "POST", path, &key, kind, body.into()).await;
}

#[when(expr = "{word} removes the {type} record {string} from {string} with no body")]
async fn remove(world: &mut World, who: String, kind: RecordType, name: String, domain: String) {
    let record = world.records[&[domain.clone(), kind.0, name]];
    let path = format!("/v1/domains/{}/dns/{record}", world.domain(&domain).id);
    let key = world.new_key();
    put(world, &who, "DELETE", path, &key, "", Vec::new()).await;
}

#[given(regex = r#"^(\w+) handed "([^"]+)" over, written in (one|another) way, with the key "([^"]+)"$"#)]
#[when(regex = r#"^(\w+) hands "([^"]+)" over, written in (one|another) way, with the key "([^"]+)"$"#)]
async fn hand_over(world: &mut World, who: String, name: String, way: String, key: String) {
    let body = match way.as_str() {
        "one" => r#"{"nameServers":["ns1.other.example","ns2.other.example"]}"#,
        _ => "\n{ \"nameServers\" :\t[ \"ns1.other.example\" , \"ns2.other.\\u0065xample\" ] }\r\n",
    };
    let path = format!("/v1/domains/{}/nameservers", world.domain(&name).id);
    put(world, &who, "PUT", path, &key, JSON, body.into()).await;
}

/// Hands a domain over in a body with a member of this name.
pub async fn hand_over_saying(world: &mut World, who: &str, name: &str, member: &str) {
    let body = serde_json::json!({ member: ["ns1.other.example", "ns2.other.example"] }).to_string();
    let path = format!("/v1/domains/{}/nameservers", world.domain(name).id);
    let key = world.new_key();
    put(world, who, "PUT", path, &key, JSON, body.into()).await;
}
