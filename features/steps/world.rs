//! What a scenario knows: its platform, its people, what they own, and the last answers.
use crate::{
    backends::Hold,
    conversion::Conversion,
    facades::{Asked, Facade, Refusal, Told},
    hosting_links::Browser,
    line::Line,
    live::Watching,
    live_client::Socket,
    operating::Operating,
    path_ids::Guess,
    people::{Person, all},
    search::Searched,
    several::Other,
    stage::{Http, Stage},
    statuses::Answered,
};
use chrono::TimeDelta;
use hosting_core::{
    Operation, account::row as account, clock::Clock, dns::DnsRecord, instances::InstanceKind,
    lxc::TerminalTicket, usage::UsageEntry,
};
use std::collections::HashMap;
use tokio::{net::TcpSocket, task::JoinHandle};
use uuid::Uuid;

/// A platform of its own for each scenario.
#[derive(cucumber::World)]
#[world(init = Self::new)]
pub struct World {
    /// The way that the customers take.
    pub facade: Facade,
    /// What they play on.
    pub stage: Stage,
    /// How the requests ended, the oldest first.
    pub endings: Vec<Ending>,
    /// The pages that were read.
    pub pages: Pages,
    /// What was searched for last.
    pub searched: Option<Searched>,
    /// What registries were found to show otherwise, by the names of domains.
    pub compared: HashMap<String, Vec<String>>,
    /// The record that a sentence was about.
    pub record: Option<DnsRecord>,
    /// The entry that a sentence was about.
    pub entry: Option<UsageEntry>,
    /// What opens a terminal.
    pub ticket: Option<TerminalTicket>,
    /// What came of using it.
    pub terminal_opened: Option<Result<(), Refusal>>,
    /// What a customer's browser holds.
    pub browser: Browser,
    /// The conversion that is under way.
    pub conversion: Conversion,
    /// What those are told who watch.
    pub watching: HashMap<String, Watching>,
    /// The records that were looked up by their identities.
    pub identities: Vec<serde_json::Value>,
    /// Work that is under way.
    pub work: Option<JoinHandle<()>>,
    /// The program that an operator runs.
    pub operating: Operating,
    people: HashMap<String, Person>,
    /// The domains, by the name that sentences use.
    pub domains: HashMap<String, Owned>,
    /// The services, likewise.
    pub services: HashMap<String, Owned>,
    /// The instances, likewise.
    pub instances: HashMap<String, Machine>,
    /// The snapshots of virtual machines, by machine and name.
    pub snapshots: HashMap<[String; 2], String>,
    /// The records, by domain, type and name.
    pub records: HashMap<[String; 3], Uuid>,
    /// The keys that mail was signed with when they were noted.
    pub keys: Vec<String>,
    /// What the operations were answered with that were asked for one after the other.
    pub answered: Vec<Answered>,
    /// What keeps a backend from answering.
    pub held: Option<Hold>,
    /// A port on which nobody listens.
    pub silent_port: Option<TcpSocket>,
    /// A listener of the scenario's own.
    pub line: Option<Line>,
    /// A socket that is open.
    pub socket: Option<Socket>,
    /// What came of looking where accepted work can be read again.
    pub places: Vec<(String, u16)>,
    /// What came of guessing at identities.
    pub guesses: Vec<Guess>,
    /// The backends of a port that has several, by their names.
    pub several: HashMap<String, Other>,
}

/// Something that somebody owns.
#[derive(Clone, Debug)]
pub struct Owned {
    /// Its identity.
    pub id: Uuid,
    /// Who owns it.
    pub owner: String,
}

/// A container or a virtual machine that somebody owns.
#[derive(Clone, Debug)]
pub struct Machine {
    /// Its identity.
    pub id: Uuid,
    /// Who owns it.
    pub owner: String,
    /// Which sort.
    pub kind: InstanceKind,
}

/// How a request ended.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The data, or why there is none.
    pub outcome: Result<serde_json::Value, Refusal>,
    /// What came over HTTP, where it did.
    pub http: Option<Http>,
}

/// What was read page by page.
#[derive(Default)]
pub struct Pages {
    /// The identities on each page.
    pub read: Vec<Vec<String>>,
    /// Where to go on.
    pub next: Option<String>,
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last = self.endings.last().map(|ending| &ending.outcome);
        write!(f, "{}: the last request ended in {last:?}", self.facade)
    }
}

impl World {
    async fn new() -> Self {
        Self {
            facade: Facade::Direct,
            stage: Stage::new().await,
            endings: Vec::new(),
            pages: Pages::default(),
            searched: None,
            compared: HashMap::new(),
            record: None,
            entry: None,
            ticket: None,
            terminal_opened: None,
            browser: Browser::default(),
            conversion: Conversion::default(),
            watching: HashMap::new(),
            identities: Vec::new(),
            work: None,
            operating: Operating::default(),
            people: HashMap::new(),
            domains: HashMap::new(),
            services: HashMap::new(),
            instances: HashMap::new(),
            snapshots: HashMap::new(),
            records: HashMap::new(),
            keys: Vec::new(),
            answered: Vec::new(),
            held: None,
            silent_port: None,
            line: None,
            socket: None,
            places: Vec::new(),
            guesses: Vec::new(),
            several: HashMap::new(),
        }
    }

