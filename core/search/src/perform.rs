//! Searching: the allowance, the checks, the answer.
use super::{
    Asked, CheckFailure, RegistrarAnswer, Search, SearchError, SearchResult, SearchResultItem, Status,
    price::Price,
    price_list::PriceList,
    sorted::{Accepted, Sorted},
};
use futures_util::future::join_all;
use hosting_kernel::providers::registrar::Environment;
use hosting_kernel::{
    kernel::{
        figures::asked,
        limit::{Key, Verdict, Window},
        platform::Platform,
    },
    providers::{
        Failure, Port, SANDBOX,
        backends::{Backend, Backends},
        registrar::{Availability, Registrar},
    },
    refusals::error::Error,
    values::time::Time,
};
use std::{
    collections::{BTreeMap, HashMap},
    iter::repeat_with,
    net::IpAddr,
    time::Duration,
};
use uuid::Uuid;

/// Searches of one client (`spec.md`, Limits).
const ALLOWANCE: Window = Window { limit: 20, span: Duration::from_mins(1) };

/// Counts a search of `client`, before anyone looks at what it asks for.
pub async fn allow(platform: &Platform, client: IpAddr) -> Result<Verdict, SearchError> {
    let now = platform.clock().now();
    let verdict = platform.limits().check(Key::client(client), ALLOWANCE, now.utc()).await;
    match verdict.allowed {
        true => Ok(verdict),
        false => Err(SearchError::RateLimited(verdict)),
    }
}

/// Answers what is `asked` in the request of this id; [`allow`] comes first.
pub async fn answer(
    platform: &Platform,
    request_id: Uuid,
    asked: &Asked,
) -> Result<SearchResult, SearchError> {
    let now = platform.clock().now();
    let prices =
        platform.memory::<Search>().prices.get(platform.database(), now).await.inspect_err(|cause| {
            if let Error::Internal(cause) = cause {
                tracing::error!(%request_id, cause, "the price list could not be read");
            }
        })?;
    platform.memory::<Search>().answer(&platform.providers().registrar, &prices, asked, now).await
}

impl Search {
    /// What `registrars` and `prices` say of what is `asked`.
    pub(super) async fn answer(
        &self,
        registrars: &Backends<dyn Registrar>,
        prices: &PriceList,
        asked: &Asked,
        now: Time,
    ) -> Result<SearchResult, SearchError> {
        let Sorted { requested, accepted, invalid } = Sorted::new(asked, prices);
        if accepted.is_empty() {
            return Err(SearchError::InvalidDomain(invalid));
        }
        // Without a price a name is not sold, so nobody is asked.
        let sold = accepted.iter().filter(|one| one.price.is_some()).map(|one| one.name.as_str());
        let found = self.check(registrars, sold.collect(), now).await;
        let source = environment(registrars);
        let results: Vec<_> = accepted.into_iter().map(|one| item(one, registrars, &found)).collect();
        let with = |status| results.iter().filter(|item| item.registrar.status == status).count();
        let (unknown, unsupported) = (with(Status::Unknown), with(Status::Unsupported));
        if unknown > 0 && unknown + unsupported == results.len() {
            return Err(SearchError::RegistrarUnavailable);
        }
        Ok(SearchResult {
            bulk_search: requested > 1,
            availability_source: source,
            registrar_environment: source,
            requested: count(requested),
            accepted: count(results.len()),
            invalid,
            unsupported: count(unsupported),
            generated_at: now,
            results,
        })
    }

