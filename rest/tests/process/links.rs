//! Links, as the operator makes them and takes them back.
use crate::binary::{Folder, Process};
use serde_json::Value;
use std::process::{Command, Output};

const ISSUER: &str = "https://id.example.com/realms/host";

fn key(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hosting"));
    command.arg("key").args(arguments).arg("--data").arg(&folder.0).env_remove("DATABASE_URL");
    command.output().expect("a command")
}

fn link(folder: &Folder, issuer: &str, subject: &str) -> Output {
    let who = ["--account", "demo@example.com", "--issuer", issuer, "--subject", subject];
    key(folder, &[&["link", "--scope", "account:read", "--name", "a login", "--json"], &who[..]].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_subject_has_one_link_until_that_is_taken_back() {
    let folder = Folder::new();
    drop(Process::start(&folder.0, &[])); // the demo's accounts are there now
    let made = link(&folder, ISSUER, "ama");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let first: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    assert_eq!((&first["issuer"], &first["subject"]), (&ISSUER.into(), &"ama".into()));

    let id = first["id"].as_str().expect("an id");
    let again = link(&folder, ISSUER, "ama");
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains(id), "{}", text(&again.stderr));
    assert!(link(&folder, ISSUER, "kofi").status.success(), "somebody else is not the same");
    assert!(link(&folder, "https://id.example.com/realms/other", "ama").status.success(), "nor is another's");

    assert!(key(&folder, &["revoke", id]).status.success());
    let second = link(&folder, ISSUER, "ama");
    assert!(second.status.success(), "{}", text(&second.stderr));
    let listed = text(&key(&folder, &["list", "--account", "demo@example.com"]).stdout);
    let of_ama: Vec<_> =
        listed.lines().filter(|line| line.ends_with(&format!("\tama of {ISSUER}"))).collect();
    assert_eq!(of_ama.len(), 2, "{listed}");
    assert!(of_ama[0].starts_with(id) && of_ama[0].contains("revoked"), "{listed}");
}

#[test]
fn what_is_no_issuer_and_no_subject_is_refused_by_name() {
    let folder = Folder::new();
    for (issuer, subject, flag) in [
        ("http://id.example.com", "ama", "--issuer"),
        ("id.example.com", "ama", "--issuer"),
        (ISSUER, "", "--subject"),
        (ISSUER, "ama\n", "--subject"),
    ] {
        let refused = link(&folder, issuer, subject);
        assert_eq!(refused.status.code(), Some(2), "{issuer} {subject}");
        assert!(text(&refused.stderr).contains(flag), "{}", text(&refused.stderr));
    }
    let start =
        Process::command(&folder.0, &["--issuer", "http://id.example.com"]).output().expect("a process");
    assert_eq!(start.status.code(), Some(2));
    assert!(
        text(&start.stderr).contains("HOSTING_ISSUERS: `http://id.example.com`"),
        "{}",
        text(&start.stderr)
    );
}
