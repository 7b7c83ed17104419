//! Messages of the DNS: questions as they are sent, and answers as they are read (RFC 1035 section 4).
//!
//! The data of records stays in octets, so that what a type of record has of its own never keeps an answer from being
//! read, and so that it can be sent back as it was.
use crate::records;
use hickory_proto::{
    op::{Header, Message, MessageType, Metadata, OpCode, Query},
    rr::{DNSClass, Name, RData, Record as Sent, RecordType, rdata::NULL},
    serialize::binary::{BinDecodable, BinDecoder},
};
use std::collections::BTreeSet;

/// The longest message over TCP, in octets: its length is a number of 16 bits (RFC 1035 section 4.2.2).
pub(crate) const LENGTH_MAX: usize = 65_535;

/// A record of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The name.
    pub name: Name,
    /// The type.
    pub kind: RecordType,
    /// The class.
    pub class: DNSClass,
    /// Seconds.
    pub ttl: u32,
    /// The data, with whole names.
    pub data: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// Its id, flags and code.
    pub head: Metadata,
    /// What it answers.
    pub questions: Vec<Query>,
    /// Its records that answer.
    pub answers: Vec<Record>,
    /// Its records of the servers that could.
    pub authorities: Vec<Record>,
    /// The rest of its records.
    pub additionals: Vec<Record>,
    /// Where its last record begins, in octets from its own begin: a signature is the last (RFC 8945 section 5.1).
    pub last: usize,
}

impl Answer {
    /// Reads `octets`; nothing where they are no answer, not whole, or more than one.
    pub(crate) fn read(octets: &[u8]) -> Option<Self> {
        let decoder = &mut BinDecoder::new(octets);
        let Header { metadata: head, counts, .. } = Header::read(decoder).ok()?;
        let questions = (0..counts.queries).map(|_| Query::read(decoder).ok()).collect::<Option<_>>()?;
        let mut last = decoder.index();
        let mut section = |count| {
            let mut records = vec![];
            for _ in 0..count {
                last = decoder.index();
                records.push(record(decoder)?);
            }
            Some(records)
        };
        let (answers, authorities) = (section(counts.answers)?, section(counts.authorities)?);
        let additionals = section(counts.additionals)?;
        let whole = decoder.is_empty() && head.message_type == MessageType::Response;
        whole.then_some(Self { head, questions, answers, authorities, additionals, last })
    }

    /// Whether it answers `question`, and nothing else.
    pub(crate) fn answers(&self, question: &Message) -> bool {
        let same = |theirs: &Query, ours: &Query| {
            theirs.name == ours.name
                && theirs.query_type == ours.query_type
                && theirs.query_class == ours.query_class
        };
        // An error may leave the question out.
        let asked = match &self.questions[..] {
            [] => u16::from(self.head.response_code) != 0,
            theirs => {
                theirs.len() == question.queries.len()
                    && theirs.iter().zip(&question.queries).all(|(theirs, ours)| same(theirs, ours))
            }
        };
        asked && self.head.id == question.metadata.id && self.head.op_code == question.metadata.op_code
    }

    /// The set of `name` and `kind` in its answer; nothing where it has none.
    pub(crate) fn set(&self, name: &Name, kind: RecordType) -> Option<Set> {
        Set::of(&self.answers, name, kind)
    }

    /// The serial of `zone`, where it says so with authority (RFC 1035 section 3.3.13).
    pub(crate) fn serial(&self, zone: &Name) -> Option<u32> {
        let soa = |record: &&Record| record.kind == RecordType::SOA && record.name == *zone;
        let soa = self.answers.iter().find(soa).filter(|_| self.head.authoritative)?;
        let numbers = soa.data.len().checked_sub(20)?;
        soa.data.get(numbers..numbers + 4)?.try_into().ok().map(u32::from_be_bytes)
    }
}

