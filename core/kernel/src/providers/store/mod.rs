//! Where files are that customers send and fetch.
//!
//! Customers reach them by addresses that are signed and end by themselves; the store refuses what is not
//! as it was signed.
mod link;
mod local;

pub use link::{Link, Purpose, Stale};
pub use local::{Incoming, Local};

use super::Failure;
use crate::values::time::Time;
use async_trait::async_trait;
use std::path::Path;
use uuid::Uuid;

/// What a store calls a file: all files of a job go together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The job.
    pub job: Uuid,
    /// The file: small letters, digits and dashes.
    pub name: String,
}

/// A file that a customer is to send.
#[derive(Clone, Copy, Debug)]
pub struct Awaited<'a> {
    /// Where it goes.
    pub key: &'a Key,
    /// How large it is, in bytes: exactly.
    pub size: i64,
    /// Its type: exactly.
    pub mime: &'a str,
    /// Its SHA-256, in hexadecimal, where the customer said it: a store that can refuses anything else.
    pub sha256: Option<&'a str>,
}

/// What a file is to be called where it is fetched.
#[derive(Clone, Copy, Debug)]
pub struct Titled<'a> {
    /// Which file.
    pub key: &'a Key,
    /// What it is called.
    pub name: &'a str,
    /// Its type.
    pub mime: &'a str,
}

/// A request that a customer can send to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Where to.
    pub url: String,
    /// Header lines that it must have.
    pub headers: Vec<(&'static str, String)>,
}

/// A whole file that lies in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// How large it is, in bytes.
    pub size: i64,
    /// Since when it is there.
    pub at: Time,
    /// Its type, where the store knows it.
    pub mime: Option<String>,
    /// Its SHA-256, in hexadecimal, where the store has made sure of it.
    pub sha256: Option<String>,
    /// What changes with its content, where the store tells.
    pub version: Option<String>,
}

/// What became of fetching a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brought {
    /// It was copied.
    Whole,
    /// It is not there.
    Nothing,
    /// Another one is there.
    Another,
}

/// Where files are.
#[async_trait]
pub trait Store: Send + Sync {
    /// The request by which a customer sends a file with PUT until `until`.
    fn upload(&self, file: Awaited<'_>, until: Time) -> Signed;

    /// The address from which a customer fetches a file with GET until `until`.
    fn download(&self, file: Titled<'_>, until: Time) -> String;

    /// The file that lies there, whole, if there is one.
    async fn find(&self, key: &Key) -> Result<Option<Stored>, Failure>;

    /// Copies a file to `path`: of this `version`, where one is named.
    async fn fetch(&self, key: &Key, version: Option<&str>, path: &Path) -> Result<Brought, Failure>;

    /// Keeps the file at `path`, in place of what may lie there.
    async fn keep(&self, key: &Key, path: &Path, mime: &str) -> Result<(), Failure>;

    /// Removes all files of `job`; none may be left.
    async fn remove(&self, job: Uuid) -> Result<(), Failure>;

    /// Some of the jobs that it has files of, in its own order, and where to go on.
    async fn jobs(&self, after: Option<String>) -> Result<(Vec<Uuid>, Option<String>), Failure>;

    /// Whether it takes files now: a disk that is nearly full does not, a bucket always does.
    async fn has_room(&self) -> bool {
        true
    }

    /// The same store, where we ourselves serve its addresses.
    fn local(&self) -> Option<&dyn Local> {
        None
    }

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether it can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}

/// That a file is to be saved as `name`, whatever a browser could show of it (RFC 6266, RFC 8187).
pub fn attachment(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte);
    let encoded: String = name
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("attachment; filename*=UTF-8''{encoded}")
}
