//! Names that are free, and what they cost.
use super::stage::Epps;
use crate::{
    registry::{Fault, Fee, Keeps, Rules},
    stage::texts,
};
use hosting_drivers::epp::Epp;
use hosting_kernel::{
    providers::{Failure, registrar::Registrar},
    values::money::Money,
};

fn dear(epps: &Epps) {
    let fee = Fee { class: "premium-3".to_owned(), amount: "249.90".to_owned() };
    epps.registry.world().fees.insert("dear.test".to_owned(), fee);
}

#[tokio::test]
async fn of_two_names_one_is_premium() {
    for (currency, price) in [("USD", Some(Money::cents(24_990))), ("EUR", None)] {
        let epps = Epps::with(Rules { currency: currency.to_owned(), ..Rules::new(Keeps::Objects) }).await;
        dear(&epps);
        let said = epps.ready().await.check(&texts(&["plain.test", "dear.test"])).await.unwrap();
        let [plain, dear] = said.as_slice() else { panic!("{said:?}") };
        let (plain, dear) = (plain.as_ref().unwrap(), dear.as_ref().unwrap());
        assert_eq!((plain.available, plain.premium, plain.price), (true, false, None));
        assert_eq!((dear.available, dear.premium, dear.price), (true, true, price), "{currency}");
    }
}

#[tokio::test]
async fn without_fees_nothing_is_premium() {
    let mut rules = Rules::new(Keeps::Objects);
    rules.extensions.clear();
    let epps = Epps::with(rules).await;
    dear(&epps);
    let said = epps.ready().await.check(&texts(&["dear.test"])).await.unwrap();
    assert!(!said[0].as_ref().unwrap().premium);
}

#[tokio::test]
async fn a_name_that_is_left_out_fails_alone() {
    let epps = Epps::new().await;
    epps.registry.world().left_out.insert("lost.test".to_owned());
    let said = epps.ready().await.check(&texts(&["a.test", "lost.test", "b.test"])).await.unwrap();
    assert!(said[0].is_ok() && said[2].is_ok());
    assert!(matches!(&said[1], Err(Failure::Unavailable(why)) if why.contains("lost.test")), "{said:?}");
}

#[tokio::test]
async fn a_name_that_is_none_fails_alone() {
    let epps = Epps::new().await;
    let said = epps.ready().await.check(&texts(&["a.test", "b..test", "c.test"])).await.unwrap();
    assert!(said[0].is_ok() && said[2].is_ok());
    assert!(matches!(&said[1], Err(Failure::Refused(why)) if why.contains("b..test")), "{said:?}");
}

#[tokio::test]
async fn all_names_are_in_one_command() {
    let epps = Epps::new().await;
    let driver = epps.ready().await;
    let names: Vec<String> = (0..50).map(|index| format!("n{index}.test")).collect();
    driver.check(&names).await.unwrap();
    assert_eq!(epps.registry.done("domain:check"), 1);
    epps.fault("domain:check", Fault::Slow);
    assert_eq!(driver.check(&names).await.unwrap().len(), 50, "slowly too");
}

/// Two registries at one server (Verisign).
#[tokio::test]
async fn each_name_is_asked_of_its_registry() {
    let mut rules = Rules::new(Keeps::Objects);
    rules.suffixes = texts(&["test", "example"]);
    rules.extensions.insert("http://www.verisign-grs.com/epp/namestoreExt-1.1");
    let epps = Epps::with(rules).await;
    let (one, other) = (epps.domain("one.test"), epps.domain("other.example"));
    let driver = Epp::new(epps.options()).unwrap();
    let names = texts(&["one.test", "free.example", "free.test", "other.example"]);
    let said = driver.check(&names).await.unwrap();
    let available: Vec<bool> = said.iter().map(|one| one.as_ref().unwrap().available).collect();
    assert_eq!(available, [false, true, true, false]);
    assert_eq!(epps.registry.done("domain:check"), 2);
    for domain in [one, other] {
        let hosts = crate::stage::hosts(&["ns1.host.invalid"]);
        let work = crate::stage::work();
        driver.set_name_servers(work, domain, &hosts).await.unwrap();
        assert_eq!(driver.info(domain).await.unwrap().name_servers, Some(texts(&["ns1.host.invalid"])));
    }
}
