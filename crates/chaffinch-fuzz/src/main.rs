//! Runs targets on bytes from a seed, on any toolchain: `chaffinch-fuzz [--seconds N] [--runs N] [--seed N] [--keep FOLDER] [TARGET…]`.
//!
//! The inputs of `fuzz/corpus`, which is libFuzzer's too, come first: what once failed, and what is worth varying. Others are made at random or
//! are such an input with changes.
//! Says how many inputs each target has had. What made one panic or took too long is kept as a file that `--replay FILE TARGET` and
//! libFuzzer read; `--show FILE` prints the page that is made of it.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use chaffinch_fuzz::{TARGETS, Target};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The most bytes that steer one input.
const MOST_BYTES: usize = 1_500;
/// Longest that one input may take, in processor time.
const LONGEST: Duration = Duration::from_secs(10);
/// Longest that one input is waited for, by the clock, on a machine that may have other work, too.
const PATIENCE: Duration = Duration::from_secs(120);
/// Ticks of a second in `/proc`, on every Linux.
const TICKS: u64 = 100;
/// Inputs by target, a folder each.
const CORPUS: &str = "fuzz/corpus";
/// Pages may be deep.
const STACK: usize = 256 << 20;

struct Plan {
    seconds: Option<u64>,
    runs: Option<u64>,
    seed: u64,
    keep: PathBuf,
    replay: Option<PathBuf>,
    targets: Vec<&'static Target>,
}

fn main() -> ExitCode {
    let plan = match Plan::of(std::env::args().skip(1)) {
        Ok(plan) => plan,
        Err(message) => {
            eprintln!("chaffinch-fuzz: {message}");
            return ExitCode::from(2);
        }
    };
    // The message of a panic is printed by the target that failed, once.
    std::panic::set_hook(Box::new(|_| {}));
    let mut failures = 0;
    for target in &plan.targets {
        failures += run(target, &plan);
    }
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Plan {
    fn of(mut arguments: impl Iterator<Item = String>) -> Result<Plan, String> {
        let keep = PathBuf::from("target/fuzz");
        let mut plan = Plan { seconds: None, runs: None, seed: 1, keep, replay: None, targets: Vec::new() };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            let number = |text: String| text.parse::<u64>().map_err(|error| format!("{text}: {error}"));
            match argument.as_str() {
                "--seconds" => plan.seconds = Some(number(value()?)?),
                "--runs" => plan.runs = Some(number(value()?)?),
                "--seed" => plan.seed = number(value()?)?,
                "--keep" => plan.keep = value()?.into(),
                "--show" => {
                    let bytes = std::fs::read(value()?).map_err(|error| error.to_string())?;
                    println!("{}", chaffinch_fuzz::page(&mut chaffinch_fuzz::Choices::of(&bytes)));
                    plan.runs = Some(0);
                }
                "--replay" => plan.replay = Some(value()?.into()),
                name => match TARGETS.iter().find(|target| target.name == name) {
                    Some(target) => plan.targets.push(target),
                    None => {
                        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
                        return Err(format!("there is no target {name}; there are {}", names.join(", ")));
                    }
                },
            }
        }
        if plan.targets.is_empty() {
            plan.targets = TARGETS.iter().collect();
        }
        if plan.seconds.is_none() && plan.runs.is_none() {
            plan.runs = Some(100);
        }
        Ok(plan)
    }
}

/// Runs one target; how many inputs failed.
fn run(target: &'static Target, plan: &Plan) -> usize {
    let begun = Instant::now();
    let (mut runs, mut failures) = (0, 0);
    let mut worst = Duration::ZERO;
    let mut random = fastrand::Rng::with_seed(plan.seed);
    let corpus = corpus(target);
    while plan.runs != Some(0) {
        let bytes = match (&plan.replay, corpus.get(runs as usize)) {
            (Some(file), _) => std::fs::read(file).unwrap_or_default(),
            (None, Some(known)) => known.clone(),
            (None, None) => made(&mut random, &corpus),
        };
        let (at, worked) = (Instant::now(), time_worked());
        let mut result = attempt(target, bytes.clone());
        let took = time_worked().zip(worked).map_or_else(|| at.elapsed(), |(now, before)| now - before);
        if result.is_ok() && took > LONGEST {
            result = Err(format!("took {:.1} s", took.as_secs_f32()));
        }
        if let Err(why) = result {
            failures += 1;
            let file = plan.keep.join(format!("{}-{}-{runs}", target.name, plan.seed));
            let kept = std::fs::create_dir_all(&plan.keep).and_then(|()| std::fs::write(&file, bytes));
            println!("{}: {why}; kept as {} ({kept:?})", target.name, file.display());
        }
        worst = worst.max(took);
        runs += 1;
        let is_over = plan.seconds.is_some_and(|seconds| begun.elapsed() >= Duration::from_secs(seconds));
        if is_over || plan.runs.is_some_and(|most| runs >= most) || plan.replay.is_some() {
            break;
        }
    }
    let seconds = begun.elapsed().as_secs_f32();
    println!(
        "{}: {runs} inputs in {seconds:.1} s, worst {:.2} s, {failures} failed",
        target.name,
        worst.as_secs_f32()
    );
    failures
}

/// The processor time of this program so far, where the system tells.
fn time_worked() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in parentheses. User and system time are fields 14 and 15.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks()? + ticks()?) * (1000 / TICKS)))
}

/// What is known to be worth trying on a target.
fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = std::fs::read_dir(PathBuf::from(CORPUS).join(target.name));
    let mut files: Vec<PathBuf> =
        folder.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files.iter().filter_map(|file| std::fs::read(file).ok()).collect()
}

/// Bytes at random, or something known with some of its bytes changed.
fn made(random: &mut fastrand::Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    if corpus.is_empty() || random.bool() {
        return (0..random.usize(1..MOST_BYTES)).map(|_| random.u8(..)).collect();
    }
    let mut bytes = corpus[random.usize(..corpus.len())].clone();
    for _ in 0..random.usize(1..8) {
        let at = random.usize(..=bytes.len());
        match random.u8(..3) {
            0 => bytes.insert(at, random.u8(..)),
            1 => bytes.truncate(at.max(1)),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.u8(..)),
        }
    }
    bytes
}

/// Runs a target on a thread of its own, which is left behind if it takes too long.
fn attempt(target: &'static Target, bytes: Vec<u8>) -> Result<(), String> {
    let (tell, told) = channel();
    let work = move || {
        let result = std::panic::catch_unwind(|| (target.run)(&bytes));
        let _ = tell.send(result.map_err(|payload| {
            let text = payload.downcast_ref::<String>().cloned();
            text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
        }));
    };
    std::thread::Builder::new().stack_size(STACK).spawn(work).map_err(|error| error.to_string())?;
    match told.recv_timeout(PATIENCE) {
        Ok(result) => result.map_err(|message| format!("panicked ({message})")),
        Err(RecvTimeoutError::Timeout) => {
            Err(format!("took more than {} s by the clock", PATIENCE.as_secs()))
        }
        Err(RecvTimeoutError::Disconnected) => Err("died".to_owned()),
    }
}
