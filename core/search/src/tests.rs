//! What a search answers, with a registrar that does as it is told.
mod told;

use self::told::Told;
use super::{Asked, CheckFailure, Search, SearchError, SearchResult, SearchResultItem, Status};
use chrono::{DateTime, TimeDelta};
use hosting_kernel::providers::registrar::Environment;
use hosting_kernel::{
    providers::{
        backends::{Backend, Backends},
        registrar::Registrar,
    },
    values::{money::Money, time::Time},
};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

pub(super) use self::told::prices;

fn at(seconds: i64) -> Time {
    Time::new(DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds))
}

fn search() -> Search {
    Search { patience: Duration::from_millis(30), ..Search::default() }
}

fn alone(told: &Arc<Told>) -> Backends<dyn Registrar> {
    (Arc::clone(told) as Arc<dyn Registrar>).into()
}

async fn answer(
    search: &Search,
    told: &Arc<Told>,
    names: &[&str],
    now: i64,
) -> Result<SearchResult, SearchError> {
    among(search, &alone(told), names, now).await
}

async fn among(
    search: &Search,
    registrars: &Backends<dyn Registrar>,
    names: &[&str],
    now: i64,
) -> Result<SearchResult, SearchError> {
    let asked = Asked::by_query(names.iter().map(|name| ("q".to_owned(), (*name).to_owned())));
    search.answer(registrars, &prices(&[".com", ".uk", ".co.uk"]), &asked, at(now)).await
}

fn status(result: &SearchResult, name: &str) -> Status {
    result.results.iter().find(|item| item.domain_name == name).unwrap().registrar.status
}

#[tokio::test]
async fn every_name_is_answered_with_all_members() {
    let told = Arc::new(Told::default());
    told.taken.lock().unwrap().push("taken.com".to_owned());
    let names = ["free.com", "taken.com", "nonsense", "gold.com", "silver.com", "free.zz", "Free.com"];
    let result = answer(&search(), &told, &names, 7).await.unwrap();

    let free = serde_json::json!({
        "domainName": "free.com",
        "registrar": {
            "domainName": "free.com", "available": true, "isAvailable": true, "status": "available",
            "availabilitySource": "ote", "isPremium": false, "customerPriceUsd": 11.99, "error": null,
        },
        "price": {
            "tld": ".com", "registration_price_usd": 11.99, "renewal_price_usd": 13.99,
            "transfer_price_usd": 11.99, "restore_price_usd": 99, "popular": true, "is_promo": false,
            "min_years": 1, "max_years": 10, "registration_periods": [1, 2], "renewal_periods": [1, 2],
            "transfer_periods": [1], "supports_privacy": true, "provider_attributes": [],
        },
    });
    let unsold = serde_json::json!({
        "domainName": "free.zz",
        "registrar": {
            "domainName": "free.zz", "available": false, "isAvailable": false, "status": "unsupported",
            "availabilitySource": "ote", "isPremium": false, "customerPriceUsd": null, "error": null,
        },
        "price": null,
    });
    let mut json = serde_json::to_value(&result).unwrap();
    let results = json.as_object_mut().unwrap().remove("results").unwrap();
    assert_eq!(results[0], free);
    assert_eq!(results[4], unsold);
    assert_eq!(
        json,
        serde_json::json!({
            "bulkSearch": true, "availabilitySource": "ote", "registrarEnvironment": "ote", "requested": 7,
            "accepted": 5, "invalid": ["nonsense"], "unsupported": 1, "generatedAt": "1970-01-01T00:00:07.000Z",
        })
    );
    assert_eq!(told.asked.lock().unwrap().len(), 4, "what is not sold is not asked for");
    let costs = |item: &SearchResultItem| item.registrar.customer_price_usd.map(Money::dollars);
    let of = |n: usize| (status(&result, &result.results[n].domain_name), costs(&result.results[n]));
    assert_eq!(of(1), (Status::Taken, Some(11.99)));
    assert_eq!(of(2), (Status::Available, Some(2500.0)));
    assert_eq!(of(3), (Status::Available, None), "a premium name at a price that nobody told");
    assert!(result.results[2].registrar.is_premium);
}

#[tokio::test]
async fn a_failed_check_shows_that_it_failed() {
    let told = Arc::new(Told::default());
    let names = ["refused.com", "away.com", "free.com", "late.com"];
    let result = answer(&search(), &told, &names, 0).await.unwrap();
    let errors: Vec<_> = result.results.iter().map(|item| item.registrar.error).collect();
    let [refused, away, late] =
        [CheckFailure::RegistrarRefused, CheckFailure::RegistrarUnavailable, CheckFailure::RegistrarTimeout];
    assert_eq!(errors, [Some(refused), Some(away), None, Some(late)]);
    for item in result.results.iter().filter(|item| item.domain_name != "free.com") {
        let answer = &item.registrar;
        assert_eq!((answer.available, answer.is_available, answer.status), (false, false, Status::Unknown));
        assert_eq!(answer.customer_price_usd, None);
        assert!(item.price.is_some());
    }
    assert_eq!(status(&result, "free.com"), Status::Available);
}

