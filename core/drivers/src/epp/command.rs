//! Commands, and what a server answers (RFC 5730 sections 2.5 and 2.6).
use super::{
    names::EPP,
    xml::{Element, Xml},
};

/// A command.
#[derive(Clone, Debug)]
pub(super) struct Command {
    /// What the log calls it, such as `domain:info`.
    pub name: &'static str,
    body: Xml,
    extensions: Vec<Xml>,
}

impl Command {
    /// One whose element is `body`.
    pub(super) fn new(name: &'static str, body: Xml) -> Self {
        Self { name, body, extensions: Vec::new() }
    }

    /// A `verb` about an object: `inside` is of the namespace `space`, whose prefix is that of `name`.
    pub(super) fn about(
        name: &'static str,
        space: &str,
        verb: &str,
        inside: impl IntoIterator<Item = Xml>,
    ) -> Self {
        let prefix = name.split(':').next().unwrap_or_default();
        let object = Xml::of(name, &[(&format!("xmlns:{prefix}"), space)], inside);
        Self::new(name, Xml::of(verb, &[], [object]))
    }

    /// The same, with an extension where there is one.
    #[must_use]
    pub(super) fn with(mut self, extension: impl IntoIterator<Item = Xml>) -> Self {
        self.extensions.extend(extension);
        self
    }

    /// The document that is sent, known by `id`.
    pub(super) fn document(&self, id: &str) -> String {
        let mut inside = vec![self.body.clone()];
        if !self.extensions.is_empty() {
            inside.push(Xml::of("extension", &[], self.extensions.clone()));
        }
        inside.push(Xml::text("clTRID", id));
        Xml::of("epp", &[("xmlns", EPP)], [Xml::of("command", &[], inside)]).document()
    }
}

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    /// What became of the command (RFC 5730 section 3).
    pub code: u16,
    /// What the server says of that: for the log.
    pub says: String,
    /// What was asked for: `resData`.
    pub data: Element,
    /// What the extensions say.
    pub extension: Element,
    /// The message that waits: its id, and its text.
    pub queue: Option<(String, String)>,
    /// What the command was known by, where the answer says so.
    pub client_id: Option<String>,
    /// What the server knows it by.
    pub server_id: String,
}

/// It waits for the registry (RFC 5730 section 3).
pub(super) const PENDING: u16 = 1001;

impl Answer {
    /// Reads `document`; nothing where it is no answer.
    pub(super) fn parse(document: &str) -> Option<Self> {
        let root = Element::parse(document).filter(|root| root.is(EPP, "epp"))?;
        let response = root.child(EPP, "response")?;
        // Of several results, which only failures have, the first is as good as another.
        let result = response.child(EPP, "result")?;
        let reasons = response.all(EPP, "result").flat_map(|result| result.all(EPP, "extValue"));
        let reasons = reasons.filter_map(|value| value.text_of(EPP, "reason"));
        let says: Vec<&str> = result.text_of(EPP, "msg").into_iter().chain(reasons).collect();
        let queue = response.child(EPP, "msgQ");
        let ids = response.child(EPP, "trID");
        let id = |name| ids.and_then(|ids| ids.text_of(EPP, name)).map(str::to_owned);
        Some(Self {
            code: result.attribute("code")?.parse().ok()?,
            says: says.join(": "),
            data: response.child(EPP, "resData").cloned().unwrap_or_default(),
            extension: response.child(EPP, "extension").cloned().unwrap_or_default(),
            queue: queue.and_then(|queue| {
                let text = queue.text_of(EPP, "msg").unwrap_or_default().to_owned();
                Some((queue.attribute("id")?.to_owned(), text))
            }),
            client_id: id("clTRID"),
            server_id: id("svTRID").unwrap_or_default(),
        })
    }

    /// Whether the command was done, or will be.
    pub(super) fn is_good(&self) -> bool {
        (1000..2000).contains(&self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epp::names::DOMAIN;

    #[test]
    fn a_command_is_written_as_the_standard_says() {
        let name = Xml::text("domain:name", "a.example");
        let command = Command::about("domain:info", DOMAIN, "info", [name]);
        let written = command.document("ab-1");
        let expected = "<epp xmlns=\"urn:ietf:params:xml:ns:epp-1.0\"><command><info>\
            <domain:info xmlns:domain=\"urn:ietf:params:xml:ns:domain-1.0\"><domain:name>a.example</domain:name>\
            </domain:info></info><clTRID>ab-1</clTRID></command></epp>";
        assert_eq!(written.split_once('\n').unwrap().1, expected);
        let extended = command.with([Xml::of("x", &[], [])]).document("1");
        assert!(extended.contains("</info><extension><x/></extension><clTRID>"), "{extended}");
    }

    #[test]
    fn an_answer_is_read() {
        let document = "<epp xmlns='urn:ietf:params:xml:ns:epp-1.0'><response>\
            <result code='2306'><msg>Policy</msg><extValue><value><a/></value><reason>no</reason></extValue></result>\
            <msgQ count='2' id='7'><msg lang='en'>hello</msg></msgQ>\
            <trID><clTRID>c</clTRID><svTRID>s</svTRID></trID></response></epp>";
        let answer = Answer::parse(document).unwrap();
        assert_eq!((answer.code, answer.says.as_str(), answer.is_good()), (2306, "Policy: no", false));
        assert_eq!(answer.queue, Some(("7".to_owned(), "hello".to_owned())));
        assert_eq!((answer.client_id.as_deref(), answer.server_id.as_str()), (Some("c"), "s"));
        for wrong in [document.replace("2306", "x"), document.replace("epp-1.0", "epp-2.0"), String::new()] {
            assert_eq!(Answer::parse(&wrong), None);
        }
    }
}
