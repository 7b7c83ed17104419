//! Reading what follows the question mark of an address.
use hosting_core::{Error, Result};
use serde::de::DeserializeOwned;

/// The pairs of a query string, decoded, in their order.
pub type Pairs = Vec<(String, String)>;

/// Reads a query string: as [`Pairs`], or as what has a field for each name.
pub fn read<T: DeserializeOwned>(query: &str) -> Result<T> {
    serde_urlencoded::from_str(query)
        .map_err(|cause| Error::invalid("", "query", format!("the query cannot be read: {cause}")))
}
