//! Whoever takes the money, asked over HTTP: each charge is a signed message to an address of the operator's, in the form
//! of the Standard Webhooks specification, and its answer says what became of it; or a message back does, later.
mod options;
mod signature;
mod wire;

pub use options::Options;

use hosting_kernel::{
    Time,
    clock::Clock,
    providers::{
        Failure,
        billing::{Billing, Charge, Heard, Message, Payment, Withdrawal},
    },
};
use reqwest::{Client, Response, StatusCode, Url, header, redirect::Policy};
use signature::Key;
use std::{sync::Arc, time::Duration};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an answer may take: less than a facade waits for it.
const PATIENCE: Duration = Duration::from_secs(15);
/// The longest answer that is read, in bytes.
const ANSWER_MAX: usize = 64 << 10;

/// An address that charges are sent to.
pub struct Webhook {
    endpoint: Url,
    key: Key,
    client: Client,
    clock: Arc<dyn Clock>,
}

impl Webhook {
    /// The address that `options` name; what is wrong with them, in words.
    pub fn new(options: &Options, clock: Arc<dyn Clock>) -> Result<Self, String> {
        let (endpoint, key) = (options.endpoint()?, Key::read(&options.secret)?);
        let client = Client::builder().redirect(Policy::none()).connect_timeout(CONNECT).timeout(PATIENCE);
        let client = client.build().map_err(|cause| format!("endpoint: {cause}"))?;
        Ok(Self { endpoint, key, client, clock })
    }

    /// Sends a message, and gives the answer's status and body.
    async fn send(&self, id: &str, body: String) -> Result<(StatusCode, Vec<u8>), Failure> {
        let timestamp = (self.clock.now().millis() / 1000).to_string();
        let signature = self.key.sign(id, &timestamp, body.as_bytes());
        let request = self.client.post(self.endpoint.clone());
        let request = request.header("webhook-id", id).header("webhook-timestamp", timestamp);
        let request = request.header("webhook-signature", signature);
        let request = request.header(header::CONTENT_TYPE, "application/json").body(body);
        let answer = request.send().await.map_err(|cause| failed(&cause))?;
        let (status, wait) = (answer.status(), wait(&answer));
        let body = read(answer).await?;
        match wire::failure(status, wait) {
            None => Ok((status, body)),
            Some(failure) => Err(failure),
        }
    }
}

#[async_trait::async_trait]
impl Billing for Webhook {
    async fn charge(&self, charge: &Charge) -> Result<Payment, Failure> {
        let (status, body) = self.send(&wire::id("due", charge), wire::due(charge, self.clock.now())).await?;
        wire::payment(status, &body)
    }

    async fn withdraw(&self, charge: &Charge) -> Result<Withdrawal, Failure> {
        let id = wire::id("withdrawn", charge);
        let (_, body) = self.send(&id, wire::withdrawn(charge, self.clock.now())).await?;
        wire::withdrawal(&body)
    }

    fn read(&self, message: &Message<'_>, now: Time) -> Result<Heard, Failure> {
        self.key.check(message, now).map_err(|why| Failure::Misconfigured(why.to_owned()))?;
        wire::heard(message.body)
    }

    fn driver(&self) -> &'static str {
        "webhook"
    }

    async fn ping(&self) -> Result<(), Failure> {
        let now = self.clock.now();
        self.send(&format!("ping_{}", now.millis()), wire::ping(now)).await.map(drop)
    }
}

/// The body of an answer, as far as it is read.
async fn read(mut answer: Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|cause| failed(&cause))? {
        body.extend_from_slice(&piece);
        if body.len() > ANSWER_MAX {
            return Err(Failure::Unavailable("the answer about a charge is too long".to_owned()));
        }
    }
    Ok(body)
}

/// How long it asks to be left alone.
fn wait(answer: &Response) -> Option<Duration> {
    let seconds = answer.headers().get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

fn failed(cause: &reqwest::Error) -> Failure {
    match cause.is_timeout() {
        true => Failure::Timeout,
        false => Failure::Unavailable("whoever takes the money cannot be reached".to_owned()),
    }
}
