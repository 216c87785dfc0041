//! Questions, and the curves that answer them: one question per plot, at most six curves.

use crate::measure::size;
use crate::results::{Case, Promise, Results, Role, Row, Section, Unit};
use crate::summary;
use crate::svg;
use std::ops::Range;

/// A question, asked about every machine and build.
#[derive(Clone, Debug)]
pub struct Group {
    /// The question, used as the heading.
    pub question: String,
    /// The quantity that the plots show.
    pub text: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis, the same in all plots.
    pub y: Axis,
    /// One plot for each machine and build.
    pub plots: Vec<Plot>,
}

/// Curves over one axis.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The machine and the build.
    pub title: String,
    /// The curves.
    pub series: Vec<Series>,
    /// The limits of the machine.
    pub walls: Vec<Wall>,
    /// Lines of text below the legend.
    pub notes: Vec<String>,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Whether it belongs to the family.
    pub ours: bool,
    /// The promise of the function.
    pub promise: Promise,
    /// The CSS variable of its colour.
    pub colour: &'static str,
    /// Positions and values, from left to right.
    pub points: Vec<(f64, f64)>,
}

/// A limit of the machine.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Its name: the memory, the multiplier.
    pub name: &'static str,
    /// The dashes of its line.
    pub dashes: &'static str,
    /// Positions and values.
    pub points: Vec<(f64, f64)>,
}

/// The mapping of values to positions on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear, from 0.
    Linear,
    /// Logarithmic.
    Log,
    /// Logarithmic; ticks are numbers of bytes.
    Bytes,
    /// Logarithmic; ticks are powers of two.
    Doubling,
    /// Indices of names.
    Names,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Its label.
    pub label: String,
    /// Its scale.
    pub scale: Scale,
    /// The names of [`Scale::Names`].
    pub names: Vec<String>,
}

impl Axis {
    /// Makes an axis of numbers.
    #[must_use]
    pub fn new(label: &str, scale: Scale) -> Self {
        Self { label: label.to_owned(), scale, names: Vec::new() }
    }

    const fn is_log(&self) -> bool {
        matches!(self.scale, Scale::Log | Scale::Bytes | Scale::Doubling)
    }

    /// Returns the position of a value.
    #[must_use]
    pub fn place(&self, value: f64) -> f64 {
        if self.is_log() { value.log2() } else { value }
    }

    /// Returns the value at a position.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        if self.is_log() { place.exp2() } else { place }
    }

    /// Formats a value.
    #[must_use]
    pub fn show(&self, value: f64) -> String {
        // These are lengths and indices: small numbers that were integers before they were floats.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let whole = value.round() as usize;
        match self.scale {
            Scale::Bytes => size(whole),
            Scale::Names => self.names.get(whole).cloned().unwrap_or_default(),
            _ if (value - value.round()).abs() < 1e-6 => format!("{value:.0}"),
            _ => format!("{value:.3}").trim_end_matches('0').to_owned(),
        }
    }

    /// Returns a range that contains all values.
    #[must_use]
    pub fn range(&self, values: impl IntoIterator<Item = f64>) -> Range<f64> {
        let (low, high) = values
            .into_iter()
            .fold((f64::NAN, f64::NAN), |(low, high), value| (low.min(value), high.max(value)));
        match self.scale {
            Scale::Names => -0.5..self.names.len() as f64 - 0.5,
            Scale::Linear => 0.0..1.05 * high,
            Scale::Log => low / 1.15..high * 1.15,
            Scale::Bytes | Scale::Doubling => low / 1.1..high * 1.1,
        }
    }

    /// Returns the values that are labelled on the axis.
    #[must_use]
    pub fn ticks(&self, range: &Range<f64>) -> Vec<f64> {
        let powers = |base: f64| (0..40).map(move |i| base.powi(i)).collect::<Vec<_>>();
        let all = match self.scale {
            Scale::Names => (0..self.names.len()).map(|i| i as f64).collect(),
            // The number of ticks is limited by the space.
            Scale::Bytes | Scale::Doubling => match range.end / range.start {
                wide if wide > 16384.0 => powers(16.0),
                wide if wide > 256.0 => powers(4.0),
                _ => powers(2.0),
            },
            Scale::Log => {
                (-3..6).flat_map(|e| [1.0, 2.0, 5.0].map(|m| m * 10_f64.powi(e))).collect()
            }
            Scale::Linear => {
                let rough = range.end / 6.0;
                let power = 10_f64.powf(rough.log10().floor());
                let steps = [1.0, 2.0, 5.0, 10.0].map(|m| m * power);
                let step = steps.into_iter().find(|step| *step >= rough).unwrap_or(rough);
                (0..8).map(|i| f64::from(i) * step).collect()
            }
        };
        all.into_iter().filter(|value| range.contains(value)).collect()
    }
}

