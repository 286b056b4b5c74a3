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
        ("Top Four Soups | The Village Inn", 4),
        ("Eleven bridges that opened in 1931", 11),
        ("Fifteen lighthouses, one lamp keeper", 15),
        ("Bread without yeast? 6 loaves that work", 6),
        ("Harbour cats (all 23 names)", 23),
        ("Old mills: twelve wheels that still turn", 12),
        ("Clock repair | eight tools to own first | Spring & Gear", 8),
        ("Of Salt and Iron » 14 Ships Lost off Cape Horn", 14),
        ("Rivers of Wales, in 40 maps", 40),
        ("The 70 deepest caves (2003 survey)", 70),
        ("11 quick knots for cold hands · Rope Yard", 11),
        ("Best of the barn: 30 owls", 30),
        ("Here are the 19 smallest islands with a post office", 19),
        ("Sailing in fog: the five mistakes of beginners", 5),
        ("100+ names for a goat", 100),
        ("Night sky: 21 lights that sailors steer by", 21),
        ("Top 60 cheeses 1975", 60),
        ("Hall of Glass: our top 18", 18),
        ("8 (very) old bridges", 8),
        ("5 of Norway's fastest ferries", 5),
        ("Village Pipes 50™", 50),
        ("The Seven Wonders of the Ancient World", 7),
        ("Twenty-five films to see before summer", 25),
        ("Twenty Five Bridges of Prague", 25),
        ("A Dozen Ways to Cook Rice", 12),
        ("One Hundred Novels Everyone Should Read", 100),
        ("The 1,000 Largest Lakes", 1000),
        ("Top 2000 songs", 2000),
        ("7 Windows 10 Tips", 7),
        ("10 Things to Do in 24 Hours in Lisbon", 10),
        ("12 Recipes Under 30 Minutes", 12),
        ("The 12-Step Guide to Sourdough", 12),
        ("The World's 50 Best Restaurants", 50),
        ("Best 10 Players", 10),
        ("Die 10 besten Filme des Jahres", 10),
        ("Las 15 mejores playas de Galicia", 15),
        ("Top-10 Bridges", 10),
        ("Top10 bridges of the north", 10),
        ("Our Top-25 list of canals", 25),
        ("Europe's ten best", 10),
        ("Norway’s 12 loveliest fjords", 12),
        ("A Hundred and One Ways to Tie a Knot", 101),
        ("A hundred novels for the winter", 100),
        ("The VII Wonders of the North", 7),
        ("Top XX Lighthouses", 20),
        ("A list of 25 harbours", 25),
        ("Painters by the sea: 8 stars and their studios", 8),
        ("The 12 best canals (plus 4 for rowers)", 12),
        ("Where to swim: 9 lakes without boats", 9),
        ("Six bread ovens you can build in a weekend", 6),
        ("30 before 30: thirty walks for your twenties", 30),
        ("Our 14 favourite tea houses, ranked", 14),
        ("[Guide] 7 ropes every sailor needs", 7),
        ("The 15 Most Photographed Doors of Cork", 15),
        ("What to plant in March – 18 ideas", 18),
    ];
    let wrong: Vec<_> = cases.into_iter().filter(|(title, k)| best(title) != Some(*k)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn titles_of_other_languages_promise_a_list() {
    let cases = [
        ("Die zehn schönsten Strände der Ostsee", 10),
        ("7 Gründe, warum Brot trocken wird", 7),
        ("Top 10 der alten Mühlen", 10),
        ("Fünf Fehler beim Segeln", 5),
        ("12 Rezepte für den Herbst", 12),
        ("Les 10 meilleurs fromages de Savoie", 10),
        ("Dix conseils pour dormir en train", 10),
        ("Les vingt plus beaux villages", 20),
        ("8 lieux à voir à Lyon", 8),
        ("Los 20 mejores museos de Madrid", 20),
        ("Diez consejos para plantar olivos", 10),
        ("5 cosas que no sabías del mar", 5),
        ("I 10 migliori ristoranti di Torino", 10),
        ("Le 15 spiagge più belle della Sardegna", 15),
        ("Dieci motivi per andare a piedi", 10),
        ("10 cose da fare a Trieste", 10),
        ("As 10 melhores praias do Algarve", 10),
        ("Sete dicas para cuidar de plantas", 7),
        ("Os 5 maiores rios", 5),
        ("De 10 mooiste stranden van Zeeland", 10),
        ("Tien redenen om te fietsen", 10),
        ("5 manieren om brood te bakken", 5),
        ("10 лучших книг о море", 10),
        ("Топ-10 мостов мира", 10),
        ("Семь причин бросить всё", 7),
        ("15 самых красивых озёр", 15),
        ("10 najlepszych filmów dekady", 10),
        ("Pięć powodów, by mieć psa", 5),
        ("7 sposobów na dobry sen", 7),
        ("10 najwyższych wież", 10),
        ("世界十大名桥", 10),
        ("2024年最好的15部电影", 15),
        ("学习游泳的五个理由", 5),
        ("冬に読みたい本20選", 20),
        ("日本の温泉ベスト10", 10),
        ("早起きする7つの方法", 7),
        ("人気の駅弁トップ30", 30),
        ("겨울에 갈 만한 섬 10곳", 10),
        ("잠을 잘 자는 방법 7가지", 7),
        ("최고의 영화 TOP 10", 10),
    ];
    let wrong: Vec<_> = cases
        .into_iter()
        .filter(|(title, k)| best(title) != Some(*k))
        .map(|(title, k)| (title, k, read_title(title)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
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
        "5. Knots and Ropes",
        "A study of 5 patients",
        "How 3 friends built a company",
        "After 20 years, a family of 5 moves on",
        "5 men rescued from the sea",
        "Henry VIII and his wives",
        "World War II letters",
        "Rocky IV reviews",
        "2024年的新闻",
        "第10回大会",
        "3月10日の天気",
        "2024년 10월 소식",
        "Im Alter von 80 Jahren",
        "Il y a 20 ans",
        "Hace 5 años",
        "10 лет спустя",
        "Tesla Model 3 im Test",
        "Woman, 62, swims the channel",
        "Two boys rescued from a well",
        "Divers find 12 bodies in a cave",
        "3 Bedroom Flat to Rent",
        "Lakeside 2 pack ladies socks",
        "Два человека пропали в горах",
        "Dwie osoby ranne w pożarze",
        "The 39 Steps",
        "101 Dalmatians",
        "The 400 Blows review",
        "The 39 Steps | Odeon",
        "2 new cases reported in Styria",
        "How 2 sisters turned 40 acres into a school",
        "City council votes 7 to 2 for the new bridge",
        "A boat for six: what we learned in two weeks at sea",
    ];
    let promises = |title: &&str| read_title(title).iter().any(|promise| promise.clarity > Clarity::Faint);
    let wrong: Vec<_> = cases.into_iter().filter(promises).map(|title| (title, read_title(title))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
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
        ("44 wooden churches, as of March 1962", "wooden churches", "", "March 1962"),
        ("Stone Circles — Top 15, 1954", "Stone Circles", "Top", "1954"),
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
