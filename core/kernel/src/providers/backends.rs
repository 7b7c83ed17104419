//! The backends of a port: several of a kind, each known by its id (`contract.md` §13).
use super::{
    circuit::Circuit,
    failure::Failure,
    port::{Port, SANDBOX},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;

/// Whether a backend can be called so: 1 to 40 of `a` to `z`, digits and `-`.
pub fn is_id(text: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=40).contains(&text.len()) && text.bytes().all(good)
}

/// A backend: one of those behind a port.
#[derive(Debug)]
pub struct Backend<T: ?Sized> {
    /// What records, logs, figures and queued work call it.
    pub id: String,
    /// What drives it.
    pub driver: Arc<T>,
    bounds: Option<Arc<Bounds>>,
}

/// What keeps one backend from holding up whoever asks it, and from being asked while it is away.
#[derive(Debug)]
struct Bounds {
    places: Semaphore,
    circuit: Circuit,
}

impl<T: ?Sized> Backend<T> {
    /// The backend `id`, which does `at_once` things at the same time.
    pub fn new(id: String, driver: Arc<T>, at_once: usize) -> Self {
        let bounds = Bounds { places: Semaphore::new(at_once), circuit: Circuit::default() };
        Self { id, driver, bounds: Some(Arc::new(bounds)) }
    }

    /// The same one, within the same bounds, as what `other` makes of its driver.
    pub fn map<U: ?Sized>(&self, other: impl FnOnce(&Arc<T>) -> Arc<U>) -> Backend<U> {
        Backend { id: self.id.clone(), driver: other(&self.driver), bounds: self.bounds.clone() }
    }

    /// The name that a record has of it: none of the sandbox that nobody named.
    pub fn named(&self) -> Option<&str> {
        (self.id != SANDBOX).then_some(self.id.as_str())
    }

    /// For how long it is left alone because it could not be reached; nothing where it is asked.
    pub fn alone_for(&self) -> Option<Duration> {
        self.bounds.as_ref()?.circuit.alone_for()
    }

    /// What the `call` of its driver gives, as soon as there is a place; nothing is asked while it is away.
    pub async fn ask<R>(&self, call: impl Future<Output = Result<R, Failure>>) -> Result<R, Failure> {
        let Some(bounds) = &self.bounds else { return call.await };
        let Bounds { places, circuit } = &**bounds;
        let probe = circuit.enter()?;
        let _place = places.acquire().await.map_err(Failure::ours)?;
        let outcome = call.await;
        probe.left(&outcome);
        outcome
    }
}

/// The backends of one port; cheap to clone.
#[derive(Debug)]
pub struct Backends<T: ?Sized>(Arc<Known<T>>);

#[derive(Debug)]
struct Known<T: ?Sized> {
    all: Vec<Backend<T>>,
    default: Option<usize>,
}

impl<T: ?Sized> Clone for Backends<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// The sandbox that there is where nobody names a backend: it is never away.
impl<T: ?Sized> From<Arc<T>> for Backends<T> {
    fn from(driver: Arc<T>) -> Self {
        let sandbox = Backend { id: SANDBOX.to_owned(), driver, bounds: None };
        Self(Arc::new(Known { all: vec![sandbox], default: Some(0) }))
    }
}

impl<T: ?Sized> Backends<T> {
    /// `all` of them; `default` is the place of the one that takes what names none. The only one is that unasked.
    pub fn new(all: Vec<Backend<T>>, default: Option<usize>) -> Self {
        let default = default.or((all.len() == 1).then_some(0));
        Self(Arc::new(Known { all, default }))
    }

    /// The one that a record names.
    pub fn find(&self, id: &str) -> Result<&Backend<T>, Failure> {
        let found = self.iter().find(|backend| backend.id == id);
        found.ok_or_else(|| Failure::Misconfigured(format!("there is no backend {id:?} by now")))
    }

    /// The one that a record names, or the default where it names none.
    pub fn of(&self, named: Option<&str>) -> Result<&Backend<T>, Failure> {
        match named {
            Some(id) => self.find(id),
            None => {
                let nobody = || Failure::Misconfigured("no backend is the default".to_owned());
                self.default().ok_or_else(nobody)
            }
        }
    }

    /// The same ones, each as what `other` makes of its driver.
    pub fn map<U: ?Sized>(&self, other: impl Fn(&Arc<T>) -> Arc<U>) -> Backends<U> {
        let all = self.iter().map(|backend| backend.map(&other)).collect();
        Backends(Arc::new(Known { all, default: self.0.default }))
    }

