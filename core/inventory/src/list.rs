//! Lists of names that others keep, as they stood when this was built: they grow by a few names a year.
use std::{collections::HashSet, sync::LazyLock};

/// A list of names.
pub type List = LazyLock<HashSet<&'static str>>;

/// The names of the IANA time zone database (2025b), the older ones too.
pub static TIME_ZONES: List = LazyLock::new(|| words(include_str!("lists/time_zones.txt")));

/// The countries of ISO 3166-1 (alpha-2).
pub static COUNTRIES: List = LazyLock::new(|| words(include_str!("lists/countries.txt")));

/// The languages of ISO 639, as BCP 47 writes them: in two letters where there are two.
pub static LANGUAGES: List = LazyLock::new(|| words(include_str!("lists/languages.txt")));

fn words(text: &'static str) -> HashSet<&'static str> {
    text.split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_whole() {
        for (list, least) in [(&TIME_ZONES, 590), (&COUNTRIES, 249), (&LANGUAGES, 8_000)] {
            assert!(list.len() >= least, "{}", list.len());
        }
        for (list, known, unknown) in [
            (&TIME_ZONES, "Europe/Stockholm", "Europe/Atlantis"),
            (&TIME_ZONES, "UTC", "Factory"),
            (&TIME_ZONES, "Asia/Calcutta", "asia/calcutta"),
            (&COUNTRIES, "SE", "UK"),
            (&LANGUAGES, "en", "eng"),
            (&LANGUAGES, "yue", "zz"),
        ] {
            assert!(list.contains(known), "{known}");
            assert!(!list.contains(unknown), "{unknown}");
        }
    }
}
