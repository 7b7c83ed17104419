//! What an account uses: what WHM knows of it, and what cPanel does.
use super::answer::Account;
use hosting_kernel::providers::panel::Stats;
use serde::Deserialize;
use serde_json::Value;

const MIB: i64 = 1 << 20;

/// What `ResourceUsage::get_usages` answers through `uapi_cpanel`.
#[derive(Default, Deserialize)]
pub(super) struct Usages {
    uapi: Uapi,
}

#[derive(Default, Deserialize)]
struct Uapi {
    /// Nothing where the call failed.
    data: Option<Vec<Usage>>,
}

#[derive(Deserialize)]
struct Usage {
    id: String,
    #[serde(rename = "usage", default)]
    used: Value,
    /// Null where there is no limit.
    #[serde(default)]
    maximum: Value,
}

impl Usages {
    fn find(&self, id: &str) -> Option<&Usage> {
        self.uapi.data.iter().flatten().find(|usage| usage.id == id)
    }

    fn used(&self, id: &str) -> Option<i64> {
        number(&self.find(id)?.used)
    }

    fn limit(&self, id: &str) -> Option<i64> {
        number(&self.find(id)?.maximum)
    }
}

/// The figures of an account; what neither says stays empty.
pub(super) fn stats(account: &Account, usages: &Usages) -> Stats {
    Stats {
        disk_used_bytes: usages.used("disk_usage").or_else(|| mebibytes(&account.diskused)),
        disk_limit_bytes: mebibytes(&account.disklimit),
        bandwidth_used_bytes: usages.used("bandwidth"),
        bandwidth_limit_bytes: usages.limit("bandwidth"),
        inodes_used: number(&account.inodesused),
        databases_used: usages.used("mysql_databases"),
        email_accounts_used: usages.used("email_accounts"),
        // And the main one.
        domains_used: usages.used("addon_domains").map(|addons| addons + 1),
    }
}

/// A number, which may be written as text; nothing where it is none, such as `unlimited`.
fn number(value: &Value) -> Option<i64> {
    let number = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.trim().to_owned(),
        _ => return None,
    };
    // Whole ones are all that is asked for.
    number.split('.').next()?.parse().ok().filter(|number| *number >= 0)
}

/// Bytes of such as `14M`: mebibytes (`accountsummary`).
fn mebibytes(value: &Value) -> Option<i64> {
    let text = value.as_str()?.trim();
    let count: i64 = text.strip_suffix('M').unwrap_or(text).parse().ok()?;
    count.checked_mul(MIB).filter(|bytes| *bytes >= 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn figures_are_read_as_they_are_written() {
        assert_eq!(
            [json!("14M"), json!("unlimited"), json!(null), json!("-1M")].map(|said| mebibytes(&said)),
            [Some(14 << 20), None, None, None]
        );
        let said = [json!(3), json!("3"), json!(3.7), json!("unlimited"), json!(null), json!(-1)];
        assert_eq!(said.map(|said| number(&said)), [Some(3), Some(3), Some(3), None, None, None]);
    }
}
