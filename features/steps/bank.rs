//! The bank of a scenario: that of the sandbox, which tells by itself what came of a charge, too.
use crate::world::World;
use async_trait::async_trait;
use cucumber::{given, then, when};
use hosting_core::{
    Time,
    billing::{
        charge::{Column, Entity, Model},
        hear,
    },
    providers::{
        Failure, SANDBOX,
        billing::{Billing, Charge, Heard, Message, Payment, Withdrawal},
    },
};
use hosting_drivers::sandbox::billing::Sandbox;
use sea_orm::{EntityTrait, QueryOrder};

/// The sandbox with messages: of which charge, of which attempt, and what came of it.
pub struct Bank(pub Sandbox);

#[async_trait]
impl Billing for Bank {
    async fn charge(&self, charge: &Charge) -> Result<Payment, Failure> {
        self.0.charge(charge).await
    }

    async fn withdraw(&self, charge: &Charge) -> Result<Withdrawal, Failure> {
        self.0.withdraw(charge).await
    }

    fn read(&self, message: &Message<'_>, _: Time) -> Result<Heard, Failure> {
        let unclear = || Failure::Refused("the message says nothing that is understood".to_owned());
        let words = std::str::from_utf8(message.body).map_err(|_| unclear())?;
        let [charge, attempt, what] = words.split(' ').collect::<Vec<_>>()[..] else {
            return Err(unclear());
        };
        let payment = match what {
            "paid" => Payment::Paid,
            "pending" => Payment::Pending,
            "declined" => Payment::Declined("the card was declined".to_owned()),
            _ => return Err(unclear()),
        };
        let charge = charge.parse().map_err(|_| unclear())?;
        Ok(Heard { charge, attempt: attempt.parse().ok(), payment })
    }

    fn driver(&self) -> &'static str {
        self.0.driver()
    }

    async fn ping(&self) -> Result<(), Failure> {
        self.0.ping().await
    }
}

/// The last charge of the scenario.
async fn last_charge(world: &World) -> Model {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the bank looks, which is told of every charge")]
    let charge = Entity::find().order_by_desc(Column::CreatedAt).one(&reader.executor()).await;
    charge.expect("the charges").expect("a charge")
}

#[given(regex = r"^the bank told that the (first|last) attempt (was paid|is on its way|was declined)$")]
#[when(regex = r"^the bank tells that the (first|last) attempt (was paid|is on its way|was declined)$")]
async fn tells(world: &mut World, which: String, what: String) {
    let charge = last_charge(world).await;
    let attempt = if which == "first" { 0 } else { charge.attempt };
    let told = match what.as_str() {
        "was paid" => "paid",
        "was declined" => "declined",
        _ => "pending",
    };
    if told == "paid" {
        world.stage.backends.billing.arrive();
    }
    let body = format!("{} {attempt} {told}", charge.id);
    let message = Message { id: "1", timestamp: "0", signature: "", body: body.as_bytes() };
    let heard = hear(&world.stage.platform, SANDBOX, &message).await.expect("it is heard");
    assert_eq!(heard, Ok(()));
}

#[given("the operator reads the log")]
fn reads_log(_: &mut World) {
    crate::log::read();
}

#[then("the operator is told to give the money back")]
async fn is_to_give_back(world: &mut World) {
    let line = crate::log::of(&last_charge(world).await.id.to_string());
    assert!(line.contains("to be given back by hand"), "the log says {line:?}");
}
