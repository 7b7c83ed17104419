//! A customer: does one thing after the other, repeats what is not answered under its key, and writes down what
//! is answered.
mod answers;
mod files;

use crate::{
    disk::Disk,
    fleet::Fleet,
    inventory,
    journal::{Account, Searched},
};
use fastrand::Rng;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};
use tokio::time::sleep;
use uuid::Uuid;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often one who waits looks whether it is time to stop.
const LOOK: Duration = Duration::from_millis(100);

/// What a customer wants.
struct Wish {
    method: Method,
    path: String,
    body: Option<Value>,
    /// What a change is known by.
    key: Option<String>,
}

/// What came of it.
struct Answer {
    status: u16,
    body: Vec<u8>,
}

/// Where customers are.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// Whom they ask.
    pub fleet: &'a Fleet,
    /// The disk that may be full, if there is one.
    pub disk: Option<&'a Disk>,
    /// Whether files are taken in.
    pub files: bool,
    /// How much time lies between two changes of a customer; none, where each begins when the one before is over.
    pub pace: Option<Duration>,
}

/// Somebody who asks the platform.
pub struct Customer<'a> {
    number: usize,
    account: Account,
    scene: Scene<'a>,
    client: Client,
    chance: Rng,
    count: usize,
    /// When the next change is due, where they have a rate.
    due: Instant,
    /// The ids of records, by domain and name.
    ids: BTreeMap<(String, String), Uuid>,
}

impl<'a> Customer<'a> {
    /// The customer with this number and key.
    pub fn new(number: usize, key: String, scene: Scene<'a>, seed: u64) -> Self {
        let renewed = inventory::domains(number).map(|name| (name, false)).collect();
        let months = inventory::machines(number).map(|id| (id, 0)).collect();
        let email = format!("{}@example.com", inventory::name(number));
        let account = Account { email, key, renewed, months, ..Account::default() };
        let mut chance = Rng::with_seed(seed.wrapping_mul(1000).wrapping_add(number as u64));
        let client = Client::builder().timeout(PATIENCE).build().expect("a client");
        let due = Instant::now() + scene.pace.unwrap_or_default().mul_f64(chance.f64());
        Self { number, account, scene, client, chance, count: 0, due, ids: BTreeMap::new() }
    }

    /// Asks until it is time to stop, and ends what was begun.
    pub async fn ask_until(mut self, stop: &AtomicBool) -> Account {
        while !stop.load(Ordering::Relaxed) {
            self.count += 1;
            if self.chance.u8(..10) < 3 {
                self.read().await;
                continue;
            }
            self.turn(stop).await;
            match self.chance.u8(..14) {
                0..=3 => self.renew_domain().await,
                4..=9 => self.change_record().await,
                10 | 11 => self.pay().await,
                12 if self.scene.files && self.account.files.len() < files::MOST => self.send_file().await,
                _ => self.open_panel().await,
            }
        }
        self.account
    }

    /// Waits until the next change is due; one who was held up makes up for it.
    async fn turn(&mut self, stop: &AtomicBool) {
        let Some(pace) = self.scene.pace else { return };
        while Instant::now() < self.due && !stop.load(Ordering::Relaxed) {
            sleep(LOOK.min(self.due.saturating_duration_since(Instant::now()))).await;
        }
        self.due += pace;
    }

    async fn read(&mut self) {
        let path = match self.chance.u8(..3) {
            0 => "/v1/account".to_owned(),
            1 => format!("/v1/domains/{}", self.any_domain().1),
            _ => {
                let body = json!({"query": "{ account { email } services(first: 2) { nodes { id } } }"});
                let wish =
                    Wish { method: Method::POST, path: "/graphql".into(), body: Some(body), key: None };
                self.once(&wish).await;
                return;
            }
        };
        self.once(&Wish { method: Method::GET, path, body: None, key: None }).await;
    }

