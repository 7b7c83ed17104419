//! The place of one request, wherever it is on its way.
use super::{Holder, Place, Places};
use hosting_core::Result;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where a request keeps its place; it is given back with the last clone.
#[derive(Clone, Debug, Default)]
pub struct Seat(Arc<Mutex<Option<Place>>>);

impl Seat {
    /// A seat on `place`.
    pub fn on(place: Place) -> Self {
        Self(Arc::new(Mutex::new(Some(place))))
    }

    /// Says whose it is from now on; a request that needs no place needs none for anybody.
    pub fn belong_to(&self, holder: Holder) -> Result<()> {
        self.place().as_mut().map_or(Ok(()), |place| place.belong_to(holder))
    }

    /// Goes over to one of other `places`.
    pub fn move_to(&self, places: &Places, holder: Holder) -> Result<()> {
        let place = places.take_for(holder)?;
        *self.place() = Some(place);
        Ok(())
    }

    /// Gives the place away, to what goes on after the answer.
    pub fn leave(&self) -> Option<Place> {
        self.place().take()
    }

    fn place(&self) -> MutexGuard<'_, Option<Place>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
