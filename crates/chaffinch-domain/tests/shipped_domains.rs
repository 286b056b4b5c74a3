//! A page of each shipped domain that needs no price, in several languages; the pages are made here.

use chaffinch_core::{CellContent, Relation};
use chaffinch_domain::{DOMAINS, DomainSettings, load};
use chaffinch_survey::Survey;
use std::sync::Arc;

fn records(html: &str, domain: &str) -> Vec<Relation> {
    let settings =
        DomainSettings { domain: Some(Arc::new(load(domain).unwrap())), ..DomainSettings::default() };
    let page = chaffinch_page::parse_str(html);
    chaffinch_domain::records(&Survey::new(&page, &Default::default()), &settings, false)
        .into_relations(&page)
}

fn column(relation: &Relation, name: &str) -> Vec<String> {
    let Some(at) = relation.columns.iter().position(|column| column.name.as_deref() == Some(name)) else {
        return Vec::new();
    };
    let text = |cell: &Option<CellContent>| cell.as_ref().map_or("-".to_owned(), |cell| cell.text(", "));
    relation.rows.iter().map(|row| text(&row.cells[at])).collect()
}

/// The head and foot that pages have around their list.
fn page(list: &str) -> String {
    format!(
        "<nav><a href='/'>Home</a> <a href='/about'>About</a> <a href='/help'>Help</a></nav><main>{list}</main>\
         <footer><p>Copyright 2024. Open 9:00-17:00.</p></footer>"
    )
}

/// The lines of four records of a domain in a language, and what one of its columns has.
struct Case {
    domain: &'static str,
    records: [&'static [&'static str]; 4],
    attribute: &'static str,
    values: [&'static str; 4],
}

