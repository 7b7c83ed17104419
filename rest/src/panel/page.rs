//! The pages as HTML: nothing in them is a stranger's.

/// What is said of a link that opens nothing.
pub const USED: (&str, &str) = (
    "This link no longer opens anything",
    "A link into the panel works once, and for five minutes. This one was used before, or its time is over. Ask for a \
     new one and open it right away.",
);

/// What is said where a session was.
pub const ENDED: (&str, &str) = (
    "Nobody is logged in here",
    "The session has ended, or there was none. Ask for a new link to come back.",
);

/// What is said of a site that its panel does not open.
pub const REFUSED: (&str, &str) = (
    "The panel does not open this site now",
    "The site is suspended, or no longer there. The link stands: it can be tried again within its five minutes.",
);

/// What redeems a link: at once where a person sees it and scripts run, and by a click elsewhere.
pub fn open() -> String {
    let main = "<div class=\"card notice\"><h1>Your panel opens</h1>\n<p>This link works once.</p>\n\
                <form method=\"post\"><button>Open it</button></form></div>\n<script src=\"open.js\" defer></script>";
    whole("Your panel opens", main)
}

/// What is shown while the panel cannot be reached.
pub fn again() -> String {
    let main = "<div class=\"card notice\"><h1>The panel cannot be reached now</h1>\n<p>The link stands: try it again \
                within its five minutes, or ask for a new one.</p>\n<form method=\"post\"><button>Try again</button></form></div>";
    whole("The panel cannot be reached now", main)
}

/// A page that says one thing.
pub fn notice(title: &str, words: &str) -> String {
    whole(title, &format!("<div class=\"card notice\"><h1>{title}</h1>\n<p>{words}</p></div>"))
}

fn whole(title: &str, main: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{title}</title>\n<link rel=\"icon\" type=\"image/svg+xml\" href=\"../docs/icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"panel.css\">\n</head>\n<body>\n\
         <header><div class=\"inner\"><img src=\"../docs/icon.svg\" alt=\"\" width=\"28\" height=\"28\">\
         <b>Hosting Platform</b></div></header>\n<main class=\"inner\">\n{main}\n</main>\n</body>\n</html>\n"
    )
}