    /// What is known of `names`; each backend is asked once for all of its names that nobody asked for a moment ago,
    /// and all of them side by side.
    async fn check(&self, registrars: &Backends<dyn Registrar>, names: Vec<&str>, now: Time) -> Found {
        let mut found = Found::new();
        let mut open: BTreeMap<&str, (&Backend<dyn Registrar>, Vec<String>)> = BTreeMap::new();
        for name in names {
            if let Some(known) = self.answers.find(name, now) {
                found.insert(name.to_owned(), Ok(known));
            } else if let Some(backend) = registrars.of_name(name) {
                let (_, names) = open.entry(&backend.id).or_insert_with(|| (backend, Vec::new()));
                names.push(name.to_owned());
            } else {
                found.insert(name.to_owned(), Err(CheckFailure::RegistrarUnavailable));
            }
        }
        let all = open.into_values().map(|(backend, names)| self.ask(backend, names, now));
        found.extend(join_all(all).await.into_iter().flatten());
        found
    }

    /// Asks one backend for `names`.
    async fn ask(&self, backend: &Backend<dyn Registrar>, names: Vec<String>, now: Time) -> Found {
        let name = match backend.id.as_str() {
            SANDBOX => Port::Registrar.name(),
            id => id,
        };
        let said = asked(name, self.patience, backend.ask(backend.driver.check(&names))).await;
        let said = match said {
            Ok(said) => said,
            Err(failure) => names.iter().map(|_| Err(failure.clone())).collect(),
        };
        // What was left out is not known.
        let left_out = || Err(Failure::Unavailable("it was not answered".to_owned()));
        let said = said.into_iter().chain(repeat_with(left_out));
        let answer = |(name, said): (String, Result<Availability, Failure>)| match said {
            Ok(found) => {
                self.answers.keep(&name, now, found.clone());
                (name, Ok(found))
            }
            Err(failure) => {
                tracing::warn!(name, backend = backend.id, cause = %failure, "a name could not be checked");
                (name, Err(CheckFailure::from(&failure)))
            }
        };
        names.into_iter().zip(said).map(answer).collect()
    }
}

/// What was found of each name.
type Found = HashMap<String, Result<Availability, CheckFailure>>;

/// Where the answers come from: the registries of the world as soon as one of them is asked.
fn environment(registrars: &Backends<dyn Registrar>) -> Environment {
    let of_world = |backend: &Backend<dyn Registrar>| backend.driver.environment() == Environment::Production;
    if registrars.iter().any(of_world) { Environment::Production } else { Environment::Ote }
}

/// What can be said of a name.
fn item(
    Accepted { name, price, asked }: Accepted<'_>,
    registrars: &Backends<dyn Registrar>,
    found: &Found,
) -> SearchResultItem {
    let backend = registrars.of_name(&name);
    let source = backend.map_or_else(|| environment(registrars), |backend| backend.driver.environment());
    let answer = RegistrarAnswer::unsupported(&name, source);
    let answer = match (price, found.get(&name)) {
        (Some(price), Some(Ok(found))) => answer.checked(found, price),
        (Some(_), Some(Err(failure))) => {
            RegistrarAnswer { status: Status::Unknown, error: Some(*failure), ..answer }
        }
        _ => answer,
    };
    SearchResultItem { domain_name: name, asked, registrar: answer, price: price.cloned() }
}

impl RegistrarAnswer {
    /// Nothing is known of `name` yet, and nothing will be where its suffix is not sold.
    fn unsupported(name: &str, source: Environment) -> Self {
        Self {
            domain_name: name.to_owned(),
            available: false,
            is_available: false,
            status: Status::Unsupported,
            availability_source: source,
            is_premium: false,
            customer_price_usd: None,
            error: None,
        }
    }

    /// The registrar has answered; a premium name has no price but its own.
    fn checked(self, found: &Availability, price: &Price) -> Self {
        let usual = (!found.premium).then_some(price.registration_price_usd);
        Self {
            available: found.available,
            is_available: found.available,
            status: if found.available { Status::Available } else { Status::Taken },
            is_premium: found.premium,
            customer_price_usd: found.price.or(usual),
            ..self
        }
    }
}

fn count(names: usize) -> u32 {
    u32::try_from(names).unwrap_or(u32::MAX)
}
