//! An entry of the price list, as an inventory says it.
use super::Entry;
use crate::{reader::Members, rule};
use hosting_core::search::price::{Model, Price as Terms, ProviderAttribute};
use serde::Serialize;

/// What a name under a suffix costs.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Price(pub Terms);

impl Price {
    /// Reads an entry of the price list.
    pub fn read(it: &mut Members<'_, '_>) -> Self {
        let terms = Terms {
            tld: it.required_text("tld", rule::suffix),
            registration_price_usd: it.required("registration_price_usd"),
            renewal_price_usd: it.required("renewal_price_usd"),
            transfer_price_usd: it.required("transfer_price_usd"),
            restore_price_usd: it.required("restore_price_usd"),
            popular: it.required("popular"),
            is_promo: it.required("is_promo"),
            min_years: it.required_as("min_years", rule::positive),
            max_years: it.required_as("max_years", rule::positive),
            registration_periods: it.required("registration_periods"),
            renewal_periods: it.required("renewal_periods"),
            transfer_periods: it.required("transfer_periods"),
            supports_privacy: it.required("supports_privacy"),
            provider_attributes: it.objects("provider_attributes", attribute),
        };
        if it.is_valid() {
            periods(it, &terms);
        }
        Self(terms)
    }

    /// The price with what the inventory says.
    pub fn row(&self) -> Model {
        Model { tld: self.0.tld.clone(), price: self.0.clone() }
    }
}

impl Entry for Price {
    type Row = Model;

    fn of(row: &Model) -> Self {
        Self(row.price.clone())
    }
}

fn attribute(it: &mut Members<'_, '_>) -> ProviderAttribute {
    ProviderAttribute {
        key: it.required_text("key", rule::line),
        options: it.required("options"),
        is_required: it.required("isRequired"),
        r#type: it.required_text("type", rule::line),
        description: it.required_text("description", rule::line),
    }
}

fn periods(it: &mut Members<'_, '_>, terms: &Terms) {
    let (min, max) = (terms.min_years, terms.max_years);
    if min > max {
        it.fault("/max_years", format!("is at least min_years, {min}"));
        return;
    }
    for (name, periods, least) in [
        ("registration_periods", &terms.registration_periods, min),
        ("renewal_periods", &terms.renewal_periods, 1),
        ("transfer_periods", &terms.transfer_periods, 0),
    ] {
        let outside = periods.iter().position(|years| !(least..=max).contains(years));
        if let Some(index) = outside {
            it.fault(&format!("/{name}/{index}"), format!("is {least} to {max} years"));
        } else if !periods.is_sorted_by(|one, next| one < next) || periods.is_empty() {
            it.fault(&format!("/{name}"), "lists years in rising order, at least one");
        }
    }
}
