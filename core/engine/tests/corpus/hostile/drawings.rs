//! Drawings that mean harm.
use super::{CLEAR, Case, Forbidden, tried};
use crate::support::{checks::Check, stage::Stage};
use hosting_engine::Code;

pub const ALL: &[Check] = &[Check::new("hostile drawings", hostile)];

const ROOT: &str = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='20' height='20'>";

fn drawn(begin: &str, within: &str) -> Vec<u8> {
    format!("{begin}{ROOT}{within}</svg>").into_bytes()
}

fn hostile(stage: &Stage) {
    let forbidden = Forbidden::open();
    let address = forbidden.address();
    let case = |name, content, ends| Case {
        name,
        asked: &[("svg-to-png", "{}")],
        mime: "image/svg+xml",
        content,
        ends,
    };
    let links = format!(
        "<style>@import url('{address}'); @font-face {{font-family: f; src: url('{address}')}} text {{font-family: f}}</style>\
         <image href='{address}' width='9' height='9'/><image xlink:href='file:///etc/passwd' width='9' height='9'/>\
         <image href='/etc/passwd' width='9' height='9'/><use href='{address}#a'/><text>a</text>\
         <rect fill='url({address}#p)' filter='url({address}#f)' width='9' height='9'/><script href='{address}'/>\
         <foreignObject><iframe src='{address}'/></foreignObject>"
    );
    let outside = format!(
        "<!DOCTYPE svg SYSTEM '{address}' [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ENTITY % y SYSTEM '{address}'> %y;]>"
    );
    let laughs: String =
        (1..10).map(|n| format!("<!ENTITY l{n} '{}'>", format!("&l{};", n - 1).repeat(10))).collect();
    let laughs = format!("<!DOCTYPE svg [<!ENTITY l0 'lol'>{laughs}]>");
    let long = format!("<!DOCTYPE svg [<!ENTITY l '{}'>]>", "a".repeat(100_000));
    let uses: String = (1..30)
        .map(|n| format!("<g id='u{n}'><use href='#u{m}'/><use href='#u{m}'/></g>", m = n - 1))
        .collect();
    tried(
        stage,
        &[
            case("links", drawn("", &links), &[None]),
            case(
                "entities from outside",
                drawn(&outside, "<text>&x;</text>"),
                &[None, Some(Code::FileBroken)],
            ),
            case(
                "entities of entities",
                drawn(&laughs, "<text>&l9;</text>"),
                &[Some(Code::ExpansionTooLarge)],
            ),
            case(
                "a long entity",
                drawn(&long, &"<text>&l;</text>".repeat(20_000)),
                &[Some(Code::ExpansionTooLarge)],
            ),
            case("deep", drawn("", &"<g>".repeat(100_000)), CLEAR),
            case(
                "deep and closed",
                drawn("", &format!("{}{}", "<g>".repeat(5000), "</g>".repeat(5000))),
                &[Some(Code::NestingTooDeep), Some(Code::FileBroken)],
            ),
            case("uses of uses", drawn("", &format!("<rect id='u0' width='9' height='9'/>{uses}")), CLEAR),
            case("a use of itself", drawn("", "<g id='a'><use href='#a'/></g><use href='#a'/>"), CLEAR),
            case(
                "a pattern of itself",
                drawn(
                    "",
                    "<pattern id='p' width='9' height='9'><rect fill='url(#p)' width='9' height='9'/></pattern><rect fill='url(#p)' width='9' height='9'/>",
                ),
                CLEAR,
            ),
            case(
                "a wide blur",
                drawn(
                    "",
                    "<filter id='f' x='-9e5' y='-9e5' width='9e6' height='9e6'><feGaussianBlur stdDeviation='1e6'/><feMorphology operator='dilate' radius='1e5'/></filter><rect filter='url(#f)' width='9' height='9'/>",
                ),
                CLEAR,
            ),
            case(
                "many dashes",
                drawn("", "<path d='M0 0H1e9' stroke='red' stroke-dasharray='.0001'/>"),
                CLEAR,
            ),
            case("many elements", drawn("", &"<g/>".repeat(1_000_000)), &[Some(Code::TooManyEntries)]),
            case(
                "wide",
                b"<svg xmlns='http://www.w3.org/2000/svg' width='50000' height='50000'/>".to_vec(),
                &[Some(Code::TooManyPixels)],
            ),
            case(
                "endless",
                b"<svg xmlns='http://www.w3.org/2000/svg' width='1e38' height='1e38'/>".to_vec(),
                CLEAR,
            ),
        ],
    );
    forbidden.stayed_alone();
}
