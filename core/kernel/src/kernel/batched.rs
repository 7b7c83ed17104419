//! Operations that can be asked for many parents at once.
use crate::{
    kernel::{
        bounds::bounded, call::Call, context::Context, operation::Operation, platform::Platform, usage::Asked,
    },
    refusals::error::{Error, Result},
};
use std::{collections::HashMap, hash::Hash};

/// An operation that can be asked for many parents at once: what hangs on every record of a page costs as
/// many statements as what hangs on one.
#[async_trait::async_trait]
pub trait Batched: Operation<Output: Clone> + Clone + Eq + Hash {
    /// What it has in common with those that can be asked for together with it; nothing where all can.
    fn like(&self) -> Option<Self> {
        None
    }

    /// What each of `asked`, which are alike, gives, in their order; each may be refused alone.
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Self::Output>>>;
}

impl Platform {
    /// Performs each of `asked` in one go, in their order: what hangs on every record of a page. They leave
    /// one usage entry together; each may be refused alone.
    pub async fn perform_all<O: Batched>(&self, call: &Call, asked: &[O]) -> Result<Vec<Result<O::Output>>> {
        let entry = Asked::of::<O>();
        let answer = match call.allow(entry.scope) {
            Ok(()) => self.read_all(call, asked).await,
            Err(refusal) => Err(refusal),
        };
        self.record(call, Some(entry), answer.as_ref().err()).await?;
        if O::SECRET {
            call.note_secret();
        }
        answer
    }

    async fn read_all<O: Batched>(&self, call: &Call, asked: &[O]) -> Result<Vec<Result<O::Output>>> {
        let mut told: Vec<Option<Result<O::Output>>> =
            asked.iter().map(|one| bounded(one).err().map(Err)).collect();
        let database = self.database_of(call);
        let reader = database.reader(asked.iter().any(O::snapshot)).await?;
        let executor = reader.executor();
        let cx = Context::new(self, call, &executor);
        for mut places in alike(asked) {
            places.retain(|place| told[*place].is_none());
            let some: Vec<_> = places.iter().map(|place| asked[*place].clone()).collect();
            if some.is_empty() {
                continue;
            }
            match database.in_time(O::perform_all(&some, &cx)).await {
                Ok(given) => places.iter().zip(given).for_each(|(place, one)| told[*place] = Some(one)),
                // They are alike: what is wrong with one is wrong with each of them, and with no other.
                Err(Error::InvalidRequest(details)) => {
                    let refused =
                        |place: &usize| told[*place] = Some(Err(Error::InvalidRequest(details.clone())));
                    places.iter().for_each(refused);
                }
                Err(error) => return Err(error),
            }
        }
        let lost = || Err(Error::Internal(format!("{} gave fewer answers than it was asked for", O::ID)));
        Ok(told.into_iter().map(|one| one.unwrap_or_else(lost)).collect())
    }
}

/// To each of `keys` what was `found` under it; what was not found is `missing`.
pub fn matched<K: Eq + Hash, T: Clone>(
    keys: impl Iterator<Item = K>,
    found: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
    missing: impl Fn() -> Error,
) -> Vec<Result<T>> {
    let found: HashMap<K, T> = found.into_iter().map(|one| (key(&one), one)).collect();
    keys.map(|key| found.get(&key).cloned().ok_or_else(&missing)).collect()
}

/// To each of `keys` all that was `found` under it, in the order found.
pub fn grouped<K: Eq + Hash + Copy, T: Clone>(
    keys: impl Iterator<Item = K>,
    found: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<Vec<T>> {
    let mut groups: HashMap<K, Vec<T>> = HashMap::new();
    for one in found {
        groups.entry(key(&one)).or_default().push(one);
    }
    keys.map(|key| groups.get(&key).cloned().unwrap_or_default()).collect()
}

/// The places of those of `asked` that can be asked for together.
fn alike<O: Batched>(asked: &[O]) -> Vec<Vec<usize>> {
    let mut groups: HashMap<Option<O>, Vec<usize>> = HashMap::new();
    for (place, one) in asked.iter().enumerate() {
        groups.entry(one.like()).or_default().push(place);
    }
    groups.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_given_to_those_who_asked_in_their_order() {
        let found = [(2, "two"), (1, "one")];
        let told = matched([1, 3, 2, 1].into_iter(), found, |one| one.0, || Error::NotFound);
        let told: Vec<_> = told.into_iter().map(Result::ok).collect();
        assert_eq!(told, [Some((1, "one")), None, Some((2, "two")), Some((1, "one"))]);
        let found = [(1, "a"), (2, "b"), (1, "c")];
        let told = grouped([2, 3, 1].into_iter(), found, |one| one.0);
        assert_eq!(told, [vec![(2, "b")], vec![], vec![(1, "a"), (1, "c")]]);
    }
}
