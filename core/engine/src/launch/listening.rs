//! Hearing what a sealed process says. It may have been taken over by the file that it opened: nothing of it is believed.
use crate::{Artifact, Failure, Word};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

/// The longest line: a thousand artifacts fit.
const LINE: u64 = 1 << 20;
/// The most lines: each per cent, and some that say nothing new.
const LINES: u32 = 1000;
/// How much is kept of what a process says aside.
const TAIL: usize = 8 << 10;

/// What was heard of a sealed process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Not even that it is sealed: it had nothing of the customer yet.
    Nothing,
    /// That the kernel refused the seal.
    Unsealed(String),
    /// That it is sealed, but no end.
    Sealed,
    /// What was made, as it says.
    Done(Vec<Artifact>),
    /// Why it failed, as it says.
    Failed(Failure),
    /// What makes no sense: too long, too much, no word at all, or one at the wrong time.
    Nonsense,
}

/// The process says what no sealed process of ours says.
#[derive(Debug)]
pub(super) struct Nonsense;

/// Hears the words of one process.
pub(super) struct Listener<Tell> {
    tell: Tell,
    shown: u8,
    heard: Heard,
}

impl<Tell: FnMut(u8)> Listener<Tell> {
    pub(super) const fn new(tell: Tell) -> Self {
        Self { tell, shown: 0, heard: Heard::Nothing }
    }

    pub(super) fn heard(self) -> Heard {
        self.heard
    }

    /// Hears all words until there are no more; stops at one that makes no sense.
    pub(super) async fn listen(&mut self, from: Option<impl AsyncRead + Unpin>) -> Result<(), Nonsense> {
        let Some(from) = from else { return Ok(()) };
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        for _ in 0..LINES {
            line.clear();
            let heard = match (&mut from).take(LINE).read_until(b'\n', &mut line).await {
                Ok(0) | Err(_) => return Ok(()),
                Ok(_) => self.hear(&line),
            };
            if heard.is_err() {
                break;
            }
        }
        self.heard = Heard::Nonsense;
        Err(Nonsense)
    }

    fn hear(&mut self, line: &[u8]) -> Result<(), Nonsense> {
        let line = line.strip_suffix(b"\n").ok_or(Nonsense)?;
        let word = serde_json::from_slice(line).map_err(|_| Nonsense)?;
        match (&self.heard, word) {
            (Heard::Nothing, Word::Unsealed(why)) => self.heard = Heard::Unsealed(why),
            (Heard::Nothing, Word::Progress(0)) => self.heard = Heard::Sealed,
            (Heard::Sealed, Word::Begun) => (self.tell)(0),
            (Heard::Sealed, Word::Progress(share)) => self.progress(share),
            (Heard::Sealed, Word::Done(made)) => self.heard = Heard::Done(made),
            (Heard::Sealed, Word::Failed(failure)) => self.heard = Heard::Failed(failure),
            _ => return Err(Nonsense),
        }
        Ok(())
    }

    fn progress(&mut self, share: u8) {
        if share > self.shown && share < 100 {
            self.shown = share;
            (self.tell)(share);
        }
    }
}

/// Keeps the last of what a process says aside, for the log.
pub(super) async fn keep_tail(from: Option<impl AsyncRead + Unpin>, tail: &mut Vec<u8>) {
    let Some(mut from) = from else { return };
    let mut piece = vec![0; TAIL];
    while let Ok(count @ 1..) = from.read(&mut piece).await {
        tail.extend_from_slice(&piece[..count]);
        tail.drain(..tail.len().saturating_sub(TAIL));
    }
}
