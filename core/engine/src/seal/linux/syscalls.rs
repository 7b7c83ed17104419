//! The calls of the kernel that need no look at their arguments.

/// The library does not name it everywhere that it is.
#[cfg(target_arch = "x86_64")]
const RENAMEAT: i64 = libc::SYS_renameat;
#[cfg(not(target_arch = "x86_64"))]
const RENAMEAT: i64 = 38;

/// What code of our own needs, and programs too: files, memory, threads, clocks.
///
/// How files are opened, and what is done with open ones, is looked at beside it.
/// None of them changes the rights, the owner or the times of a file by its name: Landlock does not watch those.
pub(super) const EVERYWHERE: &[i64] = &[
    libc::SYS_brk,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fdatasync,
    libc::SYS_fstat,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_futex,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_read,
    libc::SYS_readv,
    RENAMEAT,
    libc::SYS_renameat2,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_sendfile,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_sigaltstack,
    libc::SYS_statx,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_unlinkat,
    libc::SYS_write,
    libc::SYS_writev,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_poll,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rename,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_time,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
];

/// What programs of the operator need beside it: processes, signals, sockets among themselves.
pub(super) const PROGRAMS: &[i64] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_capget,
    libc::SYS_chdir,
    libc::SYS_connect,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_execve,
    libc::SYS_fadvise64,
    libc::SYS_fchdir,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_flock,
    libc::SYS_fstatfs,
    libc::SYS_get_robust_list,
    libc::SYS_getcpu,
    libc::SYS_getgroups,
    libc::SYS_getitimer,
    libc::SYS_getpeername,
    libc::SYS_getpgid,
    libc::SYS_getpriority,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getsid,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_rm_watch,
    libc::SYS_kill,
    libc::SYS_listen,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mkdirat,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_msync,
    libc::SYS_pipe2,
    libc::SYS_prctl,
    libc::SYS_prlimit64,
    libc::SYS_pselect6,
    libc::SYS_readahead,
    libc::SYS_readlinkat,
    libc::SYS_recvfrom,
    libc::SYS_recvmsg,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_setaffinity,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_setitimer,
    libc::SYS_setpgid,
    libc::SYS_setpriority,
    libc::SYS_setsid,
    libc::SYS_setsockopt,
    libc::SYS_shutdown,
    libc::SYS_statfs,
    libc::SYS_tgkill,
    libc::SYS_timer_create,
    libc::SYS_timer_delete,
    libc::SYS_timer_settime,
    libc::SYS_times,
    libc::SYS_umask,
    libc::SYS_utimensat,
    libc::SYS_wait4,
    libc::SYS_waitid,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_alarm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_arch_prctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_create,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_epoll_wait,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getpgrp,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_getrlimit,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_pipe,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_select,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
];

/// What of it needs namespaces: it reaches other processes, sockets of the machine, or what Landlock does not watch.
pub(super) const AMONG_THEMSELVES: &[i64] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_connect,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_inotify_add_watch,
    libc::SYS_listen,
    libc::SYS_sched_setaffinity,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_setpgid,
    libc::SYS_setpriority,
    libc::SYS_setsid,
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
];
