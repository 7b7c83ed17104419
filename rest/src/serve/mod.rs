//! The listener: bounds on what a connection may do, and an orderly shutdown.
mod write_timeout;

pub use write_timeout::WriteTimeout;

use axum::{
    Router,
    extract::ConnectInfo,
    http::{StatusCode, header},
    response::Response,
};
use futures_util::{FutureExt, future::BoxFuture};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::{sleep, timeout},
};
use tower::ServiceExt;
use write_timeout::TimedStream;

/// How long a client may take to send the head of a request.
const HEADERS: Duration = Duration::from_secs(15);
/// How long what was begun may take once the process shuts down: longer than a request may
/// ([`Options::timeout`](crate::Options::timeout)), so that each is answered.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(35);

/// Serves `router` on `listener` until `shutdown` turns true; then finishes what was begun.
pub fn serve(
    listener: TcpListener,
    router: Router,
    shutdown: watch::Receiver<bool>,
) -> BoxFuture<'static, ()> {
    // Boxed here, so that it is compiled here alone.
    accept(listener, router, shutdown).boxed()
}

async fn accept(listener: TcpListener, router: Router, mut shutdown: watch::Receiver<bool>) {
    let draining = watch::Sender::new(false);
    while !*shutdown.borrow() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = shutdown.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                tokio::spawn(connection(stream, peer, router.clone(), draining.subscribe()));
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

/// Serves one connection, in a task of its own: what breaks or panics here ends it alone.
async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut draining: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let write_timeout = WriteTimeout::default();
    let stream = TimedStream::new(stream, write_timeout.clone());
    let service = router.map_request(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(write_timeout.clone());
        request.map(axum::body::Body::new)
    });
    let service = service.map_response(without_length);
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADERS)
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
