//! What the answers of RDAP servers mean.
use super::{client::Reply, server::busy};
use hosting_kernel::providers::{Failure, registrar::Availability};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// How long a server is left alone that does not say how long.
const WAIT: Duration = Duration::from_secs(10);
/// The longest that a server is left alone because it says so.
const WAIT_MAX: Duration = Duration::from_hours(1);

/// A domain as it is shown (RFC 9083 section 5.3).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shown {
    object_class_name: String,
    ldh_name: String,
}

/// What `reply` says of `name`: free only where an RDAP server says that it knows nothing of it.
pub(super) fn availability(name: &str, reply: &Reply) -> Result<Availability, Failure> {
    let wait = reply.wait.map(|wait| wait.min(WAIT_MAX));
    Err(match (reply.status.as_u16(), wait) {
        (200, _) if is_shown(name, &reply.body) => return Ok(answer(false)),
        (404, _) if is_rdap(reply) => return Ok(answer(true)),
        (200 | 404, _) => Failure::Unavailable("the registry's answer is not about the name".to_owned()),
        (429, wait) => busy(wait.unwrap_or(WAIT)),
        (503, Some(wait)) => busy(wait),
        (400 | 422 | 501, _) => Failure::Refused("the registry does not answer for such a name".to_owned()),
        (401 | 403, _) => Failure::Misconfigured("the RDAP server of the registry lets us not in".to_owned()),
        (other, _) => Failure::Unavailable(format!("the registry answers {other}")),
    })
}

/// RDAP knows no prices.
const fn answer(available: bool) -> Availability {
    Availability { available, premium: false, price: None }
}

/// Whether it is the domain that was asked for.
fn is_shown(name: &str, body: &[u8]) -> bool {
    serde_json::from_slice(body).is_ok_and(|Shown { object_class_name, ldh_name }| {
        let ldh_name = ldh_name.strip_suffix('.').unwrap_or(&ldh_name);
        object_class_name == "domain" && ldh_name.eq_ignore_ascii_case(name)
    })
}

/// Whether a 404 is of an RDAP server, and not of a web server or a gateway at its address.
///
/// The body is left to the server (RFC 7480 section 5.3): one without any is believed unless it is called a page; one of
/// RDAP's own media type is; and one that says itself what it is (RFC 9083 section 6). A code in the body that is
/// another one is believed more than the status.
fn is_rdap(reply: &Reply) -> bool {
    let media_type = reply.media_type.as_deref().unwrap_or_default();
    if reply.body.is_empty() {
        return !matches!(media_type, "text/html" | "application/xhtml+xml");
    }
    let Ok(Value::Object(said)) = serde_json::from_slice(&reply.body) else { return false };
    match said.get("errorCode") {
        // Some write it as a text.
        Some(code) => code == 404 || code == "404",
        None => media_type == "application/rdap+json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::StatusCode;
    use serde_json::json;

    const RDAP: Option<&str> = Some("application/rdap+json");

    fn of(status: u16, media_type: Option<&str>, body: &str) -> Result<bool, Failure> {
        let (status, media_type) = (StatusCode::from_u16(status).unwrap(), media_type.map(str::to_owned));
        let reply = Reply { status, wait: None, media_type, body: body.into() };
        availability("baobab.com", &reply).map(|said| {
            assert_eq!((said.premium, said.price), (false, None));
            said.available
        })
    }

    #[test]
    fn each_status_has_its_meaning() {
        for (status, name) in [
            (204, "Unavailable"),
            (302, "Unavailable"),
            (400, "Refused"),
            (401, "Misconfigured"),
            (403, "Misconfigured"),
            (405, "Unavailable"),
            (410, "Unavailable"),
            (422, "Refused"),
            (429, "NotNow"),
            (500, "Unavailable"),
            (501, "Refused"),
            (502, "Unavailable"),
            (503, "Unavailable"),
            (504, "Unavailable"),
        ] {
            let failure = of(status, RDAP, "{}").unwrap_err();
            assert!(format!("{failure:?}").starts_with(name), "{status}: {failure:?}");
        }
    }

    #[test]
    fn a_server_says_how_long_it_is_left_alone() {
        let of = |status, wait: Option<u64>| {
            let status = StatusCode::from_u16(status).unwrap();
            let wait = wait.map(Duration::from_secs);
            let reply = Reply { status, wait, media_type: None, body: Vec::new() };
            match availability("baobab.com", &reply) {
                Err(Failure::NotNow { wait, .. }) => wait.as_secs(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(of(429, None), 10);
        assert_eq!(of(429, Some(7)), 7);
        assert_eq!(of(503, Some(120)), 120);
        assert_eq!(of(429, Some(1_000_000)), 3600);
    }

    #[test]
    fn a_domain_of_that_name_is_taken() {
        let shown = |class: &str, name: &str| json!({"objectClassName": class, "ldhName": name}).to_string();
        for name in ["baobab.com", "BAOBAB.COM", "baobab.com."] {
            assert_eq!(of(200, None, &shown("domain", name)), Ok(false), "{name}");
        }
        let no_name = json!({"objectClassName": "domain"}).to_string();
        let list = json!({"domainSearchResults": [{"objectClassName": "domain", "ldhName": "baobab.com"}]})
            .to_string();
        let (other, class) = (shown("domain", "marula.com"), shown("nameserver", "baobab.com"));
        for wrong in
            [&other, &class, &no_name, &list, "", "{}", "[]", "null", "<html>", "{\"objectClassName\": \"do"]
        {
            assert!(matches!(of(200, RDAP, wrong), Err(Failure::Unavailable(_))), "{wrong}");
        }
    }

    #[test]
    fn only_an_rdap_server_says_that_a_name_is_free() {
        let (html, json) = (Some("text/html"), Some("application/json"));
        let error = |code: Value| json!({"errorCode": code, "title": "Not found"}).to_string();
        let (number, text, other) = (error(404.into()), error("404".into()), error(429.into()));
        for (media_type, body) in [
            (None, ""),
            (RDAP, ""),
            (json, ""),
            (Some("text/plain"), ""),
            (RDAP, "{}"),
            (RDAP, &number),
            (json, &number),
            (json, &text),
            (None, &number),
        ] {
            assert_eq!(of(404, media_type, body), Ok(true), "{media_type:?} {body}");
        }
        for (media_type, body) in [
            (html, ""),
            (html, "<html>Not found</html>"),
            (Some("application/xhtml+xml"), ""),
            (Some("text/plain"), "404 page not found"),
            (None, "404 page not found"),
            (json, r#"{"message": "no route"}"#),
            (RDAP, "<html>"),
            (RDAP, "[]"),
            (RDAP, &other),
            (json, &other),
        ] {
            assert!(
                matches!(of(404, media_type, body), Err(Failure::Unavailable(_))),
                "{media_type:?} {body}"
            );
        }
    }
}
