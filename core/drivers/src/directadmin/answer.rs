//! What the commands answer: a form, with `error=1`, `text` and `details` where something is wrong.
use hosting_kernel::providers::{Failure, panel::Stats};
use reqwest::Url;

/// Megabytes are what disk and bandwidth are told in.
const MIB: f64 = 1_048_576.0;

/// The fields of an answer, in order.
#[derive(Debug)]
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Those of `body`; nothing where it is something else, such as a page for people.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
        let text = str::from_utf8(body).ok()?.trim();
        if text.starts_with('<') || text.contains('\n') {
            return None;
        }
        let mut url = Url::parse("http://answer").ok()?;
        url.set_query(Some(text));
        Some(Self(url.query_pairs().into_owned().collect()))
    }

    /// The first field of that name.
    pub(super) fn one(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// What a list holds.
    pub(super) fn list(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(name, _)| name == "list[]").map(|(_, value)| value.as_str())
    }

    /// Whether it tells of an error.
    pub(super) fn is_error(&self) -> bool {
        self.one("error").is_some_and(|error| error != "0")
    }

    /// It, if it is a good one.
    pub(super) fn good(self, command: &str) -> Result<Self, Failure> {
        if self.is_error() { Err(self.failure(command)) } else { Ok(self) }
    }

    /// The failure that an error is.
    pub(super) fn failure(&self, command: &str) -> Failure {
        let (text, details) = (self.one("text").unwrap_or_default(), self.one("details").unwrap_or_default());
        tracing::warn!(command, text, details, "DirectAdmin did not do what it was asked to");
        let said = format!("{text} {details}").to_lowercase();
        let not_allowed = ["not allowed", "permission", "access denied", "you do not have"];
        match not_allowed.iter().any(|words| said.contains(words)) {
            true => Failure::Misconfigured(format!("DirectAdmin does not let user and token call {command}")),
            false => Failure::Refused("the panel does not do that with this site".to_owned()),
        }
    }

    /// A number of that name; nothing where it is none, such as `unlimited`.
    fn number(&self, name: &str) -> Option<f64> {
        self.one(name)?.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
    }

    #[expect(clippy::cast_possible_truncation, reason = "no server has so much that a number is not whole")]
    fn count(&self, name: &str) -> Option<i64> {
        self.number(name).map(|number| number as i64)
    }

    #[expect(clippy::cast_possible_truncation, reason = "bytes are whole")]
    fn bytes(&self, name: &str) -> Option<i64> {
        self.number(name).map(|megabytes| (megabytes * MIB) as i64)
    }
}

/// The figures of a user: limits are in its `config`, and what it uses in its `usage`.
pub(super) fn stats(config: &Fields, usage: &Fields) -> Stats {
    Stats {
        disk_used_bytes: usage.bytes("quota"),
        disk_limit_bytes: config.bytes("quota"),
        bandwidth_used_bytes: usage.bytes("bandwidth"),
        bandwidth_limit_bytes: config.bytes("bandwidth"),
        inodes_used: usage.count("inode"),
        databases_used: usage.count("mysql"),
        email_accounts_used: usage.count("nemails"),
        domains_used: usage.count("vdomains"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_pages_are_not() {
        let fields = Fields::read(b"list[]=ama&list%5B%5D=kofi&text=a+b%26c\n").unwrap();
        assert_eq!(fields.list().collect::<Vec<_>>(), ["ama", "kofi"]);
        assert_eq!(fields.one("text"), Some("a b&c"));
        assert!(Fields::read(b"<html>\n<body>").is_none());
        assert!(Fields::read(&[0xff]).is_none());
    }

    #[test]
    fn each_error_has_its_meaning() {
        let failure = |said: &str| Fields::read(said.as_bytes()).unwrap().good("CMD_API_X").map(|_| ());
        assert_eq!(failure("error=0&text=Users+suspended"), Ok(()));
        let refused = failure("error=1&text=Cannot+Execute&details=Disk+broken");
        assert!(matches!(&refused, Err(Failure::Refused(why)) if !why.contains("Disk")), "{refused:?}");
        let denied = failure("error=1&text=Error&details=You+are+not+allowed+to+run+that");
        assert!(matches!(denied, Err(Failure::Misconfigured(_))), "{denied:?}");
    }
}
