//! Where a panel server is.
use reqwest::Url;

/// The server at `text`, an address of HTTPS with a host and perhaps a port; HTTP only on this machine, since what is sent
/// there is a secret. What is wrong, in words that name the `option`.
pub(crate) fn server(option: &str, text: &str) -> Result<Url, String> {
    let url = address(option, text)?;
    let near = ["127.0.0.1", "[::1]", "localhost"];
    match url.scheme() == "https" || near.contains(&url.host_str().unwrap_or_default()) {
        true => Ok(url),
        false => Err(format!("{option}: it is not https, and not of this machine")),
    }
}

/// What browsers open: an address of a host and perhaps a port.
pub(crate) fn address(option: &str, text: &str) -> Result<Url, String> {
    let url = text.parse::<Url>().ok().filter(|url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.path() == "/"
            && url.username().is_empty()
            && url.password().is_none()
            && url.query().is_none()
            && url.fragment().is_none()
    });
    url.ok_or_else(|| {
        format!("{option}: it is not a scheme, a host and a port, such as https://10.0.0.5:2087")
    })
}

/// What a secret must be to be sent in a header; what is wrong, in words that name the `option`.
pub(crate) fn secret(option: &str, text: &str) -> Result<(), String> {
    match !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        true => Ok(()),
        false => Err(format!("{option}: it is empty, or has characters that cannot be sent")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_sent_over_https_or_within_this_machine() {
        for good in
            ["https://panel.example.com:2087", "https://10.0.0.5", "http://127.0.0.1:9090/", "http://[::1]:1"]
        {
            assert!(server("endpoint", good).is_ok(), "{good}");
        }
        for wrong in [
            "",
            "panel",
            "http://10.0.0.5:2086",
            "ftp://a",
            "https://a/b",
            "https://u:p@a",
            "https://a?b",
            "https://a#b",
        ] {
            assert!(server("endpoint", wrong).unwrap_err().starts_with("endpoint: "), "{wrong}");
        }
        assert!(address("public_url", "http://panel.example.com").is_ok(), "browsers need no secret for it");
        assert!(secret("token", "A1").is_ok());
        assert!(secret("token", "").is_err() && secret("token", "a\nb").is_err());
    }
}