/// A choice of curves: ours or peers, their promise, and how many of the best.
type Choice = (bool, Promise, usize);

/// A question.
struct Question {
    question: &'static str,
    text: &'static str,
    section: &'static str,
    unit: Unit,
    x: (&'static str, Scale),
    y: Scale,
    choices: &'static [Choice],
    /// Whether to draw the walls: where functions come near them.
    walls: bool,
    /// Which cases and which contenders take part.
    case: fn(&Case) -> bool,
    row: fn(&Row) -> bool,
}

use Promise::{Heuristic, Prf, Proven};

/// The choice of most plots.
const BEST: &[Choice] = &[
    (true, Proven, 2),
    (true, Prf, 1),
    (false, Proven, 1),
    (false, Prf, 1),
    (false, Heuristic, 1),
];

fn any_case(_: &Case) -> bool {
    true
}

fn chosen(row: &Row) -> bool {
    row.role != Role::OursForced
}

const QUESTIONS: &[Question] = &[
    Question {
        question: "How fast are messages of one length?",
        text: "GB/s of independent messages, 64-bit hashes. The grey lines are limits: a loop that \
               only reads, and one with a carry-less product for every 16 bytes.",
        section: "throughput",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: BEST,
        walls: true,
        case: any_case,
        row: |row| chosen(row) && summary::is_plain_64(&row.name),
    },
    Question {
        question: "How long does the hash of a short key take?",
        text: "Cycles from a pointer to the hash, the load included; lower is better.",
        section: "latency",
        unit: Unit::Cycles,
        x: ("length of a key", Scale::Bytes),
        y: Scale::Linear,
        choices: BEST,
        walls: false,
        case: any_case,
        row: |row| chosen(row) && summary::is_plain_64(&row.name),
    },
    Question {
        question: "Which proven function is the fastest?",
        text: "Only functions with a theorem, 64 bits.",
        section: "throughput",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: &[(true, Proven, 4), (false, Proven, 2)],
        walls: true,
        case: any_case,
        row: |row| chosen(row) && summary::is_plain_64(&row.name),
    },
    Question {
        question: "Which pseudo-random function is the fastest?",
        text: "Only functions designed to be unpredictable, 64 bits.",
        section: "throughput",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: &[(true, Prf, 3), (false, Prf, 3)],
        walls: false,
        case: any_case,
        row: chosen,
    },
    Question {
        question: "How fast are hashes of 128 bits?",
        text: "GB/s of independent messages, hashes of 128 bits.",
        section: "wide",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: BEST,
        walls: true,
        case: any_case,
        row: chosen,
    },
    Question {
        question: "How fast is a tag?",
        text: "GB/s of message authentication codes with whole tags.",
        section: "mac",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: &[(true, Proven, 2), (true, Prf, 1), (false, Proven, 1), (false, Prf, 2)],
        walls: false,
        case: any_case,
        row: chosen,
    },
    Question {
        question: "How much faster is CLHASH with wider vectors?",
        text: "The same function on every backend of this CPU.",
        section: "throughput",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: &[(true, Proven, 5), (false, Heuristic, 1)],
        walls: true,
        case: any_case,
        row: |row| row.name.starts_with("clhash/") || row.role == Role::Peer,
    },
    Question {
        question: "How fast is GHASH?",
        text: "GB/s under a prepared key: AES-GCM's GHASH and AES-GCM-SIV's POLYVAL.",
        section: "gcm-throughput",
        unit: Unit::GbPerS,
        x: ("length of a message", Scale::Bytes),
        y: Scale::Log,
        choices: &[(true, Proven, 2), (false, Proven, 2)],
        walls: false,
        case: any_case,
        row: chosen,
    },
    Question {
        question: "How much does a batch save?",
        text: "Cycles per message, 1,024 strings per call; lower is better.",
        section: "batch-string",
        unit: Unit::Cycles,
        x: ("strings", Scale::Names),
        y: Scale::Log,
        choices: BEST,
        walls: false,
        case: any_case,
        row: chosen,
    },
    Question {
        question: "How fast is MD5 of many messages?",
        text: "GB/s of messages of 1 KiB in one call, by their number. MD5 is broken: it promises \
               nothing.",
        section: "md5-many",
        unit: Unit::GbPerS,
        x: ("messages in a call", Scale::Doubling),
        y: Scale::Log,
        choices: &[(true, Heuristic, 2), (false, Heuristic, 3)],
        walls: false,
        case: |case| case.bytes < 2000.0,
        row: chosen,
    },
    Question {
        question: "What does a map of integers cost?",
        text: "Nanoseconds per operation of std's HashMap with 1,000 keys of type u64; lower is \
               better.",
        section: "maps-u64",
        unit: Unit::Ns,
        x: ("operation", Scale::Names),
        y: Scale::Log,
        choices: BEST,
        walls: false,
        case: |case| case.name.starts_with("1k"),
        row: chosen,
    },
    Question {
        question: "What does a map of strings cost?",
        text: "The same with strings of 5 to 38 bytes.",
        section: "maps-str",
        unit: Unit::Ns,
        x: ("operation", Scale::Names),
        y: Scale::Log,
        choices: BEST,
        walls: false,
        case: |case| case.name.starts_with("1k"),
        row: chosen,
    },
];

/// The question of the picture on the first page, which few curves answer.
const PICTURE: Question = Question {
    question: "How fast are messages of one length?",
    text: "",
    section: "throughput",
    unit: Unit::GbPerS,
    x: ("length of a message", Scale::Bytes),
    y: Scale::Log,
    choices: &[(true, Proven, 2), (false, Proven, 2), (false, Heuristic, 2)],
    walls: false,
    case: |case| case.x.is_some_and(|x| x <= 1_048_576.0),
    row: |row| chosen(row) && summary::is_plain_64(&row.name),
};

/// Answers the question of the picture, if the results can.
#[must_use]
pub fn picture(results: &Results) -> Option<Group> {
    PICTURE.ask(std::slice::from_ref(results))
}

/// Asks all questions that the results can answer.
#[must_use]
pub fn groups(all: &[Results]) -> Vec<Group> {
    QUESTIONS.iter().filter_map(|question| question.ask(all)).collect()
}

impl Question {
    fn ask(&self, all: &[Results]) -> Option<Group> {
        let mut x = Axis::new(self.x.0, self.x.1);
        let y = Axis::new(self.unit.label(), self.y);
        let mut plots = Vec::new();
        for results in all {
            let Some(section) = results.section(self.section) else { continue };
            let cases: Vec<_> = section.cases.iter().filter(|case| self.takes(case)).collect();
            if x.scale == Scale::Names && x.names.len() < cases.len() {
                x.names = cases.iter().map(|case| case.name.replace("1k ", "")).collect();
            }
            if cases.len() > 1 {
                plots.push(self.plot(results, section, &cases));
            }
        }
        // A function has the same colour in all plots of a question.
        let mut names: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        for series in plots.iter_mut().flat_map(|plot| &mut plot.series) {
            let (names, palette) = match series.ours {
                true => (&mut names[0], svg::OURS),
                false => (&mut names[1], svg::PEERS),
            };
            let known = names.iter().position(|name| *name == series.name);
            let index = known.unwrap_or_else(|| {
                names.push(series.name.clone());
                names.len() - 1
            });
            series.colour = palette[index % palette.len()];
        }
        let (question, text) = (self.question.to_owned(), self.text.to_owned());
        (!plots.is_empty()).then_some(Group { question, text, x, y, plots })
    }

