//! A document written anew, for programs of others.
use super::{assemble::save, in_place::whole, open::open};
use crate::{Failure, Limits, tools::apart::apart};

/// The document in `bytes`, as it is written here: what no page and no catalogue leads to is left out, and of what
/// stands around the objects nothing is taken over.
pub fn anew(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, Failure> {
    apart(|| {
        let mut document = whole(open(bytes, limits)?);
        let mut made = Vec::new();
        save(&mut document, &mut made)?;
        Ok(made)
    })
}
