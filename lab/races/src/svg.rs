//! A plot as a picture in the colours of the page, drawn by `plotters`.
//!
//! `plotters` only has fixed colours. So each part of a plot is drawn in a colour that stands for a
//! CSS variable, and the variable replaces the colour in the text of the picture. Dashes are added
//! in the same step, because they are shorter as an attribute than as lines.

use crate::plots::{Axis, Plot, Scale};
use crate::results::Promise;
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use std::fmt::Write as _;
use std::ops::Range;

/// The size of a picture, its font and its margins, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The width.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The size of letters; `plotters` draws them a fifth smaller.
    pub font: u32,
    /// The height of a legend below the plot; 0 for none.
    pub legend: u32,
}

/// The style of the page, which defines the colours.
pub const STYLE: &str = include_str!("page/style.css");

/// The size of a plot on the page, as wide as a phone.
pub const SMALL: Size = Size { width: 380, height: 280, font: 14, legend: 0 };

/// Colours that stand for CSS variables.
const TEXT: RGBColor = RGBColor(0, 0, 1);
const GRID: RGBColor = RGBColor(0, 0, 2);
const LINES: u8 = 16;
const MARKERS: u8 = 17;
const WALLS: u8 = 18;

/// The palette of our functions: variables by number.
pub const OURS: [&str; 4] = ["--o1", "--o2", "--o3", "--o4"];
/// The palette of peers.
pub const PEERS: [&str; 4] = ["--p1", "--p2", "--p3", "--p4"];

/// Returns the dashes of a line in the format of `stroke-dasharray`.
#[must_use]
pub const fn dashes(promise: Promise) -> &'static str {
    match promise {
        Promise::Proven => "none",
        Promise::Prf => "8 3",
        Promise::Heuristic => "2 3",
    }
}

/// Draws a plot. The ranges are those of the axes and may cover several plots.
///
/// # Panics
/// Never panics, because writing to a string does not fail.
#[must_use]
pub fn draw(plot: &Plot, [x, y]: [&Axis; 2], [xs, ys]: [Range<f64>; 2], size: Size) -> String {
    let mut text = String::new();
    let mut over = String::new();
    {
        let root =
            SVGBackend::with_string(&mut text, (size.width, size.height)).into_drawing_area();
        let (area, legend) = root.split_vertically(size.height - size.legend);
        if size.legend > 0 {
            draw_legend(&legend, plot, size).expect("writing to a string succeeds");
        }
        over +=
            &draw_area(&area, plot, [x, y], [xs, ys], size).expect("writing to a string succeeds");
        root.present().expect("writing to a string succeeds");
    }
    let text = text.replace("</svg>", &(over + "</svg>"));
    // Without a fixed size, the picture scales with the page.
    let fixed = format!("width=\"{}\" height=\"{}\" ", size.width, size.height);
    let text = text.replacen(&fixed, "", 1).replace(" opacity=\"1\"", "");
    coloured(&text, plot)
}

type Drawn<T> = Result<T, Box<dyn std::error::Error>>;

