//! Flags, and the names that the environment has for them.
use super::{
    database::{self, Opening, another},
    failure::CommandError,
    secret_file,
};
use axum::http::Uri;
use clap::{Args, ValueEnum};
use hosting_core::{
    Database, Secret,
    clock::SystemClock,
    credential::token::Prefixes,
    database::{Bounds, Location},
    installation::{self, Known, Ring},
    limit::{ClientAddressHeader, TrustedProxies},
};
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

/// Where the data is.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// The folder for the database file, the secret and files.
    #[arg(long, global = true, env = "HOSTING_DATA", default_value = "./data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// The database: `postgres://…` or `sqlite://…`; a file in the data folder unless said.
    #[arg(long, global = true, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<Location>,
    /// Connections to a PostgreSQL server, at most; 20, or as many as it allows, unless said.
    #[arg(long, global = true, env = "HOSTING_DATABASE_CONNECTIONS", value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(3..=10_000))]
    pub database_connections: Option<u32>,
    /// Seconds for which a database that does not answer is waited for at the start.
    #[arg(long, global = true, env = "HOSTING_DATABASE_WAIT", value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(..=3600))]
    pub database_wait: u16,
    /// The server's secret, at least 32 characters; made and kept in the data folder unless said.
    #[arg(long, global = true, env = "HOSTING_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// The file that lists the backends; each port has its built-in sandbox unless said.
    #[arg(long, global = true, env = "HOSTING_BACKENDS", value_name = "FILE")]
    pub backends: Option<PathBuf>,
    /// What API keys start with.
    #[arg(long, global = true, env = "HOSTING_KEY_PREFIX", default_value = "hpk_", value_name = "TEXT")]
    pub key_prefix: String,
    /// What OAuth access tokens start with.
    #[arg(long, global = true, env = "HOSTING_OAUTH_PREFIX", default_value = "hpo_", value_name = "TEXT")]
    pub oauth_prefix: String,
}

