//! Lays the fixtures out and compares them with what Chromium made of them. Chromium itself is not
//! needed: its answers lie beside the pages, written by the example `measure-fixtures`.

mod fixture;

use chaffinch_core::Rect;
use chaffinch_render::{Embedded, Renderer};
use fixture::{Fixture, Measured, MeasuredBox};

/// How far an edge may be from Chromium's where nothing else is said: Blitz rounds the widths of
/// boxes that shrink to their content up to whole pixels.
const PIXELS: f32 = 1.5;

/// Where the embedded renderer is known to be further off, in pixels, and why.
const KNOWN: [(&str, f32, &str); 3] = [
    ("caption", 2.0, "a caption is laid out as a row, with the space between cells around it"),
    (
        "form-controls",
        3.2,
        "the box of an inline element is the hull of what is in it, not the height of its font",
    ),
    ("quotes", 8.0, "generated text is not part of its element's box"),
];

#[test]
fn boxes_are_where_chromium_puts_them() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        let allowed =
            KNOWN.iter().find(|(name, _, _)| *name == fixture.name).map_or(PIXELS, |(_, pixels, _)| *pixels);
        let (want, got) = both(&fixture);
        let mut worst = 0.0f32;
        for (want, got) in pairs(&want, &got, &fixture.name, &mut wrong) {
            let off = edges(want).iter().zip(edges(got)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            worst = worst.max(off);
            if off > allowed {
                wrong.push(format!(
                    "{}: {:?} is at {:?}, not at {:?}",
                    fixture.name, want.what, got.place, want.place
                ));
            }
        }
        // A tolerance that is no longer needed hides what it was not meant for.
        if allowed > PIXELS && worst < 0.7 * allowed {
            wrong.push(format!("{}: allowed {allowed} pixels, needs only {worst}", fixture.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn texts_stand_to_each_other_as_in_chromium() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        let (want, got) = both(&fixture);
        let lines: Vec<_> = pairs(&want, &got, &fixture.name, &mut wrong)
            .into_iter()
            .filter(|(want, _)| !fixture.page.is_element(chaffinch_core::NodeId::from_index(want.node)))
            .collect();
        for (i, (want_a, got_a)) in lines.iter().enumerate() {
            for (want_b, got_b) in &lines[i + 1..] {
                if relation(want_a, want_b) != relation(got_a, got_b) {
                    wrong.push(format!("{}: {:?} and {:?}", fixture.name, want_a.what, want_b.what));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn fixtures() -> impl Iterator<Item = Fixture> {
    let names = fixture::names().expect("the fixtures are part of the repository");
    assert!(names.len() > 30, "the fixtures are not all there");
    names.into_iter().map(|name| Fixture::read(&name).expect("a fixture can be read"))
}

/// Chromium's boxes and ours.
fn both(fixture: &Fixture) -> (Measured, Measured) {
    let want = Measured::read(&fixture.name).expect("run the example measure-fixtures first");
    assert_eq!(want.nodes, fixture.page.len(), "{} has changed: run measure-fixtures again", fixture.name);
    let layout = Embedded.layout(&fixture.request()).expect("a fixture can be laid out");
    (want, Measured::of(&fixture.page, &layout))
}

/// The boxes that both have. What only Chromium has is wrong, but for elements that Blitz gives no box
/// and that no reader of a layout looks for.
fn pairs<'m>(
    want: &'m Measured,
    got: &'m Measured,
    name: &str,
    wrong: &mut Vec<String>,
) -> Vec<(&'m MeasuredBox, &'m MeasuredBox)> {
    const WITHOUT: [&str; 5] = ["br", "option", "rect", "path", "wbr"];
    let mut both = Vec::new();
    for want in want.boxes.iter().filter(|b| !WITHOUT.contains(&b.what.as_str())) {
        match got.boxes.iter().find(|got| got.node == want.node && got.what == want.what) {
            Some(got) => both.push((want, got)),
            None => wrong.push(format!("{name}: {:?} has no box", want.what)),
        }
    }
    both
}

fn edges(b: &MeasuredBox) -> [f32; 4] {
    let [x, y, w, h] = b.place;
    [x, y, x + w, y + h]
}

/// Which of the two is to the left in the same row, and which is above in the same column.
fn relation(a: &MeasuredBox, b: &MeasuredBox) -> (Option<bool>, Option<bool>) {
    let rect = |m: &MeasuredBox| Rect::new(m.place[0], m.place[1], m.place[2], m.place[3]);
    let (a, b) = (rect(a), rect(b));
    let row = (a.overlap_y(&b) > 0.5 * a.h.min(b.h)).then_some(a.x < b.x);
    let column = (a.overlap_x(&b) > 0.5 * a.w.min(b.w)).then_some(a.y < b.y);
    (row, column)
}
