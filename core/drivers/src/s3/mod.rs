//! A bucket of any server that speaks S3; customers reach it themselves, by presigned addresses.
//!
//! Size and type of an upload are signed headers (Signature Version 4): the server refuses anything else. Files
//! lie under `<prefix><job>/<name>`, beside a mark that says whose they are: what another installation keeps is never
//! taken for our own. The server tells nobody when a file has arrived: it is asked, and a file is brought here once.
mod parts;

use async_trait::async_trait;
use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, Utc};
use hosting_kernel::{
    providers::{
        Failure,
        store::{Awaited, Brought, Key, Signed, Store, Stored, Titled, attachment},
    },
    values::{clock::Clock, time::Time},
};
use reqwest::{Body, Client, Response, StatusCode, Url, header};
use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle, actions::ListObjectsV2};
use std::{path::Path, sync::Arc, time::Duration};
use tokio::{fs::File, io::AsyncWriteExt};
use uuid::Uuid;

/// How long our own requests are valid.
const OURS: Duration = Duration::from_mins(5);
/// The object that says which installation keeps its files below a prefix.
const MARK: &str = "installation";
/// How much of a refusal is read.
const TOLD: usize = 4096;
/// How long the server may be silent.
const PATIENCE: Duration = Duration::from_secs(20);
/// The SHA-256 of an object, which the server checks when it takes one, and tells of those that it has checked.
const CHECKSUM: &str = "x-amz-checksum-sha256";
/// Asks for it.
const TELL_CHECKSUM: (&str, &str) = ("x-amz-checksum-mode", "ENABLED");

/// Where the bucket is, and who may use it.
#[derive(Clone)]
pub struct Place {
    /// The server, for example `https://s3.eu-central-1.amazonaws.com`.
    pub endpoint: String,
    /// The bucket.
    pub bucket: String,
    /// What the names of all objects begin with: nothing, or ending in a slash.
    pub prefix: String,
    /// The installation whose files these are.
    pub installation: String,
    /// The server's region, for example `eu-central-1`.
    pub region: String,
    /// The name of the access key.
    pub access_key: String,
    /// The access key itself.
    pub secret_key: String,
}

/// A bucket.
pub struct S3 {
    bucket: Bucket,
    prefix: String,
    installation: String,
    credentials: Credentials,
    client: Client,
    /// For what is sent to the server: it is silent until it has all of it.
    sender: Client,
    clock: Arc<dyn Clock>,
}

impl S3 {
    /// The bucket at `place`; what is wrong with it, in words.
    pub fn new(place: Place, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let endpoint: Url =
            place.endpoint.parse().map_err(|_| "the endpoint is not an address".to_owned())?;
        // Names before the host's would need a certificate of their own each.
        let bucket = Bucket::new(endpoint, UrlStyle::Path, place.bucket, place.region);
        let client = Client::builder().read_timeout(PATIENCE).connect_timeout(PATIENCE).build();
        let sender = Client::builder().connect_timeout(PATIENCE).build();
        Ok(Self {
            bucket: bucket.map_err(|cause| cause.to_string())?,
            prefix: place.prefix,
            installation: place.installation,
            credentials: Credentials::new(place.access_key, place.secret_key),
            client: client.map_err(|cause| cause.to_string())?,
            sender: sender.map_err(|cause| cause.to_string())?,
            clock,
        })
    }

    fn lifetime(&self, until: Time) -> Duration {
        let millis = until.millis().saturating_sub(self.clock.now().millis());
        Duration::from_millis(u64::try_from(millis).unwrap_or(0)).max(Duration::from_secs(1))
    }

    /// The installation whose files lie below the prefix: this one, where none had any.
    pub async fn owner(&self) -> Result<String, Failure> {
        if let Some(mark) = self.mark().await? {
            return Ok(mark);
        }
        let object = format!("{}{MARK}", self.prefix);
        let put = self.bucket.put_object(Some(&self.credentials), &object).sign(OURS);
        good(self.client.put(put).body(self.installation.clone()).send().await).await?;
        // Of several that begin together the last is heard.
        Ok(self.mark().await?.unwrap_or_default())
    }

    /// Fails where they are another installation's.
    async fn check_owner(&self) -> Result<(), Failure> {
        let owner = self.owner().await?;
        match owner == self.installation {
            true => Ok(()),
            false => {
                Err(Failure::Misconfigured(format!("the files there are those of the installation {owner}")))
            }
        }
    }

    async fn mark(&self) -> Result<Option<String>, Failure> {
        let object = format!("{}{MARK}", self.prefix);
        let get = self.bucket.get_object(Some(&self.credentials), &object);
        let Some(answer) = there(self.client.get(get.sign(OURS)).send().await).await? else {
            return Ok(None);
        };
        Ok(Some(answer.text().await.map_err(|cause| failed(&cause))?.trim().to_owned()))
    }