/// How it is served.
#[derive(Clone, Debug, Args)]
pub struct Serving {
    /// Where the data is.
    #[command(flatten)]
    pub settings: Settings,
    /// Where to listen.
    #[arg(long, env = "HOSTING_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDRESS", value_parser = address)]
    pub listen: SocketAddr,
    /// Where to serve the public search; by the same listener unless said.
    #[arg(long, env = "HOSTING_SEARCH_LISTEN", value_name = "ADDRESS", value_parser = address)]
    pub search_listen: Option<SocketAddr>,
    /// Where to serve figures for Prometheus, under /metrics; nowhere unless said.
    #[arg(long, env = "HOSTING_METRICS_LISTEN", value_name = "ADDRESS", value_parser = address)]
    pub metrics_listen: Option<SocketAddr>,
    /// A Redis server that shares rate limits among processes.
    #[arg(long, env = "REDIS_URL", value_name = "URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// What addresses that are given out start with; the listener's unless said.
    #[arg(long, env = "HOSTING_BASE_URL", value_name = "URL", value_parser = base_url)]
    pub base_url: Option<String>,
    /// Whose word about a client's address is believed: networks or addresses, with commas between.
    #[arg(
        long,
        visible_alias = "trusted-proxies",
        env = "HOSTING_TRUSTED_PROXIES",
        value_name = "NETWORKS",
        default_value = ""
    )]
    pub trusted_proxy: TrustedProxies,
    /// The one header in which they say it: x-forwarded-for or forwarded. They must append to it or replace it.
    #[arg(
        long,
        env = "HOSTING_CLIENT_ADDRESS_HEADER",
        value_name = "NAME",
        default_value = "x-forwarded-for"
    )]
    pub client_address_header: ClientAddressHeader,
    /// Whose pages may call from a browser: origins, with commas between.
    #[arg(
        long,
        visible_alias = "allowed-origins",
        env = "HOSTING_ALLOWED_ORIGINS",
        value_name = "ORIGINS",
        value_delimiter = ','
    )]
    pub allowed_origin: Vec<String>,
    /// Whose access tokens (JWTs, RFC 9068) are taken beside our own: issuers, written as in their tokens, with
    /// commas between. `hosting key link` says which account a token opens.
    #[arg(
        long,
        visible_alias = "issuers",
        env = "HOSTING_ISSUERS",
        value_name = "URLS",
        value_delimiter = ','
    )]
    pub issuer: Vec<String>,
    /// The audience that those tokens must be for; the base URL unless said.
    #[arg(long, env = "HOSTING_AUDIENCE", value_name = "TEXT", requires = "issuer")]
    pub audience: Option<String>,
    /// Days for which usage entries are kept.
    #[arg(long, env = "HOSTING_USAGE_DAYS", default_value_t = 90, value_parser = clap::value_parser!(u16).range(1..))]
    pub usage_days: u16,
    /// Hours for which used idempotency keys are kept.
    #[arg(long, env = "HOSTING_KEY_HOURS", default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..))]
    pub key_hours: u16,
    /// Days for which a service that was cancelled is kept, stopped, from its end on; then it is terminated, and its
    /// data removed.
    #[arg(long, env = "HOSTING_CANCELLED_DAYS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub cancelled_days: u16,
    /// Days for which a conversion job is remembered once its files are gone, with their names; until its month is over
    /// at least.
    #[arg(long, env = "HOSTING_CONVERSION_DAYS", default_value_t = 90, value_parser = clap::value_parser!(u16).range(1..))]
    pub conversion_days: u16,
    /// Days before its next period that a service is charged. Without somebody who takes the money nothing is charged.
    #[arg(long, env = "HOSTING_DUE_DAYS", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    pub due_days: u16,
    /// Days for which a service is still in use that was not paid in time.
    #[arg(long, env = "HOSTING_GRACE_DAYS", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..))]
    pub grace_days: u16,
    /// Days for which a service that was not paid is kept then, suspended, until it is terminated, and its data removed.
    #[arg(long, env = "HOSTING_SUSPENDED_DAYS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub suspended_days: u16,
    /// Days without a link into its panel after which Free Hosting is suspended.
    #[arg(long, env = "HOSTING_FREE_INACTIVITY_DAYS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub free_inactivity_days: u16,
    /// Days after that suspension until Free Hosting is deleted.
    #[arg(long, env = "HOSTING_FREE_DELETION_DAYS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub free_deletion_days: u16,
    /// Milliseconds that the sandbox backends take for a call, up to 60,000.
    #[arg(long, env = "HOSTING_SANDBOX_DELAY", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub sandbox_delay: u64,
    /// Milliseconds that an instance of the sandbox takes to boot; all else takes in proportion.
    #[arg(long, env = "HOSTING_SANDBOX_PACE", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(..=60_000))]
    pub sandbox_pace: u64,
    /// Do not apply the demo inventory to an empty database.
    #[arg(long, env = "HOSTING_NO_DEMO", value_parser = clap::builder::BoolishValueParser::new())]
    pub no_demo: bool,
    /// A server that speaks S3, for files; they are kept in the data folder unless said.
    #[arg(long, env = "HOSTING_S3_ENDPOINT", value_name = "URL", requires_all = ["s3_bucket", "s3_access_key", "s3_secret_key"])]
    pub s3_endpoint: Option<String>,
    /// The bucket there.
    #[arg(long, env = "HOSTING_S3_BUCKET", value_name = "NAME", requires = "s3_endpoint")]
    pub s3_bucket: Option<String>,
    /// What the names of all files there begin with, where the bucket holds something else too, or files of another
    /// installation.
    #[arg(long, env = "HOSTING_S3_PREFIX", value_name = "PREFIX", default_value = "", value_parser = prefix)]
    pub s3_prefix: String,
    /// The region of that server.
    #[arg(long, env = "HOSTING_S3_REGION", value_name = "NAME", default_value = "us-east-1")]
    pub s3_region: String,
    /// The name of the key to the bucket.
    #[arg(long, env = "HOSTING_S3_ACCESS_KEY", value_name = "NAME", requires = "s3_endpoint")]
    pub s3_access_key: Option<String>,
    /// The key to the bucket.
    #[arg(
        long,
        env = "HOSTING_S3_SECRET_KEY",
        value_name = "KEY",
        hide_env_values = true,
        requires = "s3_endpoint"
    )]
    pub s3_secret_key: Option<String>,
    /// Files that are converted at once; as many as there are processors unless said.
    #[arg(long, env = "HOSTING_CONVERSIONS", value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub conversions: Option<u16>,
    /// Conversions that an account may have at one time that are not over.
    #[arg(long, env = "HOSTING_ACCOUNT_CONVERSIONS", value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub account_conversions: u32,
    /// Files of conversions that an account may keep at one time, in GiB: sent, announced and made.
    #[arg(long, env = "HOSTING_ACCOUNT_FILES_GIB", value_name = "GIB", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub account_files_gib: u16,
    /// What becomes of file conversion where the kernel cannot hold it in: with `auto` all else is served, and health
    /// says so; with `required` nothing is.
    #[arg(long, env = "HOSTING_CONVERSION", value_name = "WHEN", default_value = "auto")]
    pub conversion: Conversion,
    /// Convert no files.
    #[arg(long, env = "HOSTING_NO_CONVERSION", value_parser = clap::builder::BoolishValueParser::new())]
    pub no_conversion: bool,
    /// Seconds after SIGTERM in which all is served as before but /readyz answers 503, so that who sends requests
    /// here stops in time; then what is under way has 40 more. Another signal ends the wait.
    #[arg(long, env = "HOSTING_DRAIN_SECONDS", value_name = "SECONDS", default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=600))]
    pub drain: u16,
    /// How the log is written.
    #[arg(long, env = "HOSTING_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormat,
    /// A collector of traces (OTLP over HTTP), such as <http://127.0.0.1:4318>; none unless said.
    #[arg(long, env = "HOSTING_OTLP_ENDPOINT", value_name = "URL", value_parser = base_url)]
    pub otlp_endpoint: Option<String>,
    /// Do not tell the schema of the graph to those who ask it, nor serve it as /schema.graphql.
    #[arg(long, env = "HOSTING_NO_INTROSPECTION", value_parser = clap::builder::BoolishValueParser::new())]
    pub no_introspection: bool,
    /// Answer no other documents of the graph than those of this file: a JSON list of their SHA-256 hashes,
    /// or an object from hashes to documents.
    #[arg(long, env = "HOSTING_GRAPHQL_SAFELIST", value_name = "FILE")]
    pub graphql_safelist: Option<PathBuf>,
    /// The results of a run of the features, to be shown at /docs/behaviour beside what is promised.
    #[arg(long, env = "HOSTING_BEHAVIOUR", value_name = "FILE")]
    pub behaviour: Option<PathBuf>,
    /// The results of an earlier run, of the last release: what is promised anew, changed and withdrawn since then is
    /// shown there too.
    #[arg(long, env = "HOSTING_BEHAVIOUR_BEFORE", value_name = "FILE", requires = "behaviour")]
    pub behaviour_before: Option<PathBuf>,
}

