//! The servers, and how much each is asked.
use super::bootstrap::Bootstrap;
use hosting_kernel::providers::Failure;
use reqwest::Url;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

/// How many names one server is asked for at the same time.
const AT_ONCE: usize = 8;

/// A server, whatever it answers for: registries count what the whole of it is asked.
pub(super) struct Server {
    places: Semaphore,
    alone_until: Mutex<Option<Instant>>,
}

impl Server {
    fn new() -> Self {
        Self { places: Semaphore::new(AT_ONCE), alone_until: Mutex::default() }
    }

    /// A place to ask it from, as soon as there is one; none while it is left alone.
    pub(super) async fn place(&self) -> Result<SemaphorePermit<'_>, Failure> {
        self.is_asked()?;
        let place = self.places.acquire().await.map_err(Failure::ours)?;
        // It may have asked to be left alone meanwhile.
        self.is_asked().map(|()| place)
    }

    /// Whether it is asked, or left alone.
    pub(super) fn is_asked(&self) -> Result<(), Failure> {
        let now = Instant::now();
        match *self.state() {
            Some(until) if now < until => Err(busy(until - now)),
            _ => Ok(()),
        }
    }

    /// Leaves it alone for so long, unless that is for longer already.
    pub(super) fn leave_alone(&self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut state = self.state();
        *state = (*state).max(Some(until));
    }

    fn state(&self) -> MutexGuard<'_, Option<Instant>> {
        self.alone_until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One that is not to be asked for so long.
pub(super) fn busy(wait: Duration) -> Failure {
    Failure::NotNow { wait, why: "the registry is asked too often".to_owned() }
}

/// An address that queries are put behind, and the server that is there.
#[derive(Clone)]
pub(super) struct Base {
    url: Url,
    pub(super) server: Arc<Server>,
}

impl Base {
    /// Where what is registered of `name` is found (RFC 9082 section 3.1.3).
    pub(super) fn domain(&self, name: &str) -> Url {
        self.below(&["domain", name])
    }

    /// Where the server says what it does (RFC 9082 section 3.1.6).
    pub(super) fn help(&self) -> Url {
        self.below(&["help"])
    }

    fn below(&self, path: &[&str]) -> Url {
        let mut url = self.url.clone();
        // Addresses of http and https have paths.
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(path);
        }
        url
    }
}

/// The addresses of each service, in the order of `bootstrap`; those of one host and port are one server.
pub(super) fn bases(bootstrap: &Bootstrap) -> Vec<Vec<Base>> {
    let mut servers: HashMap<String, Arc<Server>> = HashMap::new();
    let mut base = |url: &Url| {
        let server = servers.entry(url.origin().ascii_serialization());
        let server = Arc::clone(server.or_insert_with(|| Arc::new(Server::new())));
        Base { url: url.clone(), server }
    };
    bootstrap.services.iter().map(|urls| urls.iter().map(&mut base).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_one_host_and_port_are_one_server() {
        let file = br#"{"version": "1.0", "services": [
            [["com"], ["https://a.example/com/v1/", "https://b.example/"]],
            [["net"], ["https://A.example:443/net/v1/"]],
            [["org"], ["https://a.example:8443/"]]
        ]}"#;
        let all = bases(&Bootstrap::read(file).unwrap());
        let same = |one: &Base, other: &Base| Arc::ptr_eq(&one.server, &other.server);
        assert!(same(&all[0][0], &all[1][0]));
        assert!(!same(&all[0][0], &all[0][1]) && !same(&all[0][0], &all[2][0]));
        assert_eq!(all[0][0].domain("baobab.com").as_str(), "https://a.example/com/v1/domain/baobab.com");
        assert_eq!(all[0][1].help().as_str(), "https://b.example/help");
        assert_eq!(all[0][1].domain("a/../b?c#d").as_str(), "https://b.example/domain/a%2F..%2Fb%3Fc%23d");
    }

    #[tokio::test]
    async fn a_server_is_left_alone_as_long_as_it_asks_to_be() {
        let server = Server::new();
        server.leave_alone(Duration::ZERO);
        assert!(server.place().await.is_ok());
        server.leave_alone(Duration::from_hours(2));
        server.leave_alone(Duration::from_secs(10));
        match server.place().await.err() {
            Some(Failure::NotNow { wait, .. }) => {
                assert!(wait > Duration::from_hours(1), "the longer one counts: {wait:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn who_waits_for_a_place_hears_that_it_is_left_alone() {
        let server = Server::new();
        let mut places = Vec::new();
        for _ in 0..AT_ONCE {
            places.push(server.place().await.unwrap());
        }
        let leave = async {
            tokio::task::yield_now().await;
            server.leave_alone(Duration::from_mins(1));
            places.clear();
        };
        let (waited, ()) = tokio::join!(server.place(), leave);
        assert!(matches!(waited, Err(Failure::NotNow { .. })));
    }
}
