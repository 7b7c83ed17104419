//! What an instance keeps of the work that last changed it: enough for the next worker with the same work to go on.
use std::{fmt, str::FromStr};
use uuid::Uuid;

/// The work that last changed an instance, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub work: Uuid,
    pub step: Step,
}

/// How far work came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It is to boot again; it had booted then, in milliseconds since 1970, or was down.
    Restarting(i64),
    /// A snapshot is being taken.
    Keeping(Before),
    /// It is being made what a snapshot is.
    Restoring(Before),
    /// Its disk is being made anew.
    Reinstalling,
    /// Nothing but its start is left.
    Rebuilt,
    /// All of it was done.
    Done,
}

/// What an instance did before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Ran,
    Stood,
    WasFrozen,
}

impl fmt::Display for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ran => "ran",
            Self::Stood => "stood",
            Self::WasFrozen => "frozen",
        })
    }
}

impl FromStr for Before {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "ran" => Ok(Self::Ran),
            "stood" => Ok(Self::Stood),
            "frozen" => Ok(Self::WasFrozen),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.work)?;
        match self.step {
            Step::Restarting(boot) => write!(f, "restarting {boot}"),
            Step::Keeping(before) => write!(f, "keeping {before}"),
            Step::Restoring(before) => write!(f, "restoring {before}"),
            Step::Reinstalling => f.write_str("reinstalling"),
            Step::Rebuilt => f.write_str("rebuilt"),
            Step::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Mark {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let words: Vec<&str> = text.split(' ').collect();
        let (work, step) = words.split_first().ok_or(())?;
        let step = match step {
            ["restarting", boot] => Step::Restarting(boot.parse().map_err(|_| ())?),
            ["keeping", before] => Step::Keeping(before.parse()?),
            ["restoring", before] => Step::Restoring(before.parse()?),
            ["reinstalling"] => Step::Reinstalling,
            ["rebuilt"] => Step::Rebuilt,
            ["done"] => Step::Done,
            _ => return Err(()),
        };
        Ok(Self { work: work.parse().map_err(|_| ())?, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for step in [
            Step::Restarting(1_795_465_218_695),
            Step::Keeping(Before::Ran),
            Step::Restoring(Before::Ran),
            Step::Restoring(Before::Stood),
            Step::Restoring(Before::WasFrozen),
            Step::Reinstalling,
            Step::Rebuilt,
            Step::Done,
        ] {
            let mark = Mark { work: Uuid::from_u128(7), step };
            assert_eq!(mark.to_string().parse(), Ok(mark));
        }
        for text in ["", "one", "0191 done", "00000000-0000-0000-0000-000000000007 flying"] {
            assert_eq!(text.parse::<Mark>(), Err(()), "{text}");
        }
    }
}
