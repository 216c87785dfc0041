//! Line plots as SVG.

use std::fmt::Write;

/// A plot of several lines over the same axis.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Above the plot.
    pub title: String,
    /// What x is.
    pub x: String,
    /// What y is.
    pub y: String,
    /// Whether x is drawn by its logarithm.
    pub log_x: bool,
    /// Whether y is.
    pub log_y: bool,
    /// Names and points.
    pub lines: Vec<(String, Vec<(f64, f64)>)>,
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 40.0;
const LEGEND: f64 = 220.0;

/// An axis: from values to pixels.
struct Axis {
    log: bool,
    low: f64,
    high: f64,
}

impl Axis {
    fn new(log: bool, values: impl Iterator<Item = f64> + Clone) -> Self {
        let high = values.clone().fold(f64::MIN_POSITIVE, f64::max);
        let low = if log { values.fold(high, f64::min) } else { 0.0 };
        Self { log, low, high }
    }

    /// The place of a value, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        if self.log {
            (value / self.low).ln() / (self.high / self.low).ln().max(f64::MIN_POSITIVE)
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Powers of two (of sixteen, if those are many), or round numbers.
    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let base: f64 = if self.high / self.low > 4096.0 { 4.0 } else { 2.0 };
            let mut exponent = self.low.log(base).ceil();
            let mut ticks = Vec::new();
            while base.powf(exponent) <= self.high * 1.001 {
                ticks.push(base.powf(exponent));
                exponent += 1.0;
            }
            ticks
        } else {
            let decade = 10_f64.powf((self.high / 4.0).log10().floor());
            let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * decade);
            let step = step.into_iter().find(|s| self.high / s <= 8.0).unwrap_or(self.high);
            (0..=8).map(|i| f64::from(i) * step).filter(|t| *t <= self.high).collect()
        }
    }
}

/// 65536 as 64k.
fn short(value: f64) -> String {
    match value {
        v if v >= 1_048_576.0 && v % 1_048_576.0 == 0.0 => format!("{}M", v / 1_048_576.0),
        v if v >= 1024.0 && v % 1024.0 == 0.0 => format!("{}k", v / 1024.0),
        v => format!("{}", (v * 1000.0).round() / 1000.0),
    }
}

impl Plot {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = || self.lines.iter().flat_map(|(_, line)| line.iter());
        let x = Axis::new(self.log_x, points().map(|p| p.0));
        let y = Axis::new(self.log_y, points().map(|p| p.1));
        let px = |value: f64| LEFT + x.place(value) * WIDTH;
        let py = |value: f64| TOP + HEIGHT - y.place(value) * HEIGHT;
        let (right, bottom) = (LEFT + WIDTH, TOP + HEIGHT);

        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' \
             font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n\
             <text x='{LEFT}' y='24' font-size='15'>{}</text>\n",
            right + LEGEND,
            bottom + 48.0,
            self.title
        );
        for tick in x.ticks() {
            let at = px(tick);
            let _ = writeln!(
                svg,
                "<path d='M{at:.1} {TOP}V{bottom}' stroke='#ddd'/>\
                 <text x='{at:.1}' y='{}' text-anchor='middle'>{}</text>",
                bottom + 16.0,
                short(tick)
            );
        }
        for tick in y.ticks() {
            let at = py(tick);
            let _ = writeln!(
                svg,
                "<path d='M{LEFT} {at:.1}H{right}' stroke='#ddd'/>\
                 <text x='{}' y='{:.1}' text-anchor='end'>{}</text>",
                LEFT - 6.0,
                at + 4.0,
                short(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<text x='{}' y='{}' text-anchor='middle'>{}</text>\
             <text transform='translate(16 {}) rotate(-90)' text-anchor='middle'>{}</text>",
            LEFT + WIDTH / 2.0,
            bottom + 38.0,
            self.x,
            TOP + HEIGHT / 2.0,
            self.y
        );
        for (i, (name, line)) in self.lines.iter().enumerate() {
            // Hues a golden angle apart; every third line is dashed, every second darker. The
            // family's own are thick.
            let hue = (i * 137) % 360;
            let light = if i % 2 == 0 { 45 } else { 32 };
            let dash = if i % 3 == 2 { " stroke-dasharray='6 3'" } else { "" };
            let width = if name.starts_with("clhash") { 3 } else { 1 };
            let stroke = format!(
                "fill='none' stroke='hsl({hue} 75% {light}%)' stroke-width='{width}'{dash}"
            );
            let path: Vec<_> =
                line.iter().map(|p| format!("{:.1},{:.1}", px(p.0), py(p.1))).collect();
            let key = TOP + 8.0 + 18.0 * i as f64;
            let _ = writeln!(
                svg,
                "<polyline points='{}' {stroke}/><path d='M{} {key}h20' {stroke}/>\
                 <text x='{}' y='{}'>{name}</text>",
                path.join(" "),
                right + 12.0,
                right + 38.0,
                key + 4.0
            );
        }
        svg + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_the_corners() {
        let lines = vec![("a".to_owned(), vec![(64.0, 0.0), (1024.0, 10.0)])];
        let [title, x, y] = ["t", "x", "y"].map(str::to_owned);
        let svg = Plot { title, x, y, log_x: true, log_y: false, lines }.svg();
        assert!(svg.contains("points='64.0,460.0 704.0,40.0'"), "{svg}");
        assert!(svg.contains(">1k</text>") && svg.contains(">10</text>"), "{svg}");
    }
}
