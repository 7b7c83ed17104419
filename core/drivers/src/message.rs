//! Messages of the DNS: questions as they are sent, and answers as they are read (RFC 1035 section 4).
//!
//! The data of records stays in octets, so that what a type of record has of its own never keeps an answer from being
//! read, and so that it can be sent back as it was.
use crate::records;
use hickory_proto::{
    op::{Header, Message, MessageType, Metadata, OpCode, Query},
    rr::{DNSClass, Name, RecordType},
    serialize::binary::{BinDecodable, BinDecoder},
};
use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};

/// The longest message over TCP, in octets: its length is a number of 16 bits (RFC 1035 section 4.2.2).
pub(crate) const LENGTH_MAX: usize = 65_535;
/// The length of a header, in octets (RFC 1035 section 4.1.1).
const HEADER: usize = 12;
/// Where a header says how many records are required (RFC 2136 section 2).
const MUST: Range<usize> = 6..8;
/// Where it says how many are done.
const DOES: Range<usize> = 8..10;
/// What marks a pointer to a name, and what it can point to.
const POINTER: u16 = 0xC000;
const POINTER_MAX: u16 = 0x4000;

/// A record.
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

    /// Whether it answers `request`, and nothing else.
    pub(crate) fn answers(&self, request: &Request) -> bool {
        let question = &request.head;
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

/// A message to a server.
#[derive(Debug)]
pub(crate) struct Request {
    /// Its id and flags, and what it asks for: for an update, the zone.
    pub head: Message,
    /// What an update requires (RFC 2136 section 2.4).
    pub must: Vec<Record>,
    /// What an update does (RFC 2136 section 2.5).
    pub does: Vec<Record>,
}

impl Request {
    /// The question for `name` and `kind`, under an id of its own; recursion is not desired.
    pub(crate) fn question(name: &Name, kind: RecordType) -> Self {
        let mut head = Message::query();
        head.add_query(Query::query(name.clone(), kind));
        Self { head, must: vec![], does: vec![] }
    }

    /// An update of `zone` that requires and does nothing yet.
    pub(crate) fn update(zone: &Name) -> Self {
        let mut update = Self::question(zone, RecordType::SOA);
        update.head.metadata.op_code = OpCode::Update;
        update
    }

    /// It in octets; nothing where it is longer than a message can be.
    ///
    /// The library compresses only so many names of a message; an update of some hundred names needs all of them.
    pub(crate) fn octets(&self) -> Option<Vec<u8>> {
        let mut octets = self.head.to_vec().ok()?;
        let mut names = HashMap::new();
        if let Some(query) = self.head.queries.first() {
            name(&mut octets.get(..HEADER)?.to_vec(), &mut names, &query.name);
        }
        for (records, count) in [(&self.must, MUST), (&self.does, DOES)] {
            let number = u16::try_from(records.len()).ok()?;
            octets.get_mut(count)?.copy_from_slice(&number.to_be_bytes());
            for record in records {
                name(&mut octets, &mut names, &record.name);
                octets.extend(u16::from(record.kind).to_be_bytes());
                octets.extend(u16::from(record.class).to_be_bytes());
                octets.extend(record.ttl.to_be_bytes());
                octets.extend(u16::try_from(record.data.len()).ok()?.to_be_bytes());
                octets.extend(&record.data);
            }
        }
        (octets.len() <= LENGTH_MAX).then_some(octets)
    }
}

/// Writes `name`; what was written of it before is pointed to (RFC 1035 section 4.1.4).
fn name(octets: &mut Vec<u8>, names: &mut HashMap<Vec<u8>, u16>, name: &Name) {
    let mut whole = vec![];
    records::name::put(&mut whole, &name.to_lowercase());
    let mut at = 0;
    while let Some(length @ 1..) = whole.get(at).map(|length| usize::from(*length)) {
        if let Some(known) = names.get(&whole[at..]) {
            octets.extend((POINTER | known).to_be_bytes());
            return;
        }
        if let Some(here) = u16::try_from(octets.len()).ok().filter(|here| *here < POINTER_MAX) {
            names.insert(whole[at..].to_vec(), here);
        }
        octets.extend(&whole[at..=at + length]);
        at += length + 1;
    }
    octets.push(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_with_its_names_whole() {
        let zone = records::name::parse("example.com").unwrap();
        let mut request = Request::question(&zone, RecordType::MX);
        let mut octets = request.octets().unwrap();
        assert!(Answer::read(&octets).is_none(), "it is a question");
        octets[2] |= 0b1000_0100;
        octets[7] = 1;
        // The name is where the question has it, and so is the end of the host's.
        octets.extend(*b"\xc0\x0c\x00\x0f\x00\x01\x00\x00\x00\x3c\x00\x09\x00\x0a\x04mail\xc0\x0c");
        let answer = Answer::read(&octets).unwrap();
        assert!(answer.answers(&request) && answer.head.authoritative);
        let set = answer.set(&zone, RecordType::MX).unwrap();
        assert_eq!(set.ttl, 60);
        let mail = records::wire(RecordType::MX, "10 mail.example.com.").unwrap();
        assert_eq!(set.data, BTreeSet::from([mail]));
        assert_eq!(answer.set(&zone, RecordType::A), None);
        request.head.metadata.id ^= 1;
        assert!(!answer.answers(&request), "another id");
        for length in 0..octets.len() {
            assert!(Answer::read(&octets[..length]).is_none(), "{length}");
        }
        octets.push(0);
        assert!(Answer::read(&octets).is_none(), "more than one message");
    }

    fn text(name: &str) -> Record {
        let name = records::name::parse(name).unwrap();
        Record { name, kind: RecordType::TXT, class: DNSClass::IN, ttl: 60, data: vec![200; 201] }
    }

    /// The library reads what is written here.
    #[test]
    fn names_are_written_once() {
        let zone = records::name::parse("example.com").unwrap();
        let mut update = Request::update(&zone);
        update.must.push(text("a.b.example.com"));
        update.does.extend([
            text("B.example.com"),
            text("example.com"),
            text("c.a.b.example.com"),
            text("other.com"),
        ]);
        let octets = update.octets().unwrap();
        let read = Message::from_vec(&octets).unwrap();
        let names: Vec<_> =
            read.answers.iter().chain(&read.authorities).map(|record| record.name.to_ascii()).collect();
        let whole =
            ["a.b.example.com.", "b.example.com.", "example.com.", "c.a.b.example.com.", "other.com."];
        assert_eq!(names, whole);
        assert_eq!(octets.len(), 12 + 17 + 5 * 211 + (2 + 2 + 2) + 2 + 2 + (2 + 2) + (6 + 2));
    }

    #[test]
    fn a_message_that_is_too_long_is_not_made() {
        let mut update = Request::update(&records::name::parse("example.com").unwrap());
        update.does.extend((0..300).map(|_| text("example.com")));
        assert!(update.octets().is_some_and(|octets| octets.len() < LENGTH_MAX));
        update.does.extend((0..300).map(|_| text("example.com")));
        assert!(update.octets().is_none());
    }
}
