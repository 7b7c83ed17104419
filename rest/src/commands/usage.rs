//! `hosting usage`: what was asked for, for who bills it.
use super::{failure::CommandError, key::account, settings::Opened};
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::{Args, Subcommand, ValueEnum};
use hosting_core::{Time, usage::entry::Model};
use sea_orm::ActiveEnum;
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use uuid::Uuid;

/// Usage entries.
#[derive(Debug, Subcommand)]
pub enum UsageCommand {
    /// Write the usage entries of a time, account by account, the oldest first.
    Export(Export),
}

/// The entries to be written.
#[derive(Debug, Args)]
pub struct Export {
    /// From when on: a day (2026-01-01, from midnight UTC) or a moment (RFC 3339).
    #[arg(long, value_name = "TIME", value_parser = moment)]
    from: Time,
    /// Until before when.
    #[arg(long, value_name = "TIME", value_parser = moment)]
    to: Time,
    /// Only those of one account, by its address.
    #[arg(long, value_name = "EMAIL")]
    account: Option<String>,
    /// How they are written.
    #[arg(long, default_value = "csv")]
    format: Format,
}

/// How entries are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Comma-separated, with a header (RFC 4180).
    Csv,
    /// A JSON object a line.
    Json,
}

/// An entry, with whose it is.
#[derive(Serialize)]
struct Written<'a> {
    account_id: Uuid,
    account: &'a str,
    id: Uuid,
    occurred_at: Time,
    kind: String,
    product: Option<String>,
    operation_id: Option<String>,
    facade: String,
    status: String,
    http_status: i32,
    error_code: Option<String>,
    credential_id: Uuid,
    credential_name: String,
    client_ip: String,
    request_id: Uuid,
}

impl UsageCommand {
    /// Does it.
    pub async fn run(self, opened: &Opened) -> Result<(), CommandError> {
        let Self::Export(export) = self;
        match export.run(opened).await {
            // A reader that wants no more is no failure.
            Err(Stopped::Broken(cause)) if cause.kind() == ErrorKind::BrokenPipe => Ok(()),
            Err(Stopped::Broken(cause)) => Err(cause.into()),
            Err(Stopped::Failed(cause)) => Err(cause),
            Ok(()) => Ok(()),
        }
    }
}

/// Why no more was written.
enum Stopped {
    Broken(io::Error),
    Failed(CommandError),
}

impl From<hosting_core::Error> for Stopped {
    fn from(cause: hosting_core::Error) -> Self {
        Self::Failed(cause.into())
    }
}

impl From<io::Error> for Stopped {
    fn from(cause: io::Error) -> Self {
        Self::Broken(cause)
    }
}

impl Export {
    async fn run(self, Opened { database, .. }: &Opened) -> Result<(), Stopped> {
        if self.from >= self.to {
            return Err(Stopped::Failed(CommandError::refused("--to: has to be later than --from")));
        }
        let all = hosting_inventory::accounts(database).await?;
        let only = match &self.account {
            Some(email) => Some(account(database, email).await.map_err(Stopped::Failed)?),
            None => None,
        };
        let mut out = Out::new(self.format);
        for row in all.into_iter().filter(|row| only.is_none_or(|only| only == row.id)) {
            let time = (self.from, self.to);
            hosting_inventory::entries(database, row.id, time, |entry| out.write(&row.email, entry)).await?;
        }
        out.finish()
    }
}

/// Where entries are written.
enum Out {
    Csv(Box<csv::Writer<io::Stdout>>),
    Json(BufWriter<StdoutLock<'static>>),
}

impl Out {
    fn new(format: Format) -> Self {
        match format {
            Format::Csv => Self::Csv(Box::new(csv::Writer::from_writer(io::stdout()))),
            Format::Json => Self::Json(BufWriter::new(io::stdout().lock())),
        }
    }

    fn write(&mut self, account: &str, entry: Model) -> Result<(), Stopped> {
        let written = Written::of(account, entry);
        match self {
            Self::Csv(out) => out.serialize(written).map_err(|cause| Stopped::Broken(cause.into())),
            Self::Json(out) => {
                serde_json::to_writer(&mut *out, &written).map_err(io::Error::from)?;
                Ok(out.write_all(b"\n")?)
            }
        }
    }

    fn finish(self) -> Result<(), Stopped> {
        match self {
            Self::Csv(mut out) => Ok(out.flush()?),
            Self::Json(mut out) => Ok(out.flush()?),
        }
    }
}

impl<'a> Written<'a> {
    fn of(account: &'a str, entry: Model) -> Self {
        Self {
            account_id: entry.account_id,
            account,
            id: entry.id,
            occurred_at: entry.occurred_at,
            kind: entry.kind.to_value(),
            product: entry.product,
            operation_id: entry.operation_id,
            facade: entry.facade.to_value(),
            status: entry.status.to_value(),
            http_status: entry.http_status,
            error_code: entry.error_code,
            credential_id: entry.credential_id,
            credential_name: entry.credential_name,
            client_ip: entry.client_ip,
            request_id: entry.request_id,
        }
    }
}

/// A day, from midnight UTC, or a moment.
fn moment(text: &str) -> Result<Time, String> {
    let day = text.parse::<NaiveDate>().map(|day| day.and_time(NaiveTime::MIN).and_utc());
    let moment = day.or_else(|_| DateTime::parse_from_rfc3339(text).map(|at| at.with_timezone(&Utc)));
    moment.map(Time::new).map_err(|_| "expected a day such as 2026-01-01, or a moment (RFC 3339)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_day_or_a_moment() {
        let midnight = moment("2026-01-01").unwrap();
        assert_eq!(moment("2026-01-01T01:00:00+01:00"), Ok(midnight));
        for wrong in ["", "2026-13-01", "yesterday", "2026-01-01T00:00:00"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }
}