    /// Someone who was introduced.
    pub fn person(&mut self, name: &str) -> &mut Person {
        self.people.get_mut(name).unwrap_or_else(|| panic!("nobody has introduced {name}"))
    }

    /// Gives `name` an account and a credential, unless they have them.
    pub async fn introduce(&mut self, name: &str) {
        if self.people.contains_key(name) {
            return;
        }
        if let Some(server) = self.stage.server() {
            // An account that is there already; which one, nobody asks.
            let token = Some(server.key(self.people.len()).to_owned());
            self.people.insert(name.to_owned(), Person { token, ..Person::new(name, Uuid::nil()) });
            return;
        }
        let clock = &self.stage.clock;
        let person = Person::new(name, clock.id());
        let row = account::Model {
            id: person.account,
            email: person.email(),
            full_name: format!("{name} Mensah"),
            first_name: Some(name.to_owned()),
            last_name: Some("Mensah".to_owned()),
            company_name: None,
            country: Some("GH".to_owned()),
            preferred_language: "en".to_owned(),
            timezone: "Africa/Accra".to_owned(),
            status: account::AccountStatus::Active,
            plan: None,
            plan_status: None,
            operations_limit: None,
            period_ends_at: None,
            created_at: clock.now(),
        };
        self.stage.insert(row).await;
        self.people.insert(name.to_owned(), person);
        self.issue(name).await;
    }

    /// Issues the credential that `name` is to use from now on.
    pub async fn issue(&mut self, name: &str) {
        let wanted = self.person(name).wanted.clone();
        let (id, token) = self.stage.issue(wanted).await;
        let person = self.person(name);
        (person.credential, person.token) = (id, Some(token));
    }

    /// `name` with another credential, which may do everything.
    pub async fn trusted(&mut self, name: &str) -> Person {
        let mut person = self.person(name).clone();
        person.wanted = all(person.account);
        (person.credential, person.token) = {
            let (id, token) = self.stage.issue(person.wanted.clone()).await;
            (id, Some(token))
        };
        person
    }

    /// A key that was never used.
    pub fn new_key(&self) -> String {
        self.stage.new_id().to_string()
    }

    /// Performs `operation` as `who` would, under a new key; it is the last request from now on.
    pub async fn perform<O: Operation>(&mut self, who: &str, operation: O) -> Told<O::Output> {
        let key = self.new_key();
        self.perform_with(who, Some(&key), operation).await
    }

    /// The same under `key`, or under none.
    pub async fn perform_with<O: Operation>(
        &mut self,
        who: &str,
        key: Option<&str>,
        operation: O,
    ) -> Told<O::Output> {
        let person = self.person(who).clone();
        let told = self.ask(&person, key, &operation).await;
        self.end(&told);
        told
    }

    /// Performs `operation` as a look at what is; the last request stays the last.
    pub async fn look<O: Operation>(&mut self, who: &str, operation: O) -> O::Output {
        let person = self.person(who).clone();
        let told = self.ask(&person, None, &operation).await;
        told.unwrap_or_else(|refusal| panic!("{who} may not look: {refusal:?}")).data
    }

    /// Performs `operation` on the facade under test.
    pub async fn ask<O: Operation>(&self, who: &Person, key: Option<&str>, operation: &O) -> Told<O::Output> {
        let asked = Asked { stage: &self.stage, who, key };
        let told = self.facade.perform(asked, operation).await;
        let code = told.as_ref().err().map(|refusal| refusal.code.as_str());
        self.stage.record.ended(self.facade, O::ID, code);
        told
    }

    /// Notes how a request ended.
    pub fn end<T: serde::Serialize>(&mut self, told: &Told<T>) {
        self.endings.push(match told {
            Ok(answer) => {
                let data = serde_json::to_value(&answer.data).expect("outputs are plain data");
                Ending { outcome: Ok(data), http: answer.http.clone() }
            }
            Err(refusal) => Ending { outcome: Err(refusal.clone()), http: refusal.http.as_deref().cloned() },
        });
    }

    /// How the last request ended.
    pub fn last(&self) -> &Ending {
        self.endings.last().expect("something was asked for")
    }

    /// Why the last request was refused.
    pub fn refusal(&self) -> &Refusal {
        match &self.last().outcome {
            Err(refusal) => refusal,
            Ok(data) => panic!("it was accepted: {data}"),
        }
    }

    /// The HTTP of the last request.
    pub fn http(&self) -> &Http {
        self.last().http.as_ref().expect("it went over HTTP")
    }

    /// The identity of a domain, and its owner.
    pub fn domain(&self, name: &str) -> Owned {
        self.domains.get(name).cloned().unwrap_or_else(|| panic!("nobody owns {name}"))
    }

    /// Lets time pass.
    pub fn pass(&self, delta: TimeDelta) {
        self.stage.clock.pass(delta);
    }
}
