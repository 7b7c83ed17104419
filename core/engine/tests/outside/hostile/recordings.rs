//! Lists of other recordings, by themselves and behind what another format begins with.
use super::Bait;
use crate::{
    folder::Folder,
    support::{checks::Check, stage::Stage},
};
use serde_json::json;

pub const ALL: &[Check] = &[
    Check::new("no recording is a list of others", lists),
    Check::new("but ffmpeg follows such a list", followed),
];

const TOOLS: [&str; 5] =
    ["video-transcode", "video-to-gif", "video-thumbnails", "audio-extract", "media-trim"];

/// What formats begin with.
const HEADS: [(&str, &[u8]); 7] = [
    ("video/mp4", b"\0\0\0\x18ftypisom\0\0\0\0isommp42"),
    ("video/quicktime", b"\0\0\0\x14ftypqt  \0\0\0\0qt  "),
    ("video/webm", b"\x1a\x45\xdf\xa3\x87\x42\x82\x84webm"),
    ("video/x-matroska", b"\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska"),
    ("video/x-msvideo", b"RIFF\xff\xff\0\0AVI LIST\x10\0\0\0hdrl"),
    ("video/ogg", b"OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    ("audio/mpeg", b"ID3\x04\0\0\0\0\0\0"),
];

fn hls(bait: &Bait) -> String {
    let (file, server) = (bait.file(), bait.server());
    format!("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n{server}\n#EXTINF:1,\n{file}\n#EXT-X-ENDLIST\n")
}

fn all(bait: &Bait) -> [String; 6] {
    let (path, file, server) = (bait.path().display(), bait.file(), bait.server());
    let address = server.trim_start_matches("http://127.0.0.1:").trim_end_matches("/a.png");
    [
        hls(bait),
        format!(
            "#EXTM3U\n#EXTINF:1,\nconcat:{server}|{path}\n#EXTINF:1,\nsubfile,,start,0,end,99,,:{path}\n"
        ),
        format!("ffconcat version 1.0\nfile '{server}'\nfile '{path}'\n"),
        format!(
            "<?xml version='1.0'?><MPD xmlns='urn:mpeg:dash:schema:mpd:2011' mediaPresentationDuration='PT1S'><Period><AdaptationSet><Representation id='1' mimeType='video/mp4'><BaseURL>{server}</BaseURL><SegmentBase><Initialization sourceURL='{file}'/></SegmentBase></Representation></AdaptationSet></Period></MPD>"
        ),
        format!(
            "v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video {address} RTP/AVP 96\na=rtpmap:96 H264/90000\n"
        ),
        format!("[playlist]\nFile1={server}\nFile2={file}\nNumberOfEntries=2\n"),
    ]
}

fn lists(stage: &Stage) {
    let bait = Bait::laid();
    for (mime, head) in HEADS {
        let lists = all(&bait);
        let each =
            lists.iter().flat_map(|list| [list.clone().into_bytes(), [head, list.as_bytes()].concat()]);
        for (number, content) in each.enumerate() {
            // The name of a file is no command line either.
            let name = ["-i.mp4", "concat:a|b.mp4", "a%03d.mp4"][number % 3];
            let tool =
                if mime.starts_with("audio") { "audio-transcode" } else { TOOLS[number % TOOLS.len()] };
            let options = if tool == "media-trim" { json!({"start": 0, "end": 1}) } else { json!({}) };
            let made = bait.offer(stage, tool, options, (name, mime, &content));
            assert!(made.is_none(), "{tool} made something of list {number} as {mime}");
        }
    }
}

/// The same list, given to the program as it is.
fn followed(_: &Stage) {
    let bait = Bait::laid();
    let folder = Folder::with(&[("a.txt", all(&bait)[2].as_bytes())]);
    folder.sh(
        "timeout 3 ffmpeg -v error -protocol_whitelist file,http,tcp -safe 0 -i a.txt a.mp4 2>&1 || true",
    );
    assert!(bait.was_called());
}
