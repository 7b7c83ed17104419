//! Who answers for a domain (RFC 5731 section 3.2.5).
use super::{
    codes,
    command::{Command, PENDING},
    hosts::{self, at},
    info,
    names::DOMAIN,
    options::{Hosts, lies_within},
    pool::Line,
    shown::{Shown, host_name},
    xml::Xml,
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Host},
};
use std::collections::HashSet;

/// The code of what is not there.
const MISSING: u16 = 2303;
/// The code of what a status does not allow.
const PROHIBITED: u16 = 2304;

/// Hands `domain` over to `hosts`.
pub(super) async fn set_name_servers(
    line: &mut Line<'_>,
    domain: &str,
    hosts: &[Host],
) -> Result<Acceptance, Failure> {
    let wanted = wanted(domain, hosts)?;
    let shown = info::to_change(line, domain).await?;
    let kind = line.settings().hosts;
    let differ = |one: &Host, among: &[Host]| !among.iter().any(|other| is_same(kind, domain, one, other));
    let added: Vec<&Host> = wanted.iter().filter(|one| differ(one, &shown.hosts)).collect();
    let removed: Vec<&Host> = shown.hosts.iter().filter(|one| differ(one, &wanted)).collect();
    if !(added.is_empty() && removed.is_empty()) && shown.is_by_either("UpdateProhibited") {
        // Hosts are not made for nothing.
        return Err(codes::failure(PROHIBITED, domain, &shown.statuses));
    }
    let waits = match kind {
        Hosts::Objects => hosts::prepare(line, domain, &wanted, &shown.hosts).await?,
        Hosts::Attributes => false,
    };
    let mut inside = vec![Xml::text("domain:name", domain)];
    for (what, some) in [("domain:add", added), ("domain:rem", removed)] {
        if !some.is_empty() {
            let some = some.into_iter().map(|host| written(kind, domain, host));
            inside.push(Xml::of(what, &[], [Xml::of("domain:ns", &[], some)]));
        }
    }
    let pending = match inside.len() {
        1 => waits,
        _ => update(line, domain, &shown, inside, waits).await? || waits,
    };
    Ok(if pending { Acceptance::Pending } else { Acceptance::Done(()) })
}

/// Sends the change: whether it waits for the registry.
async fn update(
    line: &mut Line<'_>,
    domain: &str,
    shown: &Shown,
    inside: Vec<Xml>,
    hosts_wait: bool,
) -> Result<bool, Failure> {
    let command = Command::about("domain:update", DOMAIN, "update", inside).with(line.product(domain));
    let answer = line.change(&command).await?;
    match answer.code {
        // The domain is there, as was just seen: a host is not, or not yet.
        MISSING if hosts_wait => Err(codes::pending(domain)),
        MISSING => {
            Err(Failure::Conflict(format!("a host that is to answer for {domain} was removed meanwhile")))
        }
        _ => Ok(codes::good(answer, domain, &shown.statuses)?.code == PENDING),
    }
}

/// The hosts as they are written, each once; those within `domain` need addresses.
fn wanted(domain: &str, hosts: &[Host]) -> Result<Vec<Host>, Failure> {
    let mut wanted: Vec<Host> = Vec::with_capacity(hosts.len());
    for host in hosts {
        let host = Host { name: host_name(&host.name), addresses: host.addresses.clone() };
        if lies_within(&host.name, domain) && host.addresses.is_empty() {
            let why = "it needs an A or AAAA record first";
            return Err(Failure::Refused(format!("{} lies within {domain}: {why}", host.name)));
        }
        if !wanted.iter().any(|known| known.name == host.name) {
            wanted.push(host);
        }
    }
    Ok(wanted)
}

/// Whether two are the same to the domain: as attributes, those within it with the same addresses.
fn is_same(kind: Hosts, domain: &str, one: &Host, other: &Host) -> bool {
    let set = |host: &Host| host.addresses.iter().copied().collect::<HashSet<_>>();
    let has_glue = kind == Hosts::Attributes && lies_within(&one.name, domain);
    one.name == other.name && (!has_glue || set(one) == set(other))
}

fn written(kind: Hosts, domain: &str, host: &Host) -> Xml {
    match kind {
        Hosts::Objects => Xml::text("domain:hostObj", &host.name),
        Hosts::Attributes => {
            let has_glue = lies_within(&host.name, domain);
            let addresses = host.addresses.iter().filter(|_| has_glue).map(|one| at("domain:hostAddr", *one));
            let name = Xml::text("domain:hostName", &host.name);
            let inside: Vec<Xml> = [name].into_iter().chain(addresses).collect();
            Xml::of("domain:hostAttr", &[], inside)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str, addresses: &[&str]) -> Host {
        let addresses = addresses.iter().map(|one| one.parse().unwrap()).collect();
        Host { name: name.to_owned(), addresses }
    }

    #[test]
    fn a_host_within_the_domain_needs_addresses() {
        let hosts = [host("ns1.host.example", &[]), host("NS1.a.example.", &[])];
        let refused = wanted("a.example", &hosts).unwrap_err();
        let said = "refused: ns1.a.example lies within a.example: it needs an A or AAAA record first";
        assert_eq!(refused.told(), said);
        let hosts = [host("NS1.a.example.", &["192.0.2.1"]), host("ns1.a.example", &["192.0.2.2"])];
        assert_eq!(wanted("a.example", &hosts), Ok(vec![host("ns1.a.example", &["192.0.2.1"])]));
        assert!(wanted("example", &[host("ns.example.net", &[])]).is_ok());
    }

    #[test]
    fn addresses_matter_where_they_are_the_domains() {
        let one = host("ns1.a.example", &["192.0.2.1", "2001:db8::1"]);
        let other = host("ns1.a.example", &["2001:db8::1", "192.0.2.1"]);
        let third = host("ns1.a.example", &["192.0.2.1"]);
        assert!(is_same(Hosts::Attributes, "a.example", &one, &other));
        assert!(!is_same(Hosts::Attributes, "a.example", &one, &third));
        assert!(is_same(Hosts::Attributes, "b.example", &one, &third));
        assert!(is_same(Hosts::Objects, "a.example", &one, &third));
    }
}
