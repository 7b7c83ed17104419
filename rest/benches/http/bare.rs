//! The yardstick: axum that does nothing but answer.
use crate::Failure;
use axum::{Router, routing::get, serve::ListenerExt};
use tokio::net::TcpListener;

/// About what a list of 25 services takes.
static BODY: [u8; 8192] = [b'x'; 8192];

/// Serves until this process is killed; says where, as `hosting` does.
#[tokio::main]
pub async fn serve() -> Result<(), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let router = Router::new().route("/", get(async || &BODY[..]));
    Ok(axum::serve(listener, router).await?)
}