    fn object(&self, key: &Key) -> String {
        format!("{}{}/{}", self.prefix, key.job, key.name)
    }

    /// What lies below the prefix: objects, or only the folders of jobs.
    async fn list(&self, job: Option<Uuid>, after: Option<String>) -> Result<Listed, Failure> {
        let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
        match job {
            Some(job) => list.with_prefix(format!("{}{job}/", self.prefix)),
            None => {
                list.with_delimiter("/");
                if !self.prefix.is_empty() {
                    list.with_prefix(self.prefix.clone());
                }
            }
        }
        if let Some(token) = after {
            list.with_continuation_token(token);
        }
        let answer = good(self.client.get(list.sign(OURS)).send().await).await?;
        let text = answer.text().await.map_err(|cause| failed(&cause))?;
        let listed = ListObjectsV2::parse_response(&text).map_err(|_| unreadable("what it has"))?;
        Ok(Listed {
            keys: listed.contents.into_iter().map(|one| one.key).collect(),
            folders: listed.common_prefixes.into_iter().map(|one| one.prefix).collect(),
            next: listed.next_continuation_token,
        })
    }
}

/// A page of a listing.
struct Listed {
    keys: Vec<String>,
    folders: Vec<String>,
    next: Option<String>,
}

#[async_trait]
impl Store for S3 {
    fn upload(&self, file: Awaited<'_>, until: Time) -> Signed {
        let (object, size) = (self.object(file.key), file.size.to_string());
        let mut put = self.bucket.put_object(Some(&self.credentials), &object);
        put.headers_mut().insert("content-length", size.clone());
        put.headers_mut().insert("content-type", file.mime);
        let mut headers = vec![("Content-Type", file.mime.to_owned()), ("Content-Length", size)];
        if let Some(checksum) = file.sha256.and_then(in_base64) {
            put.headers_mut().insert(CHECKSUM, checksum.clone());
            headers.push(("x-amz-checksum-sha256", checksum));
        }
        let url = put.sign(self.lifetime(until)).to_string();
        Signed { url, headers }
    }

    fn download(&self, file: Titled<'_>, until: Time) -> String {
        let object = self.object(file.key);
        let mut get = self.bucket.get_object(Some(&self.credentials), &object);
        let disposition = attachment(file.name);
        get.query_mut().insert("response-content-disposition", disposition);
        get.query_mut().insert("response-content-type", file.mime);
        get.sign(self.lifetime(until)).to_string()
    }

    async fn find(&self, key: &Key) -> Result<Option<Stored>, Failure> {
        let object = self.object(key);
        let mut head = self.bucket.head_object(Some(&self.credentials), &object);
        let (name, value) = TELL_CHECKSUM;
        head.headers_mut().insert(name, value);
        let asked = self.client.head(head.sign(OURS)).header(name, value);
        let Some(answer) = there(asked.send().await).await? else {
            return Ok(None);
        };
        let line = |name: &str| line(&answer, name);
        let size = line(header::CONTENT_LENGTH.as_str()).and_then(|size| size.parse().ok());
        let at = line(header::LAST_MODIFIED.as_str()).and_then(|at| DateTime::parse_from_rfc2822(at).ok());
        let at = at.map_or_else(|| self.clock.now(), |at| Time::new(at.with_timezone(&Utc)));
        let size = size.ok_or_else(|| unreadable("how large a file is"))?;
        let text = |name: header::HeaderName| line(name.as_str()).map(str::to_owned);
        Ok(Some(Stored {
            size,
            at,
            mime: text(header::CONTENT_TYPE),
            sha256: line(CHECKSUM).and_then(in_hexadecimal),
            version: text(header::ETAG),
        }))
    }

    async fn fetch(&self, key: &Key, version: Option<&str>, path: &Path) -> Result<Brought, Failure> {
        let object = self.object(key);
        let get = self.bucket.get_object(Some(&self.credentials), &object);
        let asked = self.client.get(get.sign(OURS));
        let asked = version.into_iter().fold(asked, |asked, version| asked.header(header::IF_MATCH, version));
        let answer = asked.send().await;
        if answer.as_ref().is_ok_and(|answer| answer.status() == StatusCode::PRECONDITION_FAILED) {
            return Ok(Brought::Another);
        }
        let Some(mut answer) = there(answer).await? else { return Ok(Brought::Nothing) };
        // Not every server looks at the condition.
        if version.is_some_and(|version| line(&answer, header::ETAG.as_str()) != Some(version)) {
            return Ok(Brought::Another);
        }
        let mut file = File::create(path).await.map_err(Failure::ours)?;
        while let Some(piece) = answer.chunk().await.map_err(|cause| failed(&cause))? {
            file.write_all(&piece).await.map_err(Failure::ours)?;
        }
        file.flush().await.map_err(Failure::ours)?;
        Ok(Brought::Whole)
    }

