//! Steps in which files are sent.
use super::{declared, job_id, look, samples, shown};
use crate::{
    stage::{Http, Stage},
    words::Key,
    world::World,
};
use axum::{body::Body, http::Request};
use cucumber::{given, then, when};
use futures_util::{future::join_all, stream};
use hosting_core::{
    conversion::{ConversionJob, UploadRequest},
    providers::store::{Key as StoreKey, Store},
};
use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha256, Sha512};
use std::net::{IpAddr, Ipv4Addr};

/// A customer's own machine.
pub(super) const HOME: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 77));

/// How a file is sent.
struct Sent<'a> {
    url: &'a str,
    mime: Option<&'a str>,
    content: Vec<u8>,
    announced: bool,
}

async fn put(stage: &Stage, sent: Sent<'_>) -> Http {
    let path = sent.url.split_once("//").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    let mut request = Request::put(path.expect("a path"));
    if let Some(mime) = sent.mime {
        request = request.header("content-type", mime);
    }
    let body = match sent.announced {
        true => {
            request = request.header("content-length", sent.content.len());
            Body::from(sent.content)
        }
        false => {
            let pieces: Vec<_> =
                sent.content.chunks(10).map(|piece| Ok::<_, String>(piece.to_vec())).collect();
            Body::from_stream(stream::iter(pieces))
        }
    };
    stage.send(HOME, request.body(body).expect("a request")).await
}

/// The request for `name`, as `job` shows it.
fn awaited(job: &ConversionJob, name: &str) -> UploadRequest {
    let file = job.files.iter().find(|file| file.original_name == name && file.upload.is_some());
    file.and_then(|file| file.upload.clone()).unwrap_or_else(|| panic!("{name} is not awaited"))
}

async fn send(world: &mut World, url: &str, mime: Option<&str>, content: Vec<u8>, announced: bool) {
    let http = put(&world.stage, Sent { url, mime, content, announced }).await;
    world.conversion.http = Some(http);
}

#[when(regex = r#"^\w+ sends "([^"]+)"$"#)]
async fn sends(world: &mut World, name: String) {
    let url = awaited(shown(world), &name).url;
    send(world, &url, Some(samples::mime(&name)), samples::content(&name), true).await;
}

#[given(regex = r#"^\w+ sent "([^"]+)"$"#)]
async fn sent(world: &mut World, name: String) {
    sends(world, name).await;
    is_taken(world);
}

/// Sends every file of the job.
pub(super) async fn send_all(world: &mut World) {
    for file in shown(world).files.clone() {
        let url = file.upload.expect("an address").url;
        let name = &file.original_name;
        send(world, &url, Some(samples::mime(name)), samples::content(name), true).await;
        is_taken(world);
    }
}

#[when(regex = r#"^\w+ sends "([^"]+)" (cut short|with a byte more|with a byte more unannounced)$"#)]
async fn sends_wrongly(world: &mut World, name: String, how: String) {
    let url = awaited(shown(world), &name).url;
    let mut content = samples::content(&name);
    match how.as_str() {
        "cut short" => content.truncate(content.len() - 1),
        _ => content.push(b'!'),
    }
    send(world, &url, Some(samples::mime(&name)), content, !how.ends_with("unannounced")).await;
}

#[given(regex = r#"^\w+ sent "([^"]+)" cut short without a word of it$"#)]
async fn sent_short(world: &mut World, name: String) {
    let url = awaited(shown(world), &name).url;
    let mut content = samples::content(&name);
    content.truncate(content.len() - 1);
    send(world, &url, Some(samples::mime(&name)), content, false).await;
    is_refused(world, "upload_incomplete".to_owned());
}

#[given(regex = r#"^\w+ sent no byte of "([^"]+)"$"#)]
async fn sent_nothing(world: &mut World, name: String) {
    let url = awaited(shown(world), &name).url;
    // A piece of no length is not the end of what is sent piece by piece.
    let path = url.split_once("//").and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]));
    let request = Request::put(path.expect("a path")).header("content-type", samples::mime(&name));
    let body = Body::from_stream(stream::iter([Ok::<_, String>(Vec::<u8>::new())]));
    let http = world.stage.send(HOME, request.body(body).expect("a request")).await;
    world.conversion.http = Some(http);
    is_refused(world, "upload_incomplete".to_owned());
}

#[when(regex = r#"^\w+ sends "([^"]+)" as "([^"]+)"$"#)]
async fn sends_as(world: &mut World, name: String, mime: String) {
    let url = awaited(shown(world), &name).url;
    send(world, &url, Some(&mime), samples::content(&name), true).await;
}

#[when(regex = r#"^\w+ sends "([^"]+)" without a type$"#)]
async fn sends_untyped(world: &mut World, name: String) {
    let url = awaited(shown(world), &name).url;
    send(world, &url, None, samples::content(&name), true).await;
}

/// The address that was given first.
fn first(world: &World, name: &str) -> String {
    let (_, job) = world.conversion.first.as_ref().expect("a job was prepared");
    awaited(job, name).url
}

#[when(regex = r#"^\w+ sends "([^"]+)" to the first address$"#)]
async fn sends_to_first(world: &mut World, name: String) {
    let url = first(world, &name);
    send(world, &url, Some(samples::mime(&name)), samples::content(&name), true).await;
}

