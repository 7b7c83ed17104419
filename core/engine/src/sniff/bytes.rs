//! How files begin that are not text.

pub fn is_png(head: &[u8]) -> bool {
    head.starts_with(b"\x89PNG\r\n\x1a\n")
}

pub fn is_jpeg(head: &[u8]) -> bool {
    head.starts_with(b"\xff\xd8\xff")
}

pub fn is_gif(head: &[u8]) -> bool {
    head.starts_with(b"GIF87a") || head.starts_with(b"GIF89a")
}

pub fn is_webp(head: &[u8]) -> bool {
    is_chunked(head, b"RIFF", &[b"WEBP"])
}

pub fn is_wav(head: &[u8]) -> bool {
    is_chunked(head, b"RIFF", &[b"WAVE"])
}

pub fn is_avi(head: &[u8]) -> bool {
    is_chunked(head, b"RIFF", &[b"AVI "])
}

pub fn is_aiff(head: &[u8]) -> bool {
    is_chunked(head, b"FORM", &[b"AIFF", b"AIFC"])
}

pub fn is_tiff(head: &[u8]) -> bool {
    [b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"].iter().any(|mark| head.starts_with(*mark))
}

pub fn is_bmp(head: &[u8]) -> bool {
    // The length of the second header tells a bitmap from a text that begins with BM.
    head.starts_with(b"BM")
        && matches!(four(head, 14), Some([12 | 16 | 40 | 52 | 56 | 64 | 108 | 124, 0, 0, 0]))
}

pub fn is_ico(head: &[u8]) -> bool {
    head.starts_with(b"\0\0\x01\0") && head.get(4..6).is_some_and(|count| count != [0, 0])
}

pub fn is_pdf(head: &[u8]) -> bool {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start().starts_with(b"%PDF-")
}

pub fn is_rtf(head: &[u8]) -> bool {
    head.starts_with(b"{\\rtf")
}

pub fn is_zip(head: &[u8]) -> bool {
    // The second is the end of an archive, which an empty one begins with.
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// Archives of tar since POSIX.1-1988: older ones say nothing of what they are.
pub fn is_tar(head: &[u8]) -> bool {
    head.get(257..).is_some_and(|rest| rest.starts_with(b"ustar"))
}

pub fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b\x08")
}

pub fn is_seven(head: &[u8]) -> bool {
    head.starts_with(b"7z\xbc\xaf\x27\x1c")
}

pub fn is_old_office(head: &[u8]) -> bool {
    head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
}

pub fn is_flac(head: &[u8]) -> bool {
    head.starts_with(b"fLaC")
}

pub fn is_ogg(head: &[u8]) -> bool {
    head.starts_with(b"OggS\0")
}

pub fn is_mp3(head: &[u8]) -> bool {
    let sound = match head {
        [0xff, second, third, ..] => {
            let (version, layer, rate, frequency) =
                (second >> 3 & 3, second >> 1 & 3, third >> 4, third >> 2 & 3);
            second & 0xe0 == 0xe0 && version != 1 && layer != 0 && rate != 15 && frequency != 3
        }
        _ => false,
    };
    sound || has_tags(head)
}

pub fn is_aac(head: &[u8]) -> bool {
    matches!(head, [0xff, second, ..] if second & 0xf6 == 0xf0) || has_tags(head)
}

/// MP4, but neither Apple's kind of it nor a picture's.
pub fn is_mp4(head: &[u8]) -> bool {
    brand(head).is_some_and(|brand| brand != *b"qt  ") && !is_avif(head) && !is_heif(head)
}

pub fn is_mov(head: &[u8]) -> bool {
    // Old ones say no brand, and begin with one of the parts.
    brand(head) == Some(*b"qt  ")
        || four(head, 4).is_some_and(|part| [b"moov", b"mdat", b"wide", b"free", b"skip"].contains(&&part))
}

pub fn is_avif(head: &[u8]) -> bool {
    has_brand(head, &[b"avif", b"avis"])
}

pub fn is_heif(head: &[u8]) -> bool {
    has_brand(head, &[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"])
        && !is_avif(head)
}

pub fn is_matroska(head: &[u8]) -> bool {
    is_ebml(head, b"matroska")
}

pub fn is_webm(head: &[u8]) -> bool {
    is_ebml(head, b"webm")
}

/// The name of a document's type stands in the first element (RFC 8794).
fn is_ebml(head: &[u8], kind: &[u8]) -> bool {
    let element = [b"\x42\x82", [0x80 | u8::try_from(kind.len()).unwrap_or(0)].as_slice(), kind].concat();
    let first = &head[..head.len().min(256)];
    head.starts_with(b"\x1a\x45\xdf\xa3") && first.windows(element.len()).any(|window| window == element)
}

fn is_chunked(head: &[u8], container: &[u8], kinds: &[&[u8; 4]]) -> bool {
    head.starts_with(container) && four(head, 8).is_some_and(|kind| kinds.contains(&&kind))
}

fn has_tags(head: &[u8]) -> bool {
    matches!(head, [b'I', b'D', b'3', 2..=4, _, _, sizes @ ..] if sizes.iter().take(4).all(|byte| *byte < 0x80))
}

fn brand(head: &[u8]) -> Option<[u8; 4]> {
    four(head, 8).filter(|_| four(head, 4) == Some(*b"ftyp"))
}

/// Whether one of the brands of an ISO base media file is one of these.
fn has_brand(head: &[u8], wanted: &[&[u8; 4]]) -> bool {
    let Some(first) = brand(head) else { return false };
    let length = four(head, 0).map_or(0, u32::from_be_bytes) as usize;
    let rest = head.get(16..length.min(head.len())).unwrap_or_default();
    wanted.contains(&&first) || rest.chunks_exact(4).any(|other| wanted.iter().any(|brand| *brand == other))
}

fn four(head: &[u8], at: usize) -> Option<[u8; 4]> {
    head.get(at..at + 4)?.try_into().ok()
}
