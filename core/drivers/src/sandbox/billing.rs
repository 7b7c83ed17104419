//! A bank in which everybody has money: it pays what it is asked for, but for amounts that say otherwise.
use crate::fault::Faults;
use hosting_kernel::providers::{
    Failure, SANDBOX,
    billing::{Billing, Charge, Payment, Withdrawal},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// The sandbox bank. 4.02 is declined (402: payment required), and 2.02 stays on its way (202: accepted). Nothing of it
/// outlives the process.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    state: Arc<Mutex<State>>,
    /// What goes wrong on demand.
    pub faults: Arc<Faults>,
}

#[derive(Debug, Default)]
struct State {
    paid: HashMap<Uuid, Charge>,
    on_its_way: HashMap<Uuid, Charge>,
    says: Option<Payment>,
    asked: usize,
}

impl Sandbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says this of every charge from now on that is not paid already.
    pub fn say(&self, payment: Payment) {
        self.state().says = Some(payment);
    }

    /// What is on its way is paid, and nobody told of it.
    pub fn arrive(&self) {
        let mut state = self.state();
        let arrived: Vec<_> = state.on_its_way.drain().collect();
        state.paid.extend(arrived);
    }

    /// All that was paid, the period that begins first before the others.
    pub fn paid(&self) -> Vec<Charge> {
        let mut paid: Vec<Charge> = self.state().paid.values().cloned().collect();
        paid.sort_by_key(|charge| (charge.starts, charge.id));
        paid
    }

    /// How often it was asked for money.
    pub fn asked(&self) -> usize {
        self.state().asked
    }
}

fn by_amount(charge: &Charge) -> Payment {
    match charge.amount.in_cents() {
        402 => Payment::Declined("the card was declined".to_owned()),
        202 => Payment::Pending,
        _ => Payment::Paid,
    }
}

#[async_trait::async_trait]
impl Billing for Sandbox {
    async fn charge(&self, charge: &Charge) -> Result<Payment, Failure> {
        let ask = async {
            let mut state = self.state();
            state.asked += 1;
            if state.paid.contains_key(&charge.id) {
                return Ok(Payment::Paid);
            }
            let said = state.says.clone().unwrap_or_else(|| by_amount(charge));
            match said {
                Payment::Paid => _ = state.paid.insert(charge.id, charge.clone()),
                Payment::Pending => _ = state.on_its_way.insert(charge.id, charge.clone()),
                Payment::Declined(_) => {}
            }
            Ok(said)
        };
        self.faults.around(ask).await
    }

    async fn withdraw(&self, charge: &Charge) -> Result<Withdrawal, Failure> {
        let ask = async {
            let mut state = self.state();
            state.on_its_way.remove(&charge.id);
            Ok(match state.paid.contains_key(&charge.id) {
                true => Withdrawal::Paid,
                false => Withdrawal::Withdrawn,
            })
        };
        self.faults.around(ask).await
    }

    fn driver(&self) -> &'static str {
        SANDBOX
    }

    async fn ping(&self) -> Result<(), Failure> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_kernel::{Time, money::Money, providers::billing::Subject};

    fn charge(id: u128, cents: i64) -> Charge {
        Charge {
            id: Uuid::from_u128(id),
            attempt: 0,
            account: Uuid::nil(),
            subject: Subject::Service,
            subject_id: Uuid::nil(),
            description: "Small".to_owned(),
            starts: Time::of_millis(0),
            ends: Time::of_millis(1),
            months: 1,
            amount: Money::cents(cents),
            currency: "USD".to_owned(),
        }
    }

    #[tokio::test]
    async fn amounts_say_what_comes_of_them() {
        let bank = Sandbox::default();
        assert_eq!(bank.charge(&charge(1, 450)).await, Ok(Payment::Paid));
        assert_eq!(bank.charge(&charge(2, 202)).await, Ok(Payment::Pending));
        assert!(matches!(bank.charge(&charge(3, 402)).await, Ok(Payment::Declined(_))));
        assert_eq!(bank.paid().len(), 1);
    }

    #[tokio::test]
    async fn what_is_paid_is_paid_once_and_not_taken_back() {
        let bank = Sandbox::default();
        bank.say(Payment::Pending);
        assert_eq!(bank.charge(&charge(1, 450)).await, Ok(Payment::Pending));
        assert_eq!(bank.withdraw(&charge(1, 450)).await, Ok(Withdrawal::Withdrawn));
        bank.say(Payment::Paid);
        assert_eq!(bank.charge(&charge(1, 450)).await, Ok(Payment::Paid));
        bank.say(Payment::Declined("no".to_owned()));
        assert_eq!(bank.charge(&charge(1, 450)).await, Ok(Payment::Paid));
        assert_eq!(bank.withdraw(&charge(1, 450)).await, Ok(Withdrawal::Paid));
        assert_eq!((bank.paid().len(), bank.asked()), (1, 3));
    }
}
