//! What the file gives a driver: all of it is read, and secrets by reference alone.
use serde::{Deserialize, de::DeserializeOwned, de::IntoDeserializer};
use std::{env, fs};
use toml::{Table, Value};

/// The options of one backend, as they stand in the file.
#[derive(Debug)]
pub struct Given(pub Table);

impl Given {
    /// What a driver reads of them; those that are `secret` are named by reference: `file:` and a path, or `env:` and
    /// the name of a variable.
    pub fn read<T: DeserializeOwned>(mut self, secret: &[&str]) -> Result<T, String> {
        for name in secret {
            if let Some(value) = self.0.get_mut(*name) {
                let reference = value.as_str().ok_or_else(|| format!("{name}: expected a text"))?;
                *value = Value::String(resolved(reference).map_err(|why| format!("{name}: {why}"))?);
            }
        }
        T::deserialize(self.0.into_deserializer())
            .map_err(|cause: toml::de::Error| cause.message().to_owned())
    }
}

/// What a driver without options reads.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

fn resolved(reference: &str) -> Result<String, String> {
    let found = match reference.split_once(':') {
        Some(("file", path)) => fs::read_to_string(path).map_err(|cause| format!("{path}: {cause}"))?,
        Some(("env", name)) => env::var(name).map_err(|_| format!("the variable {name} is not set"))?,
        _ => return Err("a secret is named by reference: file:/its/path or env:ITS_NAME".to_owned()),
    };
    match found.trim() {
        "" => Err(format!("{reference} is empty")),
        found => Ok(found.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_core::clock::{Clock, SystemClock};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Options {
        endpoint: String,
        api_key: String,
    }

    fn read(text: &str) -> Result<Options, String> {
        Given(text.parse().expect("a table")).read(&["api_key"])
    }

    #[test]
    fn secrets_are_found_where_the_file_says() {
        let path = env::temp_dir().join(format!("hosting-given-{}", SystemClock.id()));
        fs::write(&path, " k \n").expect("a file");
        let given = format!("endpoint = \"e\"\napi_key = \"file:{}\"", path.display());
        let options = read(&given).expect("both are there");
        assert_eq!((options.endpoint.as_str(), options.api_key.as_str()), ("e", "k"));
        fs::write(&path, "\n").expect("a file");
        assert!(read(&given).expect_err("no key").contains("is empty"));
        fs::remove_file(&path).expect("it goes");
        assert!(read(&given).expect_err("no file").starts_with("api_key: "));
        assert!(
            read("endpoint = \"e\"\napi_key = \"env:NOT_SET_ANYWHERE\"")
                .expect_err("not set")
                .contains("NOT_SET")
        );
        let plain = read("endpoint = \"e\"\napi_key = \"k\"").expect_err("it stands in the file");
        assert!(plain.contains("by reference") && !plain.contains("\"k\""), "{plain}");
        assert!(read("endpoint = \"e\"").expect_err("it is missing").contains("api_key"));
        let strange = read("endpoint = \"e\"\napi_key = \"env:PATH\"\nendpiont = \"e\"");
        assert!(strange.expect_err("misspelt").contains("endpiont"));
    }
}
