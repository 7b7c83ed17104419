//! Places in JSON (RFC 6901), under the names that customers know.

/// Where a bound was broken: `name_servers[1]` is `/nameServers/1`.
pub fn of(path: &garde::Path) -> String {
    let path = path.to_string();
    let parts = path.split(['.', '[']).filter(|part| !part.is_empty());
    parts.map(|part| format!("/{}", camel(part.trim_end_matches(']').trim_start_matches("r#")))).collect()
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

#[cfg(test)]
mod tests {
    use super::of;
    use garde::Path;

    #[test]
    fn a_place_has_the_names_that_customers_know() {
        assert_eq!(of(&Path::empty()), "");
        assert_eq!(of(&Path::new("user_password")), "/userPassword");
        assert_eq!(of(&Path::new("name_servers").join(1).join("r#type")), "/nameServers/1/type");
    }
}
