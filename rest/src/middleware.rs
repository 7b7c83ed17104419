//! What every request gets: an id, an address, bounds, a line in the log.
use crate::{
    App, Options,
    answer::Logged,
    call::{self, Told},
    challenge, fallback, files, health, metrics, panics,
    places::{Holder, Seat},
    serve::Begun,
    slowness::{Arrival, Bound, arriving},
    trace,
};
use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, Version, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use hosting_core::{Allowance, Ending, Error, Time, kernel::spans, limit::client_address};
use prometheus::IntGauge;
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    time::Duration,
};
use tokio::time::{Instant, timeout, timeout_at};
use tracing::Instrument;
use uuid::Uuid;

/// Bytes of header lines in all.
const HEADERS: usize = 16 << 10;

/// How long the answer may take whose entry is being written: it says what the answer says.
const ENTRY: Duration = Duration::from_secs(5);

/// Who is at the other end of a request.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// Where the request came from.
    pub address: IpAddr,
    /// Identifies the request.
    pub request_id: Uuid,
    /// When it arrived.
    pub at: Time,
}

/// One more request while this lives.
struct InFlight(IntGauge);

impl InFlight {
    fn one_more(all: &IntGauge) -> Self {
        all.inc();
        Self(all.clone())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Gives a request what each gets, around whatever answers.
pub(crate) async fn run(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let clock = app.platform.clock();
    let at = clock.now();
    let client = Client { address: address(&app, &request), request_id: clock.id(), at };
    let told = Told::default();
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(told.clone());
    let method = request.method().clone();
    let route = route(&request).map(str::to_owned);
    let has_credential = request.headers().contains_key(header::AUTHORIZATION);
    let trace_id = trace::id(request.headers());

    let span = spans::request(client.request_id, method.as_str(), route.as_deref().unwrap_or("-"));
    let mut response = next.run(request).instrument(span.clone()).await;
    span.record("status", response.status().as_u16());
    let id = HeaderValue::from_str(&client.request_id.to_string()).expect("an id is plain text");
    response.headers_mut().insert("x-request-id", id);
    if let Some(Allowance { limit, remaining }) = told.allowance() {
        response.headers_mut().insert("x-ratelimit-limit", limit.into());
        response.headers_mut().insert("x-ratelimit-remaining", remaining.into());
    }
    // What is still to come of the request is not waited for.
    if response.status() == StatusCode::REQUEST_TIMEOUT {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    if let Some(challenge) = challenge::of(&app, &response, has_credential) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
    }
    let logged = response.extensions_mut().remove::<Logged>().unwrap_or_default();
    let (document, name) = logged.document.map(|known| (known.hash, known.name)).unzip();
    let millis = clock.now().millis() - at.millis();
    let seconds = Duration::from_millis(millis.unsigned_abs()).as_secs_f64();
    let known = route.as_deref().unwrap_or("-");
    app.metrics.answered(&method, known, response.status(), seconds);
    tracing::info!(
        request_id = %client.request_id,
        trace_id,
        method = %method,
        route = known,
        operation = logged.operation.unwrap_or("-"),
        name = name.flatten(),
        document = document.map(tracing::field::display),
        account = logged.account.map(tracing::field::display),
        status = response.status().as_u16(),
        duration_ms = millis,
        "answered"
    );
    response
}

/// Answers within the bounds of a request.
pub(crate) async fn bounded(State(app): State<App>, request: Request, next: Next) -> Response {
    let request_id = call::of(request.extensions()).request_id;
    let path = request.uri().path().to_owned();
    let answered = answered(&app, request, next).await;
    answered.unwrap_or_else(|error| fallback::on_path(&path, request_id, error))
}

/// The answer, within those bounds.
async fn answered(app: &App, mut request: Request, next: Next) -> Result<Response, Error> {
    let counted = InFlight::one_more(&app.metrics.in_flight);
    let seat = seated(app, &request)?;
    let ending = Ending::default();
    request.extensions_mut().insert(seat.clone());
    request.extensions_mut().insert(ending.clone());
    if let Err(error) = check_head(&request) {
        return Err(fallback::recorded(app, request, error).await);
    }
    let request_id = call::of(request.extensions()).request_id;
    let begun = request.extensions().get::<Begun>().map_or_else(Instant::now, |begun| begun.0);
    let arrival = Arrival::new(begun);
    let bound = if route(&request) == Some(files::ROUTE) { Bound::File } else { Bound::Request };
    let request = request.map(|body| arriving(body, arrival.clone(), bound, app.options.slowness));
    let next = next.run(request);
    let answer = Box::pin(async move {
        let answered = panics::caught(request_id, next).await;
        drop((counted, seat));
        answered
    });
    in_time(app.options.timeout, answer, &arrival, &ending).await
}

/// The answer, unless its time is over: that begins when the request has arrived.
async fn in_time(
    limit: Duration,
    mut answer: Pin<Box<impl Future<Output = Result<Response, Error>> + Send + 'static>>,
    arrival: &Arrival,
    ending: &Ending,
) -> Result<Response, Error> {
    loop {
        let end = arrival.last() + limit;
        if let Ok(answered) = timeout_at(end, &mut answer).await {
            return answered;
        }
        if arrival.last() + limit <= end {
            break;
        }
    }
    if !ending.give_up()
        && let Ok(answered) = timeout(ENTRY, &mut answer).await
    {
        return answered;
    }
    // What was begun is finished, and leaves its entry; the same key tells what came of it.
    tokio::spawn(answer);
    Err(Error::Overloaded)
}

/// The place of a request; who only asks how we are needs none.
fn seated(app: &App, request: &Request) -> Result<Seat, Error> {
    if route(request).is_some_and(|route| health::ROUTES.contains(&route) || route == metrics::ROUTE) {
        return Ok(Seat::default());
    }
    let mut place = app.places.requests.take()?;
    if !request.headers().contains_key(header::AUTHORIZATION) {
        place.belong_to(Holder::at(call::of(request.extensions()).address))?;
    }
    Ok(Seat::on(place))
}

/// The route that a request is for.
fn route(request: &Request) -> Option<&str> {
    request.extensions().get::<MatchedPath>().map(MatchedPath::as_str)
}

/// Refuses header lines that are too long in all, and a request that does not say in one line for which host
/// it is (RFC 9112 section 3.2).
fn check_head(request: &Request) -> Result<(), Error> {
    let size = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len();
    if request.headers().iter().map(size).sum::<usize>() > HEADERS {
        return Err(Error::invalid("", "header_size", format!("the header lines are over {HEADERS} bytes")));
    }
    let mut hosts = request.headers().get_all(header::HOST).into_iter();
    let is_host = |host: &HeaderValue| {
        let host = host.as_bytes();
        host.is_empty() || !host.contains(&b'@') && Authority::try_from(host).is_ok()
    };
    let sound = match (hosts.next(), hosts.next()) {
        (None, _) => request.version() < Version::HTTP_11,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    };
    match sound {
        true => Ok(()),
        false => Err(Error::invalid("", "host", "a request says in one line `Host` for which host it is")),
    }
}

/// The client's address; a test that opens no socket is this machine.
fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    let Options { client_address_header: header, trusted_proxies, .. } = &app.options;
    let lines = request.headers().get_all(header.name()).into_iter().map(HeaderValue::as_bytes);
    client_address(peer, *header, lines, trusted_proxies)
}
