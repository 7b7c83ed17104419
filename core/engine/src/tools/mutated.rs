//! Files that were damaged at random, the same way each time: what reads them has to end with a refusal.
use crate::stage::convert;
use serde_json::Value;
use std::panic::catch_unwind;

/// Numbers without a pattern (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
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

/// How often the tool broke off instead of refusing, of `times` damaged files.
pub fn panics(id: &str, options: &Value, (name, mime): (&str, &str), content: &[u8], times: u64) -> u64 {
    let breaks = |seed: u64| {
        let damaged = damaged(content, seed);
        catch_unwind(|| convert(id, options.clone(), &[(name, mime, &damaged)]).is_ok()).is_err()
    };
    (1..=times).map(|seed| u64::from(breaks(seed))).sum()
}

fn damaged(content: &[u8], seed: u64) -> Vec<u8> {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut content = content.to_vec();
    for _ in 0..=dice.below(6) {
        let at = dice.below(content.len());
        let end = content.len().min(at + 1 + dice.below(40));
        match dice.below(7) {
            0 => content.truncate(at),
            1 => drop(content.drain(at..end)),
            2 => content[at..end].fill(255),
            3 => content[at..end].fill(b'9'),
            4 => {
                let twice = content[at..end].to_vec();
                content.splice(at..at, twice);
            }
            5 => content[at] = dice.byte(),
            _ => content[at] ^= 1 << dice.below(8),
        }
        if content.is_empty() {
            break;
        }
    }
    content
}
