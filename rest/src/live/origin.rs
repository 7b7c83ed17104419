//! Pages that may open a socket: a browser asks nobody beforehand, and says where a page is from.
use crate::Options;
use axum::http::{HeaderMap, header};
use hosting_core::{Error, Result};

/// Refuses a page that is neither ours nor of a listed origin; what is no page names none.
pub fn check(options: &Options, headers: &HeaderMap) -> Result<()> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let listed = options.allowed_origins.contains(origin);
    let origin = origin.to_str().unwrap_or_default();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let ours = |(_, at): (&str, &str)| host.is_some_and(|host| host.eq_ignore_ascii_case(at));
    let base = options.base_url.trim_end_matches('/').eq_ignore_ascii_case(origin);
    match listed || base || origin.split_once("://").is_some_and(ours) {
        true => Ok(()),
        false => Err(Error::invalid("", "origin", "pages of this origin may not connect")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_ours_and_of_listed_origins_may_connect() {
        let options = Options {
            allowed_origins: vec!["https://dash.example.com".parse().expect("an origin")],
            base_url: "https://api.example.com/".to_owned(),
            ..Options::default()
        };
        let may = |origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, "127.0.0.1:8080".parse().expect("a host"));
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().expect("an origin"));
            }
            check(&options, &headers).is_ok()
        };
        for ours in ["https://dash.example.com", "https://api.example.com", "http://127.0.0.1:8080"] {
            assert!(may(Some(ours)), "{ours}");
        }
        assert!(may(None), "a program is no page");
        for other in ["https://evil.example.com", "null", "http://127.0.0.1:80801", "http://dash.example.com"]
        {
            assert!(!may(Some(other)), "{other}");
        }
    }
}
