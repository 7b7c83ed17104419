//! Machines that were made elsewhere: each is told whose it is.
use super::{
    found::{status, whose, write},
    host::Host,
    mark::Kept,
    meaning::said,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{Adopted, InstanceStatus::Stopped},
};
use hosting_libvirt::{Description, Domain, code};
use std::collections::HashSet;
use uuid::Uuid;

impl Host {
    /// Writes the id of each on the machine that has its name, where that is nobody's yet.
    ///
    /// One that is not there, or is somebody else's, is left out and logged: what is shown of it says so.
    pub(super) fn take_over(&self, instances: &[Adopted]) -> Result<(), Failure> {
        let mut known: HashSet<Uuid> = HashSet::new();
        for domain in self.connection.domains().map_err(said)? {
            known.extend(whose(&domain)?.map(|kept| kept.service));
        }
        for one in instances.iter().filter(|one| !known.contains(&one.instance)) {
            if let Some(why) = self.adopt(one)? {
                tracing::warn!(instance = %one.instance, name = one.hostname, why, "a machine was not adopted");
            }
        }
        Ok(())
    }

    /// Why it was not, if it was not.
    fn adopt(&self, one: &Adopted) -> Result<Option<&'static str>, Failure> {
        let Some(domain) = self.named(&one.hostname)? else { return Ok(Some("it is not there")) };
        if whose(&domain)?.is_some() {
            return Ok(Some("it is another service's"));
        }
        if !domain.is_persistent().map_err(said)? {
            return Ok(Some("it is gone once it is off"));
        }
        let of = if status(&domain)? == Stopped { Description::Kept } else { Description::Both };
        write(&domain, Kept { service: one.instance, mark: None }, of)?;
        Ok(None)
    }

    /// The machine of that name, or one that is called so with capitals: host names have none.
    fn named(&self, name: &str) -> Result<Option<Domain>, Failure> {
        match self.connection.domain_by_name(name) {
            Err(why) if why.code == code::NO_DOMAIN => {}
            found => return found.map(Some).map_err(said),
        }
        let alike = |domain: &Domain| domain.name().is_ok_and(|known| known.eq_ignore_ascii_case(name));
        Ok(self.connection.domains().map_err(said)?.into_iter().find(alike))
    }
}