    async fn keep(&self, key: &Key, path: &Path, mime: &str) -> Result<(), Failure> {
        let object = self.object(key);
        let file = File::open(path).await.map_err(Failure::ours)?;
        let size = file.metadata().await.map_err(Failure::ours)?.len();
        if size > parts::PART {
            return self.keep_in_parts(&object, file, mime).await;
        }
        let put = self.bucket.put_object(Some(&self.credentials), &object).sign(OURS);
        let put =
            self.sender.put(put).header(header::CONTENT_LENGTH, size).header(header::CONTENT_TYPE, mime);
        good(put.timeout(parts::TIME).body(Body::from(file)).send().await).await.map(|_| ())
    }

    async fn remove(&self, job: Uuid) -> Result<(), Failure> {
        loop {
            let listed = self.list(Some(job), None).await?;
            for key in &listed.keys {
                let delete = self.bucket.delete_object(Some(&self.credentials), key);
                there(self.client.delete(delete.sign(OURS)).send().await).await?;
            }
            if listed.keys.is_empty() || listed.next.is_none() {
                return Ok(());
            }
        }
    }

    async fn jobs(&self, after: Option<String>) -> Result<(Vec<Uuid>, Option<String>), Failure> {
        // Whoever asks may go on to remove what it finds.
        self.check_owner().await?;
        let listed = self.list(None, after).await?;
        let job = |folder: &String| folder.strip_prefix(&self.prefix)?.trim_end_matches('/').parse().ok();
        let jobs = listed.folders.iter().filter_map(job);
        Ok((jobs.collect(), listed.next))
    }

    fn driver(&self) -> &'static str {
        "s3"
    }

    async fn ping(&self) -> Result<(), Failure> {
        let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
        list.with_max_keys(1);
        good(self.client.get(list.sign(OURS)).send().await).await?;
        self.check_owner().await
    }
}

/// What a line of an answer's head says.
fn line<'a>(answer: &'a Response, name: &str) -> Option<&'a str> {
    answer.headers().get(name)?.to_str().ok()
}

/// A checksum as S3 writes it; nothing of what is no SHA-256.
fn in_base64(hexadecimal: &str) -> Option<String> {
    let digit = |at: usize| u8::from_str_radix(hexadecimal.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..hexadecimal.len()).step_by(2).map(digit).collect();
    bytes.filter(|bytes| bytes.len() == 32).map(|bytes| BASE64_STANDARD.encode(bytes))
}

/// A checksum as we write it. That of an object in parts is one of its parts' (`…-3`): it says nothing of the content.
fn in_hexadecimal(base64: &str) -> Option<String> {
    let bytes = BASE64_STANDARD.decode(base64).ok().filter(|bytes| bytes.len() == 32)?;
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// An answer, if it is a good one.
async fn good(answer: reqwest::Result<Response>) -> Result<Response, Failure> {
    there(answer)
        .await?
        .ok_or_else(|| Failure::Misconfigured("the store does not know the bucket".to_owned()))
}

/// The same; nothing where nothing is.
async fn there(answer: reqwest::Result<Response>) -> Result<Option<Response>, Failure> {
    let mut answer = answer.map_err(|cause| failed(&cause))?;
    let status = answer.status();
    if status.is_success() {
        return Ok(Some(answer));
    }
    let mut told = Vec::new();
    while told.len() < TOLD
        && let Ok(Some(piece)) = answer.chunk().await
    {
        told.extend_from_slice(&piece);
    }
    let code = code(&String::from_utf8_lossy(&told));
    let said = format!("the store answers {status} {}", code.as_deref().unwrap_or_default());
    match status {
        StatusCode::NOT_FOUND if code.as_deref() != Some("NoSuchBucket") => Ok(None),
        // Another key, clock, region or bucket: asking again is of no use until the operator has seen to it.
        StatusCode::NOT_FOUND | StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            Err(Failure::Misconfigured(said))
        }
        status if status.is_redirection() => Err(Failure::Misconfigured(said)),
        _ => Err(Failure::Unavailable(said)),
    }
}

/// The code of a refusal (`<Error><Code>AccessDenied</Code>…`): letters and digits.
fn code(told: &str) -> Option<String> {
    let (_, from) = told.split_once("<Code>")?;
    let (code, _) = from.split_once("</Code>")?;
    (code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric())).then(|| code.to_owned())
}

/// An answer without what it must have.
fn unreadable(what: &str) -> Failure {
    Failure::Unavailable(format!("the store does not say {what}"))
}

/// An address is never told: it is signed.
fn failed(cause: &reqwest::Error) -> Failure {
    match cause.is_timeout() {
        true => Failure::Timeout,
        false => Failure::Unavailable("the store cannot be reached".to_owned()),
    }
}
