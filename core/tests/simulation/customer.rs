//! What customers do: they ask, repeat, mix up their keys, read, hang up, and wait no longer.
use crate::{
    ask::{Ask, Told},
    audit,
    journal::{Asked, End},
    play::Simulation,
    world::{NEW, REVOKED, STANDING},
};
use hosting_core::{
    Ending, Facade, Request, Via,
    kvm::KvmAction,
    lxc::{LxcAction, SnapshotAction},
};
use std::{net::Ipv4Addr, sync::Arc};
use uuid::Uuid;

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Simulation {
    pub fn somebody_asks(&mut self) {
        let account = self.chance.index(2);
        let (ask, is_foreign) = self.change(account);
        let key = format!("key-{:08}", self.journal.asked.len());
        self.asks(account, ask, is_foreign, Some(key));
    }

    /// A request is sent once more under its key, to whichever replica.
    pub fn somebody_repeats(&mut self) {
        if let Some(place) = self.some_mutation() {
            let Asked { account, ask, is_foreign, key, .. } = &self.journal.asked[place];
            let (account, ask, is_foreign, key) = (*account, ask.clone(), *is_foreign, key.clone());
            self.asks(account, ask, is_foreign, key);
        }
    }

    /// A key is used for whatever else.
    pub fn somebody_uses_a_key_again(&mut self) {
        if let Some(place) = self.some_mutation() {
            let Asked { account, key, .. } = &self.journal.asked[place];
            let (account, key) = (*account, key.clone());
            let (ask, is_foreign) = self.change(account);
            self.asks(account, ask, is_foreign, key);
        }
    }

    pub fn somebody_reads(&mut self) {
        let account = self.chance.index(2);
        let (whose, is_foreign) = self.whose(account);
        let domain = self.domain(whose);
        let service = self.world.accounts[whose].container;
        let (ask, is_foreign) = match self.chance.below(7) {
            0 => (Ask::ReadDomains, false),
            5 if !is_foreign => (Ask::ReadTwo { domain, service }, false),
            1 => (Ask::ReadRecords { domain, cursor: None }, is_foreign),
            2 => (Ask::ReadContainer { service }, is_foreign),
            3 => (Ask::ReadSnapshots { service }, is_foreign),
            4 => (Ask::ReadUsage, false),
            _ => (Ask::ReadDomain { domain }, is_foreign),
        };
        self.asks(account, ask, is_foreign, None);
    }

    /// Who asked is not there any more, wherever the request is on its way.
    pub fn somebody_hangs_up(&mut self) {
        if let Some(place) = self.some_open() {
            let asked = &mut self.journal.asked[place];
            asked.task.abort();
            asked.end = End::Gone;
            self.note(|| format!("{place} hangs up"));
        }
    }

    /// The time of a request is over; where it is being written down already how it ended, that is waited for.
    pub fn somebody_is_late(&mut self) {
        if let Some(place) = self.some_open() {
            let asked = &mut self.journal.asked[place];
            let late = asked.ending.give_up();
            if late {
                asked.end = End::Late;
            }
            self.note(|| format!("{place} is late: {late}"));
        }
    }

    /// Asks a replica, with whichever credential.
    pub fn asks(&mut self, account: usize, ask: Ask, is_foreign: bool, key: Option<String>) -> usize {
        let credential = match self.chance.below(8) {
            0 => NEW,
            1 | 2 => REVOKED,
            _ => STANDING,
        };
        let replica = self.chance.index(self.replicas.len());
        self.asks_by(account, (ask, is_foreign), key, credential, replica)
    }

    pub fn asks_by(
        &mut self,
        account: usize,
        (ask, is_foreign): (Ask, bool),
        key: Option<String>,
        credential: usize,
        replica: usize,
    ) -> usize {
        let via = Via {
            facade: Facade::Rest,
            method: "POST".to_owned(),
            route: "/".to_owned(),
            status: audit::status,
        };
        let on = &self.replicas[replica];
        let id = on.platform.id();
        let address = Ipv4Addr::new(192, 0, 2, self.chance.below(3).to_le_bytes()[0]).into();
        let request = Request { id, at: self.time(), via, address, user_agent: None, key: key.clone() };
        let (ending, told) = (Ending::default(), Arc::default());
        let task = on.spawn(request_of(
            (on.platform.clone(), self.world.accounts[account].credentials[credential].1.clone()),
            request,
            ask.clone(),
            (ending.clone(), Arc::clone(&told)),
        ));
        let life = on.life;
        let place = self.journal.asked.len();
        let with = key.as_deref().unwrap_or("no key").to_owned();
        self.note(|| format!("{place} asks {replica} by {account}.{credential} with {with}: {ask:?}"));
        self.journal.note(Asked {
            id,
            account,
            credential,
            replica: (replica, life),
            key,
            ask,
            is_foreign,
            at: self.time(),
            step: self.now,
            told,
            task: task.abort_handle(),
            ending,
            end: End::Open,
        })
    }

    /// A request with a key that is not answered yet, or not long ago.
    fn some_mutation(&mut self) -> Option<usize> {
        let all = &self.journal.asked;
        let some: Vec<_> = (0..all.len()).filter(|place| all[*place].key.is_some()).collect();
        let recent = &some[some.len().saturating_sub(12)..];
        (!recent.is_empty()).then(|| recent[self.chance.index(recent.len())])
    }

    fn some_open(&mut self) -> Option<usize> {
        let all = &self.journal.asked;
        let open: Vec<_> = (0..all.len()).filter(|place| matches!(all[*place].end, End::Open)).collect();
        (!open.is_empty()).then(|| open[self.chance.index(open.len())])
    }

    /// Whose things somebody asks about, and whether they are somebody else's.
    fn whose(&mut self, account: usize) -> (usize, bool) {
        let is_foreign = self.chance.once_in(16);
        (if is_foreign { 1 - account } else { account }, is_foreign)
    }

    fn domain(&mut self, account: usize) -> Uuid {
        let domains = &self.world.accounts[account].domains;
        domains[self.chance.index(domains.len())].id
    }

    fn change(&mut self, account: usize) -> (Ask, bool) {
        let (whose, is_foreign) = self.whose(account);
        let domain = self.domain(whose);
        let name = NAMES[self.chance.index(3)].to_owned();
        let content = format!("192.0.2.{}", self.chance.below(250));
        let records = self.audit.records(domain);
        let record = (!records.is_empty()).then(|| records[self.chance.index(records.len())].0);
        let (container, machine) = (self.world.accounts[whose].container, self.world.accounts[whose].machine);
        let ask = match (self.chance.below(12), record) {
            (0, _) => Ask::NameServers { domain, name },
            (1, _) => Ask::AutoRenew { domain, enabled: self.chance.once_in(2) },
            (2, _) => Ask::Container { service: container, action: LXC[self.chance.index(LXC.len())] },
            (3, _) => Ask::Machine { service: machine, action: KVM[self.chance.index(KVM.len())] },
            (4, _) => {
                let action = SNAPSHOT[self.chance.index(SNAPSHOT.len())];
                Ask::Snapshot { service: container, action, name }
            }
            (5 | 6, _) => Ask::Password { service: container, password: format!("a password of {content}") },
            (7, Some(record)) => Ask::DeleteRecord { domain, record },
            (8 | 9, Some(record)) => Ask::UpdateRecord { domain, record, name, content },
            _ => Ask::CreateRecord { domain, name, content },
        };
        (ask, is_foreign)
    }
}

const LXC: [LxcAction; 5] =
    [LxcAction::Start, LxcAction::Restart, LxcAction::Freeze, LxcAction::Unfreeze, LxcAction::Stop];
const KVM: [KvmAction; 4] = [KvmAction::Start, KvmAction::Restart, KvmAction::Shutdown, KvmAction::Stop];
const SNAPSHOT: [SnapshotAction; 4] =
    [SnapshotAction::Create, SnapshotAction::Create, SnapshotAction::Delete, SnapshotAction::Restore];

/// A request as a facade handles it.
async fn request_of(
    (on, token): (hosting_core::Platform, String),
    request: Request,
    ask: Ask,
    (ending, told): (Ending, Arc<std::sync::OnceLock<Told>>),
) {
    let request = Request { at: on.clock().now(), ..request };
    let answer = match on.admit(Some(&token), request).await {
        Ok(call) => ask.perform(&on, &call.ending(ending)).await,
        Err(refused) => Told::refused(&refused),
    };
    let _ = told.set(answer);
}