/// Draws axes, walls and series. Returns the overlay: points that show their figures on hover.
fn draw_area(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    plot: &Plot,
    [x, y]: [&Axis; 2],
    [xs, ys]: [Range<f64>; 2],
    size: Size,
) -> Drawn<String> {
    let [x_ticks, y_ticks] = [x.ticks(&xs), y.ticks(&ys)];
    // Both scales are linear in the drawn coordinates, so that one coordinate type serves all
    // plots.
    let drawn = |axis: &Axis, range: &Range<f64>| axis.place(range.start)..axis.place(range.end);
    let placed = |axis: &Axis, ticks: &[f64]| ticks.iter().map(|t| axis.place(*t)).collect();
    let at = |(px, py): &(f64, f64)| (x.place(*px), y.place(*py));
    let font = ("sans-serif", size.font).into_font().color(&TEXT);
    let mut chart = ChartBuilder::on(area)
        .margin(4)
        .margin_top(size.font / 2)
        // Half of a tick's label is beyond the end of the axis.
        .margin_right(3 * size.font / 2)
        .x_label_area_size(3 * size.font)
        .y_label_area_size(4 * size.font)
        .build_cartesian_2d(
            Ticked { range: drawn(x, &xs), ticks: placed(x, &x_ticks), axis: x.clone() },
            Ticked { range: drawn(y, &ys), ticks: placed(y, &y_ticks), axis: y.clone() },
        )?;
    chart
        .configure_mesh()
        .axis_style(GRID)
        .bold_line_style(GRID)
        .light_line_style(TRANSPARENT)
        .x_desc(x.label.as_str())
        .y_desc(y.label.as_str())
        .label_style(font.clone())
        .axis_desc_style(font.clone())
        .draw()?;

    for (k, wall) in (0..).zip(&plot.walls) {
        let points = wall.points.iter().map(at);
        chart.draw_series(LineSeries::new(points, RGBColor(WALLS, 0, k).stroke_width(1)))?;
    }
    let mut over = String::new();
    for (k, series) in (0..).zip(&plot.series) {
        if x.scale != Scale::Names {
            let width = if series.ours { 2 } else { 1 };
            let style = RGBColor(LINES, 0, k).stroke_width(width);
            chart.draw_series(LineSeries::new(series.points.iter().map(at), style))?;
        }
        for point in &series.points {
            // At named positions, markers are shifted so that they do not hide each other.
            let shift = if x.scale == Scale::Names { 5 * i32::from(k) - 12 } else { 0 };
            let marker = Polygon::new(outline(series.promise, shift), RGBColor(MARKERS, 0, k));
            chart.draw_series([EmptyElement::at(at(point)) + marker])?;
            let (left, top) = chart.backend_coord(&at(point));
            let _ = write!(
                over,
                "<circle cx=\"{}\" cy=\"{top}\" r=\"6\" fill=\"transparent\"><title>{}, {}: {} {}\
                 </title></circle>",
                left + shift,
                escaped(&series.name),
                escaped(&x.show(point.0)),
                digits(point.1),
                escaped(&y.label),
            );
        }
    }
    Ok(over)
}

/// Draws a line, a marker and a name for each series, in two columns, and the notes below them.
fn draw_legend(area: &DrawingArea<SVGBackend<'_>, Shift>, plot: &Plot, size: Size) -> Drawn<()> {
    let font = ("sans-serif", size.font).into_font().color(&TEXT);
    let [font_size, width] = [size.font, size.width].map(u32::cast_signed);
    let line = |row: i32| (3 * row + 1) * font_size / 2;
    let text = |text: &str, x: i32, y: i32| {
        area.draw(&Text::new(text.to_owned(), (x, y - font_size / 2 - 1), font.clone()))
    };
    for (k, series) in (0..).zip(&plot.series) {
        let (x, y) = (i32::from(k % 2) * width / 2, line(i32::from(k / 2)));
        let stroke = if series.ours { 2 } else { 1 };
        let style = RGBColor(LINES, 0, k).stroke_width(stroke);
        area.draw(&PathElement::new([(x + 8, y), (x + 36, y)], style))?;
        let marker = Polygon::new(outline(series.promise, 0), RGBColor(MARKERS, 0, k));
        area.draw(&(EmptyElement::at((x + 22, y)) + marker))?;
        let ours = if series.ours { "ours, " } else { "" };
        // Who wrote a peer's implementation is said in the tables.
        let name = series.name.split(", ").next().unwrap_or_default();
        text(&format!("{name}: {ours}{}", series.promise.label()), x + 44, y)?;
    }
    let rows = i32::try_from(plot.series.len().div_ceil(2))?;
    for (k, note) in (0..).zip(&plot.notes) {
        text(note, 8, line(rows + k))?;
    }
    Ok(())
}

/// Returns the outline of a marker: nearly a circle for proven functions, a square for a PRF, a
/// triangle for the rest.
fn outline(promise: Promise, shift: i32) -> Vec<(i32, i32)> {
    let points: &[(i32, i32)] = match promise {
        Promise::Proven => {
            &[(-1, -3), (1, -3), (3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1)]
        }
        Promise::Prf => &[(-3, -3), (3, -3), (3, 3), (-3, 3)],
        Promise::Heuristic => &[(0, -4), (4, 3), (-4, 3)],
    };
    points.iter().map(|(x, y)| (x + shift, *y)).collect()
}

/// Returns a picture for use outside the page, this many pixels wide unless there is less room, in
/// the page's colours: dark if the reader's system is, light otherwise.
#[must_use]
pub fn alone(picture: &str, width: u32) -> String {
    let variables = |start: &str| {
        let (_, rest) = STYLE.split_once(start).unwrap_or_default();
        let block = rest.split_once('}').map_or("", |(block, _)| block);
        let lines = block.lines().filter(|line| line.trim_start().starts_with("--"));
        lines.flat_map(str::split_whitespace).collect::<String>()
    };
    let (light, dark) = (variables(":root {"), variables(":root.dark {"));
    let style = format!(
        "<style>svg{{background:var(--back);{light}}}@media (prefers-color-scheme:dark){{svg{{{dark}}}}}</style>"
    );
    let (head, rest) = picture.split_once('>').unwrap_or_default();
    format!("{head} width=\"{width}\">{style}{rest}")
}

