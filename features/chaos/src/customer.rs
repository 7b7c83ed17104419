//! A customer: does one thing after the other, repeats what is not answered under its key, and writes down what
//! is answered.
use crate::{
    fleet::Fleet,
    inventory,
    journal::{Account, Searched, Told},
};
use fastrand::Rng;
use reqwest::{Client, Method, Response};
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
/// How long a change is tried: longer than everything that is done to the platform.
const PERSEVERANCE: Duration = Duration::from_mins(2);
/// Statuses after which one asks again, under the same key.
const AGAIN: [u16; 6] = [408, 429, 500, 502, 503, 504];

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

/// Somebody who asks the platform.
pub struct Customer<'a> {
    number: usize,
    account: Account,
    fleet: &'a Fleet,
    client: Client,
    chance: Rng,
    count: usize,
    /// The ids of records, by domain and name.
    ids: BTreeMap<(String, String), Uuid>,
}

impl<'a> Customer<'a> {
    /// The customer with this number and key.
    pub fn new(number: usize, key: String, fleet: &'a Fleet, seed: u64) -> Self {
        let renewed = inventory::domains(number).map(|name| (name, false)).collect();
        let months = inventory::machines(number).map(|id| (id, 0)).collect();
        let email = format!("{}@example.com", inventory::name(number));
        let account = Account { email, key, renewed, months, ..Account::default() };
        let chance = Rng::with_seed(seed.wrapping_mul(1000).wrapping_add(number as u64));
        let client = Client::builder().timeout(PATIENCE).build().expect("a client");
        Self { number, account, fleet, client, chance, count: 0, ids: BTreeMap::new() }
    }

    /// Asks until it is time to stop, and ends what was begun.
    pub async fn ask_until(mut self, stop: &AtomicBool) -> Account {
        while !stop.load(Ordering::Relaxed) {
            self.count += 1;
            match self.chance.u8(..10) {
                0..=2 => self.read().await,
                3 | 4 => self.renew_domain().await,
                5..=7 => self.change_record().await,
                8 => self.pay().await,
                _ => self.open_panel().await,
            }
        }
        self.account
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

    /// Tries until it is done or refused; the answer, where it is done. Then asks again, now and then: under the
    /// same key, it must be the same.
    async fn done(&mut self, wish: &Wish) -> Option<Vec<u8>> {
        let began = Instant::now();
        let answer = loop {
            match self.once(wish).await {
                Some(answer) if !again(answer.status, &answer.body) => break answer,
                _ if began.elapsed() > PERSEVERANCE => {
                    self.account.wrong.push(format!("{} was never answered", wish.path));
                    return None;
                }
                _ => sleep(Duration::from_millis(self.chance.u64(20..200))).await,
            }
        };
        if self.chance.u8(..3) == 0
            && let Some(other) = self.once(wish).await
            && !again(other.status, &other.body)
        {
            self.account.repeated += 1;
            if (other.status, said(&other)) != (answer.status, said(&answer)) {
                let [first, then] = [&answer, &other]
                    .map(|answer| format!("{} {}", answer.status, String::from_utf8_lossy(&answer.body)));
                self.account.wrong.push(format!("{}: first {first}, then {then}", wish.path));
            }
        }
        let is_done = answer.status < 300 && !answer.body.starts_with(b"{\"data\":null");
        is_done.then_some(answer.body)
    }

    /// Asks any of the replicas; nothing where no answer comes.
    async fn once(&mut self, wish: &Wish) -> Option<Answer> {
        let replica = self.fleet.address(self.chance.usize(..self.fleet.count()));
        let mut request = self.client.request(wish.method.clone(), format!("http://{replica}{}", wish.path));
        request = request.bearer_auth(&self.account.key);
        if let Some(key) = wish.key.as_ref().filter(|_| wish.path != "/graphql") {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = &wish.body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let answer = request.send().await.ok()?;
        let (status, id) = (answer.status().as_u16(), request_id(&answer));
        let body = answer.bytes().await.ok()?.to_vec();
        let asked = format!("{} {}", wish.method, wish.path);
        match id {
            Some(request_id) => {
                let graph = wish.path == "/graphql";
                // The graph says in the body what it could not do.
                let status = if graph && again(status, &body) { 503 } else { status };
                self.account.told.push(Told { request_id, asked, status, graph });
            }
            None => self.account.wrong.push(format!("{asked} was answered {status} without an identity")),
        }
        if status == 500 {
            let said = String::from_utf8_lossy(&body).into_owned();
            self.account.wrong.push(format!("{} {} was answered 500: {said}", wish.method, wish.path));
        }
        Some(Answer { status, body })
    }
}

fn request_id(answer: &Response) -> Option<Uuid> {
    answer.headers().get("x-request-id")?.to_str().ok()?.parse().ok()
}

/// What it says of what was done. The graph adds what the request itself has cost; what was refused was not done, and
/// is refused again in the name of the other request.
fn said(answer: &Answer) -> &[u8] {
    let ends = [&b",\"extensions\":{\"cost\""[..], b",\"request_id\":"];
    let ends = &ends[..if answer.status < 400 { 1 } else { 2 }];
    let found = |end: &&[u8]| answer.body.windows(end.len()).position(|some| some == *end);
    &answer.body[..ends.iter().filter_map(found).min().unwrap_or(answer.body.len())]
}

/// Whether it is no answer yet.
fn again(status: u16, body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body);
    let codes = ["request_in_progress", "overloaded", "shutting_down", "internal_error", "provider_timeout"];
    AGAIN.contains(&status) || codes.iter().any(|code| text.contains(&format!("\"{code}\"")))
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
