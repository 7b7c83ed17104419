//! Writing HTML: what is text stays text.
use std::fmt::Write;

/// Plain text, in an element or in an attribute between double quotes.
pub fn text(plain: &str) -> String {
    let mut html = String::with_capacity(plain.len() + 8);
    for letter in plain.chars() {
        match letter {
            '&' => html += "&amp;",
            '<' => html += "&lt;",
            '>' => html += "&gt;",
            '"' => html += "&quot;",
            '\'' => html += "&#39;",
            other => html.push(other),
        }
    }
    html
}

/// Plain text in which `<word>` stands for what the examples say of each of these words.
pub fn outline(plain: &str, words: &[&str]) -> String {
    let mut html = text(plain);
    for word in words {
        let word = text(word);
        html = html.replace(&format!("&lt;{word}&gt;"), &format!("<var>{word}</var>"));
    }
    html
}

/// A value as a part of an address: but for letters, digits and `-._~`, byte by byte (RFC 3986 section 2.1).
pub fn encoded(plain: &str) -> String {
    let mut part = String::with_capacity(plain.len());
    for byte in plain.bytes() {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'.' | b'_' | b'~' => {
                part.push(char::from(byte));
            }
            other => put(&mut part, format_args!("%{other:02X}")),
        }
    }
    part
}

/// `1 rule`, `2 rules`
pub fn count(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// Adds to a text.
pub fn put(html: &mut String, part: std::fmt::Arguments<'_>) {
    html.write_fmt(part).expect("writing to a text never fails");
}

#[cfg(test)]
mod tests {
    use super::{encoded, outline, text};

    #[test]
    fn no_text_is_markup() {
        assert_eq!(text(r#"<b> & "c" 'd'"#), "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    }

    #[test]
    fn only_the_words_of_examples_stand_for_something() {
        assert_eq!(outline("a < b, <c>, <d>", &["c"]), "a &lt; b, <var>c</var>, &lt;d&gt;");
    }

    #[test]
    fn an_address_takes_anything() {
        assert_eq!(encoded("{ a(b: \"é\") }\n"), "%7B%20a%28b%3A%20%22%C3%A9%22%29%20%7D%0A");
    }
}
