//! Commands: read, and given to what they are about.
use super::{
    contacts, domains, hosts,
    poll::poll,
    reply::Reply,
    serving::{CONTACT, DOMAIN, EPP, HOST, LOGIN_SECURITY, NAMESTORE},
    world::World,
};

pub type Node<'a, 'b> = roxmltree::Node<'a, 'b>;

/// Elements right in `of` that are called so.
pub fn all<'a, 'b>(of: Node<'a, 'b>, space: &'a str, name: &'a str) -> impl Iterator<Item = Node<'a, 'b>> {
    of.children().filter(move |child| child.has_tag_name((space, name)))
}

/// The first of them.
pub fn find<'a, 'b>(of: Node<'a, 'b>, space: &'a str, name: &'a str) -> Option<Node<'a, 'b>> {
    all(of, space, name).next()
}

/// The text of the first of them.
pub fn text<'a>(of: Node<'a, '_>, space: &'a str, name: &'a str) -> Option<&'a str> {
    find(of, space, name)?.text().map(str::trim)
}

/// What a client asks for.
pub struct Asks<'a, 'b> {
    /// Such as `domain:info` or `login`.
    pub name: String,
    command: Node<'a, 'b>,
    pub verb: Node<'a, 'b>,
    pub object: Option<Node<'a, 'b>>,
    pub client_id: Option<&'a str>,
    /// What the registry knows it by.
    pub server_id: String,
}

/// What one session has said that it wants.
#[derive(Clone, Debug, Default)]
pub struct Login {
    pub spaces: Vec<String>,
}

impl<'a, 'b> Asks<'a, 'b> {
    /// Reads a command; nothing where it is none.
    pub fn read(root: Node<'a, 'b>, server_id: String) -> Option<Self> {
        let command = find(root, EPP, "command")?;
        let verb = command.children().find(Node::is_element)?;
        let object = verb.children().find(|child| {
            child.is_element() && child.tag_name().namespace().is_some_and(|space| space != EPP)
        });
        let of = object.and_then(|object| match object.tag_name().namespace() {
            Some(DOMAIN) => Some("domain"),
            Some(HOST) => Some("host"),
            Some(CONTACT) => Some("contact"),
            _ => None,
        });
        let kind = verb.tag_name().name();
        let name = match (of, verb.attribute("op")) {
            (Some(of), _) => format!("{of}:{kind}"),
            (None, Some(op)) => format!("{kind}:{op}"),
            (None, None) => kind.to_owned(),
        };
        let client_id = text(command, EPP, "clTRID");
        Some(Self { name, command, verb, object, client_id, server_id })
    }

    /// A text of the object.
    pub fn text(&self, space: &'a str, name: &'a str) -> Option<&'a str> {
        text(self.object?, space, name)
    }

    /// The names of the object.
    pub fn names(&self, space: &'a str) -> Vec<&'a str> {
        let of = self.object.into_iter();
        of.flat_map(|object| all(object, space, "name"))
            .filter_map(|name| name.text())
            .map(str::trim)
            .collect()
    }

    /// An extension of the command.
    pub fn extension(&self, space: &'a str, name: &'a str) -> Option<Node<'a, 'b>> {
        find(find(self.command, EPP, "extension")?, space, name)
    }

    /// What both know it by.
    pub fn ids(&self) -> (&str, &str) {
        (self.client_id.unwrap_or_default(), &self.server_id)
    }

    /// The code where something is used that the login did not ask for.
    fn unasked(&self, login: &Login) -> Option<u16> {
        let known = |node: Node<'_, '_>| {
            let space = node.tag_name().namespace();
            space.is_some_and(|space| login.spaces.iter().any(|asked| asked == space))
        };
        let extensions = find(self.command, EPP, "extension");
        let mut extensions = extensions.into_iter().flat_map(|of| of.children().filter(Node::is_element));
        match () {
            () if self.object.is_some_and(|object| !known(object)) => Some(2307),
            () if extensions.any(|extension| !known(extension)) => Some(2103),
            () => None,
        }
    }
}

/// Does what is asked for, in a session that is logged in.
pub fn answer(world: &mut World, login: &Login, asks: &Asks<'_, '_>) -> Reply {
    if let Some(code) = asks.unasked(login) {
        return code.into();
    }
    if let Some(code) = wrong_product(world, login, asks) {
        return code.into();
    }
    match asks.name.as_str() {
        "domain:check" => domains::check(world, asks),
        "domain:info" => domains::info(world, asks),
        "domain:create" => domains::create(world, asks),
        "domain:update" => domains::update(world, asks),
        "domain:renew" => domains::renew(world, asks),
        "host:check" => hosts::check(world, asks),
        "host:info" => hosts::info(world, asks),
        "host:create" => hosts::create(world, asks),
        "host:update" => hosts::update(world, asks),
        "contact:info" => contacts::info(world, asks),
        "poll:req" | "poll:ack" => poll(world, asks),
        "logout" => 1500.into(),
        _ => 2101.into(),
    }
}

/// Where the server has several registries, domains are asked about with the one that they are of.
fn wrong_product(world: &World, login: &Login, asks: &Asks<'_, '_>) -> Option<u16> {
    let several = login.spaces.iter().any(|space| space == NAMESTORE);
    let names = asks.names(DOMAIN);
    if !several || names.is_empty() {
        return None;
    }
    let extension = asks.extension(NAMESTORE, "namestoreExt");
    let Some(product) = extension.and_then(|of| text(of, NAMESTORE, "subProduct")) else { return Some(2003) };
    let is_of = |name: &&str| {
        let suffix = world.rules.suffix_of(name);
        suffix.is_some_and(|suffix| product.strip_prefix("dot") == Some(&suffix.to_ascii_uppercase()))
    };
    (!names.iter().all(is_of)).then_some(2306)
}

/// Logs a client in: the code, and what it asked for.
pub fn login(world: &World, asks: &Asks<'_, '_>) -> (u16, Option<Login>) {
    let rules = &world.rules;
    let said = |name| text(asks.verb, EPP, name).unwrap_or_default();
    let password = match said("pw") {
        "[LOGIN-SECURITY]" => {
            let extension = asks.extension(LOGIN_SECURITY, "loginSec");
            extension.and_then(|of| text(of, LOGIN_SECURITY, "pw")).unwrap_or_default()
        }
        plain if plain.len() > 16 => return (2005, None),
        plain => plain,
    };
    if said("clID") != rules.client || password != rules.password {
        return (rules.wrong_login, None);
    }
    let Some(services) = find(asks.verb, EPP, "svcs") else { return (2003, None) };
    let uris = services.descendants().filter(|one| one.is_element() && one.has_children());
    let uris = uris.filter(|one| ["objURI", "extURI"].contains(&one.tag_name().name()));
    let spaces: Vec<String> = uris.filter_map(|one| one.text()).map(str::to_owned).collect();
    let known =
        |space: &String| rules.objects.contains(space.as_str()) || rules.extensions.contains(space.as_str());
    match spaces.iter().all(known) {
        true => (1000, Some(Login { spaces })),
        false => (2307, None),
    }
}
