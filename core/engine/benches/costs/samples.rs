//! The typical files. They are made here, always the same ones: most by the tools themselves, the rest by programs that
//! may be installed.
use crate::photo;
use hosting_engine::{Input, Limits, Order, Workshop};
use serde_json::{Value, json};
use std::{
    cell::RefCell,
    collections::HashMap,
    env,
    fmt::Write as _,
    fs,
    path::Path,
    process::{Command, Stdio},
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::runtime::Runtime;
use uuid::Uuid;

/// A typical file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sample {
    Archive,
    Book,
    Document,
    Drawing,
    Film,
    Heic,
    Letter,
    Locked,
    Markup,
    Packed,
    Page,
    Photo,
    Photos,
    Report,
    Rows,
    Scan,
    Scanned,
    Settings,
    SettingsInJson,
    Song,
    Table,
    Text,
    Values,
    Workbook,
}

/// A file: what it is called, its type, what it holds.
pub struct Held {
    pub name: String,
    pub mime: String,
    pub content: Vec<u8>,
}

/// The files that were asked for, and where conversions are done.
pub struct Samples {
    runtime: Runtime,
    workshop: Workshop,
    made: RefCell<HashMap<Sample, Option<Rc<Held>>>>,
}

impl Samples {
    pub fn new() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let exe = env::current_exe().expect("this program");
        let workshop = runtime.block_on(Workshop::open(exe)).expect("the seal holds here");
        Self { runtime, workshop, made: RefCell::default() }
    }

    /// A file; none where a program that makes it is not installed.
    pub fn get(&self, sample: Sample) -> Option<Rc<Held>> {
        if let Some(made) = self.made.borrow().get(&sample) {
            return made.clone();
        }
        let made = self.make(sample).map(Rc::new);
        self.made.borrow_mut().insert(sample, made.clone());
        made
    }

    fn make(&self, sample: Sample) -> Option<Held> {
        match sample {
            Sample::Archive => self.of("files-to-zip", json!({}), &[Sample::Report, Sample::Table]),
            Sample::Book => self.of("markdown-to-epub", json!({}), &[Sample::Text]),
            Sample::Document => self.of("markdown-to-docx", json!({}), &[Sample::Text]),
            Sample::Drawing => Some(held("a.svg", "image/svg+xml", drawing())),
            Sample::Film => shell(
                &[],
                "ffmpeg -v error -f lavfi -i 'testsrc2=d=15:s=1280x720:r=25,noise=alls=12:allf=t' \
                 -f lavfi -i 'anoisesrc=d=15:c=pink' -c:v libx264 -preset veryfast -c:a aac -shortest a.mp4",
                ("a.mp4", "video/mp4"),
            ),
            Sample::Heic => shell(
                &[&*self.get(Sample::Photo)?],
                &format!("heif-enc {} -o a.heic", photo::NAME),
                ("a.heic", "image/heic"),
            ),
            Sample::Letter => shell(
                &[&*self.get(Sample::Page)?],
                "soffice -env:UserInstallation=file://$PWD/profile --headless --convert-to docx:'MS Word 2007 XML' a.html",
                ("a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
            ),
            Sample::Locked => {
                self.of("pdf-protect", json!({"userPassword": "open sesame"}), &[Sample::Report])
            }
            Sample::Markup => self.of("json-to-xml", json!({}), &[Sample::Rows]),
            Sample::Packed => self.of("files-to-tar-gz", json!({}), &[Sample::Report, Sample::Table]),
            // As LibreOffice and browsers read it.
            Sample::Page => {
                let page = self.of("markdown-to-html", json!({}), &[Sample::Text])?;
                Some(Held { name: "a.html".to_owned(), ..page })
            }
            Sample::Photo => {
                let folder = tempfile::tempdir().expect("a folder");
                photo::make(folder.path());
                let content = fs::read(folder.path().join(photo::NAME)).expect("the photo");
                Some(held(photo::NAME, photo::MIME, content))
            }
            Sample::Photos => self.of("images-to-pdf", json!({}), &[Sample::Photo]),
            Sample::Report => {
                let long = held("a.md", "text/markdown", text(20_000));
                let pages = self.convert("markdown-to-pdf", &json!({}), &[Rc::new(long)])?.0;
                let pages: Vec<_> = pages.into_iter().map(Rc::new).collect();
                Some(self.convert("pdf-delete-pages", &json!({"pages": "21-"}), &pages)?.0.remove(0))
            }
            Sample::Rows => self.of("csv-to-json", json!({}), &[Sample::Table]),
            Sample::Scan => self.of("pdf-to-png", json!({"dpi": 300, "pages": "2"}), &[Sample::Report]),
            Sample::Scanned => self.of("images-to-pdf", json!({}), &[Sample::Scan]),
            Sample::Settings => Some(held("a.toml", "application/toml", settings())),
            Sample::SettingsInJson => self.of("toml-to-json", json!({}), &[Sample::Settings]),
            Sample::Song => shell(
                &[],
                "ffmpeg -v error -f lavfi -i 'anoisesrc=d=180:c=pink' -ac 2 -b:a 192k a.mp3",
                ("a.mp3", "audio/mpeg"),
            ),
            Sample::Table => Some(held("a.csv", "text/csv", table(10_000))),
            Sample::Text => Some(held("a.md", "text/markdown", text(10_000))),
            Sample::Values => self.of("json-to-yaml", json!({}), &[Sample::Rows]),
            Sample::Workbook => self.of("csv-to-xlsx", json!({}), &[Sample::Table]),
        }
    }

    /// What a tool makes of files, if it is one.
    #[expect(clippy::needless_pass_by_value, reason = "options are written where they are used")]
    fn of(&self, tool: &str, options: Value, files: &[Sample]) -> Option<Held> {
        let files: Vec<_> = files.iter().map(|file| self.get(*file)).collect::<Option<_>>()?;
        Some(self.convert(tool, &options, &files)?.0.remove(0))
    }

    /// What a tool makes of files, and how long the work took; none where its program is not installed.
    pub fn convert(&self, tool: &str, options: &Value, files: &[Rc<Held>]) -> Option<(Vec<Held>, Duration)> {
        self.workshop.tools().find(|known| known.about.id == tool)?;
        let folder = tempfile::tempdir().expect("a folder");
        for part in ["in", "out", "tmp"] {
            fs::create_dir(folder.path().join(part)).expect("a folder");
        }
        let put = |(number, file): (usize, &Rc<Held>)| {
            let path = Path::new("in").join(number.to_string());
            fs::write(folder.path().join(&path), &file.content).expect("a file");
            let id = Uuid::from_u128(number as u128 + 1);
            Input { id, name: file.name.clone(), mime: file.mime.clone(), path }
        };
        let files = files.iter().enumerate().map(put).collect();
        let order =
            Order { tool: tool.to_owned(), options: options.clone(), files, limits: Limits::default() };
        let began = Instant::now();
        let ended = self.runtime.block_on(self.workshop.convert(&order, folder.path(), |_| ()));
        let taken = began.elapsed();
        let made = ended.unwrap_or_else(|failed| panic!("{tool}: {failed}"));
        let read = |path| fs::read(folder.path().join(path)).expect("what was made");
        let made =
            made.into_iter().map(|one| Held { content: read(one.path), name: one.name, mime: one.mime });
        Some((made.collect(), taken))
    }
}

