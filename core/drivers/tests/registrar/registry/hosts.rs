//! Hosts as objects (RFC 5732).
use super::{
    protocol::{Asks, Node, all, find},
    reply::Reply,
    serving::HOST,
    world::World,
};
use std::net::IpAddr;

/// An address, as both mappings write it.
pub fn address(element: &str, address: IpAddr) -> String {
    let version = if address.is_ipv4() { "v4" } else { "v6" };
    format!("<{element} ip=\"{version}\">{address}</{element}>")
}

/// The addresses in `of`; the code where one is none, or of another version than it says.
pub fn addresses(of: Node<'_, '_>, space: &str, name: &str) -> Result<Vec<IpAddr>, u16> {
    let one = |element: Node<'_, '_>| {
        let address: IpAddr = element.text().unwrap_or_default().trim().parse().map_err(|_| 2005_u16)?;
        let version = element.attribute("ip").unwrap_or("v4");
        let fits = version == if address.is_ipv4() { "v4" } else { "v6" };
        if fits && !address.is_loopback() { Ok(address) } else { Err(2004) }
    };
    all(of, space, name).map(one).collect()
}

pub fn check(world: &World, asks: &Asks<'_, '_>) -> Reply {
    let one = |name: &&str| {
        let avail = u8::from(!world.hosts.contains_key(*name));
        format!("<host:cd><host:name avail=\"{avail}\">{name}</host:name></host:cd>")
    };
    let all: String = asks.names(HOST).iter().map(one).collect();
    Reply::with(format!("<host:chkData xmlns:host=\"{HOST}\">{all}</host:chkData>"))
}

pub fn info(world: &World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(HOST, "name") else { return 2003.into() };
    let Some(found) = world.hosts.get(name) else { return 2303.into() };
    let addresses: String = found.iter().map(|one| address("host:addr", *one)).collect();
    let linked = if world.is_used(name) { "<host:status s=\"linked\"/>" } else { "" };
    let client = &world.rules.client;
    Reply::with(format!(
        "<host:infData xmlns:host=\"{HOST}\"><host:name>{name}</host:name><host:roid>H1-TEST</host:roid>\
        <host:status s=\"ok\"/>{linked}{addresses}<host:clID>{client}</host:clID><host:crID>{client}</host:crID>\
        <host:crDate>2020-03-01T12:00:00.0Z</host:crDate></host:infData>"
    ))
}

pub fn create(world: &mut World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(HOST, "name").map(str::to_owned) else { return 2003.into() };
    if world.hosts.contains_key(&name) {
        return 2302.into();
    }
    let addresses = match asks.object.map(|object| addresses(object, HOST, "addr")) {
        Some(Ok(addresses)) => addresses,
        Some(Err(code)) => return code.into(),
        None => return 2003.into(),
    };
    if let Err(code) = may_be(world, &name, &addresses) {
        return code.into();
    }
    world.hosts.insert(name.clone(), addresses);
    Reply::with(format!(
        "<host:creData xmlns:host=\"{HOST}\"><host:name>{name}</host:name>\
        <host:crDate>2030-01-01T00:00:00.0Z</host:crDate></host:creData>"
    ))
}

/// Hosts under a suffix of the registry belong to a domain of the client, and have addresses; others have none.
fn may_be(world: &World, name: &str, addresses: &[IpAddr]) -> Result<(), u16> {
    let Some(domain) = world.rules.domain_of(name) else {
        return if addresses.is_empty() { Ok(()) } else { Err(2306) };
    };
    let domain = world.domains.get(domain).ok_or(2303_u16)?;
    match () {
        () if domain.registrar != world.rules.client => Err(2201),
        () if addresses.is_empty() => Err(2003),
        () => Ok(()),
    }
}

pub fn update(world: &mut World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(HOST, "name") else { return 2003.into() };
    match updated(world, name, asks) {
        Ok(addresses) => {
            world.hosts.insert(name.to_owned(), addresses);
            1000.into()
        }
        Err(code) => code.into(),
    }
}

fn updated(world: &World, name: &str, asks: &Asks<'_, '_>) -> Result<Vec<IpAddr>, u16> {
    let mut now = world.hosts.get(name).ok_or(2303_u16)?.clone();
    let object = asks.object.ok_or(2003_u16)?;
    if let Some(removed) = find(object, HOST, "rem") {
        for address in addresses(removed, HOST, "addr")? {
            let at = now.iter().position(|known| *known == address).ok_or(2306_u16)?;
            now.remove(at);
        }
    }
    if let Some(added) = find(object, HOST, "add") {
        for address in addresses(added, HOST, "addr")? {
            match now.contains(&address) {
                true => return Err(2306),
                false => now.push(address),
            }
        }
    }
    may_be(world, name, &now)?;
    Ok(now)
}
