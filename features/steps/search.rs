//! Steps about the public search.
use crate::{
    facades::{
        Answer, Asked, Facade, Refusal,
        graphql::{lowered, read, selection_of, send},
    },
    people::Person,
    stage::Http,
    words::list,
    world::World,
};
use axum::{body::Body, http::Request};
use cucumber::{given, then, when};
use hosting_core::{
    clock::Clock,
    domains::domain::Environment,
    money::Money,
    search::{self, Asked as Names, SearchError, SearchResult, SearchResultItem, Status, price},
};
use hosting_drivers::sandbox::registrar as sandbox;
use sea_orm::{Set, Unchanged};
use serde_json::json;

/// What a visitor was told.
pub type Searched = Result<SearchResult, Refusal>;

fn dollars(amount: f64) -> Money {
    Money::from_dollars(amount).expect("an amount")
}

#[given(regex = r#"^a year of "([^"]*)" costs (\d+(?:\.\d+)?) USD$"#)]
#[given(regex = r#"^a name under "([^"]*)" costs (\d+(?:\.\d+)?) USD$"#)]
async fn costs_under(world: &mut World, tld: String, amount: f64) {
    world.stage.insert(price_of(tld, amount)).await;
}

#[given(regex = r#"^a name under "([^"]*)" costs (\d+(?:\.\d+)?) USD from now on$"#)]
async fn costs_from_now(world: &mut World, tld: String, amount: f64) {
    let price::Model { tld, price } = price_of(tld, amount);
    world.stage.update(price::ActiveModel { tld: Unchanged(tld), price: Set(price) }).await;
}

/// The same for whatever is done under `tld`.
fn price_of(tld: String, amount: f64) -> price::Model {
    let amount = dollars(amount);
    let price = price::Price {
        tld: tld.clone(),
        registration_price_usd: amount,
        renewal_price_usd: amount,
        transfer_price_usd: amount,
        restore_price_usd: amount,
        popular: true,
        is_promo: false,
        min_years: 1,
        max_years: 10,
        registration_periods: vec![1],
        renewal_periods: vec![1],
        transfer_periods: vec![1],
        supports_privacy: true,
        provider_attributes: Vec::new(),
    };
    price::Model { tld, price }
}

async fn register(world: &mut World, name: &str, premium: Option<Money>) {
    let row = sandbox::Model {
        name: name.to_owned(),
        taken: premium.is_none(),
        premium: premium.is_some(),
        price: premium,
        name_servers: None,
        changed_by: None,
    };
    world.stage.insert(row).await;
}

#[given(regex = r#"^"([^"]*)" is taken$"#)]
#[given(regex = r#"^"([^"]*)" is registered by somebody$"#)]
#[when(regex = r#"^"([^"]*)" is registered by somebody$"#)]
async fn is_taken(world: &mut World, name: String) {
    register(world, &name, None).await;
}

#[given(regex = r#"^"([^"]*)" is given up$"#)]
#[when(regex = r#"^"([^"]*)" is given up$"#)]
async fn given_up(world: &mut World, name: String) {
    let row = sandbox::ActiveModel { name: Unchanged(name), taken: Set(false), ..Default::default() };
    world.stage.update(row).await;
}

#[given(regex = r#"^"([^"]*)" is a premium name at (\d+(?:\.\d+)?) USD$"#)]
async fn is_premium(world: &mut World, name: String, amount: f64) {
    register(world, &name, Some(dollars(amount))).await;
}

/// Searches as a visitor would, on the facade under test.
async fn search(world: &mut World, who: &Person, names: Vec<String>) {
    let told = ask(world, who, names).await;
    note(world, told);
}

/// Searches so many times; what is told of them is the first refusal, or else the last answer.
async fn search_often(world: &mut World, who: &Person, names: &[String], times: usize) {
    let mut telling = ask(world, who, names.to_vec()).await;
    for _ in 1..times {
        let told = ask(world, who, names.to_vec()).await;
        if telling.is_ok() {
            telling = told;
        }
    }
    note(world, telling);
}

async fn ask(world: &World, who: &Person, names: Vec<String>) -> Result<Answer<SearchResult>, Refusal> {
    match world.facade {
        Facade::Direct => directly(world, who, names).await,
        Facade::GraphQl => through_graph(world, who, &names).await,
        Facade::Rest => {
            let question = serde_urlencoded::to_string([("domains", names.join(","))]).expect("a question");
            let request = Request::get(format!("/api/domain-search?{question}")).body(Body::empty());
            over_http(world, who, request.expect("a request")).await
        }
    }
}

/// Keeps what a visitor was told.
pub fn note(world: &mut World, told: Result<Answer<SearchResult>, Refusal>) {
    world.end(&told);
    world.searched = Some(told.map(|answer| answer.data));
}

