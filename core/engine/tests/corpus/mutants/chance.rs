//! Changes that look like chance, and are the same each time.

/// Numbers without a pattern (Marsaglia's xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % most.max(1)
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.below(256)).expect("a byte")
    }
}

/// What the mutant of this number looks like: the first is the file itself, sixteen are cut off, others are changed.
pub fn mutant(file: &[u8], number: u64) -> Vec<u8> {
    match number {
        0 => file.to_vec(),
        1..16 => file[..file.len() * usize::try_from(number).expect("a few") / 16].to_vec(),
        _ => changed(file, number),
    }
}

fn changed(file: &[u8], number: u64) -> Vec<u8> {
    let mut chance = Chance(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut file = file.to_vec();
    for _ in 0..=chance.below(6) {
        if !file.is_empty() {
            change(&mut file, &mut chance);
        }
    }
    file
}

fn change(file: &mut Vec<u8>, chance: &mut Chance) {
    let at = chance.below(file.len());
    let end = file.len().min(at + 1 + chance.below(24));
    match chance.below(8) {
        0 => file.truncate(at.max(file.len() / 2)),
        1 => drop(file.drain(at..end)),
        2 => file[at..end].fill(0xff),
        3 => file[at..end].fill(0),
        4 => file[at..end].fill(b'9'),
        5 => file.extend_from_within(at..end),
        6 => file[at] = chance.byte(),
        _ => file[at] ^= 1 << chance.below(8),
    }
}
