//! A system that has no seal: every process is refused one, and with it every conversion.
use super::{Enclosure, Refused, Report};
use crate::{Engine, Limits};

/// Refuses: nothing would hold this process in.
pub(crate) fn enclose(_: &Enclosure) -> Result<i32, Refused> {
    Err(Refused::new("the system", "conversions are held in by Linux only"))
}

/// Takes nothing in: nothing is started here.
pub(crate) fn adopt() -> std::io::Result<()> {
    Err(std::io::Error::from(std::io::ErrorKind::Unsupported))
}

/// Never asked, as no process is enclosed.
pub(crate) fn probe(_: Engine, _: &Limits, landlock: i32) -> Report {
    Report { landlock, wrong: vec!["there is no seal".to_owned()] }
}