#[when(regex = r#"^\w+ sends other content as "([^"]+)" to the first address$"#)]
async fn sends_other(world: &mut World, name: String) {
    let url = first(world, &name);
    let content = samples::content(&name).iter().map(u8::to_ascii_uppercase).collect();
    send(world, &url, Some(samples::mime(&name)), content, true).await;
}

#[when(regex = r#"^\w+ sends "([^"]+)" (\d+) times at once, each again where another is under way$"#)]
async fn sends_at_once(world: &mut World, name: String, times: usize) {
    let url = awaited(shown(world), &name).url;
    let mime = Some(samples::mime(&name));
    let sent = || Sent { url: &url, mime, content: samples::content(&name), announced: true };
    let stage = &world.stage;
    let until_taken = async || {
        for _ in 0..1000 {
            let http = put(stage, sent()).await;
            if http.status != 409 || !String::from_utf8_lossy(&http.body).contains("request_in_progress") {
                return http;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        panic!("another one is under way for ever");
    };
    let all = join_all((0..times).map(|_| until_taken())).await;
    let worst = all.into_iter().max_by_key(|http| http.status);
    world.conversion.http = worst;
}

/// The address, with one part of it changed.
pub(super) fn changed(world: &World, url: &str, part: &str) -> String {
    let id = job_id(world).to_string();
    let file = shown(world).files[0].id.to_string();
    let other = uuid::Uuid::from_u128(7).to_string();
    let number = |name: &str| {
        let at = url.find(&format!("{name}=")).expect("a number") + name.len() + 1;
        let end = url[at..].find('&').map_or(url.len(), |length| at + length);
        let value: i64 = url[at..end].parse().expect("a number");
        format!("{}{}{}", &url[..at], value + 1, &url[end..])
    };
    match part {
        "size" => number("size"),
        "end" => number("expires"),
        "signature" => url.replace("signature=", "signature=A"),
        "no signature" => url.split("&signature").next().expect("a start").to_owned(),
        "file" => url.replace(&file, &other),
        "job" => url.replacen(&id, &other, 1),
        part => panic!("an address has no {part}"),
    }
}

#[when(
    regex = r#"^\w+ sends "([^"]+)" to an address with (?:another )?(size|end|signature|no signature|file|job)$"#
)]
async fn sends_elsewhere(world: &mut World, name: String, part: String) {
    let url = changed(world, &first(world, &name), &part);
    send(world, &url, Some(samples::mime(&name)), samples::content(&name), true).await;
}

#[then("the file is taken")]
fn is_taken(world: &mut World) {
    let http = world.conversion.http.as_ref().expect("a file was sent");
    assert_eq!(http.status, 204, "{}", String::from_utf8_lossy(&http.body));
}

#[then(regex = r#"^the file is refused as "([^"]*)"$"#)]
fn is_refused(world: &mut World, code: String) {
    let http = world.conversion.http.as_ref().expect("a file was sent or fetched");
    assert!((400..500).contains(&http.status), "{}", http.status);
    assert_eq!(http.json()["error"]["code"], code, "{}", http.json());
}

#[then("the file is refused for now, and it is said when to come back")]
fn is_refused_for_now(world: &mut World) {
    let http = world.conversion.http.as_ref().expect("a file was sent");
    assert_eq!((http.status, &http.json()["error"]["code"]), (503, &"overloaded".into()), "{}", http.json());
    assert!(http.header("retry-after").is_some_and(|seconds| seconds.parse::<u32>().is_ok_and(|it| it > 0)));
}

#[then("no file is there")]
async fn none_there(world: &mut World) {
    let job = look(world).await;
    let store = &world.stage.backends.store;
    assert!(!job.files.is_empty());
    for file in &job.files {
        assert_eq!((file.uploaded_at, file.checksum_verified), (None, None));
        let key = StoreKey { job: job.id, name: file.id.to_string() };
        assert_eq!(store.find(&key).await, Ok(None));
    }
}

#[given(regex = r#"^(\w+) prepared "([^"]+)" of "([^"]+)" with (?:its|the) (\S+)( of another file)?$"#)]
async fn prepared_with_checksum(
    world: &mut World,
    who: String,
    tool: String,
    name: String,
    kind: String,
    of_another: String,
) {
    let content = if of_another.is_empty() { samples::content(&name) } else { b"another".to_vec() };
    let mut operation = super::wanted(&tool, &name, None);
    operation.files = vec![declared(&name)];
    operation.files[0].checksum = Some(match kind.as_str() {
        "SHA-256" => format!("sha256:{}", hex(&Sha256::digest(&content))),
        "SHA-512" => hex(&Sha512::digest(&content)),
        "SHA-1" => hex(&Sha1::digest(&content)).to_uppercase(),
        "MD5" => format!("md5:{}", hex(&Md5::digest(&content))),
        _ => format!("crc32:{:08x}", crc32fast::hash(&content)),
    });
    super::prepare(world, &who, Key::New, operation).await;
    world.last().outcome.as_ref().expect("a job");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[then(regex = r"^its checksum is (verified|not verified)$")]
async fn is_verified(world: &mut World, how: String) {
    let job = look(world).await;
    assert_eq!(job.files[0].checksum_verified, Some(how == "verified"));
}

#[then("no checksum was checked")]
async fn none_checked(world: &mut World) {
    let file = &look(world).await.files[0];
    assert!(file.uploaded_at.is_some());
    assert_eq!(file.checksum_verified, None);
}
