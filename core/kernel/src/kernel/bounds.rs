//! The bounds that an operation declares on its fields.
use crate::refusals::error::{Detail, Error, Result};
use garde::{Report, Validate};

/// Refuses what breaks its bounds.
pub fn bounded(operation: &impl Validate<Context = ()>) -> Result<()> {
    operation.validate().map_err(|report| broken_bounds(&report))
}

fn broken_bounds(report: &Report) -> Error {
    Error::InvalidRequest(report.iter().map(broken).collect())
}

/// A broken bound, under the name that the customer knows.
fn broken((path, error): &(garde::Path, garde::Error)) -> Detail {
    let pointer = path.to_string().split(['.', '[']).fold(String::new(), |pointer, part| {
        pointer + "/" + &camel(part.trim_end_matches(']').trim_start_matches("r#"))
    });
    Detail::new(pointer, "bounds", error.message())
}

/// `name_servers` is `nameServers` to the customer.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        let initial = letters.next().map(|letter| letter.to_ascii_uppercase());
        name + &initial.into_iter().chain(letters).collect::<String>()
    })
}
