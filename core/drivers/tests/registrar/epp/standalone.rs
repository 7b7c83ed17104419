//! The registry as a program: for clients that others have made.
use crate::{
    registry::{Fee, Keeps, Registry, Rules},
    stage::hosts,
};
use std::{env, fs, io::Read, path::PathBuf};

/// Listens until its input ends. In the folder that `REGISTRY_FOLDER` names it puts `authority.pem`, and then `port`. The
/// registry has `taken.test`, a premium name `dear.test`, `slow.test` whose next change waits, and two messages; and the domains
/// of a file `domains` there, a line each, with the hosts that answer for it.
#[tokio::test]
#[ignore = "a program, not a test"]
async fn until_its_input_ends() {
    let Some(folder) = env::var_os("REGISTRY_FOLDER").map(PathBuf::from) else { return };
    let domains = fs::read_to_string(folder.join("domains")).unwrap_or_default();
    let domains: Vec<Vec<&str>> = domains.lines().map(|line| line.split_whitespace().collect()).collect();
    let mut rules = Rules::new(Keeps::Objects);
    rules.suffixes.extend(domains.iter().filter_map(|words| Some(words[0].split_once('.')?.1.to_owned())));
    let registry = Registry::start(rules).await;
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
        for words in &domains {
            world.register(words[0]);
            world.delegate(words[0], &hosts(&words[1..]));
        }
    }
    fs::write(folder.join("authority.pem"), &registry.authority.pem).unwrap();
    let port = folder.join("port.new");
    fs::write(&port, registry.port.to_string()).unwrap();
    fs::rename(port, folder.join("port")).unwrap();
    let input = || std::io::stdin().read_to_end(&mut Vec::new());
    tokio::task::spawn_blocking(input).await.unwrap().unwrap();
}
