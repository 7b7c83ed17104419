//! What a server tells by itself of what becomes of machines (`VIR_DOMAIN_EVENT_ID_LIFECYCLE`), whoever does it: the
//! platform too.
use super::{Libvirt, found::whose, host::Host, meaning::said};
use futures_util::{
    StreamExt,
    stream::{self, BoxStream},
};
use hosting_kernel::providers::Failure;
use hosting_libvirt::{Watch, code};
use std::{sync::Arc, thread, time::Duration};
use tokio::{sync::mpsc, time::timeout};
use uuid::Uuid;

/// So many machines may wait to be looked at. What becomes of others then, the next poll tells.
const WAITING: usize = 1024;
/// How often it is looked whether the server is there.
const ALIVE: Duration = Duration::from_secs(5);

/// What is told.
struct Told {
    watch: Option<Watch>,
    machines: mpsc::Receiver<[u8; 16]>,
}

impl Libvirt {
    /// The machines that something becomes of, until the connection ends; nothing of a server that does not tell.
    pub(super) async fn events(&self) -> Result<Option<BoxStream<'_, Uuid>>, Failure> {
        let (tell, machines) = mpsc::channel(WAITING);
        let watch = self.link.ask(self.patience.answer, move |host| host.watch(tell)).await?;
        if watch.is_none() {
            return Ok(None);
        }
        let told = stream::unfold(Told { watch, machines }, move |mut told| async move {
            loop {
                let uuid = told.next().await?;
                match self.link.ask(self.patience.answer, move |host| host.service_of(&uuid)).await {
                    Ok(Some(service)) => return Some((service, told)),
                    Ok(None) => {}
                    Err(failure) => tracing::debug!(%failure, "nobody knows whose machine has changed"),
                }
            }
        });
        Ok(Some(told.boxed()))
    }
}

impl Told {
    /// What libvirt knows the next by; nothing once the server is gone.
    async fn next(&mut self) -> Option<[u8; 16]> {
        loop {
            match timeout(ALIVE, self.machines.recv()).await {
                Ok(uuid) => return uuid,
                Err(_) if self.watch.as_ref().is_some_and(Watch::is_alive) => {}
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Told {
    /// In a thread that may wait.
    fn drop(&mut self) {
        let watch = self.watch.take();
        let _leaving = thread::Builder::new().name("libvirt".to_owned()).spawn(move || drop(watch));
    }
}

impl Host {
    fn watch(&self, tell: mpsc::Sender<[u8; 16]>) -> Result<Option<Watch>, Failure> {
        let tell = move |uuid| {
            // Where there is no room, or nobody listens any more, there is nothing to be done.
            let _ = tell.try_send(uuid);
        };
        match Watch::begin(Arc::clone(&self.connection), tell) {
            Err(why) if why.code == code::NO_SUPPORT => Ok(None),
            begun => begun.map(Some).map_err(said),
        }
    }

    /// The service whose machine libvirt knows by `uuid`, or knew.
    fn service_of(&self, uuid: &[u8; 16]) -> Result<Option<Uuid>, Failure> {
        match self.connection.domain_by_uuid(uuid) {
            Ok(domain) => Ok(whose(&domain)?.map(|kept| kept.service)),
            Err(why) if why.code == code::NO_DOMAIN => Ok(self.names.service_of(uuid)),
            Err(why) => Err(said(why)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PATIENCE, found::write, link::Link, mark::Kept, options::Settings};
    use super::*;
    use hosting_kernel::providers::hypervisor::Hypervisor;
    use hosting_libvirt::{Description, Domain, Error};
    use tokio::time::sleep;

    /// Whose the machine becomes.
    const SERVICE: Uuid = Uuid::from_u128(7);
    const SOON: Duration = Duration::from_secs(20);

    /// The library has a server of its own for tests (<https://libvirt.org/drvtest.html>): all connections have the same
    /// machine, which is called `test`.
    fn libvirt() -> Libvirt {
        let uri = "test:///default".to_owned();
        let link = Arc::new(Link::new(Settings { uri, external: false }, PATIENCE));
        Libvirt { link, patience: PATIENCE }
    }

    /// What somebody does beside the platform.
    async fn by_hand(libvirt: &Libvirt, act: fn(&Domain) -> Result<(), Error>) {
        let acted = libvirt
            .link
            .ask(SOON, move |host| act(&host.connection.domain_by_name("test").map_err(said)?).map_err(said));
        acted.await.unwrap();
    }

    #[tokio::test]
    async fn what_becomes_of_a_machine_is_told_whose_it_is() {
        let libvirt = libvirt();
        let mut told = libvirt.follow().await.unwrap().expect("it tells");
        by_hand(&libvirt, Domain::suspend).await;
        by_hand(&libvirt, Domain::resume).await;
        let nobodys = timeout(Duration::from_millis(500), told.next()).await;
        assert!(nobodys.is_err(), "of what is nobody's, nothing is heard: {nobodys:?}");
        let adopted = libvirt.link.ask(SOON, |host| {
            let domain = host.connection.domain_by_name("test").map_err(said)?;
            write(&domain, Kept { service: SERVICE, mark: None }, Description::Both)
        });
        adopted.await.unwrap();
        for act in [Domain::suspend, Domain::resume, Domain::destroy, Domain::start] {
            by_hand(&libvirt, act).await;
            assert_eq!(timeout(SOON, told.next()).await.unwrap(), Some(SERVICE));
        }
        drop(told);
        // Others may follow then, once libvirt has let go of the one before: that is done in a thread of its own.
        let again = async {
            loop {
                match libvirt.follow().await {
                    Ok(told) => return told.expect("it tells"),
                    Err(_) => sleep(Duration::from_millis(10)).await,
                }
            }
        };
        let mut told = timeout(SOON, again).await.unwrap();
        by_hand(&libvirt, Domain::suspend).await;
        assert_eq!(timeout(SOON, told.next()).await.unwrap(), Some(SERVICE));
    }
}
