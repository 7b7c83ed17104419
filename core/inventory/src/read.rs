//! An inventory file, read and checked.
use crate::{
    entry::{
        account::Account,
        details::Details,
        domain::{Domain, is_held},
        hosting::Hosting,
        price::Price,
        record::{MOST_RECORDS, Record, alone},
        registration::Registration,
        service::Service,
    },
    inventory::Inventory,
    item::Item,
    node::Node,
    place::{Fault, Place},
    reader::{Members, Reader},
};
use std::collections::{HashMap, HashSet, hash_map::Entry};
use uuid::Uuid;

impl Inventory {
    /// Reads a file; gives all that is wrong with it, in its order.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        // The mark of a text in UTF-8, which some editors write, belongs to no JSON (RFC 8259 section 8.1).
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let whole = Node::whole(text).map_err(|cause| {
            let place = Place { pointer: String::new(), line: cause.line() };
            let message = cause.to_string();
            let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
            vec![Fault { place, message: format!("column {}: {what}", cause.column()) }]
        })?;
        let mut file = File { reader: Reader::new(text), inventory: Self::default(), places: HashMap::new() };
        file.whole(&whole);
        match file.reader.finish() {
            faults if faults.is_empty() => Ok(file.inventory),
            faults => Err(faults),
        }
    }
}

/// A file that is being read.
struct File<'a> {
    reader: Reader<'a>,
    inventory: Inventory,
    /// What must not be there twice, and where it is first.
    places: HashMap<(String, String), String>,
}

/// The lists that belong to a thing.
type Lists<'a> = [Vec<Node<'a>>; 2];

impl<'a> File<'a> {
    fn whole(&mut self, whole: &Node<'a>) {
        let lists = |it: &mut Members<'_, 'a>| ["prices", "registry", "accounts"].map(|name| it.list(name));
        let mut found = None;
        self.reader.object(whole, |it| found = Some(lists(it)));
        let [prices, registry, accounts] = found.unwrap_or_default();
        for node in prices {
            self.price(&node);
        }
        for node in accounts {
            self.account(&node);
        }
        for node in registry {
            self.registration(&node);
        }
    }

    /// Reads one thing; gives it where it is valid, and what belongs to it in any case.
    fn one<T>(
        &mut self,
        node: &Node<'a>,
        lists: [&str; 2],
        read: impl FnOnce(&mut Members<'_, 'a>) -> T,
    ) -> (Option<Item<T>>, Lists<'a>) {
        let mut below = Lists::default();
        let read = |it: &mut Members<'_, 'a>| {
            below = lists.map(|name| if name.is_empty() { Vec::new() } else { it.list(name) });
            read(it)
        };
        let value = self.reader.object(node, read);
        let place = self.reader.place(node);
        (value.map(|value| Item { place, parent: 0, value }), below)
    }

    /// Notes a fault where the `key` of this sort was there before.
    fn once(&mut self, node: &Node<'a>, member: &str, sort: &str, key: String) {
        let pointer = format!("{}{member}", self.reader.place(node).pointer);
        match self.places.entry((sort.to_owned(), key)) {
            Entry::Vacant(place) => {
                place.insert(pointer);
            }
            Entry::Occupied(first) => {
                let message = format!("`{}` is at {} already", first.key().1, first.get());
                self.reader.fault(node, member, message);
            }
        }
    }

    fn once_id(&mut self, node: &Node<'a>, id: Option<Uuid>) {
        if let Some(id) = id {
            self.once(node, "/id", "id", id.to_string());
        }
    }

    fn price(&mut self, node: &Node<'a>) {
        let (Some(item), _) = self.one(node, ["", ""], Price::read) else { return };
        self.once(node, "/tld", "tld", item.value.0.tld.clone());
        self.inventory.prices.push(item);
    }

