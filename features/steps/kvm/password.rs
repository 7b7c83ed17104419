//! Steps about the password of a machine.
use super::{ask, done, hypervisor, known};
use crate::{words::Key, world::World};
use cucumber::{given, then, when};
use hosting_core::{
    Operation, Password, clock::Clock, instances::PasswordChanged, kvm::ResetKvmPassword, usage::entry,
};
use sea_orm::{EntityTrait, QueryFilter, entity::prelude::*};
use std::time::Duration;
use tokio::time::{sleep, timeout};

#[given(expr = "{word} asked for the password of the machine {string} to be {string}{key}")]
#[when(expr = "{word} sets the password of the machine {string} to {string}{key}")]
async fn set(world: &mut World, who: String, name: String, password: String, key: Key) {
    let service_id = known(world, &name).id;
    ask(world, &who, key, ResetKvmPassword { service_id, password: password.as_str().into() }).await;
}

#[when(regex = r#"^(\w+) sets the password of the machine "([^"]+)" to one (?:of|that) (.+)$"#)]
async fn set_one(world: &mut World, who: String, name: String, like: String) {
    let length = like.split(' ').next().and_then(|word| word.parse().ok());
    let password = match (like.as_str(), length) {
        (_, Some(length)) => "p".repeat(length),
        ("breaks the line", None) => "correct\nhorse".to_owned(),
        ("letters from many alphabets", None) => "пароль 密码 ślepa".to_owned(),
        (other, None) => panic!("no password like {other}"),
    };
    set(world, who, name, password, Key::New).await;
}

#[given(regex = r#"^(\S+) set the password of the machine "([^"]*)" to "([^"]*)"$"#)]
async fn was_set_by(world: &mut World, who: String, name: String, password: String) {
    let service_id = known(world, &name).id;
    done(world, &who, ResetKvmPassword { service_id, password: password.as_str().into() }).await;
}

#[given(regex = r#"^the password of the machine "([^"]*)" was "([^"]*)"$"#)]
async fn was_set(world: &mut World, name: String, password: String) {
    let owner = known(world, &name).owner;
    was_set_by(world, owner, name, password).await;
}

/// Whether `password` opens the machine.
async fn opens(world: &World, password: &str, name: &str) -> bool {
    let password = Password::from(password);
    hypervisor(world).accepts(known(world, name).id, &password).await.expect("a hypervisor")
}

#[then(regex = r#"^"([^"]*)" opens the machine "([^"]*)"$"#)]
async fn does_open(world: &mut World, password: String, name: String) {
    assert!(opens(world, &password, &name).await);
}

#[then(regex = r#"^"([^"]*)" does not open the machine "([^"]*)"$"#)]
async fn does_not_open(world: &mut World, password: String, name: String) {
    assert!(!opens(world, &password, &name).await);
}

#[then("she is told that the password was set just now")]
fn is_told(world: &mut World) {
    let data = world.last().outcome.clone().expect("a password that was set");
    let told: PasswordChanged = serde_json::from_value(data).expect("what is told of it");
    assert_eq!(told.changed_at, world.stage.clock.now());
}

#[then(regex = r#"^the refusal does not say "([^"]*)"$"#)]
fn does_not_say(world: &mut World, words: String) {
    let refusal = world.refusal();
    assert!(!format!("{refusal:?}").contains(&words), "it says: {}", refusal.message);
}

/// Begins, and waits for the answer no longer than until the hypervisor is asked.
#[given(
    regex = r#"^(\S+) hung up while the password of the machine "([^"]*)" was set to "([^"]*)" with the key "([^"]*)"$"#
)]
#[when(
    regex = r#"^(\S+) hangs up while the password of the machine "([^"]*)" is set to "([^"]*)" with the key "([^"]*)"$"#
)]
async fn hangs_up(world: &mut World, who: String, name: String, password: String, key: String) {
    let service_id = known(world, &name).id;
    let operation = ResetKvmPassword { service_id, password: password.as_str().into() };
    let person = world.person(&who).clone();
    hypervisor(world).faults.set_delay(Duration::from_millis(200));
    let asked = async {
        while world.stage.backends.kvm.asked() == 0 {
            sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::select! {
        told = world.ask(&person, Some(&key), &operation) => panic!("it was answered: {told:?}"),
        () = asked => {}
    }
    hypervisor(world).faults.set_delay(Duration::ZERO);
}

/// Nobody is told: that it was written down says so.
#[given("the hypervisor has answered")]
#[when("the hypervisor has answered")]
async fn has_answered(world: &mut World) {
    let written = async {
        while !is_written(world).await {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(10), written).await.expect("an entry of what was begun");
}

async fn is_written(world: &World) -> bool {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's entries")]
    let all = entry::Entity::find().filter(entry::Column::OperationId.eq(ResetKvmPassword::ID));
    all.one(&reader.executor()).await.expect("the entries").is_some()
}
