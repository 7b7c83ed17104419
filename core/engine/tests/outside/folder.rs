//! A folder in which other programs read files.
use serde_json::Value;
use std::{env, fs, process::Command};
use tempfile::TempDir;

pub struct Folder(TempDir);

impl Folder {
    /// A folder with these files.
    pub fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        for (name, content) in files {
            fs::write(folder.0.path().join(name), content).expect("a file");
        }
        folder
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.path().join(name)).unwrap_or_else(|cause| panic!("{name}: {cause}"))
    }

    /// What a script of the shell says; it has to end well.
    pub fn sh(&self, script: &str) -> String {
        let (well, said) = self.run("sh", script);
        assert!(well, "{script}: {said}");
        said
    }

    /// What a script of Python says; it has to end well.
    pub fn python(&self, script: &str) -> String {
        let (well, said) = self.run("python3", script);
        assert!(well, "{script}: {said}");
        said
    }

    /// How different two images are, from 0 to 1: `ImageMagick`'s root mean square.
    pub fn difference(&self, one: &str, other: &str) -> f64 {
        // It ends with 1 where they differ at all, and says so aside.
        let (_, said) = self.run("sh", &format!("compare -metric RMSE {one} {other} null: 2>&1"));
        let share = said.split(['(', ')']).nth(1).and_then(|share| share.parse().ok());
        share.unwrap_or_else(|| panic!("{one} and {other} cannot be compared: {said}"))
    }

    fn run(&self, program: &str, script: &str) -> (bool, String) {
        let mut command = Command::new(program);
        command.args(["-c", script]).current_dir(self.0.path()).env("HOME", self.0.path());
        let ended = command.output().unwrap_or_else(|cause| panic!("{program}: {cause}"));
        let aside = String::from_utf8_lossy(&ended.stderr);
        let said = String::from_utf8_lossy(&ended.stdout);
        match ended.status.success() {
            true => (true, said.into_owned()),
            false => (false, format!("{said}{aside}")),
        }
    }
}

/// Whether a program can be started.
pub fn installed(program: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|folder| folder.join(program).exists())
}

/// What a script of the shell says of the file `a`.
pub fn asked(content: &[u8], script: &str) -> String {
    Folder::with(&[("a", content)]).sh(script)
}

/// What LibreOffice makes of a file.
pub fn office(name: &str, content: &[u8], format: &str) -> Vec<u8> {
    let folder = Folder::with(&[(name, content)]);
    let profile = "-env:UserInstallation=file://$PWD/profile";
    folder.sh(&format!("soffice {profile} --headless --convert-to {format} --outdir made {name} >&2"));
    let (stem, extension) = (name.split('.').next(), format.split(':').next());
    folder.read(&format!("made/{}.{}", stem.unwrap_or_default(), extension.unwrap_or_default()))
}

/// What ffprobe, outside of any seal, says of a recording.
pub fn probed(content: &[u8]) -> Value {
    let said = asked(content, "ffprobe -v error -of json -show_format -show_streams a");
    serde_json::from_str(&said).expect("JSON")
}

/// How long it is.
pub fn seconds(probed: &Value) -> f64 {
    probed["format"]["duration"].as_str().and_then(|text| text.parse().ok()).expect("a length")
}
