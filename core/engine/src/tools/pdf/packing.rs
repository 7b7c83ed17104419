//! Packing what a document holds as tightly as can be (ISO 32000-1 section 7.4).
use super::open::failure;
use crate::Failure;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};
use lopdf::{Document, Object, ObjectId, Stream};
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, Read, Write},
};

/// What was unpacked, and whether it was all.
pub struct Unpacked {
    /// All that could be.
    pub bytes: Vec<u8>,
    /// Whether nothing is missing (RFC 1950: it ends as it should, and its checksum is right).
    pub whole: bool,
}

/// What `packed` holds, if that is no more than so many bytes.
pub fn inflate(packed: &[u8], most: usize) -> Option<Unpacked> {
    let mut bytes = Vec::new();
    let read = ZlibDecoder::new(packed).take(most as u64 + 1).read_to_end(&mut bytes);
    (bytes.len() <= most).then(|| Unpacked { whole: read.is_ok(), bytes })
}

/// `bytes`, packed as tightly as can be.
pub fn deflate(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}

/// The same stream packed more tightly, if it can be: nothing is lost. `most` bounds what it holds.
pub fn tighter(stream: &Stream, most: usize) -> Result<Option<Stream>, Failure> {
    let filters = stream.filters().unwrap_or_default();
    let keeps_lines = filters == [b"FlateDecode".as_slice()];
    let plain = match filters.as_slice() {
        [] if stream.dict.has(b"Filter") => None,
        [] => Some(stream.content.clone()),
        // Its lines are coded by what is left of them, and stay so (ISO 32000-1 section 7.4.4.4).
        [b"FlateDecode"] => {
            inflate(&stream.content, most).filter(|plain| plain.whole).map(|plain| plain.bytes)
        }
        known if known.iter().all(|filter| LOSSLESS.contains(filter)) => {
            stream.decompressed_content_with_limit(most).ok().filter(|plain| !plain.is_empty())
        }
        _ => None,
    };
    let Some(plain) = plain else { return Ok(None) };
    let mut tighter =
        Stream::new(stream.dict.clone(), deflate(&plain).map_err(|cause| failure(cause.into()))?);
    tighter.dict.set("Filter", "FlateDecode");
    if !keeps_lines {
        tighter.dict.remove(b"DecodeParms");
    }
    Ok((tighter.content.len() < stream.content.len()).then_some(tighter))
}

/// What other programs packed with before Flate.
const LOSSLESS: [&[u8]; 4] = [b"LZWDecode", b"ASCII85Decode", b"ASCIIHexDecode", b"RunLengthDecode"];

/// Makes one of streams that are the same; pages are none.
pub fn merged(document: &mut Document) {
    let mut known: HashMap<u64, Vec<ObjectId>> = HashMap::new();
    let mut same: HashMap<ObjectId, ObjectId> = HashMap::new();
    for (id, stream) in
        document.objects.iter().filter_map(|(id, object)| Some((id, object.as_stream().ok()?)))
    {
        let mut hasher = DefaultHasher::new();
        stream.content.hash(&mut hasher);
        let alike = known.entry(hasher.finish()).or_default();
        let is_same = |other: &&ObjectId| {
            let other = document.get_object(**other).and_then(Object::as_stream);
            other.is_ok_and(|other| other.content == stream.content && other.dict == stream.dict)
        };
        match alike.iter().find(is_same) {
            Some(first) => drop(same.insert(*id, *first)),
            None if alike.len() < MOST_ALIKE => alike.push(*id),
            None => (),
        }
    }
    if !same.is_empty() {
        document.traverse_objects(|object| {
            if let Object::Reference(id) = object
                && let Some(first) = same.get(id)
            {
                *id = *first;
            }
        });
    }
}

/// So many streams that hold the same and say something else of it are compared with each further one.
const MOST_ALIKE: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::{Dictionary, dictionary};

    #[test]
    fn what_is_packed_is_the_same() {
        let text = b"a text that says the same over and over, ".repeat(99);
        let packed = deflate(&text).expect("memory");
        let unpacked = inflate(&packed, text.len()).expect("small");
        assert!(unpacked.whole && unpacked.bytes == text && packed.len() < 200);
        assert!(inflate(&packed, text.len() - 1).is_none());
        let cut = inflate(&packed[..packed.len() - 6], text.len()).expect("small");
        assert!(!cut.whole && !cut.bytes.is_empty());
    }

    #[test]
    fn streams_are_packed_where_that_helps() {
        let text = b"0 0 m 9 9 l S ".repeat(99);
        let plain = Stream::new(Dictionary::new(), text.clone());
        let tight = tighter(&plain, 1 << 20).expect("memory").expect("it is smaller");
        assert_eq!(tight.decompressed_content().expect("a content"), text);
        assert!(tighter(&tight, 1 << 20).expect("memory").is_none());
        let hex: String = text.iter().map(|byte| format!("{byte:02x}")).collect();
        let hex = Stream::new(dictionary! { "Filter" => "ASCIIHexDecode" }, format!("{hex}>").into_bytes());
        let tight = tighter(&hex, 1 << 20).expect("memory").expect("it is smaller");
        assert_eq!(tight.decompressed_content().expect("a content"), text);
        let photo = Stream::new(dictionary! { "Filter" => "DCTDecode" }, text);
        assert!(tighter(&photo, 1 << 20).expect("memory").is_none());
    }

    #[test]
    fn of_streams_that_are_the_same_one_stays() {
        let mut document = Document::new();
        let stream = |kind: &str| Stream::new(dictionary! { "Type" => kind }, b"the same".to_vec());
        let ids = ["A", "A", "B"].map(|kind| document.add_object(stream(kind)));
        document.trailer.set("All", ids.map(Object::Reference).to_vec());
        merged(&mut document);
        let all = document.trailer.get(b"All").and_then(Object::as_array).expect("a list");
        assert_eq!(*all, [ids[0], ids[0], ids[2]].map(Object::Reference));
    }
}