/// A file.
pub fn held(name: &str, mime: &str, content: Vec<u8>) -> Held {
    Held { name: name.to_owned(), mime: mime.to_owned(), content }
}

/// The file that a script makes of others; none where a program that it needs is not installed.
pub fn shell(files: &[&Held], script: &str, (name, mime): (&str, &str)) -> Option<Held> {
    let folder = tempfile::tempdir().expect("a folder");
    for file in files {
        fs::write(folder.path().join(&file.name), &file.content).expect("a file");
    }
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(folder.path()).stdout(Stdio::null());
    command.status().expect("a shell");
    Some(held(name, mime, fs::read(folder.path().join(name)).ok()?))
}

/// A text with headings, paragraphs and lists, of so many words.
fn text(words: usize) -> Vec<u8> {
    const WORDS: [&str; 24] = [
        "the", "harbour", "opens", "early", "and", "boats", "come", "in", "with", "fish", "salt", "baskets",
        "of", "bread", "from", "market", "where", "people", "talk", "about", "weather", "before", "work",
        "begins",
    ];
    let (mut text, mut chosen) = (String::new(), 1_u32);
    for number in 0..words {
        chosen = chosen.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match number % 400 {
            0 => write!(text, "\n\n## Chapter {}\n\n", number / 400 + 1),
            300 | 320 | 340 => write!(text, "\n\n- "),
            at if at % 100 == 0 => write!(text, "\n\n"),
            _ => Ok(()),
        }
        .expect("a text takes what is written");
        let word = WORDS[(chosen >> 16) as usize % WORDS.len()];
        let end = if number % 12 == 11 { ". " } else { " " };
        text.extend([word, end]);
    }
    text.into_bytes()
}

/// A table of so many lines.
pub fn table(lines: u32) -> Vec<u8> {
    let mut table = "id,name,price,day\n".to_owned();
    for line in 1..=lines {
        let (whole, cents, day) = (line * 7 % 900, line * 13 % 100, line % 28 + 1);
        writeln!(table, "{line},name {line},{whole}.{cents:02},2024-01-{day:02}")
            .expect("a text takes what is written");
    }
    table.into_bytes()
}

/// Settings of a thousand tables.
fn settings() -> Vec<u8> {
    let mut settings = String::new();
    for number in 0..1000_u32 {
        writeln!(
            settings,
            "[place.p{number}]\nname = \"name {number}\"\nports = [{number}, 8080]\nopen = true\n"
        )
        .expect("a text takes what is written");
    }
    settings.into_bytes()
}

/// A drawing of a thousand shapes: rounds, curves and words.
fn drawing() -> Vec<u8> {
    let mut drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\">".to_owned();
    for number in 0..1000_u32 {
        let (x, y, colour) = (number * 37 % 1000, number * 91 % 1000, number * 4099 % 0x100_0000);
        let shape = match number % 4 {
            0 => write!(
                drawing,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"20\" fill=\"#{colour:06x}\" opacity=\"0.7\"/>"
            ),
            1 => write!(drawing, "<text x=\"{x}\" y=\"{y}\" font-size=\"14\">word {number}</text>"),
            _ => write!(
                drawing,
                "<path d=\"M{x} {y}q40 -60 80 0t80 20\" fill=\"none\" stroke=\"#{colour:06x}\" stroke-width=\"2\"/>"
            ),
        };
        shape.expect("a text takes what is written");
    }
    drawing.push_str("</svg>");
    drawing.into_bytes()
}
