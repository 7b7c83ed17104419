//! Which places of the machine a sealed process sees beside its own folder.
use crate::Engine;

/// Programs, their libraries, and what comes with them. Not all of `/usr`: operators keep things of their own there.
pub(crate) const PROGRAMS: [&str; 8] = [
    "/usr/bin",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/sbin",
    "/usr/share",
    "/usr/local/share/fonts",
];
/// Where fonts are: code of our own reads them too, for letters that its own fonts lack.
pub(crate) const FONTS: [&str; 2] = ["/usr/share/fonts", "/usr/local/share/fonts"];
/// Folders that some systems keep beside `/usr`, and others as links into it.
pub(crate) const BESIDE: [&str; 5] = ["/bin", "/lib", "/lib32", "/lib64", "/sbin"];
/// What programs of the operator read: where fonts, libraries and alternatives are.
pub(crate) const SETTINGS: [&str; 6] = [
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/ld.so.cache",
    "/etc/libreoffice",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
];
/// Devices that hold nothing.
pub(crate) const DEVICES: [&str; 3] = ["/dev/null", "/dev/urandom", "/dev/zero"];

/// Whether `engine` starts programs.
pub(crate) const fn programs(engine: Engine) -> bool {
    !matches!(engine, Engine::Inside)
}
