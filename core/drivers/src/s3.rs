//! A bucket of any server that speaks S3; customers reach it themselves, by presigned addresses.
//!
//! Size and type of an upload are signed headers (Signature Version 4): the server refuses anything else. Files
//! lie under `<job>/<name>`. The server tells nobody when a file has arrived: it is asked.
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use hosting_core::{
    providers::{
        Failure,
        store::{Awaited, Key, Signed, Store, Stored, Titled, attachment},
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
/// How long the server may be silent.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where the bucket is, and who may use it.
#[derive(Clone)]
pub struct Place {
    /// The server, for example `https://s3.eu-central-1.amazonaws.com`.
    pub endpoint: String,
    /// The bucket.
    pub bucket: String,
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
    credentials: Credentials,
    client: Client,
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
        Ok(Self {
            bucket: bucket.map_err(|cause| cause.to_string())?,
            credentials: Credentials::new(place.access_key, place.secret_key),
            client: client.map_err(|cause| cause.to_string())?,
            clock,
        })
    }

    fn lifetime(&self, until: Time) -> Duration {
        let millis = until.millis().saturating_sub(self.clock.now().millis());
        Duration::from_millis(u64::try_from(millis).unwrap_or(0)).max(Duration::from_secs(1))
    }

    async fn list(&self, prefix: &str, after: Option<String>) -> Result<Listed, Failure> {
        let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
        match prefix {
            "" => list.with_delimiter("/"),
            prefix => list.with_prefix(prefix.to_owned()),
        }
        if let Some(token) = after {
            list.with_continuation_token(token);
        }
        let answer = good(self.client.get(list.sign(OURS)).send().await)?;
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
        let (object, size) = (object(file.key), file.size.to_string());
        let mut put = self.bucket.put_object(Some(&self.credentials), &object);
        put.headers_mut().insert("content-length", size.clone());
        put.headers_mut().insert("content-type", file.mime);
        let url = put.sign(self.lifetime(until)).to_string();
        Signed { url, headers: vec![("Content-Type", file.mime.to_owned()), ("Content-Length", size)] }
    }

    fn download(&self, file: Titled<'_>, until: Time) -> String {
        let object = object(file.key);
        let mut get = self.bucket.get_object(Some(&self.credentials), &object);
        let disposition = attachment(file.name);
        get.query_mut().insert("response-content-disposition", disposition);
        get.query_mut().insert("response-content-type", file.mime);
        get.sign(self.lifetime(until)).to_string()
    }

    async fn find(&self, key: &Key) -> Result<Option<Stored>, Failure> {
        let object = object(key);
        let head = self.bucket.head_object(Some(&self.credentials), &object);
        let Some(answer) = there(self.client.head(head.sign(OURS)).send().await)? else { return Ok(None) };
        let line =
            |name| answer.headers().get(name).and_then(|line: &header::HeaderValue| line.to_str().ok());
        let size = line(header::CONTENT_LENGTH).and_then(|size| size.parse().ok());
        let at = line(header::LAST_MODIFIED).and_then(|at| DateTime::parse_from_rfc2822(at).ok());
        let at = at.map_or_else(|| self.clock.now(), |at| Time::new(at.with_timezone(&Utc)));
        let size = size.ok_or_else(|| unreadable("how large a file is"))?;
        Ok(Some(Stored { size, at }))
    }

    async fn fetch(&self, key: &Key, path: &Path) -> Result<bool, Failure> {
        let object = object(key);
        let get = self.bucket.get_object(Some(&self.credentials), &object);
        let answer = there(self.client.get(get.sign(OURS)).send().await)?;
        let Some(mut answer) = answer else { return Ok(false) };
        let mut file = File::create(path).await.map_err(Failure::ours)?;
        while let Some(piece) = answer.chunk().await.map_err(|cause| failed(&cause))? {
            file.write_all(&piece).await.map_err(Failure::ours)?;
        }
        file.flush().await.map_err(Failure::ours)?;
        Ok(true)
    }

    async fn keep(&self, key: &Key, path: &Path, mime: &str) -> Result<(), Failure> {
        let object = object(key);
        let file = File::open(path).await.map_err(Failure::ours)?;
        let size = file.metadata().await.map_err(Failure::ours)?.len();
        let put = self.bucket.put_object(Some(&self.credentials), &object).sign(OURS);
        let put =
            self.client.put(put).header(header::CONTENT_LENGTH, size).header(header::CONTENT_TYPE, mime);
        good(put.body(Body::from(file)).send().await).map(|_| ())
    }

    async fn remove(&self, job: Uuid) -> Result<(), Failure> {
        loop {
            let listed = self.list(&format!("{job}/"), None).await?;
            for key in &listed.keys {
                let delete = self.bucket.delete_object(Some(&self.credentials), key);
                there(self.client.delete(delete.sign(OURS)).send().await)?;
            }
            if listed.keys.is_empty() || listed.next.is_none() {
                return Ok(());
            }
        }
    }

    async fn jobs(&self, after: Option<String>) -> Result<(Vec<Uuid>, Option<String>), Failure> {
        let listed = self.list("", after).await?;
        let jobs = listed.folders.iter().filter_map(|folder| folder.trim_end_matches('/').parse().ok());
        Ok((jobs.collect(), listed.next))
    }

    fn driver(&self) -> &'static str {
        "s3"
    }

    async fn ping(&self) -> Result<(), Failure> {
        let mut list = self.bucket.list_objects_v2(Some(&self.credentials));
        list.with_max_keys(1);
        good(self.client.get(list.sign(OURS)).send().await).map(|_| ())
    }
}

fn object(key: &Key) -> String {
    format!("{}/{}", key.job, key.name)
}

/// An answer, if it is a good one.
fn good(answer: reqwest::Result<Response>) -> Result<Response, Failure> {
    there(answer)?.ok_or_else(|| Failure::Unavailable("the store does not know the bucket".to_owned()))
}

/// The same; nothing where nothing is.
fn there(answer: reqwest::Result<Response>) -> Result<Option<Response>, Failure> {
    let answer = answer.map_err(|cause| failed(&cause))?;
    match answer.status() {
        StatusCode::NOT_FOUND => Ok(None),
        status if status.is_success() => Ok(Some(answer)),
        status => Err(Failure::Unavailable(format!("the store answers {status}"))),
    }
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
