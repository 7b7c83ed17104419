//! Hosts as objects (RFC 5732): those that a domain is handed over to have to be there before.
use super::{
    codes,
    command::{Answer, Command, PENDING},
    names::HOST,
    options::lies_within,
    pool::Line,
    session::Broken,
    shown::{address, host_name},
    xml::Xml,
};
use hosting_kernel::providers::{Failure, registrar::Host};
use std::net::IpAddr;

/// How many hosts one command asks about.
const MANY: usize = 50;

/// Has all of `hosts` that are not there made, those within `domain` with their addresses; `current` are those that it has
/// been handed over to. Whether any of that waits for the registry.
pub(super) async fn prepare(
    line: &mut Line<'_>,
    domain: &str,
    hosts: &[Host],
    current: &[Host],
) -> Result<bool, Failure> {
    let (mut pending, mut others) = (false, Vec::new());
    for host in hosts {
        if lies_within(&host.name, domain) {
            pending |= glue(line, domain, host).await?;
        } else if !current.iter().any(|known| known.name == host.name) {
            others.push(host);
        }
    }
    for some in others.chunks(MANY) {
        for host in missing(line, domain, some).await? {
            pending |= create(line, domain, host).await?;
        }
    }
    Ok(pending)
}

/// Has a host within `domain` found where it shall be: whether that waits for the registry.
async fn glue(line: &mut Line<'_>, domain: &str, host: &Host) -> Result<bool, Failure> {
    let name = Xml::text("host:name", &host.name);
    let command = Command::about("host:info", HOST, "info", [name]).with(line.product(domain));
    let answer = match codes::good(line.look(&command).await?, &host.name, &[]) {
        Err(Failure::NotThere(_)) => return create(line, domain, host).await,
        answer => answer?,
    };
    let shown = answer.data.child(HOST, "infData").ok_or(Broken::Garbled)?;
    let states = shown.all(HOST, "status").filter_map(|status| status.attribute("s"));
    let statuses: Vec<String> = states.map(str::to_owned).collect();
    if statuses.iter().any(|status| status == "pendingUpdate") {
        return Err(codes::pending(&host.name));
    }
    let current: Vec<IpAddr> = shown.all(HOST, "addr").filter_map(address).collect();
    let added: Vec<IpAddr> = host.addresses.iter().copied().filter(|one| !current.contains(one)).collect();
    let removed: Vec<IpAddr> = current.into_iter().filter(|one| !host.addresses.contains(one)).collect();
    if added.is_empty() && removed.is_empty() {
        return Ok(false);
    }
    let mut inside = vec![Xml::text("host:name", &host.name)];
    for (what, some) in [("host:add", added), ("host:rem", removed)] {
        if !some.is_empty() {
            inside.push(Xml::of(what, &[], some.into_iter().map(|one| at("host:addr", one))));
        }
    }
    let command = Command::about("host:update", HOST, "update", inside).with(line.product(domain));
    waits(line.change(&command).await?, &host.name, &statuses)
}

/// Those of `hosts` that are not there.
async fn missing<'a>(
    line: &mut Line<'_>,
    domain: &str,
    hosts: &[&'a Host],
) -> Result<Vec<&'a Host>, Failure> {
    let inside = hosts.iter().map(|host| Xml::text("host:name", &host.name));
    let command = Command::about("host:check", HOST, "check", inside).with(line.product(domain));
    let answer = codes::good(line.look(&command).await?, "the name servers", &[])?;
    let checked = answer.data.child(HOST, "chkData").ok_or(Broken::Garbled)?;
    let names = checked.all(HOST, "cd").filter_map(|one| one.child(HOST, "name"));
    let free: Vec<String> =
        names.filter(|name| name.flag("avail") == Some(true)).map(|name| host_name(&name.text)).collect();
    Ok(hosts.iter().copied().filter(|host| free.contains(&host.name)).collect())
}

/// Makes a host, with its addresses where the registry answers for it: whether that waits for the registry.
async fn create(line: &mut Line<'_>, domain: &str, host: &Host) -> Result<bool, Failure> {
    let of_another = !lies_within(&host.name, domain) && line.settings().suffix_of(&host.name).is_some();
    let has_glue = of_another || lies_within(&host.name, domain);
    let addresses = host.addresses.iter().filter(|_| has_glue).map(|one| at("host:addr", *one));
    let inside: Vec<Xml> = [Xml::text("host:name", &host.name)].into_iter().chain(addresses).collect();
    let command = Command::about("host:create", HOST, "create", inside).with(line.product(domain));
    match waits(line.change(&command).await?, &host.name, &[]) {
        // Somebody else has just made it.
        Err(Failure::Conflict(_)) => Ok(false),
        Err(Failure::NotThere(_) | Failure::Refused(_) | Failure::Ours(_)) if of_another => {
            let why = "the registry does not take it as a host: it lies within a name of this registry";
            Err(Failure::Refused(format!("{}: {why}, and is made with that name", host.name)))
        }
        done => done,
    }
}

fn waits(answer: Answer, host: &str, statuses: &[String]) -> Result<bool, Failure> {
    Ok(codes::good(answer, host, statuses)?.code == PENDING)
}

/// An address, as both mappings write it (RFC 5731 section 1.1, RFC 5732 section 2.5).
pub(super) fn at(element: &str, address: IpAddr) -> Xml {
    let version = if address.is_ipv4() { "v4" } else { "v6" };
    Xml::text_with(element, &[("ip", version)], &address.to_string())
}
