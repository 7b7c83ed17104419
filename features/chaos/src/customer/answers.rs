//! What customers are answered, and what they make of it.
use super::{Answer, Customer, Wish};
use crate::journal::Told;
use reqwest::Response;
use std::time::{Duration, Instant};
use tokio::time::sleep;
use uuid::Uuid;

/// How long a change is tried: longer than everything that is done to the platform.
pub(super) const PERSEVERANCE: Duration = Duration::from_mins(2);
/// Statuses after which one asks again, under the same key.
const AGAIN: [u16; 6] = [408, 429, 500, 502, 503, 504];

impl<'a> Customer<'a> {
    /// Tries until it is done or refused; the answer, where it is done. Then asks again, now and then: under the
    /// same key, it must be the same.
    pub(super) async fn done(&mut self, wish: &Wish) -> Option<Vec<u8>> {
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
        self.account.answered += 1;
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

    pub(super) fn any_replica(&mut self) -> &'a str {
        let fleet = self.scene.fleet;
        fleet.address(self.chance.usize(..fleet.count()))
    }

    /// Whether the database could not be written at some time since `moment`: what is asked then fails
    /// (`contract.md` §6).
    pub(super) fn nothing_was_kept(&self, moment: Instant) -> bool {
        self.scene.disk.is_some_and(|disk| disk.has_database() && disk.was_full_since(moment))
    }

    /// Asks any of the replicas; nothing where no answer comes.
    pub(super) async fn once(&mut self, wish: &Wish) -> Option<Answer> {
        let replica = self.any_replica();
        let mut request = self.client.request(wish.method.clone(), format!("http://{replica}{}", wish.path));
        request = request.bearer_auth(&self.account.key);
        if let Some(key) = wish.key.as_ref().filter(|_| wish.path != "/graphql") {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = &wish.body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let sent = Instant::now();
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
        let said = String::from_utf8_lossy(&body);
        if (status == 500 || said.contains("\"internal_error\"")) && !self.nothing_was_kept(sent) {
            self.account.wrong.push(format!("{} {} was answered {status}: {said}", wish.method, wish.path));
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
pub(super) fn again(status: u16, body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body);
    let codes = ["request_in_progress", "overloaded", "shutting_down", "internal_error", "provider_timeout"];
    AGAIN.contains(&status) || codes.iter().any(|code| text.contains(&format!("\"{code}\"")))
}