async fn directly(world: &World, who: &Person, names: Vec<String>) -> Result<Answer<SearchResult>, Refusal> {
    let platform = &world.stage.platform;
    world.stage.record.direct("searchDomains");
    let found = async {
        search::allow(platform, who.address).await?;
        search::answer(platform, world.stage.clock.id(), &Names::by_list(names)?).await
    };
    let refusal = |error: SearchError| Refusal {
        code: error.code().to_owned(),
        message: error.to_string(),
        ..Refusal::default()
    };
    found.await.map(|data| Answer { data, next: None, http: None }).map_err(refusal)
}

async fn through_graph(
    world: &World,
    who: &Person,
    names: &[String],
) -> Result<Answer<SearchResult>, Refusal> {
    let names = json!(names);
    let selection = selection_of::<SearchResult>().replacen("results { ", "results { asked ", 1);
    let document = format!("{{ searchDomains(domains: {names}) {selection} }}");
    let http = send(Asked { stage: &world.stage, who, key: None }, &document).await;
    let mut data = read(http.clone())?;
    let found = lowered::<SearchResult>(data["searchDomains"].take());
    let mut data: SearchResult = serde_json::from_value(found.clone()).expect("a search result");
    for (item, told) in data.results.iter_mut().zip(found["results"].as_array().expect("a list")) {
        item.asked = serde_json::from_value(told["asked"].clone()).expect("texts");
    }
    Ok(Answer { data, next: None, http: Some(http) })
}

/// Sends a search over HTTP, and reads its answer.
pub async fn over_http(
    world: &World,
    who: &Person,
    request: Request<Body>,
) -> Result<Answer<SearchResult>, Refusal> {
    let http = world.stage.send(who.address, request).await;
    let body = http.json();
    if http.status == 200 {
        let data = serde_json::from_value(body).expect("a search result");
        return Ok(Answer { data, next: None, http: Some(http) });
    }
    let text = |name: &str| body[name].as_str().unwrap_or_else(|| panic!("{name} in {body}")).to_owned();
    let refusal = Refusal { code: text("error"), message: text("message"), ..Refusal::default() };
    assert_status(&http, &refusal.code);
    Err(Refusal { http: Some(Box::new(http)), ..refusal })
}

/// The status of each code (`contract.md` §9).
fn assert_status(http: &Http, code: &str) {
    let status = match code {
        "search_rate_limited" => 429,
        "registrar_unavailable" => 502,
        "method_not_allowed" => 405,
        _ => 400,
    };
    assert_eq!(http.status, status, "{code}");
}

/// Somebody who searches.
pub fn visitor(address: &str) -> Person {
    let visitor = Person::nobody();
    match address {
        "" => visitor,
        address => Person { address: address.parse().expect("an address"), ..visitor },
    }
}

#[given(regex = r#"^a visitor(?: at "([^"]+)")? searched for "([^"]*)"(?: (\d+) times)?$"#)]
#[when(regex = r#"^a visitor(?: at "([^"]+)")? searches for "([^"]*)"(?: (\d+) times)?$"#)]
async fn searches(world: &mut World, address: String, names: String, times: String) {
    let names = list(&names, ", ");
    search_often(world, &visitor(&address), &names, times.parse().unwrap_or(1)).await;
}

#[given(regex = r"^a visitor searched for (\d+) names (\d+) times$")]
#[when(regex = r"^a visitor searches for (\d+) names (\d+) times$")]
async fn searches_for_many(world: &mut World, count: usize, times: usize) {
    let names: Vec<_> = (0..count).map(|number| format!("baobab{number}.com")).collect();
    search_often(world, &visitor(""), &names, times).await;
}

#[when(regex = r#"^a visitor searches for a name of (\d+) letters under "([^"]*)"$"#)]
async fn searches_for_long(world: &mut World, length: usize, suffix: String) {
    search(world, &visitor(""), vec!["a".repeat(length) + &suffix]).await;
}

#[when(regex = r#"^a visitor searches for "([^"]*)" and a name of (\d+) letters$"#)]
async fn searches_for_both(world: &mut World, name: String, length: usize) {
    search(world, &visitor(""), vec![name, "a".repeat(length)]).await;
}

fn found(world: &World) -> &SearchResult {
    let searched = world.searched.as_ref().expect("somebody searched");
    searched.as_ref().unwrap_or_else(|refusal| panic!("refused as {}: {}", refusal.code, refusal.message))
}

fn item<'a>(world: &'a World, name: &str) -> &'a SearchResultItem {
    let item = found(world).results.iter().find(|item| item.domain_name == name);
    item.unwrap_or_else(|| panic!("{name} in {:?}", found(world)))
}

#[then("each of them is answered")]
#[then("the search is answered")]
fn answered(world: &mut World) {
    found(world);
}

