//! What the operator does, and what is rare.
use crate::{
    journal::Broken,
    made_up,
    play::Simulation,
    world::{NEW, REVOKED},
};
use chrono::TimeDelta;
use hosting_core::{Platform, account::row};
use sea_orm::{ActiveModelTrait, Set, Unchanged};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

impl Simulation {
    pub fn the_operator_decides(&mut self) -> Result<(), Broken> {
        let account = self.chance.index(2);
        match self.chance.below(4) {
            0 => self.revokes(account),
            1 => self.issues(account),
            _ => {
                let standing = self.journal.operator.standing.iter();
                let stopped = standing.rev().find(|(_, of, _)| *of == account).is_some_and(|(.., stopped)| *stopped);
                self.stops(account, !stopped)
            }
        }
    }

    fn revokes(&mut self, account: usize) -> Result<(), Broken> {
        if self.journal.operator.revoked.contains_key(&account) {
            return Ok(());
        }
        let id = self.world.accounts[account].credentials[REVOKED].0.id;
        let by = self.chance.index(self.replicas.len());
        self.replicas[by].paused = false;
        self.note(|| format!("{by} revokes a credential of {account}"));
        let life = self.replicas[by].life;
        self.journal.operator.revoked.insert(account, (self.time(), (by, life)));
        self.at_once(by, move |platform| async move { assert!(platform.revoke(id).await.unwrap()) })
    }

    /// An account gets a new credential, whose token may have been tried before.
    fn issues(&mut self, account: usize) -> Result<(), Broken> {
        if self.journal.operator.issued.contains_key(&account) {
            return Ok(());
        }
        let new = self.world.accounts[account].credentials[NEW].0.clone();
        self.note(|| format!("{account} has a new credential"));
        self.journal.operator.issued.insert(account, self.time());
        let by = self.awake();
        self.at_once(by, move |platform| async move { made_up::insert(platform.database(), new).await })
    }

    /// Stops an account, or lets it go on.
    pub fn stops(&mut self, account: usize, stop: bool) -> Result<(), Broken> {
        let id = self.world.accounts[account].id;
        self.note(|| format!("{account} is suspended: {stop}"));
        self.journal.operator.standing.push((self.now, account, stop));
        let by = self.awake();
        self.at_once(by, move |platform| async move {
            let status = if stop { row::AccountStatus::Suspended } else { row::AccountStatus::Active };
            let write = platform.database().write(move |db| {
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

    /// Does `work` on a replica, and everything that waits before it.
    fn at_once<F: Future<Output = ()> + Send + 'static>(
        &mut self,
        by: usize,
        work: impl FnOnce(Platform) -> F,
    ) -> Result<(), Broken> {
        let done = Arc::new(AtomicBool::new(false));
        let says = Arc::clone(&done);
        let work = work(self.replicas[by].platform.clone());
        self.replicas[by].spawn(async move {
            work.await;
            says.store(true, Ordering::Relaxed);
        });
        for _ in 0..10 {
            self.everybody_goes_on()?;
            self.the_writer_goes_on()?;
            if done.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        Err("what the operator decided was not done".to_owned())
    }

    /// Days pass, and what is kept no longer is removed.
    pub fn what_is_rare(&mut self) -> Result<(), Broken> {
        if self.chance.once_in(8) {
            self.stage.clock.pass(TimeDelta::hours(25));
            self.note(|| "a day passes".to_owned());
        }
        let by = self.awake();
        self.routines(by);
        Ok(())
    }
}
