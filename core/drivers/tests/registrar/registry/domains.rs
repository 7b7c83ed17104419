//! Domains (RFC 5731).
use super::{
    fees, hosts, keys,
    protocol::{Asks, Node, all, find, text},
    reply::Reply,
    serving::{DOMAIN, Keeps, RGP},
    world::{Domain, World},
};
use chrono::{DateTime, Datelike, Utc};
use hosting_kernel::providers::registrar::Host;

/// For how many years a name can be registered.
const LONGEST: u32 = 10;
/// What the years are counted from: no time passes in here.
const TODAY: i32 = 2030;

pub fn written(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%dT%H:%M:%S.0Z").to_string()
}

pub fn check(world: &World, asks: &Asks<'_, '_>) -> Reply {
    let names: Vec<&str> =
        asks.names(DOMAIN).into_iter().filter(|name| !world.left_out.contains(*name)).collect();
    if asks.names(DOMAIN).iter().any(|name| name.contains("..") || world.rules.suffix_of(name).is_none()) {
        return 2005.into();
    }
    let one = |name: &&str| match world.domains.contains_key(*name) {
        true => format!(
            "<domain:cd><domain:name avail=\"0\">{name}</domain:name><domain:reason>In use</domain:reason></domain:cd>"
        ),
        false => format!("<domain:cd><domain:name avail=\"1\">{name}</domain:name></domain:cd>"),
    };
    let all: String = names.iter().map(one).collect();
    match fees::check(world, asks, &names) {
        Ok(extension) => {
            let data = format!("<domain:chkData xmlns:domain=\"{DOMAIN}\">{all}</domain:chkData>");
            Reply { extension, ..Reply::with(data) }
        }
        Err(refused) => refused,
    }
}

pub fn info(world: &World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(DOMAIN, "name") else { return 2003.into() };
    let Some(domain) = world.domains.get(name) else { return 2303.into() };
    let statuses: String = match domain.statuses.is_empty() {
        true => "<domain:status s=\"ok\"/>".to_owned(),
        false => domain.statuses.iter().map(|one| format!("<domain:status s=\"{one}\"/>")).collect(),
    };
    let registrant = domain.registrant.as_ref();
    let registrant = registrant.map(|id| format!("<domain:registrant>{id}</domain:registrant>"));
    let hosts: String = domain.hosts.iter().map(|host| host_of(world.rules.keeps, host)).collect();
    let hosts = if hosts.is_empty() { hosts } else { format!("<domain:ns>{hosts}</domain:ns>") };
    let data = format!(
        "<domain:infData xmlns:domain=\"{DOMAIN}\"><domain:name>{name}</domain:name><domain:roid>D1-TEST</domain:roid>\
        {statuses}{}{hosts}<domain:clID>{}</domain:clID><domain:crDate>{}</domain:crDate>\
        <domain:exDate>{}</domain:exDate></domain:infData>",
        registrant.unwrap_or_default(),
        domain.registrar,
        written(domain.created),
        written(domain.expires),
    );
    let grace: String = domain.grace.iter().map(|one| format!("<rgp:rgpStatus s=\"{one}\"/>")).collect();
    let grace = match grace.as_str() {
        "" => grace,
        some => format!("<rgp:infData xmlns:rgp=\"{RGP}\">{some}</rgp:infData>"),
    };
    Reply { extension: grace + &keys::shown(&domain.ds), ..Reply::with(data) }
}

fn host_of(keeps: Keeps, host: &Host) -> String {
    let name = &host.name;
    match keeps {
        Keeps::Objects => format!("<domain:hostObj>{name}</domain:hostObj>"),
        Keeps::Attributes => {
            let addresses = host.addresses.iter().map(|one| hosts::address("domain:hostAddr", *one));
            let addresses: String = addresses.collect();
            format!("<domain:hostAttr><domain:hostName>{name}</domain:hostName>{addresses}</domain:hostAttr>")
        }
    }
}

pub fn create(world: &mut World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(DOMAIN, "name").map(str::to_owned) else { return 2003.into() };
    if world.rules.suffix_of(&name).is_none() {
        return 2306.into();
    }
    if world.domains.contains_key(&name) {
        return 2302.into();
    }
    let hosts = match delegation(world, &name, asks.object) {
        Ok(hosts) => hosts,
        Err(code) => return code.into(),
    };
    let registrant = asks.text(DOMAIN, "registrant").map(str::to_owned);
    let domain = world.register(&name);
    (domain.hosts, domain.registrant) = (hosts, registrant);
    let (created, expires) = (written(domain.created), written(domain.expires));
    Reply::with(format!(
        "<domain:creData xmlns:domain=\"{DOMAIN}\"><domain:name>{name}</domain:name>\
        <domain:crDate>{created}</domain:crDate><domain:exDate>{expires}</domain:exDate></domain:creData>"
    ))
}

