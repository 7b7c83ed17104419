//! A server of others, where there is one.
use crate::stage::{FREE, TAKEN, check};
use hosting_drivers::rdap::{Options, Rdap};
use hosting_kernel::providers::registrar::Registrar;
use std::env;

#[tokio::test]
#[ignore = "needs a server of RDAP: RDAP_BOOTSTRAP is its file, RDAP_TAKEN and RDAP_FREE are names there"]
async fn a_server_of_others_is_understood() {
    let given = |name: &str| env::var(name).unwrap_or_else(|_| panic!("{name} is set"));
    let driver = Rdap::new(&Options { bootstrap: given("RDAP_BOOTSTRAP").into(), suffixes: None }).unwrap();
    assert_eq!(driver.ping().await, Ok(()));
    let (known, unknown) = (given("RDAP_TAKEN"), given("RDAP_FREE"));
    assert_eq!(check(&driver, &[&known, &unknown]).await, [TAKEN, FREE]);
}