#[tokio::test]
async fn without_any_check_there_is_no_answer() {
    let told = Arc::new(Told::default());
    for names in [&["away.com"][..], &["away.com", "refused.com", "late.com"], &["away.com", "free.zz"]] {
        let refused = answer(&search(), &told, names, 0).await.unwrap_err();
        assert_eq!(refused.code(), "registrar_unavailable", "{names:?}");
    }
    let unsold = answer(&search(), &told, &["free.zz"], 0).await.unwrap();
    assert_eq!((unsold.accepted, unsold.unsupported, unsold.bulk_search), (1, 1, false));
}

#[tokio::test]
async fn without_any_valid_name_nothing_is_searched() {
    let told = Arc::new(Told::default());
    for names in [&[][..], &["nonsense"], &["www.free.com", "co.uk"]] {
        let refused = answer(&search(), &told, names, 0).await.unwrap_err();
        assert_eq!(refused.code(), "invalid_domain", "{names:?}");
    }
    assert_eq!(told.asked.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn answers_are_remembered_as_long_as_they_count() {
    let (search, told) = (search(), Arc::new(Told::default()));
    let now_and = async |seconds: i64, asked: usize| {
        let result = answer(&search, &told, &["free.com", "taken.com"], seconds).await.unwrap();
        assert_eq!(told.asked.lock().unwrap().len(), asked, "after {seconds} s");
        (status(&result, "free.com"), status(&result, "taken.com"))
    };
    told.taken.lock().unwrap().push("taken.com".to_owned());
    assert_eq!(now_and(0, 2).await, (Status::Available, Status::Taken));
    *told.taken.lock().unwrap() = vec!["free.com".to_owned()];
    assert_eq!(now_and(9, 2).await, (Status::Available, Status::Taken));
    assert_eq!(now_and(10, 3).await, (Status::Taken, Status::Taken));
    assert_eq!(now_and(59, 3).await, (Status::Taken, Status::Taken));
    assert_eq!(now_and(60, 4).await, (Status::Taken, Status::Available));
    assert_eq!(now_and(5, 6).await, (Status::Taken, Status::Available), "the clock went back");
}

#[tokio::test]
async fn a_failed_check_is_not_remembered() {
    let (search, told) = (search(), Arc::new(Told::default()));
    for asked in [2, 3, 4] {
        answer(&search, &told, &["away.com", "free.com"], 0).await.unwrap();
        assert_eq!(told.asked.lock().unwrap().len(), asked);
    }
}

#[tokio::test]
async fn checks_run_side_by_side() {
    let names: Vec<String> = (0..19).map(|n| format!("late.n{n}")).chain(["free.n0".to_owned()]).collect();
    let suffixes: Vec<String> = (0..19).map(|n| format!(".n{n}")).collect();
    let prices = prices(&suffixes.iter().map(String::as_str).collect::<Vec<_>>());
    let asked = Asked::by_list(names).unwrap();
    let (search, told) = (search(), Arc::new(Told::default()));
    let registrars = alone(&told);
    let whole = search.answer(&registrars, &prices, &asked, at(0));
    let result = tokio::time::timeout(Duration::from_millis(400), whole).await.expect("in time").unwrap();
    assert_eq!(result.accepted, 20);
}

fn registry(suffix: &str) -> Told {
    Told { suffixes: Some(vec![suffix.to_owned()]), ..Told::default() }
}

fn beside(told: &[&Arc<Told>]) -> Backends<dyn Registrar> {
    let backend = |(n, one): (usize, &&Arc<Told>)| {
        Backend::new(format!("r{n}"), Arc::clone(one) as Arc<dyn Registrar>, 8)
    };
    Backends::new(told.iter().enumerate().map(backend).collect(), None)
}

#[tokio::test]
async fn each_registry_is_asked_once_for_the_names_under_its_longest_suffix() {
    let [com, uk, co_uk] = ["com", "uk", "co.uk"].map(|suffix| Arc::new(registry(suffix)));
    let whois = Arc::new(Told { only_looks: true, ..registry("com") });
    let all = beside(&[&whois, &uk, &com, &co_uk]);
    let names = ["a.com", "b.com", "a.uk", "a.co.uk", "free.zz"];
    let result = among(&search(), &all, &names, 0).await.unwrap();
    assert_eq!(result.registrar_environment, Environment::Production);
    assert_eq!(result.results.iter().filter(|item| item.registrar.available).count(), 4);
    let asked = |told: &Arc<Told>| (told.commands.load(Ordering::Relaxed), told.asked.lock().unwrap().len());
    assert_eq!([&com, &uk, &co_uk, &whois].map(asked), [(1, 2), (1, 1), (1, 1), (0, 0)]);
}

#[tokio::test]
async fn a_registry_that_does_not_answer_holds_up_nobody_elses_names() {
    let (com, uk) = (Arc::new(Told { hangs: true, ..registry("com") }), Arc::new(registry("uk")));
    let result = among(&search(), &beside(&[&com, &uk]), &["a.com", "b.com", "a.uk"], 0).await.unwrap();
    let late = Some(CheckFailure::RegistrarTimeout);
    assert_eq!(
        result.results.iter().map(|item| item.registrar.error).collect::<Vec<_>>(),
        [late, late, None]
    );
}

#[tokio::test]
async fn a_name_that_no_registry_is_asked_for_is_unknown() {
    let com = Arc::new(registry("com"));
    let result = among(&search(), &beside(&[&com]), &["a.com", "a.uk"], 0).await.unwrap();
    assert_eq!((status(&result, "a.com"), status(&result, "a.uk")), (Status::Available, Status::Unknown));
    assert_eq!(result.results[1].registrar.availability_source, Environment::Production);
}