#[then(regex = r#"^the search is refused as "([^"]*)"$"#)]
fn refused(world: &mut World, code: String) {
    assert_eq!(world.refusal().code, code, "{}", world.refusal().message);
}

#[then(regex = r#"^"([^"]+)" is (free|taken)$"#)]
fn stands(world: &mut World, name: String, how: String) {
    let said = &item(world, &name).registrar;
    let free = how == "free";
    assert_eq!(said.status, if free { Status::Available } else { Status::Taken });
    assert_eq!((said.available, said.is_available, said.error), (free, free, None));
    assert_eq!(said.domain_name, name);
}

#[then("the answer comes from the registrar for trying out")]
fn comes_from(world: &mut World) {
    let found = found(world);
    assert_eq!(
        (found.availability_source, found.registrar_environment),
        (Environment::Ote, Environment::Ote)
    );
    assert_eq!(found.generated_at, world.stage.clock.now());
}

#[then(regex = r#"^"([^"]*)" costs (\d+(?:\.\d+)?) USD$"#)]
fn costs(world: &mut World, name: String, amount: f64) {
    let item = item(world, &name);
    assert_eq!(item.registrar.customer_price_usd, Some(dollars(amount)));
    assert_eq!(item.price.as_ref().expect("a price").registration_price_usd, dollars(amount));
}

#[then(regex = r"^its suffix costs (\d+(?:\.\d+)?) USD$")]
fn suffix_costs(world: &mut World, amount: f64) {
    let price = found(world).results[0].price.as_ref().expect("a price");
    assert_eq!(price.registration_price_usd, dollars(amount));
}

#[then(regex = r#"^"([^"]*)" is no premium name$"#)]
fn no_premium(world: &mut World, name: String) {
    assert!(!item(world, &name).registrar.is_premium);
}

#[then(regex = r#"^"([^"]*)" is a premium name at (\d+(?:\.\d+)?) USD$"#)]
fn premium(world: &mut World, name: String, amount: f64) {
    let said = &item(world, &name).registrar;
    assert!(said.is_premium);
    assert_eq!(said.customer_price_usd, Some(dollars(amount)));
}

#[then(regex = r#"^"([^"]*)" is not sold here$"#)]
fn not_sold(world: &mut World, name: String) {
    let item = item(world, &name);
    assert_eq!((item.registrar.status, &item.price), (Status::Unsupported, &None));
    assert!(!item.registrar.available && !item.registrar.is_available);
}

#[then(regex = r"^the answer counts (\d+) requested, (\d+) accepted and (\d+) unsupported$")]
fn counts(world: &mut World, requested: u32, accepted: u32, unsupported: u32) {
    let found = found(world);
    assert_eq!((found.requested, found.accepted, found.unsupported), (requested, accepted, unsupported));
}

#[then(regex = r#"^the answer is about "([^"]*)" in this order$"#)]
fn is_about(world: &mut World, names: String) {
    let found: Vec<_> = found(world).results.iter().map(|item| item.domain_name.clone()).collect();
    assert_eq!(found, list(&names, ", "));
}

#[then("it was a search for many")]
fn was_for_many(world: &mut World) {
    assert!(found(world).bulk_search);
}

#[then("it was a search for one")]
fn was_for_one(world: &mut World) {
    assert!(!found(world).bulk_search);
}

#[then(regex = r"^the answer names those (\d+) letters as invalid$")]
fn names_letters_as_invalid(world: &mut World, length: usize) {
    assert_eq!(found(world).invalid, ["a".repeat(length)]);
}

#[then(regex = r#"^the answer names "([^"]*)" as invalid$"#)]
fn names_as_invalid(world: &mut World, name: String) {
    assert_eq!(found(world).invalid, [name]);
}

#[then(regex = r#"^the refusal names "([^"]*)"$"#)]
fn refusal_names(world: &mut World, names: String) {
    for name in list(&names, ", ") {
        assert!(world.refusal().message.contains(&format!("{name:?}")), "{}", world.refusal().message);
    }
}

#[then(regex = r#"^"([^"]*)" was asked for as "([^"]*)"$"#)]
fn was_asked_for_as(world: &mut World, name: String, ways: String) {
    assert_eq!(item(world, &name).asked, list(&ways, ", "));
}

#[then("one of the names could not be checked, and the other is free")]
fn one_unchecked(world: &mut World) {
    let (unknown, rest): (Vec<_>, Vec<_>) = found(world)
        .results
        .iter()
        .map(|item| &item.registrar)
        .partition(|said| said.status == Status::Unknown);
    assert_eq!((unknown.len(), rest.len()), (1, 1));
    assert!(unknown[0].error.is_some() && !unknown[0].available && !unknown[0].is_available);
    assert_eq!((rest[0].status, rest[0].error), (Status::Available, None));
}
