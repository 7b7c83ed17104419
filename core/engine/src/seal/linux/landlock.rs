//! Which files a sealed process may open.
use crate::{
    Engine,
    seal::{Refused, places},
    work::{IN, OUT, TMP},
};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus,
    Scope,
};
use std::path::Path;

/// Without these rights a process is not enclosed.
const NEEDED: ABI = ABI::V1;
/// These are taken where the kernel knows them: the network, devices, signals to others.
const WANTED: ABI = ABI::V6;

/// Encloses this thread, and answers with the version of Landlock.
pub(super) fn enclose(engine: Engine) -> Result<i32, Refused> {
    let status = rules(engine)?.restrict_self().map_err(refused)?;
    match status {
        RestrictionStatus { ruleset: RulesetStatus::NotEnforced, .. } => {
            Err(refused("the kernel has it not"))
        }
        RestrictionStatus { no_new_privs: false, .. } => Err(refused("privileges can be gained")),
        RestrictionStatus { landlock: LandlockStatus::Available { effective_abi, kernel_abi }, .. } => {
            Ok(kernel_abi.unwrap_or(effective_abi as i32))
        }
        _ => Err(refused("the kernel has it not, or it is switched off")),
    }
}

fn rules(engine: Engine) -> Result<RulesetCreated, Refused> {
    let mut rules = handled().map_err(refused)?;
    rules = allow(rules, IN, read())?;
    rules = allow(rules, OUT, write())?;
    rules = allow(rules, TMP, write())?;
    for place in &places::FONTS {
        rules = allow_if_there(rules, place, read())?;
    }
    if !places::programs(engine) {
        return Ok(rules);
    }
    // Programs keep folders of their own, and LibreOffice talks to itself through a socket.
    rules = allow(rules, TMP, write() | AccessFs::MakeDir | AccessFs::RemoveDir | AccessFs::MakeSock)?;
    for place in places::PROGRAMS.iter().chain(&places::BESIDE) {
        rules = allow_if_there(rules, place, read() | AccessFs::Execute)?;
    }
    for place in &places::SETTINGS {
        rules = allow_if_there(rules, place, read())?;
    }
    for place in &places::DEVICES {
        rules = allow_if_there(rules, place, AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    Ok(rules)
}

/// All rights are taken away that the kernel knows of.
fn handled() -> Result<RulesetCreated, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(NEEDED))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(WANTED))?
        .handle_access(AccessNet::from_all(WANTED))?
        .scope(Scope::from_all(WANTED))?
        .create()
}

fn read() -> BitFlags<AccessFs> {
    AccessFs::ReadFile | AccessFs::ReadDir
}

/// Plain files, and nothing that leads elsewhere: no link, no device, no folder in folders without an end.
fn write() -> BitFlags<AccessFs> {
    read()
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::RemoveFile
        | AccessFs::Refer
}

fn allow_if_there(
    rules: RulesetCreated,
    place: &str,
    rights: BitFlags<AccessFs>,
) -> Result<RulesetCreated, Refused> {
    match Path::new(place).exists() {
        true => allow(rules, place, rights),
        false => Ok(rules),
    }
}

fn allow(rules: RulesetCreated, place: &str, rights: BitFlags<AccessFs>) -> Result<RulesetCreated, Refused> {
    let fits = match Path::new(place).is_dir() {
        true => rights,
        // The kernel takes only what can be done to a file.
        false => rights & AccessFs::from_file(WANTED),
    };
    let opened = PathFd::new(place).map_err(refused)?;
    rules.add_rule(PathBeneath::new(opened, fits)).map_err(refused)
}

fn refused(cause: impl std::fmt::Display) -> Refused {
    Refused::new("Landlock", cause)
}
