//! Steps about the listeners of the process.
use super::{Request, client::ask, settings::rows};
use crate::world::World;
use cucumber::{gherkin::Step, given, then, when};
use std::net::TcpListener;

#[then(regex = r#"^the listener of "([^"]*)" answers as follows:$"#)]
async fn answers(world: &mut World, flag: String, #[step] step: &Step) {
    let address = world.operating.process().bound(&flag);
    for row in rows(step) {
        let [line, status] = &row[..] else { panic!("two columns") };
        let mut request = Request::new(line);
        if line.contains("/v1/") {
            request = request.by(world.operating.key());
        }
        let answer = ask(address, &request).await.unwrap_or_else(|| panic!("{line} is not answered"));
        assert_eq!(answer.status.to_string(), *status, "{line}");
    }
}

#[given("another program listens at an address")]
fn another_listens(world: &mut World) {
    world.operating.taken = Some(TcpListener::bind("127.0.0.1:0").expect("an address"));
}

#[when(regex = r#"^the operator tries "([^"]*)" with "([^"]*)" and that address$"#)]
async fn tries_with_address(world: &mut World, line: String, flag: String) {
    let taken = world.operating.taken.as_ref().expect("a listener").local_addr().expect("an address");
    super::commands::tries(world, line, format!("{flag}={taken}")).await;
}
