//! Programs that the operator has installed.
use crate::Engine;
use std::path::Path;

/// The engines that are programs.
pub(crate) const ENGINES: [Engine; 5] =
    [Engine::LibreOffice, Engine::Poppler, Engine::Qpdf, Engine::Ffmpeg, Engine::Tesseract];

/// Where programs are looked for: nowhere else.
const FOLDER: &str = "/usr/bin";

/// Whether all of an engine's programs are there.
pub(crate) fn installed(engine: Engine) -> bool {
    let programs: &[&str] = match engine {
        Engine::Inside => &[],
        Engine::LibreOffice => &["soffice"],
        Engine::Poppler => &["pdfinfo", "pdftocairo", "pdftoppm"],
        Engine::Qpdf => &["qpdf"],
        Engine::Ffmpeg => &["ffmpeg", "ffprobe"],
        Engine::Tesseract => &["tesseract"],
    };
    programs.iter().all(|program| Path::new(FOLDER).join(program).exists())
}
