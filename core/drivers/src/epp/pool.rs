//! The sessions with a registry: opened as they are needed, kept alive, and left behind when they fail.
use super::{
    Patience, codes,
    command::{Answer, Command},
    names::NAMESTORE,
    options::Settings,
    session::{Broken, Ids, Session},
    xml::Xml,
};
use hosting_kernel::providers::Failure;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Instant,
};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, SemaphorePermit},
};

/// The sessions with a registry.
pub(super) struct Pool {
    pub settings: Settings,
    patience: Patience,
    ids: Ids,
    places: Semaphore,
    idle: Mutex<Idle>,
    /// When and why it was that we were not let in.
    barred: Mutex<Option<(Instant, Failure)>>,
    /// Itself, for what keeps idle sessions alive.
    own: Weak<Self>,
}

#[derive(Default)]
struct Idle {
    sessions: Vec<Session>,
    /// Whether someone keeps them alive.
    kept: bool,
}

impl Pool {
    /// None is open yet.
    pub(super) fn new(settings: Settings, patience: Patience) -> Arc<Self> {
        Arc::new_cyclic(|own| Self {
            places: Semaphore::new(settings.sessions),
            settings,
            patience,
            ids: Ids::new(),
            idle: Mutex::default(),
            barred: Mutex::default(),
            own: own.clone(),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A session, as soon as there is one for the caller alone.
    pub(super) async fn line(&self) -> Result<Line<'_>, Failure> {
        let place = self.places.acquire().await.map_err(Failure::ours)?;
        // The one that was used last, so that few are in use.
        let rested = self.idle().sessions.pop();
        let (session, is_new) = match rested {
            Some(session) => (session, false),
            None => (self.open().await?, true),
        };
        Ok(Line { pool: self, session: Some(session), is_new, _place: place })
    }

    async fn open(&self) -> Result<Session, Failure> {
        if let Some((at, why)) = &*self.barred.lock().unwrap_or_else(PoisonError::into_inner)
            && at.elapsed() < self.patience.barred
        {
            return Err(why.clone());
        }
        // Rare, and large.
        let opened = Box::pin(Session::open(&self.settings, self.patience, &self.ids)).await;
        if let Err(why @ Failure::Misconfigured(_)) = &opened {
            let barred = Some((Instant::now(), why.clone()));
            *self.barred.lock().unwrap_or_else(PoisonError::into_inner) = barred;
        }
        opened
    }

    /// Takes a session back.
    fn rest(&self, session: Session) {
        let mut idle = self.idle();
        idle.sessions.push(session);
        // Where no runtime is left, nobody will use it either.
        if !idle.kept
            && let Ok(runtime) = Handle::try_current()
        {
            idle.kept = true;
            runtime.spawn(keep(self.own.clone(), self.patience));
        }
    }

    /// Says hello on each session that nothing was heard of for long: whether there is any left.
    async fn hello(&self) -> bool {
        // Those that are greeted count as in use: no more are open than there may be.
        for _ in 0..self.settings.sessions {
            let Ok(_place) = self.places.try_acquire() else { break };
            let Some(mut session) = self.tired() else { break };
            match session.hello().await {
                Ok(()) => self.idle().sessions.insert(0, session),
                Err(why) => tracing::debug!(?why, "an idle session with a registry has ended"),
            }
        }
        let mut idle = self.idle();
        // What is in use comes back, and finds a keeper then.
        idle.kept = !idle.sessions.is_empty();
        idle.kept
    }

    /// An idle session that nothing was heard of for long.
    fn tired(&self) -> Option<Session> {
        let mut idle = self.idle();
        let at =
            idle.sessions.iter().position(|session| session.heard.elapsed() >= self.patience.keepalive)?;
        Some(idle.sessions.remove(at))
    }
}

/// Keeps idle sessions alive for as long as there are any, and anyone who could use them.
async fn keep(pool: Weak<Pool>, patience: Patience) {
    loop {
        // Twice as often as needed, so that no session waits for much longer than that.
        tokio::time::sleep(patience.keepalive / 2).await;
        let Some(pool) = pool.upgrade() else { return };
        if !pool.hello().await {
            return;
        }
    }
}

/// A session that one caller has for itself. It goes back to the others when it is dropped, unless it is of no use any more,
/// as after a call that was given up half-way.
pub(super) struct Line<'a> {
    pool: &'a Pool,
    session: Option<Session>,
    /// Whether it was opened for this caller, and was never idle.
    is_new: bool,
    _place: SemaphorePermit<'a>,
}

impl Line<'_> {
    /// Whether the server knows the objects or the extension `space`.
    pub(super) fn has(&self, space: &str) -> bool {
        self.session.as_ref().is_some_and(|session| session.services.has(space))
    }

    /// What the operator said of the registry.
    pub(super) fn settings(&self) -> &Settings {
        &self.pool.settings
    }

    /// Which of the registries at a server that has several is asked about `name`: Verisign's `dotCOM` for com.
    pub(super) fn product(&self, name: &str) -> Option<Xml> {
        let suffix = self.settings().suffix_of(name).filter(|_| self.has(NAMESTORE))?;
        let product = Xml::text("namestoreExt:subProduct", &format!("dot{}", suffix.to_ascii_uppercase()));
        Some(Xml::of("namestoreExt:namestoreExt", &[("xmlns:namestoreExt", NAMESTORE)], [product]))
    }

    /// Asks for something that changes nothing: where an idle session turns out to have ended, on a new one.
    pub(super) async fn look(&mut self, command: &Command) -> Result<Answer, Failure> {
        match self.ask(command).await {
            Ok(answer) if !self.is_new && codes::ends_session(answer.code) => {}
            Err(Broken::Cut) if !self.is_new => {}
            other => return Ok(other?),
        }
        self.renew().await?;
        Ok(self.ask(command).await?)
    }

    /// Asks for a change, once: whether it was done is not known where no answer comes.
    pub(super) async fn change(&mut self, command: &Command) -> Result<Answer, Failure> {
        Ok(self.ask(command).await?)
    }

    /// Sees whether the registry lets us in: by a login that has just been, or by a hello.
    pub(super) async fn hello(&mut self) -> Result<(), Failure> {
        if self.is_new {
            return Ok(());
        }
        let Some(mut session) = self.session.take() else { return Err(Broken::Cut.into()) };
        match session.hello().await {
            Ok(()) => self.session = Some(session),
            Err(Broken::Cut) => self.renew().await?,
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }

    async fn renew(&mut self) -> Result<(), Failure> {
        // What is left of the old one goes first: the registry counts sessions.
        self.session = None;
        self.session = Some(self.pool.open().await?);
        self.is_new = true;
        Ok(())
    }

    async fn ask(&mut self, command: &Command) -> Result<Answer, Broken> {
        // Whoever gives up half-way leaves an answer behind that would be taken for that of the next command.
        let mut session = self.session.take().ok_or(Broken::Cut)?;
        let answer = session.ask(command, &self.pool.ids).await?;
        if !codes::ends_session(answer.code) {
            self.session = Some(session);
        }
        Ok(answer)
    }
}

impl Drop for Line<'_> {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            self.pool.rest(session);
        }
    }
}
