//! What the operator does, and what is rare.
use crate::{
    ask::Ask,
    journal::{Broken, Revoked},
    made_up,
    play::Simulation,
    world::{NEW, REVOKED},
};
use chrono::TimeDelta;
use hosting_core::{account::row, clock::Clock, credential, queue::operator::bury};
use sea_orm::{ActiveModelTrait, ConnectionTrait, Set, Unchanged};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tokio::task::yield_now;
use uuid::Uuid;

impl Simulation {
    pub fn the_operator_decides(&mut self) -> Result<(), Broken> {
        let account = self.chance.index(2);
        match self.chance.below(4) {
            0 => self.revokes(account),
            1 => self.issues(account),
            _ => self.stops(account, true),
        }
    }

    /// A credential is taken back: by a process that serves, or by a program of the operator's.
    fn revokes(&mut self, account: usize) -> Result<(), Broken> {
        if self.journal.operator.revoked.contains_key(&account) {
            return Ok(());
        }
        let id = self.world.accounts[account].credentials[REVOKED].0.id;
        let by = self.chance.once_in(2).then(|| self.awake());
        self.note(|| format!("a credential of {account} is revoked by {by:?}"));
        let Some(by) = by else {
            return self.takes_back(account, id);
        };
        let life = self.replicas[by].life;
        self.reads_by(account, REVOKED, by)?;
        self.is_revoked(account, Some((by, life)));
        let (platform, ended) = (self.replicas[by].platform.clone(), Arc::new(AtomicBool::new(false)));
        let says = Arc::clone(&ended);
        self.replicas[by].spawn(async move {
            says.store(platform.revoke(id).await.unwrap().is_some(), Ordering::Relaxed);
        });
        self.until(|simulation| ended.load(Ordering::Relaxed) || simulation.replicas[by].life != life)?;
        match ended.load(Ordering::Relaxed) {
            true => {
                self.now += 1;
                self.reads_by(account, REVOKED, by)
            }
            false => self.takes_back(account, id),
        }
    }

    fn is_revoked(&mut self, account: usize, by: Option<(usize, usize)>) {
        let revoked = Revoked { at: self.time(), by, step: self.now };
        self.journal.operator.revoked.insert(account, revoked);
    }

    /// A credential is used at a replica.
    fn reads_by(&mut self, account: usize, credential: usize, replica: usize) -> Result<(), Broken> {
        self.asks_by(account, (Ask::ReadDomains, false), None, credential, replica);
        self.everybody_goes_on()
    }

    fn takes_back(&mut self, account: usize, id: Uuid) -> Result<(), Broken> {
        self.is_revoked(account, None);
        let (database, clock) = (self.stage.database.clone(), Arc::clone(&self.stage.clock));
        self.at_once(
            async move { assert!(credential::revoke(&database, &*clock, id).await.unwrap().is_some()) },
        )
    }

    /// An account gets a new credential, whose token may have been tried before.
    fn issues(&mut self, account: usize) -> Result<(), Broken> {
        if self.journal.operator.issued.contains_key(&account) {
            return Ok(());
        }
        let new = self.world.accounts[account].credentials[NEW].0.clone();
        let tries = self.awake();
        self.reads_by(account, NEW, tries)?;
        self.note(|| format!("{account} has a new credential"));
        self.journal.operator.issued.insert(account, self.time());
        let database = self.stage.database.clone();
        self.at_once(async move { made_up::insert(&database, new).await })?;
        self.stage.clock.pass(TimeDelta::seconds(2));
        self.reads_by(account, NEW, tries)
    }

    /// Stops an account, or lets it go on.
    pub fn stops(&mut self, account: usize, stop: bool) -> Result<(), Broken> {
        if self.journal.operator.is_stopped(account) == stop {
            return Ok(());
        }
        let id = self.world.accounts[account].id;
        self.note(|| format!("{account} is suspended: {stop}"));
        self.journal.operator.standing.push((self.now, account, stop));
        let database = self.stage.database.clone();
        self.at_once(async move {
            let status = if stop { row::AccountStatus::Suspended } else { row::AccountStatus::Active };
            let write = database.write(move |db| {
                let next = row::ActiveModel { id: Unchanged(id), status: Set(status), ..Default::default() };
                Box::pin(async move { Ok(next.update(db).await?) })
            });
            write.await.unwrap();
        })
    }

