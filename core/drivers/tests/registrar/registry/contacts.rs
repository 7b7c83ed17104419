//! Contacts (RFC 5733): they are only looked at.
use super::{
    protocol::Asks,
    reply::{self, Reply},
    serving::CONTACT,
    world::World,
};

pub fn info(world: &World, asks: &Asks<'_, '_>) -> Reply {
    let Some(id) = asks.text(CONTACT, "id") else { return 2003.into() };
    match world.contacts.get(id) {
        Some(contact) => Reply::with(reply::contact(id, contact.disclose)),
        None => 2303.into(),
    }
}