/// Replaces colours with the variables that they stand for.
fn coloured(text: &str, plot: &Plot) -> String {
    let hex = |RGBColor(r, g, b): RGBColor| format!("\"#{r:02X}{g:02X}{b:02X}\"");
    let mut text = text.to_owned();
    for (colour, variable) in [(TEXT, "--text"), (GRID, "--grid")] {
        text = text.replace(&hex(colour), &format!("\"var({variable})\""));
    }
    for (k, wall) in (0..).zip(&plot.walls) {
        let line = format!("\"var(--wall)\" stroke-dasharray=\"{}\"", wall.dashes);
        text = text.replace(&hex(RGBColor(WALLS, 0, k)), &line);
    }
    for (k, series) in (0..).zip(&plot.series) {
        let (colour, dashes) = (series.colour, dashes(series.promise));
        let line = format!("\"var({colour})\" stroke-dasharray=\"{dashes}\"");
        text = text.replace(&hex(RGBColor(LINES, 0, k)), &line);
        text = text.replace(&hex(RGBColor(MARKERS, 0, k)), &format!("\"var({colour})\""));
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Formats a figure with three significant digits, or with more before the decimal point.
#[must_use]
pub fn digits(value: f64) -> String {
    match value.abs() {
        v if v < 0.0995 => format!("{value:.4}"),
        v if v < 0.995 => format!("{value:.3}"),
        v if v < 9.95 => format!("{value:.2}"),
        v if v < 99.5 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// An axis with ticks at given positions, labelled with their values.
struct Ticked {
    range: Range<f64>,
    ticks: Vec<f64>,
    axis: Axis,
}

impl Ranged for Ticked {
    type FormatOption = plotters::coord::ranged1d::NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let place = (value - self.range.start) / (self.range.end - self.range.start);
        // The result is in pixels of a picture.
        #[expect(clippy::cast_possible_truncation)]
        let pixels = (place * f64::from(high - low)).round() as i32;
        low + pixels
    }

    fn key_points<H: plotters::coord::ranged1d::KeyPointHint>(&self, _: H) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Ticked {
    fn format_ext(&self, place: &f64) -> String {
        self.axis.show(self.axis.value(*place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plots::{Series, Wall};

    #[test]
    fn three_digits() {
        let shown = [0.01234, 0.1234, 1.234, 12.34, 123.4, 1234.5].map(digits);
        assert_eq!(shown, ["0.0123", "0.123", "1.23", "12.3", "123", "1234"]);
    }

    /// No fixed colour may be left, because one of the themes could not show it.
    #[test]
    fn colours_are_variables() {
        let series = |name: &str, ours, promise, colour| Series {
            name: name.to_owned(),
            ours,
            promise,
            colour,
            points: vec![(8.0, 1.0), (1024.0, 30.0)],
        };
        let plot = Plot {
            title: String::new(),
            series: vec![
                series("a", true, Promise::Proven, OURS[0]),
                series("b <&", false, Promise::Prf, PEERS[0]),
                series("c", false, Promise::Heuristic, PEERS[1]),
            ],
            walls: vec![Wall {
                name: "memory",
                dashes: "none",
                points: vec![(8.0, 2.0), (1024.0, 50.0)],
            }],
            notes: vec!["a note".to_owned()],
        };
        let axes = [Axis::new("bytes", Scale::Bytes), Axis::new("GB/s", Scale::Log)];
        let size = Size { legend: 100, ..SMALL };
        let text = draw(&plot, axes.each_ref(), [8.0..1024.0, 1.0..50.0], size);
        assert!(!text.contains("\"#"), "{text}");
        assert!(text.contains("stroke-dasharray=\"8 3\"") && text.contains("b &lt;&amp;"));
        assert!(text.contains("1 KiB") || text.contains("256 B"));
        // A picture outside the page defines each variable, in both themes.
        assert!(text.contains("a note"));
        let text = alone(&text, 100);
        assert!(text.starts_with("<svg ") && text.contains("width=\"100\""));
        for (_, rest) in text.match_indices("var(").map(|(at, var)| text.split_at(at + var.len())) {
            let variable = rest.split_once(')').map_or("", |(name, _)| name);
            assert_eq!(text.matches(&format!("{variable}:#")).count(), 2, "{variable}");
        }
    }
}
