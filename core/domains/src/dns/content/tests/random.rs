use super::super::super::name;
use super::*;
use hosting_kernel::values::host_name::host_name;

/// A sequence that looks random and is the same every time (Marsaglia's xorshift).
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    /// A value that is right but for one place, and its type.
    fn near_miss(&mut self, table: &[(RecordType, String, String)]) -> (RecordType, String) {
        let (kind, input, _) = &table[self.below(table.len())];
        let mut letters: Vec<char> = input.chars().collect();
        let (start, length) = (self.below(letters.len() + 1), self.below(3));
        let end = letters.len().min(start + length);
        let piece = PIECES[self.below(PIECES.len())];
        letters.splice(start..end, piece.chars());
        (*kind, letters.into_iter().collect())
    }

    fn text(&mut self) -> String {
        (0..self.below(8)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }
}

const PIECES: &[&str] = &[
    " ",
    "\t",
    "\n",
    "\r",
    "\"",
    "\\",
    "\\0",
    "\\195",
    "\\999",
    ".",
    "..",
    "@",
    "*",
    "_",
    "-",
    "$",
    "$ORIGIN ",
    "(",
    ")",
    ";",
    ",",
    "=",
    "a",
    "www",
    "example.com",
    "example.com.",
    ".example.com",
    "bücher",
    "xn--",
    "xn--bcher-kva",
    "。",
    "\u{200d}",
    "\u{202e}",
    "\u{0}",
    "\u{feff}",
    "🦀",
    "٣",
    "０",
    "0",
    "1",
    "10 ",
    "1 . ",
    "5 5060 ",
    "65536",
    "-1 ",
    "192.0.2.1",
    "2001:db8::1",
    "0 issue ",
    "0 iodef ",
    "mailto:a@b.c",
    "https://",
    "3 1 1 ",
    "4 2 ",
    "abcd",
    "0123456789abcdef0123456789abcdef",
    "alpn=",
    "h2",
    "mandatory=",
    "port=",
    "ech=",
    "AAAA",
    "ipv4hint=",
    "key7=",
    "key",
    "no-default-alpn",
    "\"a b\"",
    "v=spf1",
];

#[test]
fn no_input_breaks_the_reader_and_what_it_keeps_is_stable() {
    let mut sequence = Sequence(0x9e37_79b9_7f4a_7c15);
    let mut kept = 0;
    for _ in 0..20_000 {
        let text = sequence.text();
        let priority = [None, Some(10)][sequence.below(2)];
        let inputs = [text, sequence.text()];
        for kind in RecordType::ALL {
            let count = 1 + sequence.below(2);
            if let Ok(set) = record_set(kind, &inputs[..count], priority, ZONE, false) {
                kept += 1;
                assert_stable(kind, &set);
            }
        }
        let _ = RecordType::infer(&inputs, priority);
        let _ = RecordType::parse(&inputs[0]);
        let _ = host_name(&inputs[0]).map(|host| assert_eq!(host_name(&host), Some(host)));
        if let Ok(name) = name::record_name(Some(&inputs[0]), ZONE) {
            assert_eq!(name::record_name(Some(&name), ZONE), Ok(name));
        }
    }
    assert!(kept > 5_000, "{kept} were kept");
}

#[test]
fn what_is_kept_of_a_near_miss_is_stable() {
    let table = super::accepted::accepted();
    let mut sequence = Sequence(0x2545_f491_4f6c_dd1d);
    let mut refused = 0;
    for _ in 0..20_000 {
        let (kind, input) = sequence.near_miss(&table);
        match one(kind, &input, None) {
            Ok(set) => assert_stable(kind, &set),
            Err(_) => refused += 1,
        }
    }
    assert!((5_000..15_000).contains(&refused), "{refused} were refused");
}
