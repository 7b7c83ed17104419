use super::*;
use crate::fonts::samples;

/// The glyphs of a text, each with the letters that it stands for, and where its lines begin.
fn set(breaker: &mut Breaker, text: &str) -> (Vec<(u32, String)>, Vec<bool>) {
    let lines = breaker.lines(&Words::of(text, Look::default(), 0), 300.0);
    let runs = lines.iter().flat_map(|line| &line.runs);
    let glyphs = runs.flat_map(|run| {
        assert!(breaker.font(run.face).is_some(), "{text}");
        run.glyphs
            .iter()
            .map(move |glyph| (glyph.glyph_id.to_u32(), run.text[glyph.text_range.clone()].to_owned()))
    });
    (glyphs.collect(), lines.iter().map(|line| line.is_from_right).collect())
}

#[test]
fn letters_that_ours_lack_are_set_with_fonts_of_the_machine() {
    let text = "a中😀b";
    let letters = |glyphs: &[(u32, String)]| glyphs.iter().map(|(_, text)| text.as_str()).collect::<String>();
    let (without, _) = set(&mut Breaker::new(Lender::of(Vec::new())), text);
    assert_eq!(letters(&without), text);
    assert_eq!([without[1].0, without[2].0], [0, 0], "no font has them");
    let (lender, _folder) = samples::lender(&[("a.ttf", &samples::font('一'..='龥'))]);
    let (with, _) = set(&mut Breaker::new(lender), text);
    assert_eq!(letters(&with), text);
    assert!(with[1].0 > 0 && with[2].0 == 0, "one is there: {with:?}");
    assert_eq!([&with[0], &with[3]], [&without[0], &without[3]], "what ours have stays");
}

#[test]
fn what_is_written_from_the_right_is_known() {
    let mut breaker = Breaker::new(Lender::of(Vec::new()));
    for (text, is_from_right) in
        [("shalom", false), ("שלום עולם", true), ("1. שלום", true), ("a שלום", false)]
    {
        assert_eq!(set(&mut breaker, text).1, [is_from_right], "{text}");
    }
    let words = Words::of(&"שלום ".repeat(100), Look::default(), 0);
    for line in breaker.lines(&words, 300.0) {
        let last = line.runs.last().expect("words");
        assert!((last.x + last.width - line.width).abs() < 0.01, "{} of {}", last.x + last.width, line.width);
    }
}

#[test]
fn a_letter_that_is_asked_for_as_a_picture_is_found() {
    let mut breaker = Breaker::new(Lender::of(Vec::new()));
    for heart in ["❤", "❤\u{fe0f}"] {
        let (glyphs, _) = set(&mut breaker, heart);
        assert!(glyphs.len() == 1 && glyphs[0].0 > 0, "{glyphs:?}");
    }
}
