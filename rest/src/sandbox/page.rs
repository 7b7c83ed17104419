//! The pages as HTML.
use hosting_core::{Time, hosting::PanelTarget, providers::panel::Stats};
use hosting_drivers::sandbox::panel::{File, Visit};
use std::fmt::Write;

/// What is said of a link that opens nothing.
pub const USED: (&str, &str) = (
    "This link no longer opens anything",
    "A link into the panel works once, and for five minutes. This one was opened before, or its time is \
     over. Ask for a new one and open it right away.",
);

/// What is said of a session that is over.
pub const ENDED: (&str, &str) = (
    "This session has ended",
    "A session ends after fifteen minutes without use, and when the site is suspended. Ask for a new link \
     to come back.",
);

/// What `visit` shows of the site that answers to `domain` first.
pub fn of(visit: &Visit, domain: &str, now: Time) -> String {
    let domain = escaped(domain);
    let (title, body) = match visit.target {
        PanelTarget::Panel => ("Control panel", figures(&visit.site, &visit.stats)),
        PanelTarget::Filemanager => ("File manager", folder(&visit.files)),
    };
    let main = format!(
        "<p class=\"over\">{title}</p>\n<div class=\"head\"><h1>{domain}</h1><span class=\"state\">Active</span></div>\n\
         {body}\n<p class=\"faint\">As of {}. This session ends after fifteen minutes without use.</p>",
        moment(now)
    );
    whole(&format!("{title} · {domain}"), &main)
}

/// A page that says one thing.
pub fn notice(title: &str, words: &str) -> String {
    let main = format!("<div class=\"card notice\"><h1>{title}</h1>\n<p>{words}</p></div>");
    whole(title, &main)
}

fn figures(site: &str, stats: &Stats) -> String {
    let bars = [
        ("Disk", stats.disk_used_bytes, stats.disk_limit_bytes, "on the disk"),
        ("Bandwidth", stats.bandwidth_used_bytes, stats.bandwidth_limit_bytes, "this month"),
    ];
    let bars: String = bars.map(|(name, used, limit, of)| bar(name, used, limit, of)).concat();
    let counts = [
        ("Files", stats.inodes_used),
        ("Databases", stats.databases_used),
        ("Mailboxes", stats.email_accounts_used),
        ("Domains", stats.domains_used),
    ];
    let user = format!("<div><dt>User</dt><dd>{}</dd></div>", escaped(site));
    let counts = counts.iter().filter_map(|(name, count)| Some((name, (*count)?)));
    let counts = counts.fold(user, |mut list, (name, count)| {
        let _ = write!(list, "<div><dt>{name}</dt><dd>{}</dd></div>", grouped(count));
        list
    });
    format!("<div class=\"bars\">{bars}</div>\n<dl class=\"card counts\">{counts}</dl>")
}

fn bar(name: &str, used: Option<i64>, limit: Option<i64>, of: &str) -> String {
    let Some(used) = used else { return String::new() };
    let (share, meter) = match limit {
        Some(limit) => (
            format!("of {}", bytes(limit)),
            format!(
                "<meter aria-label=\"{name}\" min=\"0\" max=\"{limit}\" high=\"{}\" value=\"{used}\">{used}</meter>",
                limit / 10 * 9
            ),
        ),
        None => ("without a limit".to_owned(), String::new()),
    };
    format!(
        "<section class=\"card\"><h2>{name}</h2><p class=\"figure\">{} <span>{share} {of}</span></p>{meter}</section>",
        bytes(used)
    )
}

fn folder(files: &[File]) -> String {
    let rows = files.iter().fold(String::new(), |mut rows, file| {
        let size = file.size.map_or_else(|| "–".to_owned(), bytes);
        let _ = writeln!(
            rows,
            "<tr><th scope=\"row\" class=\"{}\">{}</th><td>{size}</td><td><time datetime=\"{}\">{}</time></td></tr>",
            if file.size.is_some() { "file" } else { "folder" },
            escaped(file.path),
            file.written_at,
            moment(file.written_at)
        );
        rows
    });
    format!(
        "<div class=\"card files\"><table><thead><tr><th scope=\"col\">Name</th><th scope=\"col\">Size</th>\
         <th scope=\"col\">Changed</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>"
    )
}

fn whole(title: &str, main: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title}</title>\n<link rel=\"icon\" type=\"image/svg+xml\" href=\"../../docs/icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"../panel.css\">\n</head>\n<body>\n\
         <header><div class=\"inner\"><img src=\"../../docs/icon.svg\" alt=\"\" width=\"28\" height=\"28\">\
         <b>Hosting Platform</b><span class=\"badge\">Sandbox</span></div></header>\n\
         <main class=\"inner\">\n{main}\n</main>\n\
         <footer class=\"inner\">The sandbox panel of this platform: there is no web server behind it, and its \
         figures are made up.</footer>\n</body>\n</html>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn moment(at: Time) -> String {
    at.utc().format("%-d %b %Y, %H:%M UTC").to_string()
}

/// `1.4 GiB`
fn bytes(count: i64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    match units.iter().find(|(_, power)| count >= 1 << power) {
        Some((unit, power)) => {
            let tenths = (i128::from(count) * 10) >> power;
            match tenths % 10 {
                0 => format!("{} {unit}", tenths / 10),
                part => format!("{}.{part} {unit}", tenths / 10),
            }
        }
        None => format!("{count} B"),
    }
}

/// `12,345`
fn grouped(count: i64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at(first);
    let groups = rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (!head.is_empty()).then(|| head.to_owned());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_for_people() {
        let sizes = [0, 1023, 1024, 1536, 5 << 20, 1_503_238_554].map(bytes);
        assert_eq!(sizes, ["0 B", "1023 B", "1 KiB", "1.5 KiB", "5 MiB", "1.4 GiB"]);
        assert_eq!([0, 999, 1_000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }

    #[test]
    fn what_customers_named_is_text_and_nothing_else() {
        let visit = Visit {
            site: "<script>".to_owned(),
            target: PanelTarget::Panel,
            stats: Stats::default(),
            files: Vec::new(),
        };
        let page = of(&visit, "a\"><img src=x>", Time::new(chrono::DateTime::UNIX_EPOCH));
        assert!(!page.contains("<script") && !page.contains("<img src=x"), "{page}");
        assert!(!page.contains(" style=") && !page.contains("://"), "the policy allows neither: {page}");
    }
}
