//! A nameserver that takes updates (RFC 2136), signed by a key (TSIG, RFC 8945): BIND, Knot, and others.
//!
//! Zones are made and removed by the operator: an update cannot. A change is one message, done whole or not at all, and
//! only if what it touches is still as it was read; else it is read again.
//!
//! The key has to be let update and transfer each zone: in BIND by `update-policy { grant <key> zonesub ANY; }` and
//! `allow-transfer { key <key>; }`, with `check-names primary ignore` for the names that begin with an underscore, which
//! it refuses otherwise; in Knot by an `acl` with `action: [update, transfer]`.
mod failures;
mod options;
mod plan;
mod session;
mod tsig;

use crate::{answers::Answers, keys, message::Request, records::name};
use async_trait::async_trait;
use hickory_proto::{
    op::ResponseCode,
    rr::{Name, RecordType},
};
use hosting_kernel::providers::{
    Failure,
    dns::{Change, Dns, Receipt, RrSet},
    registrar::Ds,
    within,
};
use options::Settings;
use plan::{Found, Goal};
use session::Session;
use std::time::Duration;
use uuid::Uuid;

pub use options::Options;

/// How often a change is made again on what is there by then.
const TIMES: u32 = 3;
/// The wait before the first of these; it grows.
const WAIT: Duration = Duration::from_millis(20);
/// How many names one message takes out of a zone that is removed.
const NAMES: usize = 1000;

/// How long the nameserver is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For the connection.
    pub connect: Duration,
    /// For all of a call but the asking of servers.
    pub whole: Duration,
    /// For the servers that must answer with a change.
    pub answers: Duration,
}

impl Default for Patience {
    /// 5 s, 15 s and 20 s.
    fn default() -> Self {
        let [connect, whole, answers] = [5, 15, 20].map(Duration::from_secs);
        Self { connect, whole, answers }
    }
}

/// A nameserver that takes updates.
pub struct DnsUpdate {
    server: String,
    key: tsig::Key,
    name_servers: Vec<String>,
    dnssec: bool,
    answers: Answers,
    patience: Patience,
}

impl DnsUpdate {
    /// The nameserver of `options`; what is wrong with them, in words that name the option.
    pub fn new(options: Options) -> Result<Self, String> {
        Self::with_patience(options, Patience::default())
    }

    /// The same, waited for as long as `patience` says.
    pub fn with_patience(options: Options, patience: Patience) -> Result<Self, String> {
        let Settings { server, key, name_servers, dnssec, answers } = options.read()?;
        let answers = answers.with_patience(patience.answers);
        Ok(Self { server, key, name_servers, dnssec, answers, patience })
    }

    async fn session(&self) -> Result<Session<'_>, Failure> {
        Session::open(&self.server, &self.key, self.patience.connect).await
    }

    /// Does `goals` in `zone`: its serial afterwards.
    async fn update(&self, zone: &Name, goals: &[Goal]) -> Result<Option<u32>, Failure> {
        let mut session = self.session().await?;
        // Whether a name is free for an alias, questions for one type do not tell.
        let is_alias = |goal: &Goal| goal.kind == RecordType::CNAME && goal.put.is_some();
        let mut exactly = goals.iter().any(is_alias);
        for nth in 0..=TIMES {
            tokio::time::sleep(WAIT * nth).await;
            if once(&mut session, zone, goals, exactly).await? {
                return Ok(serial(&mut session, zone).await);
            }
            exactly = true;
        }
        Err(failures::conflict())
    }

    /// Takes everything out of `zone` but what is its own, in as many updates as it needs.
    async fn empty(&self, zone: &Name) -> Result<(), Failure> {
        let mut session = self.session().await?;
        let found = plan::found(session.transfer(zone).await?);
        for gone in plan::emptied(zone, &found).chunks(NAMES) {
            let mut message = Request::update(zone);
            message.does.extend_from_slice(gone);
            good(session.ask(message).await?.head.response_code)?;
        }
        Ok(())
    }
}

/// Tries `goals` once: whether they are done. They are not where what was read is not what is there by now, or may not be.
async fn once(
    session: &mut Session<'_>,
    zone: &Name,
    goals: &[Goal],
    exactly: bool,
) -> Result<bool, Failure> {
    let found = match exactly {
        true => Some(plan::found(session.transfer(zone).await?)),
        false => asked(session, goals).await?,
    };
    let Some(found) = found else { return Ok(false) };
    let message = match plan::update(zone, goals, &found) {
        Ok(message) => message,
        Err(why) if exactly => return Err(Failure::Refused(why)),
        Err(_) => return Ok(false),
    };
    match session.ask(message).await?.head.response_code {
        ResponseCode::NoError => Ok(true),
        code if failures::is_conflict(code) => Ok(false),
        code => Err(failures::of_code(code)),
    }
}

