//! Steps about the Redis in which processes count together.
use crate::world::World;
use cucumber::given;
use hosting_core::limit::{Limits, RedisLimits, Time};
use tokio::net::TcpSocket;

#[given("the platform counts requests in a Redis that is away")]
fn redis_away(world: &mut World) {
    // A port that is ours, and on which nobody listens.
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
    let address = socket.local_addr().expect("its address");
    world.silent_port = Some(socket);
    let redis = RedisLimits::new(&format!("redis://{address}"), Time::Caller).expect("an address");
    world.stage.go_on(|parts| parts.limits = Limits::Redis(redis));
}