    /// Whether `id` is one of them.
    pub fn has(&self, id: &str) -> bool {
        self.iter().any(|backend| backend.id == id)
    }

    /// The one that takes what names none.
    pub fn default(&self) -> Option<&Backend<T>> {
        self.0.default.map(|at| &self.0.all[at])
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Backend<T>> {
        self.0.all.iter()
    }

    /// What `port`s call each in figures and health: its id, and the port's name where it is the sandbox that nobody named.
    pub fn names(&self, port: Port) -> impl Iterator<Item = (&str, &Backend<T>)> {
        self.iter().map(move |backend| match backend.id.as_str() {
            SANDBOX => (port.name(), backend),
            id => (id, backend),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    fn named(id: &str) -> Backend<str> {
        Backend::new(id.to_owned(), Arc::from(id), 1)
    }

    #[test]
    fn each_is_found_by_its_id_and_one_takes_what_names_none() {
        let two = Backends::new(vec![named("fra"), named("ams")], Some(1));
        assert_eq!(two.of(None).map(|backend| backend.id.as_str()), Ok("ams"));
        assert_eq!(two.of(Some("fra")).map(|backend| backend.id.as_str()), Ok("fra"));
        assert!(two.has("ams") && !two.has("lon"));
        assert_eq!(&*two.find("fra").expect("it is there").driver, "fra");
        assert!(matches!(two.find("lon"), Err(Failure::Misconfigured(_))));
        assert_eq!(two.default().map(|backend| backend.id.as_str()), Some("ams"));
        assert!(Backends::new(vec![named("fra"), named("ams")], None).default().is_none());
        assert!(Backends::new(vec![named("fra")], None).default().is_some(), "the only one");
        let sandbox = Backends::from(Arc::<str>::from("x"));
        assert_eq!(sandbox.names(Port::Dns).map(|(name, _)| name).collect::<Vec<_>>(), ["dns"]);
    }

    #[tokio::test]
    async fn who_asks_waits_for_a_place() {
        let (one, order) = (named("fra"), Mutex::new(Vec::new()));
        let note = |what| order.lock().expect("nobody panics").push(what);
        let slow = one.ask(async {
            note("the first begins");
            tokio::task::yield_now().await;
            note("the first ends");
            Ok(())
        });
        let quick = one.ask(async {
            note("the second begins");
            Ok(())
        });
        assert_eq!(tokio::join!(slow, quick), (Ok(()), Ok(())));
        let order = order.into_inner().expect("nobody panics");
        assert_eq!(order, ["the first begins", "the first ends", "the second begins"]);
    }

    #[tokio::test]
    async fn one_that_is_away_is_left_alone() {
        let one = named("fra");
        let away = || Failure::Unavailable("no answer".to_owned());
        for _ in 0..Circuit::PATIENCE {
            assert_eq!(one.ask(async { Err::<(), _>(away()) }).await, Err(away()));
        }
        let spared = one.ask(async { Ok(()) }).await;
        assert!(matches!(spared, Err(Failure::NotNow { .. })), "it is not even asked: {spared:?}");
        assert!(one.alone_for().is_some_and(|wait| wait <= Circuit::SHORTEST));
        tokio::time::sleep(Circuit::SHORTEST).await;
        assert!(one.alone_for().is_none());
        assert_eq!(one.ask(async { Ok(()) }).await, Ok(()), "one is let through to see");
        assert_eq!(one.ask(async { Ok(()) }).await, Ok(()), "and everybody once it answered");
    }
    #[tokio::test]
    async fn what_fails_together_is_one_outage() {
        let many = Backend::new("fra".to_owned(), Arc::<str>::from("fra"), 20);
        let killed = || async {
            tokio::task::yield_now().await;
            Err::<(), _>(Failure::Unavailable("it was killed".to_owned()))
        };
        let calls = (0..20).map(|_| many.ask(killed()));
        let outcomes = futures_util::future::join_all(calls).await;
        assert_eq!(outcomes.len(), 20);
        assert_eq!(many.alone_for(), None, "it is asked again at once");
        assert!(matches!(many.ask(killed()).await, Err(Failure::Unavailable(_))));
    }

    #[tokio::test]
    async fn what_is_in_the_way_of_one_keeps_nobody_from_it() {
        let one = named("fra");
        for _ in 0..2 * Circuit::PATIENCE {
            let deaf = async { Err::<(), _>(Failure::InTheWay("the guest does not listen".to_owned())) };
            assert!(matches!(one.ask(deaf).await, Err(Failure::InTheWay(_))));
        }
        assert_eq!(one.alone_for(), None);
    }
}
