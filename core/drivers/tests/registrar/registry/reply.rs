//! What the registry answers.
use super::serving::{CONTACT, EPP, Rules};

/// An answer, without what it is known by.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    pub code: u16,
    /// What stands in `resData`.
    pub data: String,
    /// What stands in `extension`.
    pub extension: String,
    /// `msgQ`.
    pub queue: String,
}

impl From<u16> for Reply {
    fn from(code: u16) -> Self {
        Self { code, ..Self::default() }
    }
}

impl Reply {
    pub fn with(data: String) -> Self {
        Self { code: 1000, data, ..Self::default() }
    }

    /// The document.
    pub fn document(&self, client_id: Option<&str>, server_id: &str) -> String {
        let Self { code, data, extension, queue } = self;
        let wrap = |name: &str, inside: &str| match inside {
            "" => String::new(),
            inside => format!("<{name}>{inside}</{name}>"),
        };
        let (data, extension) = (wrap("resData", data), wrap("extension", extension));
        let client_id = client_id.map(|id| format!("<clTRID>{}</clTRID>", escaped(id))).unwrap_or_default();
        let says = format!("<msg>The registry's own words for {code}</msg>");
        document(&format!(
            "<response><result code=\"{code}\">{says}</result>{queue}{data}{extension}\
            <trID>{client_id}<svTRID>{server_id}</svTRID></trID></response>"
        ))
    }
}

/// What is said first, and to a hello.
pub fn greeting(rules: &Rules) -> String {
    let objects: String = rules.objects.iter().map(|uri| format!("<objURI>{uri}</objURI>")).collect();
    let extensions: String = rules.extensions.iter().map(|uri| format!("<extURI>{uri}</extURI>")).collect();
    let extensions = match extensions.as_str() {
        "" => String::new(),
        some => format!("<svcExtension>{some}</svcExtension>"),
    };
    document(&format!(
        "<greeting><svID>A registry of a test</svID><svDate>2030-01-01T00:00:00.0Z</svDate>\
        <svcMenu><version>1.0</version><lang>en</lang>{objects}{extensions}</svcMenu>\
        <dcp><access><all/></access><statement><purpose><admin/></purpose><recipient><ours/></recipient>\
        <retention><stated/></retention></statement></dcp></greeting>"
    ))
}

fn document(inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<epp xmlns=\"{EPP}\">{inside}</epp>"
    )
}

pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// What is shown of a contact.
pub fn contact(id: &str, disclose: Option<bool>) -> String {
    let disclose = disclose.map(|flag| {
        let flag = u8::from(flag);
        format!("<contact:disclose flag=\"{flag}\"><contact:voice/><contact:email/></contact:disclose>")
    });
    let disclose = disclose.unwrap_or_default();
    format!(
        "<contact:infData xmlns:contact=\"{CONTACT}\"><contact:id>{id}</contact:id><contact:roid>C1-TEST</contact:roid>\
        <contact:status s=\"ok\"/><contact:postalInfo type=\"int\"><contact:name>An owner</contact:name>\
        <contact:addr><contact:city>Somewhere</contact:city><contact:cc>NL</contact:cc></contact:addr></contact:postalInfo>\
        <contact:email>owner@example.net</contact:email><contact:clID>platform</contact:clID>\
        <contact:crID>platform</contact:crID><contact:crDate>2020-03-01T12:00:00.0Z</contact:crDate>\
        {disclose}</contact:infData>"
    )
}
