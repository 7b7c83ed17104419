//! What the driver is from the start, and what the operator gets wrong.
use crate::stage::{File, driver};
use hosting_drivers::rdap::{Options, Rdap};
use hosting_kernel::{
    providers::{
        Failure,
        registrar::{Environment, Registrar},
    },
    time::Time,
};
use std::path::PathBuf;
use uuid::Uuid;

const SERVICES: [(&[&str], &[&str]); 2] =
    [(&["uk", "com"], &["https://a.example/"]), (&["co.uk"], &["https://b.example/"])];

fn refusal(bootstrap: PathBuf, suffixes: Option<&[&str]>) -> String {
    let suffixes = suffixes.map(|some| some.iter().map(|&suffix| suffix.to_owned()).collect());
    Rdap::new(&Options { bootstrap, suffixes }).err().unwrap()
}

#[test]
fn it_takes_the_suffixes_of_the_file_or_some() {
    let file = File::of(&SERVICES);
    let suffixes = |some: Option<&[&str]>| {
        let suffixes = some.map(|some| some.iter().map(|&suffix| suffix.to_owned()).collect());
        let driver = Rdap::new(&Options { bootstrap: file.0.clone(), suffixes }).unwrap();
        driver.suffixes().unwrap().to_vec()
    };
    assert_eq!(suffixes(None), ["uk", "com", "co.uk"]);
    assert_eq!(suffixes(Some(&["com"])), ["com"]);
    assert_eq!(suffixes(Some(&["org.uk", "CO.UK"])), ["org.uk", "co.uk"]);
}

#[test]
fn what_is_wrong_is_refused_by_the_name_of_the_option() {
    let file = File::of(&SERVICES);
    assert!(refusal(PathBuf::from("/no/such/dns.json"), None).starts_with("bootstrap: /no/such/dns.json"));
    for wrong in ["", "<html>", "{}", r#"{"version": "1.0", "services": []}"#] {
        let wrong = File::new(wrong);
        let said = refusal(wrong.0.clone(), None);
        assert!(said.starts_with("bootstrap: ") && !said.contains("No such file"), "{said}");
    }
    assert!(refusal(file.0.clone(), Some(&[])).starts_with("suffixes "));
    for wrong in ["org", ".com", "com."] {
        let said = refusal(file.0.clone(), Some(&["com", wrong]));
        assert!(said.starts_with("suffixes: ") && said.contains(&format!("{wrong:?}")), "{said}");
    }
}

#[tokio::test]
async fn it_keeps_no_domains() {
    let driver = driver(&SERVICES);
    assert_eq!((driver.driver(), driver.environment()), ("rdap", Environment::Production));
    assert!(!driver.keeps_domains());
    let (work, name, now) = (Uuid::nil(), "baobab.com", Time::new(chrono::DateTime::UNIX_EPOCH));
    for failure in [
        driver.info(name).await.unwrap_err(),
        driver.set_name_servers(work, name, &[]).await.unwrap_err(),
        driver.set_ds(work, name, &[]).await.unwrap_err(),
        driver.renew(work, name, now, 1).await.unwrap_err(),
    ] {
        assert!(matches!(&failure, Failure::Misconfigured(why) if why.contains("RDAP")), "{failure:?}");
    }
    assert_eq!(driver.message().await, Ok(None));
    assert_eq!(driver.acknowledge("1").await, Ok(()));
}
