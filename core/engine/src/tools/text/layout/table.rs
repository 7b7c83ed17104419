//! Tables: how wide their columns are, and their rows, line by line.
use super::{
    flow::Flow,
    lines::Line,
    look::{Look, grey},
    parts::Kind as Part,
    strip::{Frame, Kind, Run, Strip},
    words::Words,
};
use comrak::{
    Node,
    nodes::{NodeValue, TableAlignment},
};
use std::mem;

/// The room around a table.
const APART: f32 = 9.5;
/// The room above and below what is in a cell.
const ABOVE: f32 = 1.4;
/// The room beside it, where there is enough.
const BESIDE: f32 = 7.0;
/// The lines of a row that is not divided between pages.
const TOGETHER: usize = 12;
/// The ground of the first row.
const GROUND: [u8; 3] = grey(243);

/// How often the range is halved in which the width of columns is looked for.
const STEPS: usize = 24;

/// Where a column is.
struct Column {
    left: f32,
    width: f32,
    beside: f32,
    alignment: TableAlignment,
}

/// What a row says.
struct Row {
    cells: Vec<Words>,
    is_head: bool,
}

impl<'a> Flow<'a> {
    /// A table.
    pub fn table(&mut self, node: Node<'a>, alignments: &[TableAlignment]) {
        let table = self.parts.add(Part::Table, self.at.part);
        let (head, body) = (self.parts.add(Part::Head, table), self.parts.add(Part::Rows, table));
        let rows: Vec<_> = node.children().map(|row| self.read(row, head, body)).collect();
        let columns = self.columns(&rows, alignments);
        self.gap(APART);
        let mut head = None;
        for row in &rows {
            let (first, is_head) = (self.at.strips.len(), row.is_head);
            self.row(row, &columns);
            let strips = &mut self.at.strips[first..];
            if is_head {
                head = Some(self.strips.heads.len());
                self.strips.heads.push(strips.to_vec());
            } else {
                for strip in strips {
                    strip.head = head;
                }
            }
        }
        self.gap(APART);
    }

    fn read(&mut self, row: Node<'a>, head: usize, body: usize) -> Row {
        let is_head = matches!(row.data().value, NodeValue::TableRow(true));
        let part = self.parts.add(Part::Row, if is_head { head } else { body });
        let look = Look { bold: is_head, ..self.at.look };
        let cells = row.children().map(|cell| {
            let part = self.parts.add(Part::Cell(is_head), part);
            self.words(cell, look, part)
        });
        Row { cells: cells.collect(), is_head }
    }

    fn columns(&mut self, rows: &[Row], alignments: &[TableAlignment]) -> Vec<Column> {
        let count: f32 = alignments.iter().map(|_| 1.0).sum();
        let even = self.room() / count;
        let beside = BESIDE.min(even / 6.0);
        let longest = even.max(self.room() / 4.0);
        let mut wanted = vec![(0.0_f32, 0.0_f32); alignments.len()];
        for row in rows {
            for (words, wanted) in row.cells.iter().zip(&mut wanted) {
                let (least, most) = self.breaker.widths(words);
                *wanted = (wanted.0.max(least.min(longest)), wanted.1.max(most));
            }
        }
        let mut left = self.at.left;
        let mut column = |(width, alignment): (f32, &TableAlignment)| {
            let column = Column { left, width, beside, alignment: *alignment };
            left += width + 2.0 * beside;
            column
        };
        let room = self.room() - 2.0 * beside * count;
        shared(&wanted, room).into_iter().zip(alignments).map(&mut column).collect()
    }

    fn row(&mut self, row: &Row, columns: &[Column]) {
        let look = Look { bold: row.is_head, ..self.at.look };
        let mut strips = vec![Strip::default()];
        for (words, column) in row.cells.iter().zip(columns) {
            // What fits is not to be broken because of the last digit of a sum.
            let lines = self.breaker.lines(words, column.width + 0.01);
            strips.resize_with(strips.len().max(lines.len()), Strip::default);
            for (strip, line) in strips.iter_mut().zip(lines) {
                strip.runs.extend(aligned(line, column, look));
            }
        }
        let together = row.is_head || strips.len() <= TOGETHER;
        let last = strips.len().saturating_sub(1);
        let ends = columns.iter().map(|column| column.left);
        let end = columns.last().map(|column| column.left + column.width + 2.0 * column.beside);
        let frame = Frame {
            left: self.at.left,
            right: end.unwrap_or(self.at.left),
            pad: ABOVE,
            kind: Kind::Cells(ends.chain(end).collect(), row.is_head.then_some(GROUND)),
        };
        self.framed(frame, |flow| {
            for (number, mut strip) in strips.into_iter().enumerate() {
                if number == 0 {
                    let marks = mem::take(&mut flow.at.marks);
                    strip.runs.extend(marks.into_iter().map(|run| Run { y: run.y + look.baseline(), ..run }));
                }
                strip.height = look.height();
                strip.keep = row.is_head || (together && number < last);
                flow.put(strip);
            }
        });
    }
}

fn aligned(line: Line, column: &Column, look: Look) -> impl Iterator<Item = Run> {
    let free = (column.width - line.width).max(0.0);
    let share = match column.alignment {
        TableAlignment::None if line.is_from_right => 1.0,
        TableAlignment::None | TableAlignment::Left => 0.0,
        TableAlignment::Center => 0.5,
        TableAlignment::Right => 1.0,
    };
    let left = column.left + column.beside + free * share;
    line.runs.into_iter().map(move |run| Run { x: run.x + left, y: run.y + look.baseline(), ..run })
}

/// How wide each column is in `room`, by its longest word and its longest line.
///
/// All are as wide as each other, but none is wider than its longest line, nor narrower than its longest word if
/// there is room for the longest words of all.
fn shared(wanted: &[(f32, f32)], room: f32) -> Vec<f32> {
    let words: f32 = wanted.iter().map(|(word, _)| word).sum();
    let width = |even: f32| {
        move |(word, line): &(f32, f32)| {
            if words > room { even.min(*word) } else { even.max(*word).min(*line) }
        }
    };
    let (mut low, mut high) = (0.0, room);
    for _ in 0..STEPS {
        let even = f32::midpoint(low, high);
        let all: f32 = wanted.iter().map(width(even)).sum();
        (low, high) = if all > room { (low, even) } else { (even, high) };
    }
    wanted.iter().map(width(low)).collect()
}
