//! Which calls of the kernel a sealed process may make.
//!
//! Both lists name what is allowed. All else does not exist for the process (`ENOSYS`), which is what
//! libraries know how to do without.
use super::syscalls;
use crate::{
    Engine,
    seal::{Enclosure, Refused, places},
};
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
pub(super) fn enclose(enclosure: &Enclosure) -> Result<(), Refused> {
    let program = program(enclosure.engine, enclosure.namespaces).map_err(refused)?;
    seccompiler::apply_filter_all_threads(&program).map_err(refused)
}

fn program(engine: Engine, namespaces: bool) -> Result<BpfProgram, BackendError> {
    let rules = match (places::programs(engine), namespaces) {
        (false, _) => inside()?,
        (true, true) => outside()?,
        (true, false) => alone()?,
    };
    let missing = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    SeccompFilter::new(rules, missing, SeccompAction::Allow, TargetArch::try_from(ARCH)?)?.try_into()
}

/// What may be done with an open file (`F_DUPFD` to `F_SETLKW`, locks of open files, `F_DUPFD_CLOEXEC`): not
/// who gets its signals, which may be any process (`F_SETOWN`). Landlock knows of signals since Linux 6.12 only.
const FILES: [u64; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030];

/// Files, for all: they are opened by rights that Landlock watches, and signal nobody.
///
/// What is opened to be read must not be cut off by that: Landlock knows of cutting off since Linux 6.2 only. Nor is
/// there the fourth way, which is neither reading nor writing, and which it does not watch at all.
fn files() -> Result<Rules, BackendError> {
    let flag = |flag: i32| u64::from(flag.unsigned_abs());
    let (way, cut) = (flag(libc::O_ACCMODE), flag(libc::O_TRUNC));
    let opened = |place| -> Result<Vec<_>, BackendError> {
        let to_read = rule(&[(place, way | cut, flag(libc::O_RDONLY))])?;
        let to_write = rule(&[(place, way, flag(libc::O_WRONLY))])?;
        Ok(vec![to_read, to_write, rule(&[(place, way, flag(libc::O_RDWR))])?])
    };
    let asked = FILES.iter().map(|asked| rule(&[(1, WORD, *asked)])).collect::<Result<_, _>>()?;
    let rules = [
        (libc::SYS_openat, opened(2)?),
        (libc::SYS_fcntl, asked),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, opened(1)?),
    ];
    Ok(rules.into())
}

/// Code of our own: threads, but no process; memory, but none that is shared or can be executed.
///
/// Nothing is set aside on the disk (`fallocate`): what is not written is not seen while it grows.
fn inside() -> Result<Rules, BackendError> {
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    let executable = u64::from(libc::PROT_EXEC.unsigned_abs());
    let kinds = 0x0f | u64::from(libc::MAP_GROWSDOWN.unsigned_abs());
    let private = u64::from(libc::MAP_PRIVATE.unsigned_abs());
    let mut rules = listed(&[syscalls::EVERYWHERE]);
    rules.extend(files()?);
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
    rules.extend(files()?);
    // As large as a file may be, and no larger than it is seen to be.
    rules.insert(libc::SYS_fallocate, vec![rule(&[(1, WORD, 0)])?]);
    rules.insert(libc::SYS_clone, vec![rule(&[(0, NAMESPACES, 0)])?]);
    rules.insert(libc::SYS_socket, vec![rule(&[(0, WORD, local)])?]);
    rules.insert(libc::SYS_socketpair, vec![rule(&[(0, WORD, local)])?]);
    let asked = HARMLESS.iter().map(|asked| rule(&[(1, WORD, *asked)])).collect::<Result<_, _>>()?;
    rules.insert(libc::SYS_ioctl, asked);
    Ok(rules)
}

/// Programs among all other processes and files of the machine: no sockets, no way out of their group of processes, and
/// nothing that reaches another process or a file's rights, which Landlock does not watch.
fn alone() -> Result<Rules, BackendError> {
    let mut rules = outside()?;
    for call in syscalls::AMONG_THEMSELVES {
        rules.remove(call);
    }
    rules.insert(libc::SYS_prlimit64, vec![rule(&[(0, WORD, 0)])?]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::{
        fs::{FallocateFlags, Mode, OFlags, fallocate, fcntl_get_seals, open},
        io::{Errno, fcntl_dupfd_cloexec, fcntl_getfd},
    };
    use std::{fs, path::Path, thread};

    const ENGINES: [(Engine, bool); 3] =
        [(Engine::Inside, false), (Engine::Qpdf, true), (Engine::Qpdf, false)];

    /// What `attempt` comes to behind this lock alone, as on a kernel whose Landlock knows nothing of it.
    fn behind<T: Send>((engine, namespaces): (Engine, bool), attempt: impl FnOnce() -> T + Send) -> T {
        thread::scope(|scope| {
            let enclosed = scope.spawn(move || {
                let program = program(engine, namespaces).expect("a filter");
                seccompiler::apply_filter(&program).expect("a kernel that has it");
                attempt()
            });
            enclosed.join().expect("an attempt")
        })
    }

    fn opened(path: &Path, flags: OFlags) -> Result<(), Errno> {
        open(path, flags, Mode::RUSR).map(drop)
    }

    #[test]
    fn what_is_opened_to_be_read_is_not_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        for engine in ENGINES {
            fs::write(&file, "kept").expect("a file");
            let path = file.as_path();
            let of = |flags| behind(engine, move || opened(path, flags));
            assert_eq!(of(OFlags::RDONLY | OFlags::TRUNC), Err(Errno::NOSYS), "{engine:?}");
            assert_eq!(of(OFlags::WRONLY | OFlags::RDWR), Err(Errno::NOSYS), "{engine:?}");
            assert_eq!(fs::read_to_string(path).expect("the file"), "kept");
            for flags in [OFlags::RDONLY, OFlags::RDWR, OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC] {
                assert_eq!(of(flags), Ok(()), "{engine:?} {flags:?}");
            }
        }
    }

    #[test]
    fn an_open_file_is_asked_nothing_else() {
        let file = tempfile::tempfile().expect("a file");
        for engine in ENGINES {
            assert!(behind(engine, || fcntl_getfd(&file).is_ok() && fcntl_dupfd_cloexec(&file, 0).is_ok()));
            assert_eq!(behind(engine, || fcntl_get_seals(&file)), Err(Errno::NOSYS), "{engine:?}");
        }
        for signals in [libc::F_SETOWN, libc::F_SETLEASE, libc::F_NOTIFY] {
            assert!(!FILES.contains(&u64::from(signals.unsigned_abs())), "{signals}");
        }
    }

    #[test]
    fn nothing_is_set_aside_unseen() {
        let file = tempfile::tempfile().expect("a file");
        let (file, hidden) = (&file, FallocateFlags::KEEP_SIZE);
        for engine in ENGINES {
            assert_eq!(behind(engine, || fallocate(file, hidden, 0, 4096)), Err(Errno::NOSYS), "{engine:?}");
        }
        assert_eq!(
            behind(ENGINES[0], || fallocate(file, FallocateFlags::empty(), 0, 4096)),
            Err(Errno::NOSYS)
        );
        assert_eq!(behind(ENGINES[1], || fallocate(file, FallocateFlags::empty(), 0, 4096)), Ok(()));
    }
}
