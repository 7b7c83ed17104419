//! How long it takes: `cargo test --test dns -- --ignored --nocapture speed`.
use super::server::{Program, Server, WORK, ZONE, put};
use hosting_kernel::providers::dns::Dns;
use std::time::{Duration, Instant};

async fn measured(program: Program) {
    let server = Server::start(program).await;
    let driver = server.driver();
    let many: Vec<_> = (0..300).map(|nth| put(&format!("many{nth}"), "A", &["192.0.2.1"])).collect();
    let since = Instant::now();
    driver.change(WORK, ZONE, &many).await.unwrap();
    let together = since.elapsed();
    let since = Instant::now();
    for nth in 0..100 {
        driver.change(WORK, ZONE, &[put(&format!("single{nth}"), "A", &["192.0.2.1"])]).await.unwrap();
    }
    let singly = since.elapsed();
    for part in 0..10 {
        let names = (0..460).map(|nth| format!("large{part}-{nth}"));
        let changes: Vec<_> = names.map(|name| put(&name, "A", &["192.0.2.1"])).collect();
        driver.change(WORK, ZONE, &changes).await.unwrap();
    }
    let since = Instant::now();
    let sets = driver.zone(ZONE).await.unwrap();
    let read = since.elapsed();
    assert_eq!(sets.len(), 5000);
    let since = Instant::now();
    driver.remove_zone(WORK, ZONE).await.unwrap();
    let removed = since.elapsed();
    assert_eq!(driver.zone(ZONE).await.unwrap(), []);
    println!(
        "{program:?}: 300 sets in one change {together:?}, 100 changes {singly:?}, 5000 sets read {read:?}, removed {removed:?}"
    );
    assert!(read < Duration::from_secs(5), "{read:?}");
}

#[tokio::test]
#[ignore = "needs named"]
async fn speed_of_bind() {
    measured(Program::Bind).await;
}

#[tokio::test]
#[ignore = "needs knotd"]
async fn speed_of_knot() {
    measured(Program::Knot).await;
}
