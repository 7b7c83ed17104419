//! Letters put together to words and lines.
use hayro::vello_cpu::kurbo::{Point, Vec2};

/// A letter, or several that are drawn as one, where it is drawn.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What it says.
    pub text: String,
    /// Where it begins on its line.
    pub start: Point,
    /// Where it ends.
    pub end: Point,
    /// The size of its font.
    pub size: f64,
}

/// The text of letters: a line for each line, an empty one where there is room between them.
pub fn text(letters: &[Letter]) -> String {
    let mut text = String::new();
    let mut last: Option<&Letter> = None;
    for letter in letters {
        let said: String = letter.text.chars().filter(|letter| !letter.is_control()).collect();
        if let Some(last) = last {
            match between(last, letter) {
                " " if text.ends_with(char::is_whitespace) || said.starts_with(char::is_whitespace) => (),
                between => text.push_str(between),
            }
        }
        text.push_str(&said);
        last = Some(letter);
    }
    let lines: Vec<_> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// What stands between two letters that follow each other.
fn between(last: &Letter, letter: &Letter) -> &'static str {
    let direction = direction(last);
    let way = letter.start - last.end;
    let (along, down) = (way.dot(direction), direction.cross(way));
    let size = last.size.max(letter.size).max(f64::MIN_POSITIVE);
    let turned = direction.dot(self::direction(letter)) < 0.9;
    if turned || down > 1.8 * size || down < -1.2 * size {
        "\n\n"
    } else if down.abs() > 0.5 * size || along < -0.8 * size {
        "\n"
    } else if along > 0.15 * size {
        " "
    } else {
        ""
    }
}

/// Where a letter's line goes.
fn direction(letter: &Letter) -> Vec2 {
    let way = letter.end - letter.start;
    if way.hypot() > 0.0 { way.normalize() } else { Vec2::new(1.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, x: f64, y: f64) -> Vec<Letter> {
        let letter = |(place, letter): (u32, char)| {
            let x = x + 5.0 * f64::from(place);
            Letter {
                text: letter.to_string(),
                start: Point::new(x, y),
                end: Point::new(x + 5.0, y),
                size: 10.0,
            }
        };
        (0..).zip(text.chars()).map(letter).collect()
    }

    #[test]
    fn letters_are_words_lines_and_paragraphs() {
        let drawn = [
            word("one", 0.0, 10.0),
            word("two ", 20.0, 10.0),
            word("2", 40.0, 7.0),
            word("next", 0.0, 22.0),
            word("far", 0.0, 60.0),
            word("up", 100.0, 10.0),
        ];
        assert_eq!(text(&drawn.concat()), "one two 2\nnext\n\nfar\n\nup");
    }

    #[test]
    fn a_line_can_go_down_the_page() {
        let down = |letter: Letter| Letter {
            start: Point::new(-letter.start.y, letter.start.x),
            end: Point::new(-letter.end.y, letter.end.x),
            ..letter
        };
        let drawn = [word("a", 0.0, 0.0), word("b", 10.0, 0.0), word("c", 0.0, 12.0)].concat();
        assert_eq!(text(&drawn.into_iter().map(down).collect::<Vec<_>>()), "a b\nc");
    }
}