fn record(decoder: &mut BinDecoder<'_>) -> Option<Record> {
    let name = records::name::read(decoder)?;
    let kind = RecordType::read(decoder).ok()?;
    let class = DNSClass::from(decoder.read_u16().ok()?.unverified());
    let ttl = decoder.read_u32().ok()?.unverified();
    let length = usize::from(decoder.read_u16().ok()?.unverified());
    let data = match length {
        0 => vec![],
        length => records::whole(kind, decoder, length, false)?,
    };
    Some(Record { name, kind, class, ttl, data })
}

/// What is served of a name and type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Set {
    /// Seconds.
    pub ttl: u32,
    /// The data, in the form in which it is compared.
    pub data: BTreeSet<Vec<u8>>,
}

impl Set {
    /// The set of `name` and `kind` among `records`.
    pub(crate) fn of(records: &[Record], name: &Name, kind: RecordType) -> Option<Self> {
        let has = |record: &&Record| record.kind == kind && record.name == *name;
        let mut found = records.iter().filter(has).peekable();
        let ttl = found.peek()?.ttl;
        Some(Self { ttl, data: found.map(|record| records::comparable(kind, &record.data)).collect() })
    }
}

/// The question for `name` and `kind`, under an id of its own; recursion is not desired.
pub(crate) fn question(name: &Name, kind: RecordType) -> Message {
    let mut message = Message::query();
    message.add_query(Query::query(name.clone(), kind));
    message
}

/// An update of `zone`, without what it requires and does (RFC 2136 section 2).
pub(crate) fn update(zone: &Name) -> Message {
    let mut message = question(zone, RecordType::SOA);
    message.metadata.op_code = OpCode::Update;
    message
}

/// A record to send.
pub(crate) fn sent(name: &Name, kind: RecordType, class: DNSClass, ttl: u32, data: &[u8]) -> Sent {
    let data = match data {
        [] => RData::Update0(kind),
        data => RData::Unknown { code: kind, rdata: NULL::with(data.to_vec()) },
    };
    let mut record = Sent::from_rdata(name.clone(), ttl, data);
    record.dns_class = class;
    record
}

/// `message` in octets; nothing where it is longer than a message can be.
pub(crate) fn octets(message: &Message) -> Option<Vec<u8>> {
    /// In the third octet: the message was cut (RFC 1035 section 4.1.1).
    const CUT: u8 = 0b10;
    message.to_vec().ok().filter(|octets| octets.get(2).is_some_and(|flags| flags & CUT == 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_with_its_names_whole() {
        let zone = records::name::parse("example.com").unwrap();
        let mut message = question(&zone, RecordType::MX);
        let mut octets = octets(&message).unwrap();
        assert!(Answer::read(&octets).is_none(), "it is a question");
        octets[2] |= 0b1000_0100;
        octets[7] = 1;
        // The name is where the question has it, and so is the end of the host's.
        octets.extend(*b"\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00\x3c\x00\x09\x00\x0a\x04mail\xc0\x0c");
        let answer = Answer::read(&octets).unwrap();
        assert!(answer.answers(&message) && answer.head.authoritative);
        let set = answer.set(&zone, RecordType::MX).unwrap();
        assert_eq!(set.ttl, 60);
        let mail = records::wire(RecordType::MX, "10 mail.example.com.").unwrap();
        assert_eq!(set.data, BTreeSet::from([mail]));
        assert_eq!(answer.set(&zone, RecordType::A), None);
        message.metadata.id ^= 1;
        assert!(!answer.answers(&message), "another id");
        for length in 0..octets.len() {
            assert!(Answer::read(&octets[..length]).is_none(), "{length}");
        }
        octets.push(0);
        assert!(Answer::read(&octets).is_none(), "more than one message");
    }

    #[test]
    fn a_message_that_is_too_long_is_not_made() {
        let zone = records::name::parse("example.com").unwrap();
        let mut message = update(&zone);
        for _ in 0..300 {
            message.authorities.push(sent(&zone, RecordType::TXT, DNSClass::IN, 60, &[200; 201]));
        }
        assert!(octets(&message).is_some_and(|octets| octets.len() < LENGTH_MAX));
        for _ in 0..300 {
            message.authorities.push(sent(&zone, RecordType::TXT, DNSClass::IN, 60, &[200; 201]));
        }
        assert!(octets(&message).is_none());
    }
}