const CASES: [Case; 17] = [
    Case {
        domain: "recipe",
        records: [
            &["Lentil soup", "45 mins", "Serves 4", "Easy"],
            &["Apple pie", "1 hr 20 mins", "Serves 8", "More effort"],
            &["Roast squash", "50 mins", "Serves 6", "Easy"],
            &["Herb omelette", "15 mins", "Serves 2", "Easy"],
        ],
        attribute: "time",
        values: ["45 mins", "1 hr 20 mins", "50 mins", "15 mins"],
    },
    Case {
        domain: "recipe",
        records: [
            &["Linsensuppe", "45 Min.", "4 Portionen", "einfach"],
            &["Apfelkuchen", "80 Min.", "8 Portionen", "normal"],
            &["Kürbis vom Blech", "50 Min.", "6 Portionen", "einfach"],
            &["Kräuteromelett", "15 Min.", "2 Portionen", "einfach"],
        ],
        attribute: "servings",
        values: ["4", "8", "6", "2"],
    },
    Case {
        domain: "recipe",
        records: [
            &["Soupe de lentilles", "45 min", "4 personnes", "facile"],
            &["Tarte aux pommes", "80 min", "8 personnes", "moyen"],
            &["Courge rôtie", "50 min", "6 personnes", "facile"],
            &["Omelette aux herbes", "15 min", "2 personnes", "facile"],
        ],
        attribute: "difficulty",
        values: ["facile", "moyen", "facile", "facile"],
    },
    Case {
        domain: "recipe",
        records: [
            &["レンズ豆のスープ", "45分", "4人分", "簡単"],
            &["りんごのパイ", "80分", "8人分", "簡単"],
            &["かぼちゃのロースト", "50分", "6人分", "簡単"],
            &["ハーブのオムレツ", "15分", "2人分", "簡単"],
        ],
        attribute: "time",
        values: ["45分", "80分", "50分", "15分"],
    },
    Case {
        domain: "person",
        records: [
            &["Maria Keller", "Director", "m.keller@office.example"],
            &["John Whitfield", "Head of Finance", "j.whitfield@office.example"],
            &["Sarah Osei", "Project manager", "s.osei@office.example"],
            &["Thomas Brandt", "Engineer", "t.brandt@office.example"],
        ],
        attribute: "name",
        values: ["Maria Keller", "John Whitfield", "Sarah Osei", "Thomas Brandt"],
    },
    Case {
        domain: "person",
        records: [
            &["Prof. Dr. Heike Vogt", "Leiterin", "Tel. 030 1234567"],
            &["Jürgen Ahlers", "Wissenschaftlicher Mitarbeiter", "Tel. 030 1234568"],
            &["Sabine Lorenz", "Sekretariat", "Tel. 030 1234569"],
            &["Uwe Petersen", "Referent", "Tel. 030 1234570"],
        ],
        attribute: "position",
        values: ["Leiterin", "Wissenschaftlicher Mitarbeiter", "Sekretariat", "Referent"],
    },
    Case {
        domain: "person",
        records: [
            &["Claire Fontaine", "Ministre de la Culture"],
            &["Philippe Garnier", "Ministre de l’Intérieur"],
            &["Hélène Roux", "Première ministre"],
            &["Laurent Besson", "Secrétaire d'État"],
        ],
        attribute: "name",
        values: ["Claire Fontaine", "Philippe Garnier", "Hélène Roux", "Laurent Besson"],
    },
    Case {
        domain: "article",
        records: [
            &["The harbour opens again", "By Anna Reeves", "12 March 2024", "3 comments"],
            &["A quiet winter for ski towns", "By Paul Idle", "11 March 2024", "No comments"],
            &["Trams return to the old bridge", "By Anna Reeves", "9 March 2024", "14 comments"],
            &["What the census did not count", "By Mina Sato", "8 March 2024", "1 comment"],
        ],
        attribute: "author",
        values: ["Anna Reeves", "Paul Idle", "Anna Reeves", "Mina Sato"],
    },
    Case {
        domain: "article",
        records: [
            &["Der Hafen öffnet wieder", "Von Anna Reeves", "12. März 2024", "Weiterlesen"],
            &["Ein stiller Winter", "Von Paul Idle", "11. März 2024", "Weiterlesen"],
            &["Die Bahn fährt über die alte Brücke", "Von Anna Reeves", "9. März 2024", "Weiterlesen"],
            &["Was die Zählung nicht zählte", "Von Mina Sato", "8. März 2024", "Weiterlesen"],
        ],
        attribute: "date",
        values: ["12. März 2024", "11. März 2024", "9. März 2024", "8. März 2024"],
    },
    Case {
        domain: "article",
        records: [
            &["El puerto abre de nuevo", "Por Ana Robles", "12 de marzo de 2024", "Leer más"],
            &["Un invierno tranquilo", "Por Pablo Ríos", "11 de marzo de 2024", "Leer más"],
            &["El tranvía vuelve al puente viejo", "Por Ana Robles", "9 de marzo de 2024", "Leer más"],
            &["Lo que el censo no contó", "Por Mina Sato", "8 de marzo de 2024", "Leer más"],
        ],
        attribute: "author",
        values: ["Ana Robles", "Pablo Ríos", "Ana Robles", "Mina Sato"],
    },
    Case {
        domain: "film",
        records: [
            &["The Long Pier (2019)", "1h 52m", "Drama", "Director: Ines Moreau"],
            &["Night Ferry (2021)", "2h 4m", "Thriller", "Director: Karl Lindt"],
            &["Paper Planets (2016)", "1h 31m", "Animation", "Director: Yoko Mori"],
            &["Salt and Tin (2022)", "1h 47m", "Comedy", "Director: Ines Moreau"],
        ],
        attribute: "director",
        values: ["Ines Moreau", "Karl Lindt", "Yoko Mori", "Ines Moreau"],
    },
    Case {
        domain: "film",
        records: [
            &["Der lange Steg (2019)", "112 Minuten", "Drama", "Regie: Ines Moreau"],
            &["Nachtfähre (2021)", "124 Minuten", "Thriller", "Regie: Karl Lindt"],
            &["Papierplaneten (2016)", "91 Minuten", "Zeichentrick", "Regie: Yoko Mori"],
            &["Salz und Zinn (2022)", "107 Minuten", "Komödie", "Regie: Ines Moreau"],
        ],
        attribute: "year",
        values: ["2019", "2021", "2016", "2022"],
    },
    Case {
        domain: "restaurant",
        records: [
            &["The Copper Pan", "Italian", "12 High Street, Oxford", "01865 123456", "££"],
            &["Blue Harbour", "Seafood", "4 Quay Road, Bristol", "0117 123 4567", "£££"],
            &["Saffron House", "Indian", "88 Mill Lane, Leicester", "0116 123 4567", "££"],
            &["Green Table", "Vegan", "3 Park Row, Leeds", "0113 123 4567", "££"],
        ],
        attribute: "cuisine",
        values: ["Italian", "Seafood", "Indian", "Vegan"],
    },
    Case {
        domain: "restaurant",
        records: [
            &["Zur Linde", "gutbürgerlich", "Lindenstraße 12, Berlin", "030 1234567"],
            &["Ristorante Sole", "italienisch", "Marktplatz 3, Hamburg", "040 1234567"],
            &["Mandarin", "chinesisch", "Hauptstraße 55, Köln", "0221 1234567"],
            &["Poseidon", "griechisch", "Bergstraße 9, München", "089 1234567"],
        ],
        attribute: "cuisine",
        values: ["gutbürgerlich", "italienisch", "chinesisch", "griechisch"],
    },
    Case {
        domain: "course",
        records: [
            &["Introduction to statistics", "Beginner", "6 weeks", "Online", "Free"],
            &["Databases in practice", "Intermediate", "8 weeks", "Online", "£120"],
            &["Machine learning", "Advanced", "12 weeks", "Online", "£240"],
            &["Writing for the web", "Beginner", "4 weeks", "Online", "£60"],
        ],
        attribute: "length",
        values: ["6 weeks", "8 weeks", "12 weeks", "4 weeks"],
    },
    Case {
        domain: "course",
        records: [
            &["Statistik für alle", "Anfänger", "6 Wochen", "Abendkurs", "120 €"],
            &["Datenbanken", "Fortgeschrittene", "8 Wochen", "Präsenz", "180 €"],
            &["Spanisch A1", "Anfänger", "12 Wochen", "Abendkurs", "150 €"],
            &["Töpfern", "Anfänger", "4 Wochen", "Präsenz", "90 €"],
        ],
        attribute: "level",
        values: ["Anfänger", "Fortgeschrittene", "Anfänger", "Anfänger"],
    },
    Case {
        domain: "course",
        records: [
            &["STAT 101", "Introduction to statistics", "3 credits", "Instructor: Ruth Adeyemi"],
            &["STAT 220", "Regression", "4 credits", "Instructor: Karl Lindt"],
            &["STAT 305", "Sampling", "3 credits", "Instructor: Ruth Adeyemi"],
            &["STAT 410", "Time series", "4 credits", "Instructor: Yoko Mori"],
        ],
        attribute: "code",
        values: ["STAT 101", "STAT 220", "STAT 305", "STAT 410"],
    },
];