    /// A replica that is awake, or is woken.
    pub fn awake(&mut self) -> usize {
        let one = self.chance.index(self.replicas.len());
        self.replicas[one].paused = false;
        one
    }

    /// Does what a program of the operator's does, and everything that waits before it.
    fn at_once(&mut self, work: impl Future<Output = ()> + Send + 'static) -> Result<(), Broken> {
        let work = self.stage.home.spawn(work);
        self.until(|simulation| {
            simulation.stage.home.block_on(yield_now());
            work.is_finished()
        })
    }

    fn until(&mut self, done: impl Fn(&Self) -> bool) -> Result<(), Broken> {
        for _ in 0..10 {
            if done(self) {
                return Ok(());
            }
            self.everybody_goes_on()?;
            self.the_writer_goes_on()?;
        }
        Err("what the operator decided was not done".to_owned())
    }

    /// Days pass, and what is kept no longer is removed; or a newer version begins to serve beside this one.
    pub fn what_is_rare(&mut self) -> Result<(), Broken> {
        match self.chance.below(8) {
            0 | 1 => return self.another_version_queues_work(),
            2 => return self.gives_up(),
            _ => {}
        }
        if self.chance.once_in(16) {
            self.stage.clock.pass(TimeDelta::hours(25));
            self.note(|| "a day passes".to_owned());
        }
        let by = self.awake();
        self.routines(by);
        Ok(())
    }

    /// A record is made whose work nobody here can read: it waits until the operator gives it up.
    fn another_version_queues_work(&mut self) -> Result<(), Broken> {
        let account = &self.world.accounts[self.chance.index(2)];
        let (domain, account) = (&account.domains[0], account.id.simple());
        let (job, record, now) =
            (self.stage.clock.id().simple(), self.stage.clock.id().simple(), self.time());
        let (of, name) = (domain.id, format!("future-{}", self.journal.operator.foreseen));
        let (id, fqdn) = (of.simple(), format!("{name}.{}", domain.domain_name));
        self.journal.operator.foreseen += 1;
        self.note(|| format!("another version queues work on {fqdn}"));
        let sql = format!(
            "INSERT INTO dns_record (id, account_id, domain_id, name, fqdn, type, contents, ttl, status, revision,
                created_at, updated_at) VALUES (x'{record}', x'{account}', x'{id}', '{name}', '{fqdn}', 'A',
                '[\"192.0.2.77\"]', 300, 'pending', 1, '{now}', '{now}');
            INSERT INTO job (id, request_id, kind, subject, position, task, status, attempts, run_at, created_at, lane,
                turn) SELECT x'{job}', zeroblob(16), 'of_the_future', 'domain:{of}', coalesce(max(position), 0) + 1,
                '{{}}', 'queued', 0, '{now}', '{now}', 'dns', 0 FROM job WHERE subject = 'domain:{of}'"
        );
        let database = self.stage.database.clone();
        self.at_once(async move {
            let queue = database.write(move |db| {
                Box::pin(async move {
                    db.execute_unprepared(&sql).await?;
                    Ok(())
                })
            });
            let queued: Result<(), hosting_core::Error> = queue.await;
            queued.unwrap();
        })
    }

    /// The operator gives up what only another version can read.
    pub fn gives_up(&mut self) -> Result<(), Broken> {
        for unread in self.audit.unread() {
            self.note(|| format!("the operator gives up {unread}"));
            let (database, clock) = (self.stage.database.clone(), Arc::clone(&self.stage.clock));
            self.at_once(async move {
                bury(&database, &*clock, unread).await.unwrap();
            })?;
        }
        Ok(())
    }
}
