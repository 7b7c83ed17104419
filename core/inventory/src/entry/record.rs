//! A DNS record, as an inventory says it.
use super::Entry;
use crate::{reader::Members, rule};
use chrono::DateTime;
use hosting_core::{
    domains::{
        Domain,
        dns::{
            content,
            kind::RecordType,
            name,
            record::{Model, RecordStatus},
        },
    },
    refusals::fault::Fault,
    values::{texts::Texts, time::Time},
};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// `RRset`s that a domain has at most.
pub const MOST_RECORDS: usize = 1000;

/// Why a record of this name cannot stand beside another.
pub fn alone(name: &str) -> String {
    format!("{name} has other records: an alias (CNAME) stands alone")
}

/// What a zone says of one name and type.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Record {
    /// Identifies it for good; given by the platform where the file does not.
    pub id: Option<Uuid>,
    /// The name within the domain; `@` is the domain itself.
    pub name: String,
    /// The type, such as A, AAAA, CNAME, MX or TXT.
    #[schemars(example = &"A")]
    pub r#type: &'static str,
    /// What it says, in presentation form; TXT without quotes.
    #[schemars(length(min = 1, max = 100))]
    pub contents: Vec<String>,
    /// Seconds for which others may keep it; 3600 unless said.
    #[schemars(with = "Option<i32>", range(min = 60, max = 86400))]
    pub ttl: i32,
    /// Of an MX or SRV record, unless each of its contents has one.
    #[schemars(range(min = 0, max = 65535))]
    pub priority: Option<i32>,
}

impl Record {
    /// Reads a record of `zone`; nothing if that breaks a rule.
    pub fn read(it: &mut Members<'_, '_>, zone: &str) -> Option<Self> {
        let id = it.optional_text("id", rule::id);
        let name: String = it.required("name");
        let kind: String = it.required("type");
        let contents: Vec<String> = it.required("contents");
        let (ttl, priority) = (it.optional("ttl"), it.optional("priority"));
        if !it.is_valid() {
            return None;
        }
        let name = noted(it, name::record_name(Some(&name), zone));
        let ttl = noted(it, content::ttl(ttl));
        let kind = noted(it, RecordType::parse(&kind))?;
        let set = noted(it, content::record_set(kind, &contents, priority, zone, false));
        let (name, ttl, set) = (name?, ttl?, set?);
        match (kind, name.as_str()) {
            (RecordType::Ns, "@") => {
                it.fault("/type", "the nameservers of the domain itself are its name_servers");
            }
            (RecordType::Cname, "@") => it.fault("/type", "the domain itself cannot be an alias (CNAME)"),
            _ => {}
        }
        let (contents, priority) = (set.contents, set.priority);
        Some(Self { id, name, r#type: kind.as_str(), contents, ttl, priority })
    }

    /// `before`, or a new record with this `id`, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, id: Uuid, domain: &Domain, now: Time) -> Model {
        let made = made(id, now);
        let new = Model {
            id,
            account_id: domain.account_id,
            domain_id: domain.id,
            name: self.name.clone(),
            fqdn: name::fqdn(&self.name, &domain.domain_name),
            r#type: self.r#type.to_owned(),
            contents: Texts(self.contents.clone()),
            ttl: self.ttl,
            priority: self.priority,
            status: RecordStatus::Active,
            last_error: None,
            revision: 1,
            served: None,
            created_at: made,
            updated_at: made,
            synced_at: Some(now),
            published: None,
        };
        let Some(before) = before.cloned() else { return new };
        let renamed = (&new.name, &new.r#type) != (&before.name, &before.r#type);
        Model {
            name: new.name,
            fqdn: new.fqdn,
            r#type: new.r#type,
            contents: new.contents,
            ttl: new.ttl,
            priority: new.priority,
            served: before.served.filter(|_| !renamed),
            ..before
        }
    }
}

impl Entry for Record {
    type Row = Model;

    fn of(row: &Model) -> Self {
        let kind = RecordType::parse(&row.r#type);
        Self {
            id: Some(row.id),
            name: row.name.clone(),
            r#type: kind.map_or("", RecordType::as_str),
            contents: row.contents.0.clone(),
            ttl: row.ttl,
            priority: row.priority,
        }
    }

    fn touch(row: &mut Model, now: Time) {
        row.status = RecordStatus::Active;
        row.last_error = None;
        row.revision += 1;
        row.updated_at = now;
        row.synced_at = Some(now);
    }
}

fn noted<T>(it: &mut Members<'_, '_>, read: Result<T, Fault>) -> Option<T> {
    read.map_err(|fault| it.fault(&fault.pointer, fault.message)).ok()
}

/// When a record came to be: an id that is ordered by time has it.
fn made(id: Uuid, now: Time) -> Time {
    let stamped = id.get_timestamp().and_then(|at| {
        let (seconds, nanos) = at.to_unix();
        DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)
    });
    stamped.map_or(now, Time::new).min(now)
}
