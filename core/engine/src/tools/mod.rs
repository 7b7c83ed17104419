//! The tools: one file each, and one line here.
mod apart;
pub mod archive;
pub mod audio;
mod beside;
pub mod data;
pub mod image;
mod outside;
pub mod pdf;
pub mod table;
pub mod text;

use crate::Tool;
use outside::{
    audio_extract::AudioExtract, audio_transcode::AudioTranscode, heic_convert::HeicConvert,
    html_to_pdf::HtmlToPdf, image_to_searchable_pdf::ImageToSearchablePdf, image_to_text::ImageToText,
    media_trim::MediaTrim, office_convert::OfficeConvert, office_to_pdf::OfficeToPdf,
    pdf_linearize::PdfLinearize, pdf_ocr::PdfOcr, pdf_to_pdfa::PdfToPdfa, video_thumbnails::VideoThumbnails,
    video_to_gif::VideoToGif, video_transcode::VideoTranscode,
};

/// Every tool, in the order of the listing.
pub const TOOLS: &[Tool] = &[
    Tool::of::<image::convert::ImageConvert>(),
    Tool::of::<image::resize::ImageResize>(),
    Tool::of::<image::crop::ImageCrop>(),
    Tool::of::<image::rotate::ImageRotate>(),
    Tool::of::<image::watermark::ImageWatermark>(),
    Tool::of::<image::compress::ImageCompress>(),
    Tool::of::<image::svg_to_png::SvgToPng>(),
    Tool::of::<image::images_to_pdf::ImagesToPdf>(),
    Tool::of::<HeicConvert>(),
    Tool::of::<ImageToText>(),
    Tool::of::<ImageToSearchablePdf>(),
    Tool::of::<pdf::to_png::PdfToPng>(),
    Tool::of::<pdf::to_jpeg::PdfToJpeg>(),
    Tool::of::<pdf::to_svg::PdfToSvg>(),
    Tool::of::<pdf::merge::PdfMerge>(),
    Tool::of::<pdf::split::PdfSplit>(),
    Tool::of::<pdf::rotate::PdfRotate>(),
    Tool::of::<pdf::delete_pages::PdfDeletePages>(),
    Tool::of::<pdf::reorder::PdfReorder>(),
    Tool::of::<pdf::compress::PdfCompress>(),
    Tool::of::<pdf::number_pages::PdfNumberPages>(),
    Tool::of::<pdf::watermark::PdfWatermark>(),
    Tool::of::<pdf::crop::PdfCrop>(),
    Tool::of::<pdf::flatten::PdfFlatten>(),
    Tool::of::<pdf::redact::PdfRedact>(),
    Tool::of::<pdf::repair::PdfRepair>(),
    Tool::of::<pdf::to_text::PdfToText>(),
    Tool::of::<pdf::properties::PdfProperties>(),
    Tool::of::<PdfOcr>(),
    Tool::of::<PdfToPdfa>(),
    Tool::of::<pdf::protect::PdfProtect>(),
    Tool::of::<pdf::unprotect::PdfUnprotect>(),
    Tool::of::<PdfLinearize>(),
    Tool::of::<text::markdown_to_html::MarkdownToHtml>(),
    Tool::of::<text::markdown_to_pdf::MarkdownToPdf>(),
    Tool::of::<text::markdown_to_docx::MarkdownToDocx>(),
    Tool::of::<text::markdown_to_epub::MarkdownToEpub>(),
    Tool::of::<text::html_to_markdown::HtmlToMarkdown>(),
    Tool::of::<text::html_to_epub::HtmlToEpub>(),
    Tool::of::<HtmlToPdf>(),
    Tool::of::<text::docx_to_markdown::DocxToMarkdown>(),
    Tool::of::<text::docx_to_html::DocxToHtml>(),
    Tool::of::<text::epub_to_markdown::EpubToMarkdown>(),
    Tool::of::<text::epub_to_html::EpubToHtml>(),
    Tool::of::<OfficeToPdf>(),
    Tool::of::<OfficeConvert>(),
    Tool::of::<table::csv_to_json::CsvToJson>(),
    Tool::of::<table::csv_to_xlsx::CsvToXlsx>(),
    Tool::of::<table::json_to_csv::JsonToCsv>(),
    Tool::of::<table::json_to_xlsx::JsonToXlsx>(),
    Tool::of::<table::xlsx_to_csv::XlsxToCsv>(),
    Tool::of::<table::xlsx_to_json::XlsxToJson>(),
    Tool::of::<data::json_to_yaml::JsonToYaml>(),
    Tool::of::<data::yaml_to_json::YamlToJson>(),
    Tool::of::<data::json_to_toml::JsonToToml>(),
    Tool::of::<data::json_to_xml::JsonToXml>(),
    Tool::of::<data::xml_to_json::XmlToJson>(),
    Tool::of::<data::toml_to_json::TomlToJson>(),
    Tool::of::<archive::files_to_zip::FilesToZip>(),
    Tool::of::<archive::zip_to_files::ZipToFiles>(),
    Tool::of::<archive::files_to_tar_gz::FilesToTarGz>(),
    Tool::of::<archive::archive_to_files::ArchiveToFiles>(),
    Tool::of::<audio::audio_to_wav::AudioToWav>(),
    Tool::of::<audio::media_probe::MediaProbe>(),
    Tool::of::<AudioExtract>(),
    Tool::of::<AudioTranscode>(),
    Tool::of::<MediaTrim>(),
    Tool::of::<VideoTranscode>(),
    Tool::of::<VideoToGif>(),
    Tool::of::<VideoThumbnails>(),
];
