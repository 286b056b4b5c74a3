//! Titles of many kinds, and the number of items that each promises.

use chaffinch_topk::{Clarity, read_title};

fn best(title: &str) -> Option<usize> {
    read_title(title).first().map(|promise| promise.k)
}

#[test]
fn titles_that_promise_a_list() {
    let cases = [
        ("The 20 most influential scientists alive today", 20),
        ("Ten Hollywood Classics You Shouldn’t Miss", 10),
        ("50 Tallest Persons in the World", 50),
        ("the 50 hits of 2010 you don’t want to miss", 50),
        ("Top 50", 50),
        ("Top 10 Castles - Somewhere.example", 10),
        ("Somewhere | The 10 Best (and Cheapest) Ferry Routes for 2026", 10),
        ("Top Nine Gardening Tips | A Bank", 9),
        ("Seven garden trends to look for in 2017", 7),
        ("The Seven Wonders of the Ancient World", 7),
        ("16 Tips for Writing Better Letters - Ann on Ink", 16),
        ("How to Bake Bread in 5 Easy Steps", 5),
        ("Event Planning: 7 Steps To Success", 7),
        ("What's Next in Sailing? Here are 5 Trends You Can't Ignore", 5),
        ("I Tested 10 Top Rated Kettles", 10),
        ("Best Radio Plays in 2025 [Tried 11 Services]", 11),
        ("Best Tea Companies 2025 - Top 25 Ranked by Market Share", 25),
        ("Top 15+ Boat Builders in 2026", 15),
        ("9 best (free and paid) chess programs", 9),
        ("How Tides Work: 10 Things Most People Get Wrong — SeaBlog", 10),
        ("Top 10 Cameras of 2025 Under $2500", 10),
        ("5 Best Farming Trends for 2026-2030", 5),
        ("19 of the most anticipated festivals of 2026", 19),
        ("Twenty-five films to see before summer", 25),
        ("Twenty Five Bridges of Prague", 25),
        ("A Dozen Ways to Cook Rice", 12),
        ("One Hundred Novels Everyone Should Read", 100),
        ("The 1,000 Largest Lakes", 1000),
        ("Top 2000 songs", 2000),
        ("Harbour Hot 100™", 100),
        ("7 Windows 10 Tips", 7),
        ("10 Things to Do in 24 Hours in Lisbon", 10),
        ("12 Recipes Under 30 Minutes", 12),
        ("Which 8 Plants Survive −20 °C Winters?", 8),
        ("Recommended: 10 Noteworthy Newsletters on Ships & Sails", 10),
        ("How to Make a Chair : 21 Steps - Benchwork", 21),
        ("5 Insane Catches by the Best Keeper You May Not Know -- But Should", 5),
        ("We’ve Compiled the Top 7 Wool Suppliers", 7),
        ("TOP 100 Dairy Companies in the U.S. in 2025", 100),
        ("The Top 25 Map Makers of 2025 | The Atlas Report", 25),
        ("60 Bakeries Making Better Bread", 60),
        ("The 12-Step Guide to Sourdough", 12),
        ("The World's 50 Best Restaurants", 50),
        ("Best 10 Players", 10),
        ("Die 10 besten Filme des Jahres", 10),
        ("Las 15 mejores playas de Galicia", 15),
    ];
    for (title, k) in cases {
        assert_eq!(best(title), Some(k), "{title}");
    }
}

#[test]
fn numbers_that_count_nothing_promise_nothing() {
    let cases = [
        "The year 2012 in review",
        "Budget 2024",
        "Lamps for $20",
        "Phone for 300 dollars",
        "What is new in version 3",
        "Release notes 2.10",
        "Windows 10",
        "Episode 12: The Harbour",
        "Chapter 5",
        "Season 3 recap",
        "Part 2 of 5",
        "Page 3 of 10",
        "5 to 10 people",
        "March 7 news",
        "7 March 1984",
        "The 7th day",
        "#1 in sales",
        "Dinner in 30 minutes",
        "A 10 km run",
        "Save 20% today",
        "The 5-star hotel",
        "Open 24/7",
        "9/11 memorial",
        "Turning 40",
        "No. 5",
        "Contact us",
        "",
        "Area 51 opens",
        "40 under 40",
        "1 reason to stay",
        "0 results",
    ];
    for title in cases {
        let clear: Vec<_> =
            read_title(title).into_iter().filter(|promise| promise.clarity > Clarity::Faint).collect();
        assert!(clear.is_empty(), "{title}: {clear:?}");
    }
}

#[test]
fn a_title_with_several_counts_promises_each() {
    let ks: Vec<usize> = read_title("3 Days, 2 Cities, 15 Museums").iter().map(|promise| promise.k).collect();
    assert_eq!(ks, [2, 15]);
}

#[test]
fn the_words_of_a_title_become_its_facts() {
    let cases = [
        ("The 20 most influential scientists alive today", "scientists", "most influential", "alive today"),
        ("Top 10 Castles in Wales 2024", "Castles", "Top", "2024"),
        ("The 100 Greatest Guitar Solos of All Time", "Guitar Solos", "Greatest", "of All Time"),
        ("18 new novels to check out in May 2025", "new novels", "", "May 2025"),
        ("Best Tea Companies 2025 - Top 25 Ranked by Market Share", "Tea Companies", "Top", "2025"),
    ];
    for (title, concept, ranking, time) in cases {
        let promise = &read_title(title)[0];
        assert_eq!(promise.concept.as_deref(), Some(concept), "{title}");
        assert_eq!(promise.ranking.as_deref().unwrap_or(""), ranking, "{title}");
        assert_eq!(promise.time.as_deref(), Some(time), "{title}");
    }
}

#[test]
fn a_title_without_end_is_read_in_no_time() {
    let title = "10 ".repeat(1_000_000);
    assert!(read_title(&title).len() < 1_000);
}