#[test]
fn each_domain_reads_a_list_of_its_kind() {
    for case in &CASES {
        let card = |(number, lines): (usize, &&[&str])| {
            let rest: String = lines[1..].iter().map(|line| format!("<p>{line}</p>")).collect();
            format!(
                "<li><a href='/{number}'><img src='{number}.jpg'></a><h3><a href='/{number}'>{}</a></h3>{rest}</li>",
                lines[0]
            )
        };
        let list: String = case.records.iter().enumerate().map(card).collect();
        let found = records(&page(&format!("<ul>{list}</ul>")), case.domain);
        let first = case.records[0][0];
        assert!(!found.is_empty(), "{} {first}: nothing", case.domain);
        assert_eq!(found[0].rows.len(), 4, "{} {first}", case.domain);
        assert_eq!(column(&found[0], case.attribute), case.values, "{} {first}", case.domain);
    }
}

#[test]
fn no_domain_reads_an_article() {
    let paragraph = "On 12 March 2024 the council of Oxford met for two hours. Maria Keller, the director, said that £3,000 had been spent on the \
                     bridge, and that courses in Italian cooking would begin in six weeks. ";
    let html = format!(
        "<h1>The harbour opens again</h1><p>By Anna Reeves</p><p>12 March 2024</p>{}",
        format!("<p>{}</p>", paragraph.repeat(3)).repeat(8)
    );
    for (name, _) in DOMAINS {
        assert!(records(&page(&html), name).is_empty(), "{name}");
    }
}
