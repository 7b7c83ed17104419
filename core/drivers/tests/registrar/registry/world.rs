//! What a registry keeps.
use super::serving::{Keeps, Rules};
use chrono::{DateTime, Utc};
use hosting_kernel::providers::registrar::{Ds, Host};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    net::IpAddr,
};

/// A domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    pub registrar: String,
    pub registrant: Option<String>,
    /// Without `ok`, which it has where it has no other.
    pub statuses: BTreeSet<String>,
    pub grace: BTreeSet<String>,
    /// With addresses where hosts are attributes.
    pub hosts: Vec<Host>,
    pub ds: Vec<Ds>,
    pub created: DateTime<Utc>,
    pub expires: DateTime<Utc>,
}

/// A change that waits: what the domain will be, and which status says that it waits.
#[derive(Clone, Debug)]
pub struct Waiting {
    pub then: Domain,
    pub status: &'static str,
    pub client_id: String,
    pub server_id: String,
}

/// What a contact lets be known: `disclose`, its flag and what it is about.
#[derive(Clone, Debug)]
pub struct Contact {
    pub disclose: Option<bool>,
}

/// What a name costs.
#[derive(Clone, Debug)]
pub struct Fee {
    pub class: String,
    pub amount: String,
}

/// A message that waits.
#[derive(Clone, Debug)]
pub struct Waits {
    pub id: String,
    pub text: String,
    /// What stands in `resData`.
    pub data: String,
}

/// All of it.
#[derive(Debug)]
pub struct World {
    pub rules: Rules,
    pub domains: BTreeMap<String, Domain>,
    /// Hosts that are objects, with their addresses.
    pub hosts: BTreeMap<String, Vec<IpAddr>>,
    pub contacts: HashMap<String, Contact>,
    pub fees: HashMap<String, Fee>,
    /// Names that a check leaves out of its answer.
    pub left_out: HashSet<String>,
    /// Domains whose next change waits.
    pub slow: HashSet<String>,
    pub waiting: HashMap<String, Waiting>,
    pub queue: VecDeque<Waits>,
    told: u64,
}

impl World {
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            domains: BTreeMap::new(),
            hosts: BTreeMap::new(),
            contacts: HashMap::new(),
            fees: HashMap::new(),
            left_out: HashSet::new(),
            slow: HashSet::new(),
            waiting: HashMap::new(),
            queue: VecDeque::new(),
            told: 0,
        }
    }

    /// A domain of our client, from 2020 to the first of March 2031, that nobody answers for.
    pub fn register(&mut self, name: &str) -> &mut Domain {
        let domain = Domain {
            registrar: self.rules.client.clone(),
            registrant: None,
            statuses: BTreeSet::new(),
            grace: BTreeSet::new(),
            hosts: Vec::new(),
            ds: Vec::new(),
            created: "2020-03-01T12:00:00Z".parse().unwrap(),
            expires: "2031-03-01T12:00:00Z".parse().unwrap(),
        };
        self.domains.insert(name.to_owned(), domain);
        self.domains.get_mut(name).unwrap()
    }

    /// Hands a domain over without any rule, and has the hosts made.
    pub fn delegate(&mut self, name: &str, hosts: &[Host]) {
        if self.rules.keeps == Keeps::Objects {
            self.hosts.extend(hosts.iter().map(|host| (host.name.clone(), host.addresses.clone())));
        }
        let objects = self.rules.keeps == Keeps::Objects;
        let kept = hosts.iter().map(|host| Host {
            name: host.name.clone(),
            addresses: if objects { Vec::new() } else { host.addresses.clone() },
        });
        self.domains.get_mut(name).unwrap().hosts = kept.collect();
    }

    /// Has something to say.
    pub fn tell(&mut self, text: &str, data: String) {
        self.told += 1;
        self.queue.push_back(Waits { id: self.told.to_string(), text: text.to_owned(), data });
    }

    /// Whether a host is one that a domain is handed over to.
    pub fn is_used(&self, host: &str) -> bool {
        self.domains.values().any(|domain| domain.hosts.iter().any(|one| one.name == host))
    }

    /// Makes a change, or has it wait: the code.
    pub fn change(&mut self, name: &str, then: Domain, status: &'static str, ids: (&str, &str)) -> u16 {
        if !self.slow.remove(name) {
            self.domains.insert(name.to_owned(), then);
            return 1000;
        }
        let (client_id, server_id) = (ids.0.to_owned(), ids.1.to_owned());
        self.domains.get_mut(name).unwrap().statuses.insert(status.to_owned());
        self.waiting.insert(name.to_owned(), Waiting { then, status, client_id, server_id });
        1001
    }
}