/// What becomes of file conversion where the kernel cannot hold it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Conversion {
    /// All else is served.
    Auto,
    /// The process does not start.
    Required,
}

/// How long a statement of a command may take.
const COMMAND: Duration = Duration::from_mins(10);

/// How the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// A JSON object a line.
    Json,
}

/// The data, opened.
pub struct Opened {
    /// The database, in its present state.
    pub database: Database,
    /// The server's secret.
    pub secret: Secret,
    /// The secrets that the database knows.
    pub ring: Ring,
    /// How tokens begin.
    pub prefixes: Prefixes,
}

impl Settings {
    /// Opens the database for a command, which may have much to do at once, and brings it to the present state.
    pub async fn open(&self) -> Result<Opened, CommandError> {
        self.open_with(COMMAND, false).await
    }

    /// The same; where there is no installation, it is made.
    pub async fn open_or_make(&self) -> Result<Opened, CommandError> {
        self.open_with(COMMAND, true).await
    }

    /// The same for a process that serves: nobody waits long for an answer.
    pub async fn open_to_serve(&self) -> Result<Opened, CommandError> {
        self.open_with(Bounds::default().patience, true).await
    }

    async fn open_with(&self, patience: Duration, make: bool) -> Result<Opened, CommandError> {
        let location =
            self.database_url.clone().unwrap_or_else(|| Location::Sqlite(self.data.join("hosting.db")));
        let secret = self.given_secret()?;
        if make && matches!(location, Location::Sqlite(_)) {
            folder(&self.data)?;
        }
        let wait = Duration::from_secs(self.database_wait.into());
        let (connections, secret_given) = (self.database_connections, secret.as_deref());
        let opening = Opening { connections, patience, wait, secret: secret_given, make };
        let database = database::open(&location, opening).await?;
        let ring = self.ring(&database, secret).await?;
        match &location {
            Location::Sqlite(file) => tracing::info!(file = %file.display(), "the database is a file"),
            Location::Postgres(_) => tracing::info!("the database is the server that DATABASE_URL names"),
        }
        let prefixes = Prefixes { api_key: self.key_prefix.clone(), oauth: self.oauth_prefix.clone() };
        Ok(Opened { database, secret: Secret::of(&ring.keyring), ring, prefixes })
    }

