//! The expansion on growing pages: with n boxes in tables of √n, one keyword costs about √n.

use chaffinch_tables::{BoxId, Direction, Edges, TopographicGrid, VisualSettings, expand};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Tables of `side` times `side` cells below one another, `side` times `side` of them.
fn page(side: usize) -> TopographicGrid {
    let cell = |table: usize, row: usize, column: usize| {
        let (left, top) = (column as f32 * 40.0, (table * (side + 1) + row) as f32 * 20.0);
        Edges { left, top, right: left + 40.0, bottom: top + 20.0 }
    };
    let tables = (0..side * side).flat_map(|table| (0..side).map(move |row| (table, row)));
    TopographicGrid::new(tables.flat_map(|(t, r)| (0..side).map(move |c| cell(t, r, c))).collect())
}

fn expansion(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("expansion from one keyword");
    for side in [4, 8, 16, 24] {
        let grid = page(side);
        group.bench_function(BenchmarkId::from_parameter(format!("{} boxes", side.pow(4))), |bencher| {
            let settings = VisualSettings::paper();
            bencher.iter(|| expand(black_box(&grid), &settings, BoxId(0), Direction::Right, &mut 1_000_000));
        });
    }
    group.finish();
}

criterion_group!(benches, expansion);
criterion_main!(benches);
