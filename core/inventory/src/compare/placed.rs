//! Where what a service is stands: the backend that has it, and keeps it.
use super::planner::Refused;
use hosting_core::providers::{Port, SANDBOX, backends::Backends};

/// The member that names it.
const AT: &str = "/backend";

/// The backend of a port that has something: that which has it `before`, or the one that the file names, or that which
/// takes what names none; nothing where that is the sandbox that nobody named.
pub fn placed<T: ?Sized>(
    (port, backends): (Port, &Backends<T>),
    named: Option<&str>,
    before: Option<Option<&str>>,
) -> Result<Option<String>, Refused> {
    let default = backends.default().map(|backend| backend.id.as_str());
    if let Some(is) = before {
        let is_there = is.or(default).unwrap_or(SANDBOX);
        return match named.is_none_or(|named| named == is_there) {
            true => Ok(is.map(str::to_owned)),
            false => Err((AT, format!("is at {is_there}, and stays there"))),
        };
    }
    let backend = match named {
        Some(named) => backends.iter().find(|backend| backend.id == named),
        None => backends.default(),
    };
    match (backend, named) {
        (Some(backend), _) => Ok(backend.named().map(str::to_owned)),
        (None, Some(named)) => Err((AT, format!("there is no backend {named} for {}", port.name()))),
        (None, None) => {
            let several =
                format!("several backends are for {}, and none is the default: name one", port.name());
            Err((AT, several))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(at(None, None), some("fra"));
        assert_eq!(at(Some("ams"), None), some("ams"));
        assert_eq!(at(Some("lon"), None), Err((AT, "there is no backend lon for panel".to_owned())));
        assert_eq!(at(None, Some(Some("ams"))), some("ams"));
        assert_eq!(at(Some("ams"), Some(Some("ams"))), some("ams"));
        assert_eq!(at(Some("fra"), Some(Some("ams"))), Err((AT, "is at ams, and stays there".to_owned())));
        // What nobody named is the default's.
        assert_eq!(at(Some("fra"), Some(None)), Ok(None));
        assert_eq!(at(Some("ams"), Some(None)), Err((AT, "is at fra, and stays there".to_owned())));
        let none = placed((Port::Panel, &backends(&["fra", "ams"], None)), None, None);
        assert!(none.is_err_and(|(_, why)| why.contains("none is the default")));
    }

    #[test]
    fn the_sandbox_that_nobody_named_is_not_named() {
        let sandbox = Backends::from(Arc::<str>::from("x"));
        assert_eq!(placed((Port::Mail, &sandbox), None, None), Ok(None));
        assert_eq!(placed((Port::Mail, &sandbox), Some(SANDBOX), None), Ok(None));
        assert_eq!(placed((Port::Mail, &sandbox), Some(SANDBOX), Some(None)), Ok(None));
    }
}
