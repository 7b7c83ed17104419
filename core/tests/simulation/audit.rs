//! What the database says, read by another program: what was noted of each change, and what was written down.
use crate::{
    ask::Told,
    journal::{Asked, Broken, End, Journal},
    world::World,
};
use hosting_core::{Code, Effect, code::Kind};
use rusqlite::{Connection, Row, types::FromSql};
use std::{collections::BTreeMap, path::Path};
use uuid::Uuid;

mod done;

/// A usage entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    request: Uuid,
    account: Uuid,
    status: String,
    http_status: u16,
    code: Option<String>,
    operation: Option<String>,
}

/// Another program's way into the database.
pub struct Audit(Connection);

/// The status that the made-up facade answers with.
pub fn status(outcome: Result<Effect, Kind>) -> u16 {
    match outcome {
        Ok(Effect::Reads | Effect::Changes) => 200,
        Ok(Effect::Creates) => 201,
        Ok(Effect::Queues) => 202,
        Err(kind) => 400 + kind as u16,
    }
}

impl Audit {
    pub fn open(folder: &Path) -> Self {
        Self(Connection::open(folder.join("platform.db")).unwrap())
    }

    /// The jobs that there are: what identifies them, and their subjects.
    pub fn jobs(&self) -> Vec<(Uuid, String)> {
        self.all("SELECT id, subject FROM job ORDER BY id", |row| (id(row, 0), text(row, 1)))
    }

    /// The jobs that were not given up, in words.
    pub fn live(&self) -> Vec<String> {
        let sql = "SELECT kind, status, attempts, subject FROM job WHERE status <> 'dead'";
        self.all(sql, |row| {
            format!("{} {} {} {}", text(row, 0), text(row, 1), of::<i64>(row, 2), text(row, 3))
        })
    }

    /// What was queued that only another version can read, and was not given up.
    pub fn unread(&self) -> Vec<Uuid> {
        self.all("SELECT id FROM job WHERE kind = 'of_the_future' AND status <> 'dead'", |row| id(row, 0))
    }

    /// The records of domains: what identifies them, their names, and their revisions.
    pub fn records(&self, domain: Uuid) -> Vec<(Uuid, String, i64)> {
        let sql = "SELECT id, name, revision, domain_id FROM dns_record ORDER BY id";
        let all = self.all(sql, |row| (id(row, 0), text(row, 1), of(row, 2), id(row, 3)));
        all.into_iter().filter(|one| one.3 == domain).map(|(id, name, at, _)| (id, name, at)).collect()
    }

    /// What is on its way is in queued work, and what is in queued work is shown so.
    pub fn check_on_its_way(&self) -> Result<(), Broken> {
        let live = "SELECT subject, kind FROM job WHERE status <> 'dead'";
        let live = self.all(live, |row| (text(row, 0), text(row, 1)));
        let domains = self.all("SELECT id, pending_name_servers FROM domain", |row| {
            (id(row, 0), of::<Option<String>>(row, 1))
        });
        for (domain, pending) in domains {
            let queued = live
                .iter()
                .any(|(of, kind)| kind == "apply_nameservers" && *of == format!("domain:{domain}"));
            if queued != pending.is_some() {
                return Err(format!(
                    "{domain} shows the nameservers {pending:?} as pending, and queued: {queued}"
                ));
            }
        }
        let records = "SELECT domain_id, fqdn FROM dns_record WHERE status IN ('pending', 'deleting')";
        let records = self.all(records, |row| (format!("domain:{}", id(row, 0)), text(row, 1)));
        let changes = "SELECT service_id, change FROM instance WHERE change IS NOT NULL";
        let changes = self.all(changes, |row| (format!("instance:{}", id(row, 0)), text(row, 1)));
        match records.iter().chain(&changes).find(|(subject, _)| !live.iter().any(|(of, _)| of == subject)) {
            Some((subject, what)) => Err(format!("{subject}: {what} is on its way, and in no queued work")),
            None => Ok(()),
        }
    }

    /// Tells one state of all records from another.
    pub fn written_of_records(&self) -> String {
        let sql = "SELECT coalesce(group_concat(hex(id) || status || revision || coalesce(served, '')), '')
            FROM dns_record";
        self.all(sql, |row| text(row, 0)).concat()
    }

    /// Where an instance stands, and what is being done with it.
    pub fn instance(&self, service: Uuid) -> (String, Option<String>) {
        let sql = "SELECT service_id, status, change FROM instance";
        let all = self.all(sql, |row| (id(row, 0), (text(row, 1), of(row, 2))));
        all.into_iter().find(|(id, _)| *id == service).unwrap().1
    }

    /// The snapshots of an instance, and where they stand.
    pub fn snapshots(&self, service: Uuid) -> Vec<(Uuid, String)> {
        let sql = "SELECT service_id, id, status FROM instance_snapshot ORDER BY id";
        let all = self.all(sql, |row| (id(row, 0), (id(row, 1), text(row, 2))));
        all.into_iter().filter(|(id, _)| *id == service).map(|(_, snapshot)| snapshot).collect()
    }

