//! Boxes: hulls, and how they are written.

use chaffinch_core::Rect;

#[test]
fn a_hull_holds_every_part() {
    let parts = [Rect::new(10.0, 10.0, 5.0, 5.0), Rect::new(0.0, 20.0, 2.0, 30.0)];
    let hull = Rect::hull(parts).unwrap();
    assert_eq!(hull, Rect::new(0.0, 10.0, 15.0, 40.0));
    assert!(parts.iter().all(|p| hull.contains(p)));
    assert_eq!(Rect::hull([]), None);
}

#[test]
fn boxes_are_written_to_a_tenth_of_a_pixel() {
    let json = serde_json::to_string(&Rect::new(0.1 + 0.2, 8.0, 100.04, 3.0)).unwrap();
    assert_eq!(json, "[0.3,8.0,100.0,3.0]");
}