    /// Returns whether a case has a position on the axis.
    fn takes(&self, case: &Case) -> bool {
        (self.case)(case) && (self.x.1 == Scale::Names || case.x.is_some_and(|x| x > 0.0))
    }

    fn plot(&self, results: &Results, section: &Section, cases: &[&Case]) -> Plot {
        let points = |row: &Row| -> Vec<(f64, f64)> {
            let point = |(i, case): (usize, &&Case)| {
                let x = if self.x.1 == Scale::Names { i as f64 } else { case.x? };
                Some((x, self.unit.of(case, case.row(&row.name)?)))
            };
            cases.iter().enumerate().filter_map(point).collect()
        };
        // The best by the geometric mean over all cases.
        let mean = |row: &Row| {
            let logs = points(row).into_iter().map(|(_, y)| y.ln());
            let mean = logs.clone().sum::<f64>() / logs.count() as f64;
            if self.unit == Unit::GbPerS { -mean } else { mean }
        };
        let mut rows: Vec<_> = section.contenders();
        rows.retain(|row| points(row).len() == cases.len());
        rows.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
        let mut series = Vec::new();
        for (ours, promise, count) in self.choices {
            let is_one = |row: &&&Row| {
                row.role != Role::Wall
                    && (row.role != Role::Peer) == *ours
                    && row.promise == *promise
                    && (self.row)(row)
            };
            let mut seen: Vec<&str> = Vec::new();
            for row in rows.iter().filter(is_one) {
                // Each function of the peers gets one curve, because its slower implementations add
                // little.
                let algorithm = row.name.split('/').next().unwrap_or_default();
                if !ours && row.name.contains('/') && seen.contains(&algorithm) {
                    continue;
                }
                seen.push(algorithm);
                if seen.len() > *count {
                    break;
                }
                series.push(Series {
                    name: row.display(),
                    ours: *ours,
                    promise: *promise,
                    colour: "",
                    points: points(row),
                });
            }
        }
        let wall = |start: &str, name, dashes| {
            let is_it = |row: &&&Row| row.role == Role::Wall && row.name.starts_with(start);
            let row = rows.iter().find(is_it).filter(|_| self.walls)?;
            Some(Wall { name, dashes, points: points(row) })
        };
        let walls = [wall("read/", "memory", "none"), wall("products/", "multiplier", "4 2")];
        Plot {
            title: results.machine.title(),
            series,
            walls: walls.into_iter().flatten().collect(),
            notes: Vec::new(),
        }
    }
}

impl Group {
    /// Returns the ranges of both axes, which cover all plots.
    #[must_use]
    pub fn ranges(&self) -> [Range<f64>; 2] {
        let series = self.plots.iter().flat_map(|plot| &plot.series);
        let points = series.flat_map(|series| series.points.iter().copied());
        let xs = self.x.range(points.clone().map(|point| point.0));
        let walls = self.plots.iter().flat_map(|plot| &plot.walls).flat_map(|wall| &wall.points);
        let mut ys = self.y.range(points.map(|point| point.1));
        ys.end = walls.map(|point| 1.1 * point.1).fold(ys.end, f64::max);
        [xs, ys]
    }