    fn registration(&mut self, node: &Node<'a>) {
        let (Some(item), _) = self.one(node, ["", ""], Registration::read) else { return };
        let name = item.value.name.clone();
        if let Some(domain) =
            self.places.get(&("held".to_owned(), name.clone())).filter(|_| !item.value.taken)
        {
            let message = format!("the name is taken: {domain}");
            self.reader.fault(node, "/taken", message);
        }
        self.once(node, "/name", "registration", name);
        self.inventory.registry.push(item);
    }

    fn account(&mut self, node: &Node<'a>) {
        let (item, [services, domains]) = self.one(node, ["services", "domains"], Account::read);
        let parent = self.inventory.accounts.len();
        if let Some(item) = item {
            self.once_id(node, item.value.id);
            self.once(node, "/email", "email", item.value.email.clone());
            self.inventory.accounts.push(item);
        }
        let labels = format!("service of {}", self.reader.place(node).pointer);
        for node in services {
            self.service(&node, parent, &labels);
        }
        for node in domains {
            self.domain(&node, parent);
        }
    }

    fn service(&mut self, node: &Node<'a>, parent: usize, labels: &str) {
        let (Some(Item { place, value: (value, details), .. }), _) = self.one(node, ["", ""], Service::read)
        else {
            return;
        };
        self.once_id(node, value.id);
        if value.id.is_none() {
            self.once(node, "/display_name", labels, value.label());
        }
        if let Some((place, details)) = details {
            self.details(node, place, details);
        }
        self.inventory.services.push(Item { place, parent, value });
    }

    /// Notes what the service is that comes next.
    fn details(&mut self, service: &Node<'a>, place: Place, value: Details) {
        match &value {
            Details::Hosting(Hosting { site: Some(site), backend, .. }) => {
                let there = format!("site at {}", backend.as_deref().unwrap_or_default());
                self.once(service, "/hosting/site", &there, site.clone());
            }
            Details::Instance(instance) => {
                for (index, one) in instance.snapshots.iter().enumerate() {
                    if let Some(id) = one.id {
                        let member = format!("/{}/snapshots/{index}/id", value.member());
                        self.once(service, &member, "id", id.to_string());
                    }
                }
            }
            Details::Hosting(_) | Details::Email(_) => {}
        }
        self.inventory.details.push(Item { place, parent: self.inventory.services.len(), value });
    }

    fn domain(&mut self, node: &Node<'a>, parent: usize) {
        let mut name = String::new();
        let read = |it: &mut Members<'_, 'a>| {
            let domain = Domain::read(it);
            name.clone_from(&domain.domain_name);
            domain
        };
        let (item, [records, _]) = self.one(node, ["records", ""], read);
        let domain = self.inventory.domains.len();
        if let Some(item) = item {
            self.once_id(node, item.value.id);
            self.once(node, "/domain_name", "domain", name.clone());
            if is_held(item.value.status) {
                self.places.insert(("held".to_owned(), name.clone()), item.place.pointer.clone());
            }
            self.inventory.domains.push(Item { parent, ..item });
        }
        // The records of a domain whose name is not known cannot be judged.
        if !name.is_empty() {
            self.zone(node, &name, &records, domain);
        }
    }

    fn zone(&mut self, domain: &Node<'a>, name: &str, records: &[Node<'a>], parent: usize) {
        if records.len() > MOST_RECORDS {
            self.reader.fault(domain, "/records", format!("a domain has at most {MOST_RECORDS} records"));
        }
        let mut kinds: HashMap<String, HashSet<&str>> = HashMap::new();
        for node in records {
            let (Some(Item { place, value: Some(value), .. }), _) =
                self.one(node, ["", ""], |it| Record::read(it, name))
            else {
                continue;
            };
            self.once_id(node, value.id);
            let here = kinds.entry(value.name.clone()).or_default();
            let alias = (value.r#type == "CNAME" && !here.is_empty()) || here.contains("CNAME");
            match here.insert(value.r#type) {
                false => {
                    let message = format!("{} has {} already", value.name, value.r#type);
                    self.reader.fault(node, "/type", message);
                }
                true if alias => self.reader.fault(node, "/type", alone(&value.name)),
                true => self.inventory.records.push(Item { place, parent, value }),
            }
        }
    }
}
