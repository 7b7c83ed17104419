//! The messages of a registry (RFC 5730 section 2.9.2.3).
use super::{
    codes,
    command::{Answer, Command},
    names::DOMAIN,
    pool::Line,
    session::Broken,
    xml::{Element, Xml},
};
use hosting_kernel::providers::{Failure, registrar::Message};

/// No message waits.
const NONE: u16 = 1300;
/// What tells of a domain, wherever it stands in a message.
const TELLS: [&str; 5] = ["panData", "trnData", "infData", "creData", "renData"];

/// The first message that waits.
pub(super) async fn message(line: &mut Line<'_>) -> Result<Option<Message>, Failure> {
    let command = Command::new("poll:req", Xml::of("poll", &[("op", "req")], []));
    let answer = codes::good(line.look(&command).await?, "its messages", &[])?;
    match answer.code {
        NONE => Ok(None),
        _ => read(answer).map(Some).ok_or_else(|| Broken::Garbled.into()),
    }
}

fn read(answer: Answer) -> Option<Message> {
    let Answer { queue, data, extension, .. } = answer;
    let (id, text) = queue?;
    let told = |of: &Element| TELLS.iter().find_map(|tells| of.find(DOMAIN, tells).cloned());
    let told = told(&data).or_else(|| told(&extension));
    let name = told.as_ref().and_then(|told| told.child(DOMAIN, "name"));
    let about = name.map(|name| name.text.trim_end_matches('.').to_ascii_lowercase());
    // Only what tells of a pending action has it (RFC 5731 section 3.3).
    let done = name.and_then(|name| name.flag("paResult"));
    Some(Message { id, about: about.filter(|name| !name.is_empty()), done, text })
}

/// Has read the message `id`: it waits no longer.
pub(super) async fn acknowledge(line: &mut Line<'_>, id: &str) -> Result<(), Failure> {
    let command = Command::new("poll:ack", Xml::of("poll", &[("op", "ack"), ("msgID", id)], []));
    // What was acknowledged before a cut is gone: done twice, it is done once.
    let answer = line.look(&command).await?;
    match codes::good(answer, &format!("message {id}"), &[]) {
        Ok(_) | Err(Failure::NotThere(_)) => Ok(()),
        Err(other) => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epp::names::EPP;

    fn message(data: &str) -> Option<Message> {
        let document = format!(
            "<epp xmlns='{EPP}' xmlns:d='{DOMAIN}'><response><result code='1301'><msg>ack to dequeue</msg></result>\
            <msgQ count='1' id='12345'><qDate>2000-06-08T22:00:00.0Z</qDate><msg>it says</msg></msgQ>\
            {data}</response></epp>"
        );
        read(Answer::parse(&document).unwrap())
    }

    #[test]
    fn a_message_tells_what_it_is_about() {
        for (data, about, done) in [
            (
                "<resData><d:panData><d:name paResult='1'>A.example</d:name></d:panData></resData>",
                true,
                Some(true),
            ),
            (
                "<resData><d:panData><d:name paResult='false'>a.example.</d:name></d:panData></resData>",
                true,
                Some(false),
            ),
            ("<resData><d:trnData><d:name>a.example</d:name></d:trnData></resData>", true, None),
            ("<resData><x><d:infData><d:name>a.example</d:name></d:infData></x></resData>", true, None),
            ("<extension><d:renData><d:name>a.example</d:name></d:renData></extension>", true, None),
            (
                "<resData><h:panData xmlns:h='urn:h'><h:name paResult='1'>ns</h:name></h:panData></resData>",
                false,
                None,
            ),
            ("", false, None),
        ] {
            let about = about.then(|| "a.example".to_owned());
            let (id, text) = ("12345".to_owned(), "it says".to_owned());
            assert_eq!(message(data), Some(Message { id, about, done, text }), "{data}");
        }
    }
}