    /// Draws a plot of the group.
    #[must_use]
    pub fn draw(&self, plot: &Plot, size: svg::Size) -> String {
        svg::draw(plot, [&self.x, &self.y], self.ranges(), size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_have_room() {
        for (low, high) in [(1.0, 64.0), (16.0, 16384.0), (8.0, 67e6)] {
            let axis = Axis::new("", Scale::Bytes);
            let ticks = axis.ticks(&axis.range([low, high]));
            assert!((4..=8).contains(&ticks.len()), "{ticks:?}");
        }
        let axis = Axis::new("", Scale::Linear);
        assert_eq!(axis.ticks(&(0.0..130.0)), [0.0, 50.0, 100.0]);
        let axis = Axis::new("", Scale::Log);
        assert_eq!(axis.ticks(&(0.3..12.0)), [0.5, 1.0, 2.0, 5.0, 10.0]);
    }

    #[test]
    fn places_and_values() {
        let axis = Axis::new("", Scale::Bytes);
        assert_eq!(axis.show(axis.value(axis.place(65536.0))), "64 KiB");
        assert_eq!(Axis::new("", Scale::Log).show(0.5), "0.5");
        assert_eq!(Axis::new("", Scale::Linear).show(20.0), "20");
    }

    /// No plot has more than six curves, whatever was measured.
    #[test]
    fn no_plot_is_crowded() {
        for question in QUESTIONS {
            let curves: usize = question.choices.iter().map(|(_, _, count)| count).sum();
            assert!(curves <= 6, "{}", question.question);
        }
    }
}
