//! What backends were told, where what they do shows nothing of it; and steps about that.
use crate::{words::list, world::World};
use cucumber::{given, then};
use hosting_core::{
    clock::Clock,
    providers::{Failure, dns::Dns, registrar::Host},
};
use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What a backend was told.
#[derive(Default)]
pub struct Heard(Mutex<Told>);

#[derive(Default)]
struct Told {
    /// The nameservers of a domain, as the registrar was told them last.
    hosts: Vec<Host>,
    /// The zones that were made, where no other is served.
    zones: Option<BTreeSet<String>>,
    /// The domains that nobody has any more, whatever was shown of them before.
    gone: BTreeSet<String>,
}

impl Heard {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers the nameservers of a domain.
    pub fn hosts(&self, hosts: &[Host]) {
        self.told().hosts = hosts.to_vec();
    }

    /// Remembers a zone that is made.
    pub fn made(&self, zone: &str) {
        if let Some(zones) = &mut self.told().zones {
            zones.insert(zone.to_owned());
        }
    }

    /// Refuses a zone that was not made.
    pub fn has(&self, zone: &str) -> Result<(), Failure> {
        match &self.told().zones {
            Some(zones) if !zones.contains(zone) => Err(Failure::NotThere(format!("no zone is {zone}"))),
            _ => Ok(()),
        }
    }

    /// Refuses to show a domain that nobody has.
    pub fn is_there(&self, domain: &str) -> Result<(), Failure> {
        match self.told().gone.contains(domain) {
            true => Err(Failure::NotThere(format!("nobody has {domain}"))),
            false => Ok(()),
        }
    }
}

#[given(regex = r#"^the registry does not have "([^"]+)"$"#)]
fn does_not_have(world: &mut World, domain: String) {
    world.stage.backends.registrar.heard.told().gone.insert(domain);
}

#[then(regex = r#"^the registrar was told that "([^"]+)" is found (?:at "([^"]+)"|by its name)$"#)]
fn was_told(world: &mut World, host: String, addresses: String) {
    let told = world.stage.backends.registrar.heard.told().hosts.clone();
    let one = told.iter().find(|one| one.name == host).unwrap_or_else(|| panic!("{host} in {told:?}"));
    let mut found: Vec<_> = one.addresses.iter().map(ToString::to_string).collect();
    found.sort_unstable();
    assert_eq!(found, list(&addresses, ", "));
}

#[given("the nameservers have no zone that was not made for them")]
fn have_none(world: &mut World) {
    world.stage.backends.dns.heard.told().zones = Some(BTreeSet::new());
}

#[given(regex = r#"^the nameservers have lost the zone of "([^"]+)"$"#)]
async fn have_lost(world: &mut World, domain: String) {
    let dns = &world.stage.backends.dns;
    let lost = dns.heard.told().zones.as_mut().is_some_and(|zones| zones.remove(&domain));
    assert!(lost, "{domain} was not made");
    dns.backend.remove_zone(world.stage.clock.id(), &domain).await.expect("a zone that is removed");
}

#[then(regex = r#"^the nameservers have (no|the) zone of "([^"]+)"$"#)]
fn have_zone(world: &mut World, which: String, domain: String) {
    let has = world.stage.backends.dns.heard.has(&domain).is_ok();
    assert_eq!(has, which == "the");
}
