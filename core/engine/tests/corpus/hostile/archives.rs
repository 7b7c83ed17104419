//! Archives that mean harm.
use super::{Case, tried};
use crate::{archives::MIME, checks::Check, folder::scripted, stage::Stage};
use hosting_engine::Code;

pub const ALL: &[Check] = &[Check::new("hostile archives", &["python3"], hostile)];

/// Entries one over the other, as in "a better zip bomb": each is the same packed bytes, under a name of its own.
const OVERLAPPING: &str = "
import struct, zlib
pack = zlib.compressobj(9, zlib.DEFLATED, -15)
packed = pack.compress(bytes(1 << 20)) + pack.flush()
head = struct.pack('<HHHHHIII', 20, 0, 8, 0, 0, zlib.crc32(bytes(1 << 20)), len(packed), 1 << 20)
local = b'PK\\3\\4' + head + struct.pack('<HH', 2, 0) + b'00' + packed
names = [b'%02d' % n for n in range(90)]
central = b''.join(b'PK\\1\\2' + struct.pack('<H', 20) + head + struct.pack('<HHHHHII', 2, 0, 0, 0, 0, 0, 0) + n for n in names)
end = b'PK\\5\\6' + struct.pack('<HHHHIIH', 0, 0, 90, 90, len(central), len(local), 0)
open('a', 'wb').write(local + central + end)";

fn written(body: &str) -> Vec<u8> {
    scripted(&format!(
        "import io, zipfile\nz = zipfile.ZipFile('a', 'w', zipfile.ZIP_DEFLATED)\n{body}\nz.close()"
    ))
}

fn hostile(stage: &Stage) {
    let case =
        |name, content, ends| Case { name, asked: &[("zip-to-files", "{}")], mime: MIME, content, ends };
    let nested = "inner = io.BytesIO()\nn = zipfile.ZipFile(inner, 'w', zipfile.ZIP_DEFLATED)\n\
                  n.writestr('b', bytes(50 << 20))\nn.close()\nz.writestr('b.zip', inner.getvalue())";
    let link = "e = zipfile.ZipInfo('l')\ne.create_system = 3\ne.external_attr = 0o120777 << 16\nz.writestr(e, '/etc/passwd')";
    let encrypted = "z.writestr('e', b'words')\nz.filelist[0].flag_bits |= 1";
    tried(
        stage,
        &[
            case("a bomb", written("z.writestr('b', bytes(60 << 20))"), &[Some(Code::ExpansionTooLarge)]),
            case(
                "many bombs",
                written("[z.writestr(f'{n}', bytes(8 << 20)) for n in range(9)]"),
                &[Some(Code::ExpansionTooLarge)],
            ),
            case(
                "one over the other",
                scripted(OVERLAPPING),
                &[Some(Code::ExpansionTooLarge), Some(Code::FileBroken)],
            ),
            case("a bomb within", written(nested), &[None]),
            case(
                "many files",
                written("[z.writestr(f'{n}', b'') for n in range(2000)]"),
                &[Some(Code::TooManyEntries)],
            ),
            case(
                "names of other folders",
                written("[z.writestr(n, b'x') for n in ['../../a', '/etc/passwd', '..\\\\b', 'C:\\\\c']]"),
                &[None],
            ),
            case("a link", written(link), &[Some(Code::FileUnsupported)]),
            case("encrypted", written(encrypted), &[Some(Code::FileEncrypted), Some(Code::FileBroken)]),
            case(
                "one name twice",
                written("[z.writestr('same', b'x') for n in range(2)]"),
                &[Some(Code::FileBroken)],
            ),
            case("a lie about the size", lie(), &[Some(Code::FileBroken), Some(Code::ExpansionTooLarge)]),
        ],
    );
}

/// An entry that says it holds ten bytes, and holds more.
fn lie() -> Vec<u8> {
    scripted(
        "import io, zipfile, struct\nb = io.BytesIO()\nz = zipfile.ZipFile(b, 'w', zipfile.ZIP_DEFLATED)\n\
         z.writestr('b', bytes(60 << 20))\nz.close()\n\
         open('a', 'wb').write(b.getvalue().replace(struct.pack('<I', 60 << 20), struct.pack('<I', 10)))",
    )
}
