//! The listener: bounds on what a connection may do, and an orderly shutdown.
mod line;
mod stream;
mod write_timeout;

pub use write_timeout::WriteTimeout;

use crate::{answer, slowness::Slowness};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{StatusCode, header},
    response::Response,
};
use futures_util::{FutureExt, future::BoxFuture};
use hosting_core::{
    Error,
    clock::{Clock, SystemClock},
};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{rt::TokioIo, service::TowerToHyperService};
use line::Line;
use std::{net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{Instant, sleep, timeout},
};
use tower::ServiceExt;

/// How long what was begun may take once the process shuts down: longer than a request may
/// ([`Options::timeout`](crate::Options::timeout)), so that each is answered.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(35);

/// When the first byte of a request came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun(pub Instant);

/// Serves `router` on `listener` to clients that are not too slow, until `shutdown` turns true; then finishes what was begun.
pub fn serve(
    listener: TcpListener,
    router: Router,
    slowness: Slowness,
    shutdown: watch::Receiver<bool>,
) -> BoxFuture<'static, ()> {
    // Boxed here, so that it is compiled here alone.
    accept(listener, router, slowness, shutdown).boxed()
}

async fn accept(
    listener: TcpListener,
    router: Router,
    slowness: Slowness,
    mut shutdown: watch::Receiver<bool>,
) {
    let draining = watch::Sender::new(false);
    while !*shutdown.borrow() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = shutdown.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                tokio::spawn(connection((stream, peer), router.clone(), slowness, draining.subscribe()));
            }
            Err(cause) => {
                // Out of descriptors, most likely: some are given back in a moment.
                tracing::warn!(%cause, "a connection could not be accepted");
                sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    draining.send_replace(true);
    // Each connection holds a receiver as long as it lives.
    if timeout(DRAIN_TIMEOUT, draining.closed()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

/// What is not sent again has no length; the router would write that of nothing (RFC 9110 section 8.6).
fn without_length(mut response: Response) -> Response {
    if response.status() == StatusCode::NOT_MODIFIED {
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
    response
}

/// What is said to a client whose request does not end.
fn late() -> Vec<u8> {
    let (id, error) = (SystemClock.id().to_string(), Error::RequestTimeout);
    let body = answer::envelope(&id, error.code().as_str(), &error.to_string(), &[]).to_string();
    let head = [
        "HTTP/1.1 408 Request Timeout".to_owned(),
        "connection: close".to_owned(),
        "content-type: application/json".to_owned(),
        "cache-control: no-store".to_owned(),
        format!("x-request-id: {id}"),
        format!("content-length: {}", body.len()),
    ];
    format!("{}\r\n\r\n{body}", head.join("\r\n")).into_bytes()
}

/// Serves one connection, in a task of its own: what breaks or panics here ends it alone.
async fn connection(
    (stream, peer): (TcpStream, SocketAddr),
    router: Router,
    slowness: Slowness,
    mut draining: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let (line, write_timeout) = (Line::new(), WriteTimeout::default());
    let stream = stream::TimedStream::new(stream, slowness, line.clone(), write_timeout.clone(), late);
    let asked = line.clone();
    let service = router.map_request(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Begun(asked.asked()));
        request.extensions_mut().insert(write_timeout.clone());
        request.map(Body::new)
    });
    let service = service.map_response(move |response| line.answer(without_length(response)));
    let mut connection = pin!(
        http1::Builder::new()
            // The stream knows better, and says why.
            .header_read_timeout(None)
            .max_buf_size(128 << 10)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
            .with_upgrades()
    );
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        _ = draining.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(cause) = ended {
        tracing::debug!(%cause, "a connection broke");
    }
}
