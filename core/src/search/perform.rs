//! Searching: the allowance, the checks, the answer.
use super::{
    Asked, CheckFailure, RegistrarAnswer, Search, SearchError, SearchResult, SearchResultItem, Status,
    price::Price,
    price_list::PriceList,
    sorted::{Accepted, Sorted},
};
use crate::{
    domains::domain::Environment,
    kernel::{
        figures::asked,
        limit::{Key, Verdict, Window},
        platform::Platform,
    },
    providers::{
        Port,
        registrar::{Availability, Registrar},
    },
    refusals::error::Error,
    values::time::Time,
};
use futures_util::future::join_all;
use std::{net::IpAddr, time::Duration};
use uuid::Uuid;

/// Searches of one client (`spec.md`, Limits).
const ALLOWANCE: Window = Window { limit: 20, span: Duration::from_mins(1) };

impl Platform {
    /// Counts a search of `client`, before anyone looks at what it asks for.
    pub async fn search_allowance(&self, client: IpAddr) -> Result<Verdict, SearchError> {
        let now = self.clock().now();
        let verdict = self.limits().check(Key::client(client), ALLOWANCE, now.utc()).await;
        match verdict.allowed {
            true => Ok(verdict),
            false => Err(SearchError::RateLimited(verdict)),
        }
    }

    /// Answers what is `asked` in the request of this id; [`Self::search_allowance`] comes first.
    pub async fn search_domains(&self, request_id: Uuid, asked: &Asked) -> Result<SearchResult, SearchError> {
        let now = self.clock().now();
        let prices = self.memory::<Search>().prices.get(self.database(), now).await.inspect_err(|cause| {
            if let Error::Internal(cause) = cause {
                tracing::error!(%request_id, cause, "the price list could not be read");
            }
        })?;
        self.memory::<Search>().answer(&*self.providers().registrar, &prices, asked, now).await
    }
}

impl Search {
    /// What `registrar` and `prices` say of what is `asked`.
    pub(super) async fn answer(
        &self,
        registrar: &dyn Registrar,
        prices: &PriceList,
        asked: &Asked,
        now: Time,
    ) -> Result<SearchResult, SearchError> {
        let Sorted { requested, accepted, invalid } = Sorted::new(asked, prices);
        if accepted.is_empty() {
            return Err(SearchError::InvalidDomain(invalid));
        }
        let source = registrar.environment();
        let items = accepted.into_iter().map(|one| self.item(registrar, one, now));
        let results = join_all(items).await;
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

    /// What can be said of a name; without a price it is not sold, so nobody is asked.
    async fn item(
        &self,
        registrar: &dyn Registrar,
        Accepted { name, price, asked }: Accepted<'_>,
        now: Time,
    ) -> SearchResultItem {
        let answer = RegistrarAnswer::unsupported(&name, registrar.environment());
        let answer = match price {
            None => answer,
            Some(price) => match self.check(registrar, &name, now).await {
                Ok(found) => answer.checked(&found, price),
                Err(failure) => RegistrarAnswer { status: Status::Unknown, error: Some(failure), ..answer },
            },
        };
        SearchResultItem { domain_name: name, asked, registrar: answer, price: price.cloned() }
    }

    /// Asks the registrar, unless it said so a moment ago.
    async fn check(
        &self,
        registrar: &dyn Registrar,
        name: &str,
        now: Time,
    ) -> Result<Availability, CheckFailure> {
        if let Some(known) = self.answers.find(name, now) {
            return Ok(known);
        }
        match asked(Port::Registrar.name(), self.patience, registrar.check(name)).await {
            Ok(found) => {
                self.answers.keep(name, now, found.clone());
                Ok(found)
            }
            Err(failure) => {
                tracing::warn!(name, cause = %failure, "a name could not be checked");
                Err(CheckFailure::from(&failure))
            }
        }
    }
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
