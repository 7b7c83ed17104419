//! Where what a service is stands: the backend that has it, and keeps it.
use super::planner::Refused;
use hosting_core::providers::{Port, SANDBOX, backends::Backends};

/// The member that names it.
const MEMBER: &str = "/backend";

/// Where something is by now.
#[derive(Clone, Copy)]
pub enum Before<'a> {
    /// Nowhere: it is new.
    Nowhere,
    /// At the backend that its record names; where that names none, at the default.
    At(Option<&'a str>),
}

/// The backend of a port that has something: that which has it `before`, or the one that the file names, or that which
/// takes what names none; nothing where that is the sandbox that nobody named.
pub fn placed<T: ?Sized>(
    (port, backends): (Port, &Backends<T>),
    named: Option<&str>,
    before: Before<'_>,
) -> Result<Option<String>, Refused> {
    let default = backends.default().map(|backend| backend.id.as_str());
    if let Before::At(is) = before {
        let is_there = is.or(default).unwrap_or(SANDBOX);
        return match named.is_none_or(|named| named == is_there) {
            true => Ok(is.map(str::to_owned)),
            false => Err((MEMBER, format!("is at {is_there}, and stays there"))),
        };
    }
    let backend = match named {
        Some(named) => backends.iter().find(|backend| backend.id == named),
        None => backends.default(),
    };
    match (backend, named) {
        (Some(backend), _) => Ok(backend.named().map(str::to_owned)),
        (None, Some(named)) => Err((MEMBER, format!("there is no backend {named} for {}", port.name()))),
        (None, None) => {
            let several =
                format!("several backends are for {}, and none is the default: name one", port.name());
            Err((MEMBER, several))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Before::{At, Nowhere},
        *,
    };
    use hosting_core::providers::backends::Backend;
    use std::sync::Arc;

    fn backends(ids: &[&str], default: Option<usize>) -> Backends<str> {
        Backends::new(
            ids.iter().map(|id| Backend::new((*id).to_owned(), Arc::from(*id), 1)).collect(),
            default,
        )
    }

    #[test]
    fn what_is_new_goes_where_it_is_told_and_what_is_there_stays() {
        let two = backends(&["fra", "ams"], Some(0));
        let at = |named, before| placed((Port::Panel, &two), named, before);
        let some = |id: &str| Ok(Some(id.to_owned()));
        assert_eq!(at(None, Nowhere), some("fra"));
        assert_eq!(at(Some("ams"), Nowhere), some("ams"));
        assert_eq!(at(Some("lon"), Nowhere), Err((MEMBER, "there is no backend lon for panel".to_owned())));
        assert_eq!(at(None, At(Some("ams"))), some("ams"));
        assert_eq!(at(Some("ams"), At(Some("ams"))), some("ams"));
        assert_eq!(at(Some("fra"), At(Some("ams"))), Err((MEMBER, "is at ams, and stays there".to_owned())));
        // What nobody named is the default's.
        assert_eq!(at(Some("fra"), At(None)), Ok(None));
        assert_eq!(at(Some("ams"), At(None)), Err((MEMBER, "is at fra, and stays there".to_owned())));
        let none = placed((Port::Panel, &backends(&["fra", "ams"], None)), None, Nowhere);
        assert!(none.is_err_and(|(_, why)| why.contains("none is the default")));
    }

    #[test]
    fn the_sandbox_that_nobody_named_is_not_named() {
        let sandbox = Backends::from(Arc::<str>::from("x"));
        assert_eq!(placed((Port::Mail, &sandbox), None, Nowhere), Ok(None));
        assert_eq!(placed((Port::Mail, &sandbox), Some(SANDBOX), Nowhere), Ok(None));
        assert_eq!(placed((Port::Mail, &sandbox), Some(SANDBOX), At(None)), Ok(None));
    }
}
