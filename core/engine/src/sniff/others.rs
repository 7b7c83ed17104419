//! Types that no tool takes: to say what a file is that was declared as something else.

/// What files begin with from a place on, and their type; the first that fits tells.
const SIGNATURES: [(usize, &[u8], &str); 49] = [
    (0, b"\0asm\x01\0\0\0", "application/wasm"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"MZ", "application/vnd.microsoft.portable-executable"),
    (0, b"\xcf\xfa\xed\xfe", "application/x-mach-binary"),
    (0, b"\xce\xfa\xed\xfe", "application/x-mach-binary"),
    (0, b"\xca\xfe\xba\xbe\0\0\0", "application/java"),
    (0, b"dex\n", "application/vnd.android.dex"),
    (0, b"0\x82", "application/x-x509-ca-cert"),
    (0, b"QFI\xfb", "application/x-qemu-disk"),
    (60, b"BOOKMOBI", "application/x-mobipocket-ebook"),
    (0, b"\0\0\0\x0cjP  \r\n\x87\n", "image/jp2"),
    (0, b"II\xbc", "image/vnd.ms-photo"),
    (0, b"AT&TFORM", "image/vnd.djvu"),
    (0, b"AC10", "image/vnd.dwg"),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9", "video/x-ms-wmv"),
    (0, b"\0\0\x01\xb3", "video/mpeg"),
    (0, b"\0\0\x01\xba", "video/mpeg"),
    (0, b"FLV\x01", "video/x-flv"),
    (0, b"MThd", "audio/midi"),
    (0, b"#!AMR\n", "audio/amr"),
    (0, b"DSD ", "audio/x-dsf"),
    (0, b"MAC ", "audio/x-ape"),
    (0, b"wOFF", "application/font-woff"),
    (0, b"wOF2", "application/font-woff"),
    (0, b"\0\x01\0\0\0", "application/font-sfnt"),
    (0, b"OTTO", "application/font-sfnt"),
    (0, b"PK\x07\x08", "application/zip"),
    (0, b"PAR2\0PKT", "application/x-par2"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"BZ3v1", "application/vnd.bzip3"),
    (0, b"\xfd7zXZ\0", "application/x-xz"),
    (0, b"CWS", "application/x-shockwave-flash"),
    (0, b"FWS", "application/x-shockwave-flash"),
    (0, b"%!", "application/postscript"),
    (0, b"SQLi", "application/vnd.sqlite3"),
    (0, b"Cr24", "application/x-google-chrome-extension"),
    (0, b"MSCF", "application/vnd.ms-cab-compressed"),
    (0, b"!<arch>\ndebian-binary", "application/vnd.debian.binary-package"),
    (0, b"!<arch>", "application/x-unix-archive"),
    (0, b"\x1f\xa0", "application/x-compress"),
    (0, b"\x1f\x9d", "application/x-compress"),
    (0, b"LZIP", "application/x-lzip"),
    (0, b"\xed\xab\xee\xdb", "application/x-rpm"),
    (128, b"DICM", "application/dicom"),
    (0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    (0, b"\x04\x22\x4d\x18", "application/x-lz4"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (0, b"070701", "application/x-cpio"),
];

/// The type of a file that begins so, if it is one of these.
pub fn seen(head: &[u8]) -> Option<&'static str> {
    let fits =
        |(at, mark, _): &&(usize, &[u8], &str)| head.get(*at..).is_some_and(|rest| rest.starts_with(mark));
    SIGNATURES.iter().find(fits).map(|(_, _, mime)| *mime)
}
