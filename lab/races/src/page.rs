//! The report as one self-contained HTML file.

use crate::plots::{self, Scale};
use crate::results::{Machine, Promise, Results, Role, Row, Section, Unit};
use crate::summary::{self, Best};
use crate::svg::{self, digits};
use minijinja::{Environment, Value, context};

/// Renders the page.
///
/// # Errors
/// Returns an error if the template is malformed.
pub fn html(all: &[Results]) -> Result<String, String> {
    let mut environment = Environment::new();
    let named = |error: minijinja::Error| format!("the page's template: {error:#}");
    environment.add_template("page.html", include_str!("page/page.html")).map_err(named)?;
    let machines: Vec<_> = all.iter().map(|results| &results.machine).collect();
    let values = context! {
        style => svg::STYLE,
        script => include_str!("page/script.js"),
        machines => machines.iter().map(|machine| described(machine)).collect::<Vec<_>>(),
        quick => machines.iter().any(|machine| machine.quick),
        summaries => all.iter().map(summary).collect::<Vec<_>>(),
        groups => plots::groups(all).iter().map(group).collect::<Vec<_>>(),
        sections => sections(all),
    };
    let page = environment.get_template("page.html").and_then(|page| page.render(values));
    page.map_err(named)
}

fn described(machine: &Machine) -> Value {
    context! {
        title => machine.title(),
        id => machine.slug() + if machine.quick { "-quick" } else { "" },
        lines => [
            ("CPU", machine.cpu.clone()),
            ("compiler", machine.rustc.clone()),
            ("features of the CPU", machine.features.join(" ")),
            ("required by the build", match machine.required.join(" ") {
                none if none.is_empty() => "none: kernels are chosen at run time".to_owned(),
                some => some,
            }),
            ("backends chosen", machine.backends.join("; ")),
            ("peers", machine.peers.join(", ")),
            ("date", machine.date.clone()),
            ("load at the start", machine.load.clone()),
        ],
    }
}

/// Prepares a summary: jobs, and the cases in which a peer is ahead.
fn summary(results: &Results) -> Value {
    let jobs = summary::answers(results).into_iter().map(|answer| {
        let show = |row: &Row| digits(answer.job.unit.of(answer.case, row));
        let named = |row: Option<&Row>| row.map(|row| (row.display(), show(row)));
        let cell = |(best, promise): (Best<'_>, Promise)| {
            context! {
                promise => promise.label(),
                ours => named(best.ours),
                peer => named(best.peer),
                ratio => best.ratio.map(digits),
                verdict => best.ratio.map(verdict),
            }
        };
        context! {
            name => answer.job.name,
            unit => answer.job.unit.label(),
            cells => answer.best.into_iter().zip(Promise::ALL).map(cell).collect::<Vec<_>>(),
        }
    });
    let losses = summary::losses(results).into_iter().map(|loss| {
        let cases = loss.cases.iter().map(|(case, ratio)| format!("{case} {}", digits(*ratio)));
        let worst = loss.cases.iter().min_by(|a, b| a.1.total_cmp(&b.1));
        context! {
            section => loss.section,
            ours => loss.ours.display(),
            peer => loss.peer.display(),
            same => loss.same,
            worst => worst.map(|(_, ratio)| digits(*ratio)),
            at => worst.map(|(case, _)| case),
            count => loss.cases.len(),
            cases => cases.collect::<Vec<_>>().join(", "),
        }
    });
    context! {
        title => results.machine.title(),
        jobs => jobs.collect::<Vec<_>>(),
        losses => losses.collect::<Vec<_>>(),
    }
}

/// Returns the class of a cell, which shows who is ahead.
fn verdict(ratio: f64) -> &'static str {
    match ratio {
        r if r < 0.99 => "behind",
        r if r > 1.01 => "ahead",
        _ => "even",
    }
}

fn group(group: &plots::Group) -> Value {
    let plots = group.plots.iter().map(|plot| {
        let legend = plot.series.iter().map(|series| {
            context! {
                name => series.name,
                ours => series.ours,
                promise => series.promise.label(),
                colour => series.colour,
                dashes => if group.x.scale == Scale::Names { "0 99" } else {
                    svg::dashes(series.promise)
                },
            }
        });
        context! {
            title => plot.title,
            svg => group.draw(plot, svg::SMALL),
            legend => legend.collect::<Vec<_>>(),
            walls => plot.walls.iter().map(|wall| (wall.name, wall.dashes)).collect::<Vec<_>>(),
        }
    });
    context! {
        question => group.question,
        text => group.text,
        plots => plots.collect::<Vec<_>>(),
    }
}

/// Prepares the tables of all sections, with machines and builds side by side.
fn sections(all: &[Results]) -> Vec<Value> {
    let mut names: Vec<&Section> = Vec::new();
    for section in all.iter().flat_map(|results| &results.sections) {
        if names.iter().all(|known| known.name != section.name) {
            names.push(section);
        }
    }
    let show = |first: &&Section| {
        let tables = all
            .iter()
            .filter_map(|results| Some(table(&results.machine, results.section(&first.name)?)));
        context! {
            name => first.name,
            text => first.text,
            unit => first.unit.label(),
            tables => tables.collect::<Vec<_>>(),
        }
    };
    names.iter().map(show).collect()
}

fn table(machine: &Machine, section: &Section) -> Value {
    let rows = section.contenders().into_iter().map(|contender| {
        let cells = section.cases.iter().map(|case| {
            let row = case.row(&contender.name)?;
            let cycles = digits(row.cycles);
            let (ns, spread) = (digits(row.ns), (100.0 * row.spread).round());
            let show = format!("{ns} ns, {cycles} cycles, ±{spread} %");
            Some((digits(section.unit.of(case, row)), show))
        });
        context! {
            name => contender.name,
            class => match contender.role {
                Role::Ours => "ours",
                Role::OursForced => "forced",
                Role::Peer => "peer",
                Role::Wall => "wall",
            },
            promise => if contender.role == Role::Wall { "wall" } else { contender.promise.label() },
            cells => cells.collect::<Vec<_>>(),
        }
    });
    let mut spreads: Vec<f64> =
        section.cases.iter().flat_map(|case| &case.rows).map(|row| 100.0 * row.spread).collect();
    spreads.sort_by(f64::total_cmp);
    let part = |of: usize| spreads.get(spreads.len() * of / 20).copied().map(digits);
    let rounds = section.cases.iter().map(|case| case.rounds);
    let ghz = section.cases.iter().map(|case| case.ghz);
    context! {
        title => machine.title(),
        columns => section.cases.iter().map(|case| &case.name).collect::<Vec<_>>(),
        rows => rows.collect::<Vec<_>>(),
        low_is_best => section.unit != Unit::GbPerS,
        rounds => (rounds.clone().min(), rounds.max()),
        ghz => [f64::min, f64::max].map(|f| digits(ghz.clone().fold(f64::NAN, f))),
        spread => (part(10), part(19)),
    }
}
