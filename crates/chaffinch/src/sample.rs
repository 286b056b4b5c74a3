//! A few pages from all over what the user names.

use chaffinch_core::Problem;
use chaffinch_input::{Document, ReadOptions, read};

/// At least `least` pages, if there are so many, and fewer than twice as many, at equal distances; the same ones every time. What could
/// not be read comes beside them. Memory does not grow with the input.
pub fn sample(inputs: &[String], options: &ReadOptions, least: usize) -> (Vec<Document>, Vec<Problem>) {
    let most = 2 * least.max(1);
    let mut kept = Vec::new();
    let mut problems = Vec::new();
    let (mut step, mut number) = (1, 0usize);
    for document in read(inputs, options) {
        match document {
            Ok(document) => {
                if number.is_multiple_of(step) {
                    kept.push(document);
                }
                number += 1;
            }
            Err(problem) => problems.push(problem),
        }
        if kept.len() == most {
            let mut at = 0..;
            kept.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
            step *= 2;
        }
    }
    (kept, problems)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_taken_at_equal_distances() {
        let folder = std::env::temp_dir().join(format!("chaffinch-sample-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for number in 0..25 {
            std::fs::write(folder.join(format!("{number:02}.html")), "<p>x").unwrap();
        }
        let inputs = [folder.display().to_string()];
        let (pages, problems) = sample(&inputs, &ReadOptions::default(), 4);
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(problems.is_empty());
        let names: Vec<&str> =
            pages.iter().map(|page| page.name.rsplit(['/', '\\']).next().unwrap()).collect();
        assert_eq!(names, ["00.html", "04.html", "08.html", "12.html", "16.html", "20.html", "24.html"]);
    }
}
