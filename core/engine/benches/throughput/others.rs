//! Documents, tables, sounds, texts and archives: our tools and the programs that people use for the same work.
//!
//! The files are those by which the cost of each tool is told; tables are longer, or there would be little to measure.
use crate::{
    rounds::Race,
    samples::{Held, Sample, Samples, held, shell, table},
};
use serde_json::{Value, json};
use std::rc::Rc;

/// So many lines has the table.
const LINES: u32 = 100_000;

/// The files that both get; none where a program that makes them is not installed.
type Files = fn(&Samples) -> Option<Vec<Rc<Held>>>;

const CSV: Files = |_| Some(vec![Rc::new(held("a.csv", "text/csv", table(LINES)))]);

/// What is done and who does it beside us; the files; our tool and its options; the program that they need; their script.
type Line = (&'static str, Files, (&'static str, Value), &'static str, &'static str);

/// Prints a table of those that are asked for, and a line for each that is not raced.
pub fn races(samples: &Samples, asked: impl Fn(&str) -> bool) {
    let all = [documents(), sounds(), tables(), texts(), archives()].concat();
    let all: Vec<_> = all.into_iter().filter(|(name, ..)| asked(name)).collect();
    if all.is_empty() {
        return;
    }
    println!("| conversion | ours | theirs | ours / theirs | ours | theirs | ours / theirs | rounds |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut others = Vec::new();
    for (name, files, (tool, options), needs, theirs) in all {
        let race = files(samples).map(|files| Race { tool, options, files, needs, theirs });
        match race.map_or_else(|| Err("its file could not be made".to_owned()), |race| race.run(samples)) {
            Ok(columns) => println!("| {name} | {columns} |"),
            Err(why) => others.push(format!("not raced: {name}: {why}")),
        }
    }
    println!("\n{}", others.join("\n"));
}

fn documents() -> Vec<Line> {
    let locked = json!({"userPassword": "open sesame", "ownerPassword": "mine"});
    vec![
        (
            "20 pages to PNG, pdftoppm",
            pages,
            ("pdf-to-png", json!({"dpi": 144})),
            "pdftoppm",
            "pdftoppm -r 144 -png a.pdf out/a",
        ),
        (
            "20 pages to JPEG, pdftoppm",
            pages,
            ("pdf-to-jpeg", json!({"dpi": 150, "quality": 85})),
            "pdftoppm",
            "pdftoppm -r 150 -jpeg -jpegopt quality=85 a.pdf out/a",
        ),
        // They make one drawing with all pages, we one of each.
        (
            "20 pages to SVG, pdftocairo",
            pages,
            ("pdf-to-svg", json!({})),
            "pdftocairo",
            "pdftocairo -svg a.pdf out/a.svg",
        ),
        (
            "text of 20 pages, pdftotext",
            pages,
            ("pdf-to-text", json!({})),
            "pdftotext",
            "pdftotext a.pdf out/a.txt",
        ),
        (
            "two PDFs as one, qpdf",
            twice,
            ("pdf-merge", json!({})),
            "qpdf",
            "qpdf --empty --pages a.pdf a.pdf -- out/a.pdf",
        ),
        (
            "20 pages turned, qpdf",
            pages,
            ("pdf-rotate", json!({"angle": 90})),
            "qpdf",
            "qpdf --rotate=+90 a.pdf out/a.pdf",
        ),
        (
            "20 pages as PDFs, qpdf",
            pages,
            ("pdf-split", json!({"every": 1})),
            "qpdf",
            "qpdf --split-pages a.pdf out/a.pdf",
        ),
        (
            "half of the pages, qpdf",
            pages,
            ("pdf-delete-pages", json!({"pages": "2-11"})),
            "qpdf",
            "qpdf a.pdf --pages . 1,12-z -- out/a.pdf",
        ),
        (
            "a PDF with a password, qpdf",
            pages,
            ("pdf-protect", locked),
            "qpdf",
            "qpdf --encrypt 'open sesame' mine 256 -- a.pdf out/a.pdf",
        ),
        (
            "a PDF without its password, qpdf",
            |samples| one(samples, Sample::Locked),
            ("pdf-unprotect", json!({"password": "open sesame"})),
            "qpdf",
            "qpdf --password='open sesame' --decrypt a.pdf out/a.pdf",
        ),
        (
            "a photo in a PDF made smaller, Ghostscript",
            |samples| one(samples, Sample::Photos),
            ("pdf-compress", json!({"dpi": 150})),
            "gs",
            SMALLER,
        ),
        ("20 pages made smaller, Ghostscript", pages, ("pdf-compress", json!({"dpi": 150})), "gs", SMALLER),
    ]
}

/// Pictures of 150 pixels an inch, as ours are unless it is said.
const SMALLER: &str =
    "gs -q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=pdfwrite -dPDFSETTINGS=/ebook -o out/a.pdf a.pdf";

fn sounds() -> Vec<Line> {
    let wav = |name, files: Files, theirs| (name, files, ("audio-to-wav", json!({})), "ffmpeg", theirs);
    vec![
        wav(
            "three minutes of MP3 to WAV, ffmpeg",
            |samples| one(samples, Sample::Song),
            "ffmpeg -v error -i a.mp3 -c:a pcm_s16le out/a.wav",
        ),
        wav(
            "three minutes of FLAC to WAV, ffmpeg",
            |samples| {
                let make = "ffmpeg -v error -i a.mp3 -sample_fmt s16 a.flac";
                Some(vec![Rc::new(shell(&[&*samples.get(Sample::Song)?], make, ("a.flac", "audio/flac"))?)])
            },
            "ffmpeg -v error -i a.flac -c:a pcm_s16le out/a.wav",
        ),
        (
            "three minutes of WAV to one channel, ffmpeg",
            |samples| made(samples, "audio-to-wav", &one(samples, Sample::Song)?),
            ("audio-to-wav", json!({"channels": "mono"})),
            "ffmpeg",
            "ffmpeg -v error -i a.wav -ac 1 -c:a pcm_s16le out/a.wav",
        ),
    ]
}

fn tables() -> Vec<Line> {
    let json: Files = |samples| made(samples, "csv-to-json", &CSV(samples)?);
    let xlsx: Files = |samples| made(samples, "csv-to-xlsx", &CSV(samples)?);
    vec![
        (
            "100,000 lines of CSV to JSON, Python",
            CSV,
            // Texts stay texts, as they do there.
            ("csv-to-json", json!({"infer": false})),
            "python3",
            "python3 -c 'import csv, json
with open(\"a.csv\", newline=\"\") as rows, open(\"out/a.json\", \"w\") as out: json.dump(list(csv.DictReader(rows)), out)'",
        ),
        (
            "100,000 records of JSON to CSV, Python",
            json,
            ("json-to-csv", json!({})),
            "python3",
            "python3 -c 'import csv, json
rows = json.load(open(\"a.json\"))
with open(\"out/a.csv\", \"w\", newline=\"\") as out:
    writer = csv.DictWriter(out, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)'",
        ),
        (
            "100,000 lines of CSV to a workbook, openpyxl",
            CSV,
            ("csv-to-xlsx", json!({"infer": false})),
            "python3 openpyxl",
            "python3 -c 'import csv, openpyxl
book = openpyxl.Workbook(write_only=True)
sheet = book.create_sheet()
for row in csv.reader(open(\"a.csv\", newline=\"\")): sheet.append(row)
book.save(\"out/a.xlsx\")'",
        ),
        (
            "a workbook of 100,000 lines to CSV, openpyxl",
            xlsx,
            ("xlsx-to-csv", json!({})),
            "python3 openpyxl",
            "python3 -c 'import csv, openpyxl
sheet = openpyxl.load_workbook(\"a.xlsx\", read_only=True).worksheets[0]
with open(\"out/a.csv\", \"w\", newline=\"\") as out: csv.writer(out).writerows(sheet.iter_rows(values_only=True))'",
        ),
        (
            "100,000 lines of CSV to a workbook, LibreOffice",
            CSV,
            ("csv-to-xlsx", json!({})),
            "soffice",
            "soffice -env:UserInstallation=file://$PWD/profile --headless --convert-to xlsx --outdir out a.csv",
        ),
    ]
}

fn texts() -> Vec<Line> {
    let text: Files = |samples| one(samples, Sample::Text);
    vec![
        (
            "10,000 words of Markdown to HTML, pandoc",
            text,
            ("markdown-to-html", json!({})),
            "pandoc",
            "pandoc -f gfm -s --metadata title=a a.md -o out/a.html",
        ),
        (
            "10,000 words of Markdown to DOCX, pandoc",
            text,
            ("markdown-to-docx", json!({})),
            "pandoc",
            "pandoc -f gfm a.md -o out/a.docx",
        ),
        (
            "10,000 words of Markdown to EPUB, pandoc",
            text,
            ("markdown-to-epub", json!({})),
            "pandoc",
            "pandoc -f gfm --metadata title=a a.md -o out/a.epub",
        ),
        (
            "10,000 words of DOCX to Markdown, pandoc",
            |samples| one(samples, Sample::Document),
            ("docx-to-markdown", json!({})),
            "pandoc",
            "pandoc a.docx -t gfm -o out/a.md",
        ),
        (
            "10,000 words of HTML to Markdown, pandoc",
            |samples| one(samples, Sample::Page),
            ("html-to-markdown", json!({})),
            "pandoc",
            "pandoc a.html -t gfm -o out/a.md",
        ),
    ]
}

fn archives() -> Vec<Line> {
    let zip = ("files-to-zip", json!({}));
    vec![
        ("CSV to an archive, zip", CSV, zip.clone(), "zip", "zip -q out/a.zip a.csv"),
        ("CSV to an archive, bsdtar", CSV, zip, "bsdtar", "bsdtar -a -cf out/a.zip a.csv"),
    ]
}

fn one(samples: &Samples, sample: Sample) -> Option<Vec<Rc<Held>>> {
    Some(vec![samples.get(sample)?])
}

fn pages(samples: &Samples) -> Option<Vec<Rc<Held>>> {
    one(samples, Sample::Report)
}

fn twice(samples: &Samples) -> Option<Vec<Rc<Held>>> {
    Some([pages(samples)?, pages(samples)?].concat())
}

/// What one of our tools makes of them.
fn made(samples: &Samples, tool: &str, files: &[Rc<Held>]) -> Option<Vec<Rc<Held>>> {
    Some(samples.convert(tool, &json!({}), files)?.0.into_iter().map(Rc::new).collect())
}
