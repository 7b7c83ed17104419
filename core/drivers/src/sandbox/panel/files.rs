//! What lies in the folders of a sandbox site: as little as on a day when it was set up.
use super::figures::seed;
use chrono::TimeDelta;
use hosting_kernel::values::time::Time;

/// A file, or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path from the site's own folder.
    pub path: &'static str,
    /// Bytes; nothing for a folder.
    pub size: Option<i64>,
    /// When it was last written.
    pub written_at: Time,
}

/// The paths, with a size to start from.
const FILES: [(&str, Option<i64>); 8] = [
    ("logs/", None),
    ("logs/access.log", Some(48_211)),
    ("public_html/", None),
    ("public_html/.htaccess", Some(241)),
    ("public_html/assets/logo.svg", Some(3_902)),
    ("public_html/assets/style.css", Some(11_467)),
    ("public_html/index.html", Some(5_120)),
    ("public_html/robots.txt", Some(67)),
];

/// The files of `site` at this moment; its log is written all the time, the rest in the past weeks.
pub(super) fn at(site: &str, now: Time) -> Vec<File> {
    let number = i64::from(seed(site));
    let file = |(place, (path, size)): (i64, (&'static str, Option<i64>))| {
        let age = match path.starts_with("logs") {
            true => TimeDelta::zero(),
            false => TimeDelta::hours((number / (place + 1)) % 900 + 1),
        };
        let grown = |size: i64| size + number / (place + 3) % (size / 4 + 1);
        File { path, size: size.map(grown), written_at: now.plus(-age) }
    };
    (0..).zip(FILES).map(file).collect()
}
