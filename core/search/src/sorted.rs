//! The names of a search, told apart.
use super::{
    NAMES,
    asked::{Asked, LIST, NAME},
    price::Price,
    price_list::{Listed, PriceList},
    registrable,
};
use std::collections::HashSet;

/// The names of a search, told apart.
#[derive(Debug)]
pub(super) struct Sorted<'a> {
    /// How many were asked for, however they were written.
    pub requested: usize,
    /// The first 20 that can be registered, each once, with the price of their suffix.
    pub accepted: Vec<Accepted<'a>>,
    /// What can be no name, as it was written, each once.
    pub invalid: Vec<String>,
}

/// A name that can be registered.
#[derive(Debug)]
pub(super) struct Accepted<'a> {
    /// The name, as registries know it.
    pub name: String,
    /// What names under its suffix cost, where that is sold.
    pub price: Option<&'a Price>,
    /// How it was written, each way once.
    pub asked: Vec<String>,
}

impl<'a> Sorted<'a> {
    /// The names of `asked`, under the suffixes of `prices`.
    pub fn new(asked: &Asked, prices: &'a PriceList) -> Self {
        let mut sorted = Self { requested: asked.0.len(), accepted: Vec::new(), invalid: Vec::new() };
        let mut wrong = HashSet::new();
        for written in &asked.0 {
            match accept(written, prices) {
                Some(one) => sorted.add(one),
                None if wrong.insert(written) => sorted.invalid.push(shown(written)),
                None => {}
            }
        }
        sorted
    }

    fn add(&mut self, mut one: Accepted<'a>) {
        let known = self.accepted.iter_mut().find(|known| known.name == one.name);
        if let Some(known) = known {
            one.asked.retain(|way| !known.asked.contains(way));
            known.asked.append(&mut one.asked);
        } else if self.accepted.len() < NAMES {
            self.accepted.push(one);
        }
    }
}

fn accept<'a>(written: &str, prices: &'a PriceList) -> Option<Accepted<'a>> {
    let name = registrable::name(written)?;
    let price = match prices.look_up(&name) {
        Listed::Priced(price) => Some(price),
        Listed::Unpriced => None,
        Listed::Misplaced => return None,
    };
    Some(Accepted { name, price, asked: vec![written.to_owned()] })
}

/// As it was written; of what is longer than any list, the beginning.
fn shown(written: &str) -> String {
    match written.chars().nth(*LIST.end()) {
        None => written.to_owned(),
        Some(_) => written.chars().take(*NAME.end()).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests;
