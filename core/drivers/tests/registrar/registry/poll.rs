//! Messages (RFC 5730 section 2.9.2.3), and what waits for the registry (RFC 5731 section 3.3).
use super::{
    protocol::Asks,
    reply::{Reply, escaped},
    serving::{DOMAIN, EPP},
    world::{Waiting, World},
};

pub fn poll(world: &mut World, asks: &Asks<'_, '_>) -> Reply {
    let count = world.queue.len();
    match (asks.verb.attribute("op"), asks.verb.attribute("msgID")) {
        (Some("req"), None) => match world.queue.front() {
            None => 1300.into(),
            Some(first) => {
                let queue = format!(
                    "<msgQ count=\"{count}\" id=\"{}\"><qDate>2030-01-01T00:00:00.0Z</qDate><msg>{}</msg></msgQ>",
                    first.id,
                    escaped(&first.text)
                );
                Reply { code: 1301, data: first.data.clone(), queue, ..Reply::default() }
            }
        },
        (Some("ack"), Some(id)) => {
            world.queue.retain(|message| message.id != id);
            match world.queue.len() == count {
                true => 2303.into(),
                false => {
                    let next = world.queue.front().map_or(id, |next| &next.id);
                    let queue = format!("<msgQ count=\"{}\" id=\"{next}\"/>", count - 1);
                    Reply { code: 1000, queue, ..Reply::default() }
                }
            }
        }
        _ => 2003.into(),
    }
}

impl World {
    /// Does what waits for `name`, or refuses it, and says so.
    pub fn decide(&mut self, name: &str, done: bool) {
        let Some(Waiting { then, status, client_id, server_id }) = self.waiting.remove(name) else { return };
        let now = self.domains.get_mut(name).unwrap();
        match done {
            true => *now = then,
            false => drop(now.statuses.remove(status)),
        }
        let result = u8::from(done);
        let data = format!(
            "<domain:panData xmlns:domain=\"{DOMAIN}\" xmlns:e=\"{EPP}\"><domain:name paResult=\"{result}\">{name}</domain:name>\
            <domain:paTRID><e:clTRID>{client_id}</e:clTRID><e:svTRID>{server_id}</e:svTRID></domain:paTRID>\
            <domain:paDate>2030-01-01T00:00:00.0Z</domain:paDate></domain:panData>"
        );
        self.tell("Pending action completed", data);
    }

    /// Says that the transfer of `name` has come somewhere.
    pub fn tell_of_transfer(&mut self, name: &str, text: &str) {
        let at = "2030-01-01T00:00:00.0Z";
        let data = format!(
            "<domain:trnData xmlns:domain=\"{DOMAIN}\"><domain:name>{name}</domain:name>\
            <domain:trStatus>pending</domain:trStatus><domain:reID>other</domain:reID><domain:reDate>{at}</domain:reDate>\
            <domain:acID>platform</domain:acID><domain:acDate>{at}</domain:acDate></domain:trnData>"
        );
        self.tell(text, data);
    }
}
