//! copyparty 1.20 (<https://github.com/9001/copyparty>), a file server: what a site's file manager is.
//!
//! A share of the folder of a site, under a name that nobody guesses, lets in whoever has its address, for an hour. It is taken
//! back when the site is suspended.
use crate::panels::api::{Api, Reply};
use hosting_kernel::{providers::Failure, values::secret::random};
use reqwest::{
    Method, Url,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde_json::json;
use std::{path::Path, time::Duration};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(15);
/// Minutes that a share lasts.
const MINUTES: &str = "60";
/// Characters of a share's name that nobody guesses.
const RANDOM: usize = 32;
/// What the address of a share begins with (`shr` of its configuration).
const SHARES: &str = "/shr/";

/// One server, whose folder `/<site>/` is that of a site.
pub struct Copyparty {
    api: Api,
    public: Url,
    password: HeaderValue,
}

impl Copyparty {
    /// The server at `base`, which browsers find at `public`; `password` is that of an account that administers its folders
    /// and shares.
    pub(crate) fn new(
        base: Url,
        public: Url,
        password: &str,
        certificate: Option<&Path>,
    ) -> Result<Self, String> {
        let mut password =
            HeaderValue::from_str(password).map_err(|_| "files_password: it cannot be sent".to_owned())?;
        password.set_sensitive(true);
        Ok(Self { api: Api::new(base, certificate, PATIENCE)?, public, password })
    }

    async fn ask(&self, method: Method, url: Url, body: Option<String>) -> Result<Reply, Failure> {
        let request = self.api.request(method, url).header("PW", self.password.clone());
        let request = match body {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(body),
            None => request,
        };
        self.api.send(request).await
    }

    /// A share of the folder of `site`: its address.
    pub(crate) async fn share(&self, site: &str) -> Result<String, Failure> {
        let random: String = random::<{ RANDOM / 2 }>().iter().map(|byte| format!("{byte:02x}")).collect();
        let name = format!("{site}-{random}");
        let body = json!({
            "k": name, "vp": [format!("/{site}/")], "pw": "", "exp": MINUTES, "perms": ["read", "write"],
        });
        let reply =
            self.ask(Method::POST, self.api.url("/", &[("share", "")]), Some(body.to_string())).await?;
        if !reply.status.is_success() {
            return Err(failed(&reply));
        }
        let mut address = self.public.clone();
        address.set_path(&format!("{SHARES}{name}/"));
        Ok(address.into())
    }

    /// Takes all shares of the folder of `site` back.
    pub(crate) async fn unshare(&self, site: &str) -> Result<(), Failure> {
        let reply = self.ask(Method::GET, self.api.url("/", &[("shares", "")]), None).await?;
        if !reply.status.is_success() {
            return Err(failed(&reply));
        }
        for name in shares(&String::from_utf8_lossy(&reply.body), site) {
            let url = self.api.url(&format!("{SHARES}{name}"), &[("eshare", "rm")]);
            let reply = self.ask(Method::POST, url, None).await?;
            // It leads back to the list. One that ran out meanwhile is gone already.
            let gone = reply.said().contains("didn't match anything");
            if !(reply.status.is_success() || reply.status.is_redirection() || gone) {
                return Err(failed(&reply));
            }
        }
        Ok(())
    }

    /// Whether it can be asked, and makes shares.
    pub(crate) async fn ping(&self) -> Result<(), Failure> {
        let reply = self.ask(Method::GET, self.api.url("/", &[("shares", "")]), None).await?;
        match reply.status.is_success() && !reply.said().contains("not logged in") {
            true => Ok(()),
            false => Err(failed(&reply)),
        }
    }
}

fn failed(reply: &Reply) -> Failure {
    let (status, said) = (reply.status.as_u16(), reply.said());
    tracing::warn!(status, said, "copyparty did not do what it was asked to");
    let rights = ["not logged in", "dont have", "disabled in the server config"];
    match status {
        _ if rights.iter().any(|words| said.contains(words)) => {
            Failure::Misconfigured("copyparty does not let files_password share folders".to_owned())
        }
        404 => Failure::Refused("the site has no folder at the file manager".to_owned()),
        _ => reply
            .failure()
            .unwrap_or_else(|| Failure::Unavailable("the file manager did not share the folder".to_owned())),
    }
}

/// The names of the shares of `site` that a page lists.
fn shares(page: &str, site: &str) -> Vec<String> {
    let begin = format!("{SHARES}{site}-");
    let mut names: Vec<String> = Vec::new();
    for (at, _) in page.match_indices(&begin) {
        let name = &page[at + SHARES.len()..];
        let end = name.find(|byte: char| !(byte.is_ascii_alphanumeric() || byte == '-' || byte == '_'));
        let name = &name[..end.unwrap_or(name.len())];
        // That of another site may begin so too.
        let of_it = name
            .strip_prefix(site)
            .and_then(|rest| rest.strip_prefix('-'))
            .is_some_and(|rest| rest.len() == RANDOM && rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if of_it && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_a_site_are_found_and_no_others() {
        let (one, two) = ("0".repeat(32), "a1".repeat(16));
        let page = format!(
            "<a href=\"/shr/shop-{one}\">x</a> <a href=\"/shr/shop-{one}?qr\"> /shr/shop-2-{two}/ /shr/shop-{two} /shr/shop-x"
        );
        assert_eq!(shares(&page, "shop"), [format!("shop-{one}"), format!("shop-{two}")]);
        assert_eq!(shares(&page, "shop-2"), [format!("shop-2-{two}")]);
        assert!(shares(&page, "sho").is_empty());
    }
}
