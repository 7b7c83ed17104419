//! What a service is beyond its order: one object, named after its type.
use super::{email::Email, hosting::Hosting, instance::Instance};
use crate::{place::Place, reader::Members};
use hosting_core::{providers::hypervisor::InstanceKind, services::service::ServiceType};
use sea_orm::ActiveEnum;
use serde::Serialize;

/// What a service is beyond its order.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    Email(Email),
    Hosting(Hosting),
    Instance(Instance),
}

/// The types that have details, and the member that says them.
pub const MEMBERS: [(ServiceType, &str); 4] = [
    (ServiceType::Email, "email"),
    (ServiceType::SharedHosting, "hosting"),
    (ServiceType::Lxc, "lxc"),
    (ServiceType::Kvm, "kvm"),
];

impl Details {
    /// Reads the object of a service of this type; there may be none until it is `set_up`. Of a service whose
    /// type is not known, nothing can be judged.
    pub fn read(
        it: &mut Members<'_, '_>,
        service_type: Option<ServiceType>,
        set_up: bool,
    ) -> Option<(Place, Self)> {
        let mut found = None;
        for (owner, member) in MEMBERS {
            if service_type == Some(owner) {
                if set_up && !it.says(member) {
                    it.fault(
                        &format!("/{member}"),
                        "is missing: only a service in provisioning is without it",
                    );
                }
                found = it.object(member, |it| (it.place(), Self::of_type(it, owner)));
            } else if let (true, Some(service_type)) = (it.skip(member), service_type) {
                it.fault(&format!("/{member}"), misplaced(service_type));
            }
        }
        found
    }

    fn of_type(it: &mut Members<'_, '_>, service_type: ServiceType) -> Self {
        match service_type {
            ServiceType::Email => Self::Email(Email::read(it)),
            ServiceType::Lxc => Self::Instance(Instance::read(it, InstanceKind::Lxc)),
            ServiceType::Kvm => Self::Instance(Instance::read(it, InstanceKind::Kvm)),
            _ => Self::Hosting(Hosting::read(it)),
        }
    }

    /// The member of a service that says them.
    pub const fn member(&self) -> &'static str {
        match self {
            Self::Email(_) => "email",
            Self::Hosting(_) => "hosting",
            Self::Instance(instance) => match instance.kind() {
                InstanceKind::Lxc => "lxc",
                InstanceKind::Kvm => "kvm",
            },
        }
    }

    /// How many ids they would need if all of them were new.
    pub fn without_id(&self) -> usize {
        match self {
            Self::Instance(instance) => instance.snapshots.iter().filter(|one| one.id.is_none()).count(),
            _ => 0,
        }
    }
}

fn misplaced(service_type: ServiceType) -> String {
    let known = MEMBERS.iter().find(|(owner, _)| *owner == service_type);
    let name = service_type.to_value();
    match known {
        Some((_, member)) => format!("the details of a service of the type {name} are its `{member}`"),
        None => format!("a service of the type {name} has no details"),
    }
}
