//! A listener of a scenario's own, for what only a real connection shows.
use crate::world::World;
use hosting_rest::{App, app, serve};
use std::net::SocketAddr;
use tokio::{net::TcpListener, sync::watch};

/// A listener; it ends with its scenario.
pub struct Line {
    address: SocketAddr,
    shut_down: watch::Sender<bool>,
}

impl Line {
    /// Ends as the process does.
    pub fn end(&self) {
        self.shut_down.send_replace(true);
    }
}

/// Where the platform listens from now on.
pub async fn listen(world: &mut World) -> SocketAddr {
    if let Some(line) = &world.line {
        return line.address;
    }
    let served = App::new(world.stage.platform.clone(), world.stage.options().clone());
    let live = served.live.clone();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a listener");
    let address = listener.local_addr().expect("its address");
    let (shut_down, shutting_down) = watch::channel(false);
    tokio::spawn(serve::serve(listener, app(served), world.stage.options().slowness, shutting_down.clone()));
    tokio::spawn(live.close_on(shutting_down));
    world.line = Some(Line { address, shut_down });
    address
}
