//! What the operator says of the address, and what is wrong with it.
use reqwest::Url;
use serde::Deserialize;

/// Where charges are sent.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The address, for example `https://billing.example.net/charges`.
    pub endpoint: String,
    /// What messages are signed with, both ways: `whsec_` and 24 to 64 bytes in Base64.
    pub secret: String,
}

impl Options {
    pub(super) fn endpoint(&self) -> Result<Url, String> {
        let refused =
            |what: &str| Err(format!("endpoint {what}, such as https://billing.example.net/charges"));
        let Ok(url) = self.endpoint.parse::<Url>() else { return refused("is not an address") };
        let inside = url.host_str().is_some_and(|host| matches!(host, "localhost" | "127.0.0.1" | "[::1]"));
        match url.scheme() {
            "https" => {}
            "http" if inside => {}
            "http" => return refused("is not one of https: what is due is nobody else's"),
            _ => return refused("is not an address of https"),
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return refused("has more than a host, a path and a query");
        }
        Ok(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_https_or_of_this_machine() {
        for (endpoint, wrong) in [
            ("https://billing.example.net/charges?shop=1", None),
            ("http://127.0.0.1:8099/", None),
            ("http://[::1]:8099/", None),
            ("http://billing.example.net/", Some("https")),
            ("ftp://billing.example.net/", Some("https")),
            ("billing", Some("not an address")),
            ("https://me:key@billing.example.net/", Some("more than")),
            ("https://billing.example.net/#due", Some("more than")),
        ] {
            let options = Options { endpoint: endpoint.to_owned(), secret: String::new() };
            match (options.endpoint(), wrong) {
                (Ok(_), None) => {}
                (Err(why), Some(wrong)) => assert!(why.contains(wrong), "{endpoint}: {why}"),
                (found, _) => panic!("{endpoint}: {found:?}"),
            }
        }
    }
}
