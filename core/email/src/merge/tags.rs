//! Lists of tags, as DKIM, DMARC and TLS reports are written (RFC 6376 section 3.2).

/// The tags and values of `text` in order; nothing where it is no such list.
pub(super) fn read(text: &str) -> Option<Vec<(&str, &str)>> {
    let text = text.trim();
    let text = text.strip_suffix(';').unwrap_or(text);
    let tags: Vec<_> = text.split(';').map(tag).collect::<Option<_>>()?;
    let twice = (1..tags.len()).any(|index| tags[..index].iter().any(|earlier| earlier.0 == tags[index].0));
    (!twice).then_some(tags)
}

fn tag(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    let sound = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (sound && name.starts_with(|first: char| first.is_ascii_alphabetic())).then(|| (name, value.trim()))
}

/// Whether two texts are lists of the same tags, written differently at most.
pub(super) fn same(one: &str, other: &str) -> bool {
    one == other || read(one).is_some_and(|tags| read(other).is_some_and(|others| alike(tags, others)))
}

/// The first tag is the version; the order of the others says nothing, nor does white space in keys.
fn alike(mut one: Vec<(&str, &str)>, mut other: Vec<(&str, &str)>) -> bool {
    one.sort_unstable();
    other.sort_unstable();
    let bare = |value: &str| value.split_whitespace().collect::<String>();
    one.len() == other.len() && one.iter().zip(&other).all(|(a, b)| a.0 == b.0 && bare(a.1) == bare(b.1))
}