/// The hosts in `of`, which the domain can be handed over to; or the code that says why not.
fn delegation(world: &World, name: &str, of: Option<Node<'_, '_>>) -> Result<Vec<Host>, u16> {
    let Some(ns) = of.and_then(|of| find(of, DOMAIN, "ns")) else { return Ok(Vec::new()) };
    let (objects, attributes) = (all(ns, DOMAIN, "hostObj").count(), all(ns, DOMAIN, "hostAttr").count());
    match world.rules.keeps {
        Keeps::Objects if attributes > 0 => return Err(2306),
        Keeps::Attributes if objects > 0 => return Err(2306),
        _ => {}
    }
    let objects = all(ns, DOMAIN, "hostObj").map(|object| {
        let host = object.text().unwrap_or_default().trim().to_owned();
        let is_there = world.hosts.contains_key(&host);
        is_there.then_some(Host { name: host, addresses: Vec::new() }).ok_or(2303)
    });
    let attributes = all(ns, DOMAIN, "hostAttr").map(|attribute| {
        let host = text(attribute, DOMAIN, "hostName").ok_or(2003_u16)?.to_owned();
        let addresses = hosts::addresses(attribute, DOMAIN, "hostAddr")?;
        // Glue is of hosts within the domain, and they need it.
        let is_within = host == name || host.ends_with(&format!(".{name}"));
        match is_within == addresses.is_empty() {
            true => Err(2306),
            false => Ok(Host { name: host, addresses }),
        }
    });
    objects.chain(attributes).collect()
}

/// The domain, if our client may change it: otherwise the code that says why not.
fn ours(world: &World, name: &str, prohibited: &str) -> Result<Domain, u16> {
    let domain = world.domains.get(name).ok_or(2303_u16)?;
    if domain.registrar != world.rules.client {
        return Err(2201);
    }
    let keeps_from = |status: &String| status.starts_with("pending") || status.ends_with(prohibited);
    if domain.statuses.iter().any(keeps_from) {
        return Err(2304);
    }
    Ok(domain.clone())
}

pub fn update(world: &mut World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(DOMAIN, "name") else { return 2003.into() };
    match updated(world, name, asks) {
        Ok(then) => world.change(name, then, "pendingUpdate", asks.ids()).into(),
        Err(code) => code.into(),
    }
}

fn updated(world: &World, name: &str, asks: &Asks<'_, '_>) -> Result<Domain, u16> {
    let mut domain = ours(world, name, "UpdateProhibited")?;
    let object = asks.object.ok_or(2003_u16)?;
    let (more, less) = (find(object, DOMAIN, "add"), find(object, DOMAIN, "rem"));
    if let Some(removed) = less.and_then(|less| find(less, DOMAIN, "ns")) {
        let attributes = all(removed, DOMAIN, "hostAttr").filter_map(|one| text(one, DOMAIN, "hostName"));
        let objects = all(removed, DOMAIN, "hostObj").filter_map(|one| one.text());
        for host in objects.chain(attributes) {
            let at = domain.hosts.iter().position(|known| known.name == host.trim()).ok_or(2306_u16)?;
            domain.hosts.remove(at);
        }
    }
    for host in delegation(world, name, more)? {
        if domain.hosts.iter().any(|known| known.name == host.name) {
            return Err(2306);
        }
        domain.hosts.push(host);
    }
    for (of, on) in [(less, false), (more, true)] {
        for status in of.into_iter().flat_map(|of| all(of, DOMAIN, "status")) {
            let status = status.attribute("s").ok_or(2003_u16)?.to_owned();
            let changed = if on { domain.statuses.insert(status) } else { domain.statuses.remove(&status) };
            changed.then_some(()).ok_or(2306_u16)?;
        }
    }
    let signed = keys::update(&mut domain, asks)?;
    match signed || more.is_some() || less.is_some() || find(object, DOMAIN, "chg").is_some() {
        true => Ok(domain),
        false => Err(2003),
    }
}

pub fn renew(world: &mut World, asks: &Asks<'_, '_>) -> Reply {
    let Some(name) = asks.text(DOMAIN, "name") else { return 2003.into() };
    let then = match renewed(world, name, asks) {
        Ok(then) => then,
        Err(code) => return code.into(),
    };
    let expires = written(then.expires);
    let code = world.change(name, then, "pendingRenew", asks.ids());
    let says = match world.rules.says_date {
        true => format!("<domain:exDate>{expires}</domain:exDate>"),
        false => String::new(),
    };
    let data = format!(
        "<domain:renData xmlns:domain=\"{DOMAIN}\"><domain:name>{name}</domain:name>{says}</domain:renData>"
    );
    if code == 1000 { Reply::with(data) } else { code.into() }
}

fn renewed(world: &World, name: &str, asks: &Asks<'_, '_>) -> Result<Domain, u16> {
    let mut domain = ours(world, name, "RenewProhibited")?;
    let day = domain.expires.format("%Y-%m-%d").to_string();
    if asks.text(DOMAIN, "curExpDate").ok_or(2003_u16)? != day {
        return Err(world.rules.wrong_date);
    }
    let years: u32 = asks.text(DOMAIN, "period").unwrap_or("1").parse().map_err(|_| 2005_u16)?;
    domain.expires = domain.expires.checked_add_months(chrono::Months::new(12 * years)).ok_or(2004_u16)?;
    let left = domain.expires.year() - TODAY;
    match u32::try_from(left).is_ok_and(|left| left <= LONGEST) {
        true => Ok(domain),
        false => Err(2105),
    }
}
