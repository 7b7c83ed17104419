//! What a server says first: what it serves (RFC 5730 section 2.4).
use super::{
    names::{CONTACT, DOMAIN, EPP, EXTENSIONS, HOST},
    options::Hosts,
    xml::Element,
};
use hosting_kernel::providers::Failure;

/// The version of the protocol that is spoken.
pub(super) const VERSION: &str = "1.0";
/// The language that is asked for where there is a choice.
const LANGUAGE: &str = "en";

/// What of a server's services is used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Services {
    /// The objects.
    pub objects: Vec<&'static str>,
    /// The extensions.
    pub extensions: Vec<&'static str>,
    /// The language of texts.
    pub language: String,
}

impl Services {
    /// What is used of what the greeting `document` offers; nothing where it is no greeting.
    pub(super) fn of(document: &str, hosts: Hosts) -> Option<Result<Self, Failure>> {
        let root = Element::parse(document).filter(|root| root.is(EPP, "epp"))?;
        let menu = root.child(EPP, "greeting")?.child(EPP, "svcMenu")?;
        Some(Self::choose(menu, hosts).map_err(|why| Failure::Misconfigured(why.to_owned())))
    }

    fn choose(menu: &Element, hosts: Hosts) -> Result<Self, &'static str> {
        let texts = |of: &Element, name: &str| -> Vec<String> {
            of.all(EPP, name).map(|one| one.text.clone()).collect()
        };
        if !texts(menu, "version").iter().any(|version| version == VERSION) {
            return Err("the server does not speak EPP 1.0");
        }
        let offered = texts(menu, "objURI");
        let wanted = match hosts {
            Hosts::Objects => [DOMAIN, HOST, CONTACT].as_slice(),
            Hosts::Attributes => &[DOMAIN, CONTACT],
        };
        let objects = of_both(wanted, &offered);
        if !objects.contains(&DOMAIN) {
            return Err("the server does not serve domains (domain-1.0): is it a registry's?");
        }
        if hosts == Hosts::Objects && !objects.contains(&HOST) {
            return Err("the registry does not keep hosts as objects (host-1.0): say hosts = \"attributes\"");
        }
        let offered = menu.child(EPP, "svcExtension").map(|of| texts(of, "extURI")).unwrap_or_default();
        let languages = texts(menu, "lang");
        let english = languages.iter().find(|language| *language == LANGUAGE);
        let language = english.or(languages.first()).map_or(LANGUAGE, String::as_str);
        Ok(Self { objects, extensions: of_both(&EXTENSIONS, &offered), language: language.to_owned() })
    }

    /// Whether the server knows the objects or the extension `space`.
    pub(super) fn has(&self, space: &str) -> bool {
        self.objects.contains(&space) || self.extensions.contains(&space)
    }
}

fn of_both(wanted: &[&'static str], offered: &[String]) -> Vec<&'static str> {
    wanted.iter().copied().filter(|one| offered.iter().any(|other| other == one)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epp::names::{FEE, SECDNS};

    fn greeting(services: &str) -> String {
        format!("<epp xmlns='{EPP}'><greeting><svcMenu>{services}</svcMenu></greeting></epp>")
    }

    #[test]
    fn only_what_is_offered_is_asked_for() {
        let menu = format!(
            "<version>1.0</version><lang>fr</lang><lang>en</lang><objURI>{DOMAIN}</objURI><objURI>{HOST}</objURI>\
            <objURI>urn:other</objURI><svcExtension><extURI>{SECDNS}</extURI><extURI>urn:x</extURI></svcExtension>"
        );
        let services = Services::of(&greeting(&menu), Hosts::Objects).unwrap().unwrap();
        let expected =
            Services { objects: vec![DOMAIN, HOST], extensions: vec![SECDNS], language: "en".to_owned() };
        assert_eq!(services, expected);
        assert!(services.has(SECDNS) && services.has(HOST) && !services.has(FEE) && !services.has(CONTACT));
        let services = Services::of(&greeting(&menu), Hosts::Attributes).unwrap().unwrap();
        assert_eq!(services.objects, [DOMAIN], "hosts are none of its objects");
        let french = Services::of(&greeting(&menu.replace("<lang>en</lang>", "")), Hosts::Objects);
        assert_eq!(french.unwrap().unwrap().language, "fr");
    }

    #[test]
    fn a_server_that_cannot_serve_is_the_operators_to_see_to() {
        let (version, domain) = ("<version>1.0</version>", format!("<objURI>{DOMAIN}</objURI>"));
        for (menu, word) in [
            (domain.clone(), "EPP 1.0"),
            (version.to_owned(), "domain-1.0"),
            (format!("{version}{domain}"), "host-1.0"),
        ] {
            let refused = Services::of(&greeting(&menu), Hosts::Objects).unwrap();
            assert!(
                matches!(&refused, Err(Failure::Misconfigured(why)) if why.contains(word)),
                "{refused:?}"
            );
        }
        assert!(Services::of("<html/>", Hosts::Objects).is_none());
    }
}
