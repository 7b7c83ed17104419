//! The listener: bounds on what a connection may do, and an orderly end.
mod patience;

pub use patience::Patience;

use axum::{Router, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use patience::Bounded;
use std::{net::SocketAddr, pin::pin, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
};
use tower::ServiceExt;

/// How long a client may take to say what it wants.
const HEADERS: Duration = Duration::from_secs(15);
/// How long what was begun may take once the process is told to end.
const FAREWELL: Duration = Duration::from_secs(20);

/// Serves `router` on `listener` until `stop` turns true; then finishes what was begun.
pub async fn serve(listener: TcpListener, router: Router, mut stop: watch::Receiver<bool>) {
    let ending = watch::Sender::new(false);
    while !*stop.borrow() {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => break,
        };
        match accepted {
            Ok((stream, peer)) => connection(stream, peer, router.clone(), ending.subscribe()),
            Err(cause) => {
                // Out of descriptors, most likely: some are given back in a moment.
                tracing::warn!(%cause, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    ending.send_replace(true);
    // Each connection holds a receiver as long as it lives.
    if tokio::time::timeout(FAREWELL, ending.closed()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

fn connection(stream: TcpStream, peer: SocketAddr, router: Router, mut ending: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let patience = Patience::default();
    let stream = Bounded::new(stream, patience.clone());
    let service = router.map_request(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(patience.clone());
        request.map(axum::body::Body::new)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(128 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    tokio::spawn(async move {
        let mut connection = pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            _ = ending.changed() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(cause) = ended {
            tracing::debug!(%cause, "a connection broke");
        }
    });
}
