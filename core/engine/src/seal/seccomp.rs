//! Which calls of the kernel a sealed process may make.
//!
//! Both lists name what is allowed. All else does not exist for the process (`ENOSYS`), which is what
//! libraries know how to do without.
use super::{Refused, places, syscalls};
use crate::Engine;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::{collections::BTreeMap, env::consts::ARCH};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// An argument, by its place, must be this under the mask.
type Must = (u8, u64, u64);

const ALL: u64 = u64::MAX;
/// What is 32 bits wide to the kernel: it does not look at the rest.
const WORD: u64 = 0xffff_ffff;
/// What may be asked of open files: whether they are a terminal, how much there is to read, and not to wait for it
/// (`TCGETS`, `TIOCGWINSZ`, `FIONREAD`, `FIONBIO`, `FIOCLEX`).
const HARMLESS: [u64; 5] = [0x5401, 0x5413, 0x541b, 0x5421, 0x5451];
/// New namespaces, where rights could be gained.
const NAMESPACES: u64 = 0x7e02_0000;

/// Encloses this process.
pub(super) fn enclose(engine: Engine) -> Result<(), Refused> {
    let program = program(engine).map_err(refused)?;
    seccompiler::apply_filter_all_threads(&program).map_err(refused)
}

fn program(engine: Engine) -> Result<BpfProgram, BackendError> {
    let rules = match places::programs(engine) {
        true => outside()?,
        false => inside()?,
    };
    let missing = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    SeccompFilter::new(rules, missing, SeccompAction::Allow, TargetArch::try_from(ARCH)?)?.try_into()
}

/// Code of our own: threads, but no process; memory, but none that is shared or can be executed.
fn inside() -> Result<Rules, BackendError> {
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    let executable = u64::from(libc::PROT_EXEC.unsigned_abs());
    let kinds = 0x0f | u64::from(libc::MAP_GROWSDOWN.unsigned_abs());
    let private = u64::from(libc::MAP_PRIVATE.unsigned_abs());
    let mut rules = listed(&[syscalls::EVERYWHERE]);
    let calls: [(i64, &[Must]); 6] = [
        (libc::SYS_clone, &[(0, thread | NAMESPACES, thread)]),
        (libc::SYS_mmap, &[(2, executable, 0), (3, kinds, private)]),
        (libc::SYS_mprotect, &[(2, executable, 0)]),
        (libc::SYS_prctl, &[(0, WORD, u64::from(libc::PR_SET_NAME.unsigned_abs()))]),
        // Limits can be asked for, not set: root could raise its own.
        (libc::SYS_prlimit64, &[(0, WORD, 0), (2, ALL, 0)]),
        (libc::SYS_tgkill, &[(0, WORD, u64::from(std::process::id()))]),
    ];
    for (call, musts) in calls {
        rules.insert(call, vec![rule(musts)?]);
    }
    Ok(rules)
}

/// Programs of the operator: processes and sockets among themselves. Bubblewrap hides all others from them.
fn outside() -> Result<Rules, BackendError> {
    let local = u64::from(libc::AF_UNIX.unsigned_abs());
    let mut rules = listed(&[syscalls::EVERYWHERE, syscalls::PROGRAMS]);
    rules.insert(libc::SYS_clone, vec![rule(&[(0, NAMESPACES, 0)])?]);
    rules.insert(libc::SYS_socket, vec![rule(&[(0, WORD, local)])?]);
    rules.insert(libc::SYS_socketpair, vec![rule(&[(0, WORD, local)])?]);
    let asked = HARMLESS.iter().map(|asked| rule(&[(1, WORD, *asked)])).collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_ioctl, asked);
    Ok(rules)
}

fn listed(lists: &[&[i64]]) -> Rules {
    lists.iter().flat_map(|list| list.iter()).map(|call| (*call, Vec::new())).collect()
}

fn rule(musts: &[Must]) -> Result<SeccompRule, BackendError> {
    let condition = |(place, mask, value): &Must| {
        SeccompCondition::new(*place, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(*mask), *value)
    };
    SeccompRule::new(musts.iter().map(condition).collect::<Result<_, _>>()?)
}

fn refused(cause: impl std::fmt::Display) -> Refused {
    Refused::new("seccomp", cause)
}