    /// The secrets of the database; its first one is made where there is none.
    async fn ring(&self, database: &Database, given: Option<String>) -> Result<Ring, CommandError> {
        let secret = match given {
            Some(secret) => secret,
            None => secret_file::make(&self.data)?,
        };
        let ring = match installation::claim(database, &SystemClock, secret.as_bytes()).await? {
            Known::Ours(ring) => ring,
            Known::Another | Known::None => return Err(CommandError::refused(another(true))),
        };
        if ring.replaced && self.secret.is_none() {
            secret_file::replace(&self.data, ring.newest())?;
        } else if ring.replaced {
            tracing::warn!(
                "HOSTING_SECRET was replaced: give this process the new one before the old one is finished"
            );
        }
        Ok(ring)
    }

    /// Whether no other process serves this data, for as long as what is given lives: on a database that is
    /// a file of this machine. A lock goes with its process, however that ends.
    pub fn alone(&self) -> Option<fs::File> {
        if matches!(self.database_url, Some(Location::Postgres(_))) {
            return None;
        }
        let file = fs::File::create(self.data.join("lock")).ok()?;
        file.try_lock().ok().map(|()| file)
    }

    /// The secret that the operator gave, or that was kept.
    fn given_secret(&self) -> Result<Option<String>, CommandError> {
        match &self.secret {
            Some(secret) if secret.len() >= 32 => Ok(Some(secret.clone())),
            Some(_) => Err(CommandError::refused("HOSTING_SECRET: needs at least 32 characters".to_owned())),
            None => secret_file::read(&self.data),
        }
    }
}

/// Where to listen: names are not looked up, as they can mean several addresses.
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse()
        .map_err(|_| "expected an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned())
}

/// What addresses can start with: `http` or `https`, a host, and no query.
fn base_url(text: &str) -> Result<String, String> {
    let rule = || "expected http:// or https:// and a host, such as https://api.example.com".to_owned();
    let uri = text.parse::<Uri>().map_err(|_| rule())?;
    let (scheme, host) = (uri.scheme_str().unwrap_or_default(), uri.host().unwrap_or_default());
    let bare = uri.query().is_none() && !text.contains(['#', '@']);
    match matches!(scheme, "http" | "https") && !host.is_empty() && bare {
        true => Ok(text.to_owned()),
        false => Err(rule()),
    }
}

/// Makes the folder where there is none, for nobody else to read.
pub(super) fn folder(path: &Path) -> Result<(), CommandError> {
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder
        .recursive(true)
        .create(path)
        .map_err(|cause| CommandError::refused(format!("--data {}: cannot be made: {cause}", path.display())))
}

/// How long a prefix of names in a bucket may be; a name has 1024 bytes.
const LONGEST_PREFIX: usize = 200;

/// What the names of objects begin with: nothing, or ending in a slash.
fn prefix(said: &str) -> Result<String, String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte);
    let prefix = said.trim_end_matches('/');
    match prefix.len() <= LONGEST_PREFIX && prefix.bytes().all(plain) && !prefix.starts_with('/') {
        false => Err(format!("at most {LONGEST_PREFIX} of A-Z a-z 0-9 . _ - and, not in front, /")),
        true if prefix.is_empty() => Ok(String::new()),
        true => Ok(format!("{prefix}/")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_start_with_a_scheme_and_a_host() {
        for good in ["https://api.example.com", "http://127.0.0.1:8080/", "https://example.com/hosting"] {
            assert_eq!(base_url(good).as_deref(), Ok(good));
        }
        let wrong = [
            "",
            "api.example.com",
            "api.example.com:8080",
            "//api.example.com",
            "ftp://example.com",
            "https://",
        ];
        for wrong in wrong.into_iter().chain([
            "https://example.com/?a=b",
            "https://example.com/#a",
            "https://me@example.com",
        ]) {
            assert!(base_url(wrong).is_err(), "{wrong}");
        }
    }
}
