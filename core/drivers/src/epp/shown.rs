//! What a registry shows of a domain (RFC 5731 section 3.1.2), and where that says that it stands.
use super::{
    command::Answer,
    names::{DOMAIN, RGP, SECDNS},
    xml::Element,
};
use chrono::{DateTime, NaiveDateTime};
use hosting_kernel::{
    providers::registrar::{Ds, Host, Standing},
    values::time::Time,
};
use std::net::IpAddr;

/// A domain as its registry shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Its statuses (RFC 5731 section 2.3).
    pub statuses: Vec<String>,
    /// Those of grace periods (RFC 3915 section 3.1).
    grace: Vec<String>,
    /// The id of the contact that has it.
    pub registrant: Option<String>,
    /// The registrar that it is with.
    pub registrar: Option<String>,
    /// The hosts that answer for it, with their addresses where they are its attributes.
    pub hosts: Vec<Host>,
    /// When it was registered.
    pub registered_at: Option<Time>,
    /// When the registration ends.
    pub expires_at: Option<Time>,
    /// The day of that, as the registry writes it.
    pub expires_on: Option<String>,
    /// The keys that sign it, in their order.
    pub ds: Vec<Ds>,
}

impl Shown {
    /// What `answer` shows; nothing where it shows no domain.
    pub(super) fn read(answer: &Answer) -> Option<Self> {
        let domain = answer.data.child(DOMAIN, "infData")?;
        let owned = |name| domain.text_of(DOMAIN, name).map(str::to_owned);
        let states = |of: &Element, space: &str, name: &str| -> Vec<String> {
            of.all(space, name).filter_map(|one| one.attribute("s")).map(str::to_owned).collect()
        };
        let grace = answer.extension.child(RGP, "infData");
        let keys = answer.extension.child(SECDNS, "infData");
        let expires = domain.text_of(DOMAIN, "exDate");
        Some(Self {
            statuses: states(domain, DOMAIN, "status"),
            grace: grace.map(|grace| states(grace, RGP, "rgpStatus")).unwrap_or_default(),
            registrant: owned("registrant"),
            registrar: owned("clID"),
            hosts: domain.child(DOMAIN, "ns").map(hosts).unwrap_or_default(),
            registered_at: domain.text_of(DOMAIN, "crDate").and_then(moment),
            expires_at: expires.and_then(moment),
            expires_on: expires.and_then(|text| text.get(..10)).map(str::to_owned),
            ds: keys.map(digests).unwrap_or_default(),
        })
    }

    /// Whether it has the status.
    pub(super) fn is(&self, status: &str) -> bool {
        self.statuses.iter().any(|one| one == status)
    }

    /// Whether it has the status, be it by the registrar or by the registry.
    pub(super) fn is_by_either(&self, status: &str) -> bool {
        self.is(&format!("client{status}")) || self.is(&format!("server{status}"))
    }

    /// Whether it is with another registrar than `registrar`.
    pub(super) fn is_elsewhere(&self, registrar: &str) -> bool {
        self.registrar.as_deref().is_some_and(|other| !other.eq_ignore_ascii_case(registrar))
    }

    /// Whether it refuses a transfer or a change.
    pub(super) fn is_locked(&self) -> bool {
        self.is_by_either("TransferProhibited") || self.is_by_either("UpdateProhibited")
    }

    /// Whether a change of it waits for the registry.
    pub(super) fn is_changing(&self) -> bool {
        self.is("pendingUpdate") || self.is("pendingRenew")
    }

    /// Where it stands, of what is with `registrar`: of several that are true the one that matters most.
    pub(super) fn standing(&self, registrar: &str) -> Standing {
        let grace = |status: &str| self.grace.iter().any(|one| one == status);
        let restorable = grace("redemptionPeriod") || grace("pendingRestore");
        match () {
            () if self.is_elsewhere(registrar) => Standing::Elsewhere,
            () if self.is("pendingCreate") => Standing::Pending,
            () if restorable => Standing::Redemption,
            () if self.is("pendingDelete") || grace("pendingDelete") => Standing::PendingDelete,
            () if self.is("pendingTransfer") => Standing::TransferPending,
            () if self.is_by_either("Hold") => Standing::Suspended,
            () if grace("autoRenewPeriod") => Standing::Grace,
            () => Standing::Active,
        }
    }
}

fn hosts(ns: &Element) -> Vec<Host> {
    ns.children.iter().filter_map(host).collect()
}

fn host(of: &Element) -> Option<Host> {
    if of.is(DOMAIN, "hostObj") {
        return Some(Host { name: host_name(&of.text), addresses: Vec::new() });
    }
    let name = of.text_of(DOMAIN, "hostName")?;
    Some(Host { name: host_name(name), addresses: of.all(DOMAIN, "hostAddr").filter_map(address).collect() })
}

/// A host's name as the platform writes it.
pub(super) fn host_name(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

/// The address of a host.
pub(super) fn address(element: &Element) -> Option<IpAddr> {
    element.text.parse().ok()
}

/// Which digests are in `of` (RFC 5910 section 4.1): on their own, or beside their keys.
fn digests(of: &Element) -> Vec<Ds> {
    of.all(SECDNS, "dsData").filter_map(digest).collect()
}

fn digest(of: &Element) -> Option<Ds> {
    Some(Ds {
        key_tag: of.text_of(SECDNS, "keyTag")?.parse().ok()?,
        algorithm: of.text_of(SECDNS, "alg")?.parse().ok()?,
        digest_type: of.text_of(SECDNS, "digestType")?.parse().ok()?,
        digest: of.text_of(SECDNS, "digest")?.to_ascii_uppercase(),
    })
}

/// A moment of XML Schema (part 2, section 3.2.7): in UTC where it names no zone, as RFC 5731 section 2.4 has it.
pub(super) fn moment(text: &str) -> Option<Time> {
    let zoned = DateTime::parse_from_rfc3339(text).map(|at| at.to_utc());
    let plain = || text.parse::<NaiveDateTime>().map(|at| at.and_utc());
    zoned.or_else(|_| plain()).ok().map(Time::new)
}

#[cfg(test)]
mod tests;