    /// How many keys, entries and addresses are kept.
    pub fn kept(&self) -> (i64, i64, i64) {
        let count = |table: &str| self.all(&format!("SELECT count(*) FROM {table}"), |row| of(row, 0))[0];
        (count("idempotency"), count("usage_entry"), count("usage_address"))
    }

    /// What was noted of a sort: of what, and for whom.
    fn noted(&self, what: &str) -> Vec<(Uuid, Uuid, Option<String>)> {
        let sql = format!("SELECT id, account, key FROM noted WHERE what = '{what}' ORDER BY rowid");
        self.all(&sql, |row| (id(row, 0), id(row, 1), of(row, 2)))
    }

    fn entries(&self, filter: &str) -> Vec<Entry> {
        let columns = "request_id, account_id, status, http_status, error_code, operation_id";
        self.all(&format!("SELECT {columns} FROM usage_entry {filter} ORDER BY id"), |row| Entry {
            request: id(row, 0),
            account: id(row, 1),
            status: text(row, 2),
            http_status: of(row, 3),
            code: of(row, 4),
            operation: of(row, 5),
        })
    }

    fn all<T>(&self, sql: &str, read: impl Fn(&Row<'_>) -> T) -> Vec<T> {
        let mut statement = self.0.prepare_cached(sql).unwrap();
        let rows = statement.query_map([], |row| Ok(read(row))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// Before anyone is told, it is written down how it ended, once.
    pub fn check_entry(&self, world: &World, asked: &Asked) -> Result<(), Broken> {
        let filter = format!("WHERE request_id = x'{}'", asked.id.simple());
        Self::agrees(world, asked, &self.entries(&filter))
    }

    /// Whether the entries of a request are what they should be.
    fn agrees(world: &World, asked: &Asked, entries: &[Entry]) -> Result<(), Broken> {
        let entry = |status: &str, http_status, code: Option<Code>| {
            let of = |id: &str| Entry {
                request: asked.id,
                account: world.accounts[asked.account].id,
                status: status.to_owned(),
                http_status,
                code: code.map(|code| code.to_string()),
                operation: Some(id.to_owned()),
            };
            asked.ask.ids().into_iter().map(of).collect()
        };
        let expected = match &asked.end {
            End::Answered(Told::Refused(Code::InvalidToken, _)) => vec![],
            End::Answered(Told::Refused(code, kind)) => entry("rejected", status(Err(*kind)), Some(*code)),
            End::Answered(Told::Done(_)) => entry("succeeded", status(Ok(asked.ask.effect())), None),
            End::Late => entry("rejected", status(Err(Kind::Busy)), Some(Code::Overloaded)),
            End::Open | End::Gone | End::Lost => return Ok(()),
        };
        match entries == expected {
            true => Ok(()),
            false => Err(format!("{:?} has the entries {entries:?}, and not {expected:?}", asked.ask)),
        }
    }

    /// Whether all entries are those of what was asked, and their sums are what they sum up.
    pub fn check_entries(&self, world: &World, journal: &Journal) -> Result<(), Broken> {
        let mut entries: BTreeMap<Uuid, Vec<Entry>> = BTreeMap::new();
        for entry in self.entries("") {
            entries.entry(entry.request).or_default().push(entry);
        }
        for asked in &journal.asked {
            let mine = entries.remove(&asked.id).unwrap_or_default();
            // A process that died after its customer was told to ask again may have left none.
            if !matches!(asked.end, End::Late) || !mine.is_empty() {
                Self::agrees(world, asked, &mine)?;
            }
            if mine.len() > asked.ask.ids().len() {
                return Err(format!("{:?} has several entries: {mine:?}", asked.ask));
            }
        }
        match entries.is_empty() {
            true => self.check_sums(),
            false => Err(format!("nobody asked for {entries:?}")),
        }
    }

    /// Whether the sums are those of the entries that there are.
    pub fn check_sums(&self) -> Result<(), Broken> {
        let count =
            "SELECT hex(account_id), succeeded, rejected FROM usage_count WHERE succeeded + rejected <> 0";
        let counted = "SELECT hex(account_id), sum(status = 'succeeded'), sum(status <> 'succeeded')
            FROM usage_entry GROUP BY account_id";
        let address = "SELECT hex(account_id) || client_ipv4, entries, 0 FROM usage_address";
        let addresses = "SELECT hex(account_id) || client_ipv4, count(*), 0 FROM usage_entry GROUP BY 1";
        for (kept, summed) in [(count, counted), (address, addresses)] {
            let all = |sql: &str| {
                let mut all = self.all(sql, |row| (text(row, 0), of::<i64>(row, 1), of::<i64>(row, 2)));
                all.sort();
                all
            };
            if all(kept) != all(summed) {
                return Err(format!("the sums are {:?}, of entries {:?}", all(kept), all(summed)));
            }
        }
        Ok(())
    }
}

fn of<T: FromSql>(row: &Row<'_>, column: usize) -> T {
    row.get(column).unwrap()
}

fn text(row: &Row<'_>, column: usize) -> String {
    of(row, column)
}

/// What identifies something; nothing where it is missing.
fn id(row: &Row<'_>, column: usize) -> Uuid {
    of::<Option<Vec<u8>>>(row, column).map_or(Uuid::nil(), |id| Uuid::from_slice(&id).unwrap())
}
