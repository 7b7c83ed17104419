//! What the operator says, and what is wrong with it.
use super::bootstrap::{self, Bootstrap};
use serde::Deserialize;
use std::{fs, path::PathBuf};

/// Which registries are asked, and where.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Where IANA's file of the servers for domain names is (RFC 9224), as it stands at
    /// <https://data.iana.org/rdap/dns.json>. It is read at the start: where it changes, a restart reads it.
    pub bootstrap: PathBuf,
    /// The suffixes that names are looked up under (A-labels, without a dot in front); all in the file unless said.
    pub suffixes: Option<Vec<String>>,
}

impl Options {
    /// The services of the file, and the suffixes; what is wrong with them, in words that name the option.
    pub(super) fn read(&self) -> Result<(Bootstrap, Vec<String>), String> {
        let path = self.bootstrap.display();
        let file = fs::read(&self.bootstrap).map_err(|cause| format!("bootstrap: {path}: {cause}"))?;
        let bootstrap = Bootstrap::read(&file).map_err(|why| format!("bootstrap: {path} {why}"))?;
        let suffixes = match &self.suffixes {
            None => bootstrap.suffixes.clone(),
            Some(none) if none.is_empty() => {
                return Err("suffixes is empty: without it all suffixes of the file are asked for".to_owned());
            }
            Some(some) => some.iter().map(|text| known(text, &bootstrap)).collect::<Result<_, _>>()?,
        };
        Ok((bootstrap, suffixes))
    }
}

/// A suffix that is in the file, or is below one that is: `co.uk` is known where `uk` is.
fn known(text: &str, bootstrap: &Bootstrap) -> Result<String, String> {
    let Some(suffix) = bootstrap::suffix(text) else {
        return Err(format!(
            "suffixes: {text:?} is not a suffix such as com or co.uk, without a dot in front"
        ));
    };
    match bootstrap.place(&suffix) {
        Some(_) => Ok(suffix),
        None => Err(format!("suffixes: {text:?} is not in the file of the option bootstrap")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn unknown_and_missing_ones_are_refused_by_name() {
        let refusal = |said| serde_json::from_value::<Options>(said).err().unwrap().to_string();
        assert!(refusal(json!({"bootstrap": "dns.json", "sufixes": []})).contains("`sufixes`"));
        assert!(refusal(json!({"suffixes": ["com"]})).contains("`bootstrap`"));
        let options: Options = serde_json::from_value(json!({"bootstrap": "dns.json"})).unwrap();
        assert_eq!(options.suffixes, None);
    }

    #[test]
    fn a_suffix_is_in_the_file_or_below_one() {
        let file = br#"{"version": "1.0", "services": [[["uk"], ["https://a.example/"]]]}"#;
        let bootstrap = Bootstrap::read(file).unwrap();
        assert_eq!(known("uk", &bootstrap).as_deref(), Ok("uk"));
        assert_eq!(known("CO.UK", &bootstrap).as_deref(), Ok("co.uk"));
        for wrong in ["com", ".uk", "uk.", "", "bücher.uk"] {
            let said = known(wrong, &bootstrap).unwrap_err();
            assert!(said.starts_with("suffixes: ") && said.contains(&format!("{wrong:?}")), "{said}");
        }
    }
}