    async fn renew_domain(&mut self) {
        let (name, id) = self.any_domain();
        let enabled = self.chance.bool();
        let wish = if self.chance.bool() {
            self.change(Method::PUT, format!("/v1/domains/{id}/auto-renew"), json!({"enabled": enabled}))
        } else {
            let document = "mutation($id: UUID!, $enabled: Boolean!, $key: String!) { \
                setDomainAutoRenew(input: {domainId: $id, enabled: $enabled}, idempotencyKey: $key) { id autoRenew } }";
            let mut wish = self.change(Method::POST, "/graphql".to_owned(), Value::Null);
            let variables = json!({"id": id, "enabled": enabled, "key": wish.key});
            wish.body = Some(json!({"query": document, "variables": variables}));
            wish
        };
        if self.done(&wish).await.is_some() {
            self.account.renewed.insert(name, enabled);
        }
    }

    async fn change_record(&mut self) {
        let (domain, domain_id) = self.any_domain();
        let own: Vec<_> = self.ids.keys().filter(|(of, _)| *of == domain).cloned().collect();
        let contents = vec![format!("192.0.2.{}", self.chance.u8(1..))];
        let known = self.chance.choice(&own).cloned();
        let Some(place) = known.filter(|_| own.len() > 5 || self.chance.bool()) else {
            let name = format!("r{}", self.count);
            let body = json!({"name": name, "type": "A", "contents": contents});
            let wish = self.change(Method::POST, format!("/v1/domains/{domain_id}/dns"), body);
            if let Some(made) = self.done(&wish).await {
                let made: Value = serde_json::from_slice(&made).expect("JSON");
                let id = made["data"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
                self.ids.insert((domain.clone(), name.clone()), id);
                self.account.records.insert((domain, name), contents);
            }
            return;
        };
        let path = format!("/v1/domains/{domain_id}/dns/{}", self.ids[&place]);
        if self.chance.bool() {
            let body = json!({"name": place.1, "type": "A", "contents": contents});
            let wish = self.change(Method::PUT, path, body);
            if self.done(&wish).await.is_some() {
                self.account.records.insert(place, contents);
            }
        } else {
            let wish = Wish { body: None, ..self.change(Method::DELETE, path, Value::Null) };
            if self.done(&wish).await.is_some() {
                self.ids.remove(&place);
                self.account.records.remove(&place);
            }
        }
    }

    async fn pay(&mut self) {
        let machines: Vec<_> = inventory::machines(self.number).collect();
        let id = machines[self.chance.usize(..machines.len())];
        let wish =
            self.change(Method::POST, format!("/v1/kvm/instances/{id}/renew"), json!({"billingMonths": 1}));
        if self.done(&wish).await.is_some() {
            *self.account.months.entry(id).or_default() += 1;
        }
    }

    async fn open_panel(&mut self) {
        let path = format!("/v1/hosting/services/{}/panel-access", inventory::site(self.number));
        let wish = self.change(Method::POST, path, json!({"target": "panel"}));
        if self.done(&wish).await.is_some() {
            self.account.links += 1;
        }
    }

    fn any_domain(&mut self) -> (String, Uuid) {
        let number = self.chance.usize(..inventory::DOMAINS);
        let name = inventory::domains(self.number).nth(number).expect("a domain");
        (name, inventory::domain(self.number, number))
    }

    fn change(&self, method: Method, path: String, body: Value) -> Wish {
        let key = Some(format!("chaos-{}-{}", self.number, self.count));
        Wish { method, path, body: Some(body), key }
    }
}

/// Searches over and over, as often as it may and more.
pub async fn search(fleet: &Fleet, stop: &AtomicBool) -> Vec<Searched> {
    let client = Client::builder().timeout(PATIENCE).build().expect("a client");
    let (mut searched, mut chance) = (Vec::new(), Rng::with_seed(7));
    while !stop.load(Ordering::Relaxed) {
        let replica = fleet.address(chance.usize(..fleet.count()));
        let sent = Instant::now();
        let answer = client.get(format!("http://{replica}/api/domain-search?domain=chaos.com")).send().await;
        if answer.is_ok_and(|answer| answer.status() == 200) {
            searched.push(Searched { sent, answered: Instant::now() });
        }
        sleep(Duration::from_millis(chance.u64(50..500))).await;
    }
    searched
}
