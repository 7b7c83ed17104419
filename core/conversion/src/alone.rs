//! A file arrives once at a time.
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use uuid::Uuid;

/// The files that are arriving.
#[derive(Debug, Default)]
pub struct Arriving(Mutex<HashSet<Uuid>>);

impl Arriving {
    fn files(&self) -> MutexGuard<'_, HashSet<Uuid>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of them; it is none any more when this is dropped.
#[derive(Debug)]
pub struct Alone {
    arriving: Arc<Arriving>,
    file: Uuid,
}

impl Alone {
    /// Begins with `file`, unless it is one of those `arriving`.
    pub fn with(file: Uuid, arriving: Arc<Arriving>) -> Option<Self> {
        let new = arriving.files().insert(file);
        new.then(|| Self { arriving, file })
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        self.arriving.files().remove(&self.file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_arrives_once_at_a_time_beside_others() {
        let (arriving, of) = (Arc::<Arriving>::default(), Uuid::from_u128);
        let one = Alone::with(of(1), Arc::clone(&arriving)).expect("the first");
        let _other = Alone::with(of(2), Arc::clone(&arriving)).expect("another file");
        assert!(Alone::with(of(1), Arc::clone(&arriving)).is_none());
        assert!(Alone::with(of(1), Arc::clone(&arriving)).is_none(), "what is refused takes nothing away");
        drop(one);
        Alone::with(of(1), arriving).expect("the first has ended");
    }
}
