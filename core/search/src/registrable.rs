//! The name that a client means.
use super::asked::NAME;
use hosting_kernel::values::host_name::host_name;

/// The name that was meant by `written`, as registries know it: in lower case and A-labels (UTS #46,
/// without its transitional rules), at least two labels of letters, digits and hyphens.
///
/// What people paste along with it is dropped: `https://` before it, a path after it, a final dot.
pub(super) fn name(written: &str) -> Option<String> {
    let written = written.trim();
    if !NAME.contains(&written.chars().count()) {
        return None;
    }
    let host = without_scheme(written).split('/').next()?;
    host_name(host)
}

fn without_scheme(address: &str) -> &str {
    let after = |scheme: &str| {
        let (head, rest) = address.split_at_checked(scheme.len())?;
        head.eq_ignore_ascii_case(scheme).then_some(rest)
    };
    after("https://").or_else(|| after("http://")).unwrap_or(address)
}

#[cfg(test)]
mod tests;
