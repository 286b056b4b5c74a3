//! Small programs with known answers.

use chaffinch_rules::{Budget, Database, Hosts, Program, RunProblem, Value};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn run(rules: &str, edges: &[(i64, i64)]) -> Database {
    let program = Program::parse(&[("test.rules", rules)], &[]).unwrap();
    let mut facts = Database::default();
    for (a, b) in edges {
        facts.add("edge", &[Value::Number(*a), Value::Number(*b)]);
    }
    program.run(&mut facts, &Hosts::default(), Budget::default()).unwrap();
    facts
}

fn numbers(facts: &Database, relation: &str) -> Vec<Vec<i64>> {
    let number = |value: &Value| match value {
        Value::Number(number) => *number,
        Value::Symbol(_) => -1,
    };
    facts.rows(relation).map(|row| row.iter().map(number).collect()).collect()
}

#[test]
fn a_cycle_comes_to_an_end() {
    let facts = run("path(X,Y) ⇐ edge(X,Y). path(X,Z) ⇐ path(X,Y) ∧ path(Y,Z).", &[(1, 2), (2, 3), (3, 1)]);
    assert_eq!(facts.len("path"), 9);
}

#[test]
fn aggregates_look_at_distinct_tuples() {
    let rules = "
        degree(X,N) ⇐ edge(X,_) ∧ N = #count{Y : edge(X,Y)}.
        highest(X,M) ⇐ edge(X,_) ∧ M = #max{Y : edge(X,Y)}.
        total(S) ⇐ edge(_,_) ∧ S = #sum{Y,X : edge(X,Y)}.
        busiest(X) ⇐ degree(X,N) ∧ N = #max{D : degree(_,D)}.
    ";
    let facts = run(rules, &[(1, 2), (1, 3), (2, 3)]);
    assert_eq!(numbers(&facts, "degree"), [[1, 2], [2, 1]]);
    assert_eq!(numbers(&facts, "highest"), [[1, 3], [2, 3]]);
    assert_eq!(numbers(&facts, "total"), [[8]]);
    assert_eq!(numbers(&facts, "busiest"), [[1]]);
}

#[test]
fn arithmetic_waits_for_what_it_needs() {
    let facts = run("far(X,Y) ⇐ |D| ≥ 3 ∧ D = Y − X ∧ edge(X,Y) ∧ X ≠ 7.", &[(1, 5), (6, 2), (1, 2), (7, 1)]);
    assert_eq!(numbers(&facts, "far"), [[1, 5], [6, 2]]);
}

#[test]
fn absence_may_leave_places_open() {
    let facts = run("source(X) ⇐ edge(X,_) ∧ ¬ edge(_,X).", &[(1, 2), (2, 3)]);
    assert_eq!(numbers(&facts, "source"), [[1]]);
}

#[test]
fn brackets_and_bars_give_the_smaller_of_two_numbers() {
    let facts = run("least(X,Y,M) ⇐ edge(X,Y) ∧ M = (X + Y − |X − Y|) / 2.", &[(3, 8), (9, 4)]);
    assert_eq!(numbers(&facts, "least"), [[3, 8, 3], [9, 4, 4]]);
}

#[test]
fn faults_are_told_with_their_line() {
    let fault = |rules: &str| Program::parse(&[("f.rules", rules)], &["child"]).unwrap_err().to_string();
    assert_eq!(fault("p(X) ⇐ q(Y)."), "f.rules:1: nothing gives X its value");
    assert_eq!(fault("q(1).\n\np(X) ⇐ q(X) ∧ ¬ p(X)."), "f.rules:3: p depends on its own negation or count");
    assert_eq!(fault("p(X) ⇐ q(X).\nr(X) ⇐ q(X,X)."), "f.rules:2: q has 2 terms here and 1 elsewhere");
    assert_eq!(fault("% ok\np(X) ⇐ q(X)"), "f.rules:2: . is expected");
    assert_eq!(fault("p(X) ⇐ q(X) & r(X)."), "f.rules:1: the sign & means nothing here");
    assert_eq!(fault("child(X) ⇐ q(X)."), "f.rules:1: child is computed; no rule can add to it");
}

#[test]
fn a_run_stops_at_its_budget() {
    let program = Program::parse(&[("n.rules", "n(0). n(Y) ⇐ n(X) ∧ Y = X + 1.")], &[]).unwrap();
    let mut facts = Database::default();
    let problem = program.run(&mut facts, &Hosts::default(), Budget { steps: 1000 }).unwrap_err();
    assert_eq!(problem, RunProblem::TooManySteps(1000));
}

#[test]
fn a_derivation_names_rules_facts_and_what_was_computed() {
    let rules = "twice(X,Z) ⇐ double(Y,Z) ∧ edge(X,Y) ∧ ¬ edge(Y,_).\nend(Z) ⇐ twice(1,Z).";
    let program = Program::parse(&[("t.rules", rules)], &["double"]).unwrap();
    let mut facts = Database::default();
    facts.add("edge", &[Value::Number(1), Value::Number(4)]);
    let mut hosts = Hosts::default();
    hosts.add("double", &[0], |arguments, found| {
        if let Some(Value::Number(number)) = arguments[0] {
            found(&[Value::Number(number), Value::Number(2 * number)]);
        }
    });
    program.run(&mut facts, &hosts, Budget::default()).unwrap();
    let end = facts.fact("end", &[Value::Number(8)]).unwrap();
    let why = facts.why(end, 5, &|value| facts.text(value));
    assert_eq!(why.rule.as_deref(), Some("t.rules:2"));
    let twice = &why.from[0];
    let told: Vec<&str> = twice.from.iter().map(|from| from.fact.as_str()).collect();
    assert_eq!(told, ["edge(1,4)", "¬ edge(4,_)", "double(4,8)"]);
}

proptest! {
    /// Semi-naive evaluation against a closure made the simple way.
    #[test]
    fn reachability_agrees_with_a_simple_closure(edges in proptest::collection::vec((0i64..8, 0i64..8), 0..20)) {
        let facts = run("r(X,Y) ⇐ edge(X,Y). r(X,Z) ⇐ r(X,Y) ∧ edge(Y,Z).", &edges);
        let found: BTreeSet<(i64, i64)> = numbers(&facts, "r").iter().map(|row| (row[0], row[1])).collect();
        let mut closure: BTreeSet<(i64, i64)> = edges.iter().copied().collect();
        loop {
            let more: Vec<(i64, i64)> = closure
                .iter()
                .flat_map(|(a, b)| edges.iter().filter(move |(c, _)| c == b).map(move |(_, d)| (*a, *d)))
                .collect();
            let before = closure.len();
            closure.extend(more);
            if closure.len() == before {
                break;
            }
        }
        prop_assert_eq!(found, closure);
    }
}