/// What is there of `goals`, asked for set by set: quicker than a transfer, but what a wildcard stands in for looks as
/// if it were there. Nothing where the server does not answer with authority, as below a delegation.
async fn asked(session: &mut Session<'_>, goals: &[Goal]) -> Result<Option<Found>, Failure> {
    let questions = goals.iter().map(|goal| Request::question(&goal.name, goal.kind)).collect();
    let answers = session.ask_all(questions).await?;
    let knows = |code| matches!(code, ResponseCode::NoError | ResponseCode::NXDomain);
    if !answers.iter().all(|answer| answer.head.authoritative && knows(answer.head.response_code)) {
        return Ok(None);
    }
    let mut records = vec![];
    for (answer, goal) in answers.into_iter().zip(goals) {
        let is_of =
            |name: &Name, kind| *name == goal.name && (kind == goal.kind || kind == RecordType::CNAME);
        records.extend(answer.answers.into_iter().filter(|record| is_of(&record.name, record.kind)));
    }
    // An alias is in the answer for each type of its name.
    records.sort_by(|a, b| (&a.name, u16::from(a.kind), &a.data).cmp(&(&b.name, u16::from(b.kind), &b.data)));
    records.dedup();
    Ok(Some(plan::found(records)))
}

/// The serial of `zone`. What was done is done, also where it cannot be asked for.
async fn serial(session: &mut Session<'_>, zone: &Name) -> Option<u32> {
    session.ask(Request::question(zone, RecordType::SOA)).await.ok()?.serial(zone)
}

fn good(code: ResponseCode) -> Result<(), Failure> {
    match code {
        ResponseCode::NoError => Ok(()),
        code => Err(failures::of_code(code)),
    }
}

fn zone_name(zone: &str) -> Result<Name, Failure> {
    name::parse(zone).map(|zone| zone.to_lowercase()).map_err(Failure::Refused)
}

#[async_trait]
impl Dns for DnsUpdate {
    fn name_servers(&self) -> &[String] {
        &self.name_servers
    }

    async fn change(&self, _: Uuid, zone: &str, changes: &[Change]) -> Result<Receipt, Failure> {
        let zone = zone_name(zone)?;
        let goals = plan::goals(&zone, changes)?;
        let serial = within(self.patience.whole, self.update(&zone, &goals)).await?;
        let answered = self.answers.until_they_answer(changes).await?;
        Ok(Receipt { serial, answered })
    }

    async fn make_zone(&self, _: Uuid, zone: &str) -> Result<(), Failure> {
        let name = zone_name(zone)?;
        let there = within(self.patience.whole, async {
            let mut session = self.session().await?;
            let answer = session.ask(Request::question(&name, RecordType::SOA)).await?;
            Ok(answer.serial(&name).is_some())
        });
        if there.await? {
            return Ok(());
        }
        tracing::warn!(zone, server = self.server, "the nameserver has no such zone: it is yours to make");
        Err(Failure::NotThere(format!("the nameservers have no zone {zone} yet")))
    }

    async fn remove_zone(&self, _: Uuid, zone: &str) -> Result<(), Failure> {
        match within(self.patience.whole, self.empty(&zone_name(zone)?)).await {
            Err(Failure::NotThere(_)) => Ok(()),
            done => done,
        }
    }

    async fn zones(&self) -> Result<Vec<String>, Failure> {
        Err(Failure::Refused("a nameserver that takes updates cannot list its zones".to_owned()))
    }

    async fn zone(&self, zone: &str) -> Result<Vec<RrSet>, Failure> {
        let zone = zone_name(zone)?;
        let read = async { self.session().await?.transfer(&zone).await };
        Ok(plan::sets(&zone, &within(self.patience.whole, read).await?))
    }

    fn signs(&self) -> bool {
        self.dnssec
    }

    async fn ds(&self, zone: &str) -> Result<Vec<Ds>, Failure> {
        let name = zone_name(zone)?;
        let read = async {
            let mut session = self.session().await?;
            let asked = [RecordType::SOA, RecordType::CDS].map(|kind| Request::question(&name, kind));
            session.ask_all(asked.into()).await
        };
        let answers = within(self.patience.whole, read).await?;
        if answers.iter().all(|answer| answer.serial(&name).is_none()) {
            return Err(Failure::NotThere(format!("the nameservers have no zone {zone} yet")));
        }
        let records = answers.iter().flat_map(|answer| &answer.answers);
        let of_zone = records.filter(|record| record.kind == RecordType::CDS && record.name == name);
        Ok(of_zone.filter_map(|record| keys::read(&record.data)).collect())
    }

    fn driver(&self) -> &'static str {
        "dnsupdate"
    }

    /// Any answer will do that does not say that the key is wrong: of which zones there are, nothing is known here.
    async fn ping(&self) -> Result<(), Failure> {
        let ask = async {
            let mut session = self.session().await?;
            session.ask(Request::question(&Name::root(), RecordType::SOA)).await.map(|_| ())
        };
        within(self.patience.whole, ask).await
    }
}
