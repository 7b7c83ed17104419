//! What a machine keeps in its metadata: whose it is, and of the work that last changed it enough for the next worker with
//! the same work to go on.
use std::{fmt, str::FromStr};
use uuid::Uuid;

/// The namespace of what the platform keeps in the metadata of a machine.
pub(super) const NAMESPACE: &str = "urn:hosting-platform:instance";
/// What that is written as.
pub(super) const PREFIX: &str = "hosting";

/// What a machine keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// The service that it is.
    pub service: Uuid,
    pub mark: Option<Mark>,
}

/// The work that last changed a machine, and how far it came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub work: Uuid,
    pub step: Step,
}

/// How far work came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It is to go down, to be started again. Only what runs says so.
    GoingDown,
    /// It is to be started. What was off says so, and what was started since.
    Starting,
    /// A snapshot is being taken.
    Keeping(Before),
    /// It is being made what a snapshot is.
    Restoring(Before),
    /// It is what the snapshot was, which said so for this work; its power may not be what it was before.
    Restored(Before),
    /// It is being removed.
    Removing,
    /// All of it was done.
    Done,
}

/// What a machine did before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Ran,
    Stood,
    WasFrozen,
}

impl Kept {
    /// The step that `work` has come to, if it was the last.
    pub(super) fn step_of(self, work: Uuid) -> Option<Step> {
        self.mark.filter(|mark| mark.work == work).map(|mark| mark.step)
    }

    /// The element, as libvirt gives it; nothing where it is not one of ours.
    pub(super) fn read(element: &str) -> Option<Self> {
        let document = roxmltree::Document::parse(element).ok()?;
        let root = document.root_element();
        let service = root.attribute("service")?.parse().ok()?;
        let mark = root.attribute("work").and_then(|work| work.parse().ok());
        Some(Self { service, mark })
    }

    /// The element, as libvirt takes it.
    pub(super) fn element(self) -> String {
        format!("<instance {}/>", self.attributes())
    }

    /// The element, as it stands in the description of a machine.
    pub(super) fn whole(self) -> String {
        format!("<{PREFIX}:instance xmlns:{PREFIX}=\"{NAMESPACE}\" {}/>", self.attributes())
    }

    fn attributes(self) -> String {
        let mark = self.mark.map(|mark| format!(" work=\"{mark}\"")).unwrap_or_default();
        format!("service=\"{}\"{mark}", self.service)
    }
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
            Step::GoingDown => f.write_str("going-down"),
            Step::Starting => f.write_str("starting"),
            Step::Keeping(before) => write!(f, "keeping {before}"),
            Step::Restoring(before) => write!(f, "restoring {before}"),
            Step::Restored(before) => write!(f, "restored {before}"),
            Step::Removing => f.write_str("removing"),
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
            ["going-down"] => Step::GoingDown,
            ["starting"] => Step::Starting,
            ["keeping", before] => Step::Keeping(before.parse()?),
            ["restoring", before] => Step::Restoring(before.parse()?),
            ["restored", before] => Step::Restored(before.parse()?),
            ["removing"] => Step::Removing,
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
        let service = Uuid::from_u128(5);
        for step in [
            Step::GoingDown,
            Step::Starting,
            Step::Keeping(Before::Ran),
            Step::Restoring(Before::Stood),
            Step::Restored(Before::WasFrozen),
            Step::Removing,
            Step::Done,
        ] {
            let kept = Kept { service, mark: Some(Mark { work: Uuid::from_u128(7), step }) };
            assert_eq!(Kept::read(&kept.element()), Some(kept));
            assert_eq!(Kept::read(&kept.whole()), Some(kept));
            assert_eq!((kept.step_of(Uuid::from_u128(7)), kept.step_of(service)), (Some(step), None));
        }
        let adopted = Kept { service, mark: None };
        assert_eq!(Kept::read(&adopted.element()), Some(adopted));
    }

    #[test]
    fn what_somebody_else_wrote_is_nothing() {
        for element in ["", "<instance/>", "<instance service='web'/>", "<instance service="] {
            assert_eq!(Kept::read(element), None, "{element}");
        }
        let strange = format!("<instance service='{}' work='flying'/>", Uuid::from_u128(5));
        assert_eq!(Kept::read(&strange).unwrap().mark, None);
    }
}
