//! Times equality saturation by egg, whose result does not depend on the order of its maps, and
//! prints milliseconds.

use egg::{EGraph, Rewrite, Runner, SimpleScheduler, SymbolLang, rewrite};
use std::time::{Duration, Instant};

fn saturate(label: &str, rules: &[Rewrite<SymbolLang, ()>], start: &str, classes: usize) {
    let mut best = f64::MAX;
    for _ in 0..3 {
        let runner = Runner::default()
            .with_scheduler(SimpleScheduler)
            .with_iter_limit(100)
            .with_node_limit(10_000_000)
            .with_time_limit(Duration::from_secs(600))
            .with_expr(&start.parse().expect("an expression"));
        let clock = Instant::now();
        let runner = runner.run(rules);
        best = best.min(clock.elapsed().as_secs_f64() * 1e3);
        let graph: &EGraph<SymbolLang, ()> = &runner.egraph;
        assert_eq!(graph.number_of_classes(), classes, "{label}: {:?}", runner.stop_reason);
    }
    println!("{label}, ms\t{best}");
}

fn main() {
    let sums = [
        rewrite!("commute"; "(+ ?a ?b)" => "(+ ?b ?a)"),
        rewrite!("associate"; "(+ ?a (+ ?b ?c))" => "(+ (+ ?a ?b) ?c)"),
    ];
    // Every non-empty subset of the terms is a class.
    saturate("sum of 7 terms", &sums, "(+ a (+ b (+ c (+ d (+ e (+ f g))))))", 127);
    saturate("sum of 8 terms", &sums, "(+ a (+ b (+ c (+ d (+ e (+ f (+ g h)))))))", 255);
    saturate("sum of 9 terms", &sums, "(+ a (+ b (+ c (+ d (+ e (+ f (+ g (+ h i))))))))", 511);
}
