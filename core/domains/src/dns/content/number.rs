//! Numbers in presentation form.

/// A number in digits alone: the standard library would take a sign as well.
pub(super) fn number<N: std::str::FromStr>(input: &str) -> Option<N> {
    input.bytes().all(|byte| byte.is_ascii_digit()).then(|| input.parse().ok()).flatten()
}
