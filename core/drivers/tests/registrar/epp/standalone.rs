//! The registry as a program: for clients that others have made.
use crate::{
    registry::{Fee, Keeps, Registry, Rules},
    stage::hosts,
};
use std::{env, fs, io::Read, path::PathBuf};

/// Listens until its input ends. In the folder that `REGISTRY_FOLDER` names it puts `authority.pem`, and then `port`. The
/// registry has `taken.test`, a premium name `dear.test`, `slow.test` whose next change waits, and two messages.
#[tokio::test]
#[ignore = "a program, not a test"]
async fn until_its_input_ends() {
    let Some(folder) = env::var_os("REGISTRY_FOLDER").map(PathBuf::from) else { return };
    let registry = Registry::start(Rules::new(Keeps::Objects)).await;
    {
        let mut world = registry.world();
        for domain in ["taken.test", "slow.test"] {
            world.register(domain);
            world.delegate(domain, &hosts(&["ns1.host.example", "ns2.host.example"]));
        }
        world.slow.insert("slow.test".to_owned());
        let fee = Fee { class: "premium".to_owned(), amount: "249.90".to_owned() };
        world.fees.insert("dear.test".to_owned(), fee);
        world.tell_of_transfer("taken.test", "Transfer requested");
        world.tell_of_transfer("taken.test", "Transfer cancelled");
    }
    fs::write(folder.join("authority.pem"), &registry.authority.pem).unwrap();
    let port = folder.join("port.new");
    fs::write(&port, registry.port.to_string()).unwrap();
    fs::rename(port, folder.join("port")).unwrap();
    let input = || std::io::stdin().read_to_end(&mut Vec::new());
    tokio::task::spawn_blocking(input).await.unwrap().unwrap();
}
