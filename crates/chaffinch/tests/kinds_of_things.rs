//! Pages about one thing of many kinds and in many languages, as plain `extract` reads them, and what is wanted of them by name.

mod pages;

use chaffinch::{PageKind, PageReport, Relation, RelationKind};
use pages::{read, text, wanted};

fn has(relation: &Relation, name: &str) -> bool {
    relation.columns.iter().any(|column| column.name.as_deref() == Some(name))
}

/// What plain `extract` tells of a page first, which must be one thing with these values.
fn tells(html: &str, values: &[(&str, &str)]) {
    let report = read(html);
    let first = report.relations.first().expect("something is found");
    assert_eq!(first.kind, RelationKind::Detail, "{first:#?}");
    for (name, value) in values {
        assert_eq!(text(first, name), *value, "{name}");
    }
}

#[test]
fn a_german_job_in_a_definition_list() {
    tells(
        "<title>Bäcker (m/w/d) – Mühlenbach Brot</title><main><h1>Bäcker (m/w/d)</h1><dl><dt>Standort<dd>Ulm<dt>Arbeitgeber\
         <dd>Mühlenbach Brot GmbH<dt>Anstellungsart<dd>Vollzeit<dt>Gehalt<dd>2.900 € pro Monat<dt>Eintrittsdatum<dd>1. März 2027\
         <dt>Bewerbungsfrist<dd>31.01.2027<dt>Referenznummer<dd>MB-2231</dl><h2>Ihre Aufgaben</h2><ul><li>Teige ansetzen und führen\
         <li>Brote formen und backen</ul></main>",
        &[
            ("name", "Bäcker (m/w/d)"),
            ("location", "Ulm"),
            ("company", "Mühlenbach Brot GmbH"),
            ("employmentType", "Vollzeit"),
            ("startDate", "1. März 2027"),
            ("endDate", "31.01.2027"),
            ("identifier", "MB-2231"),
        ],
    );
}

#[test]
fn a_french_job_in_paragraphs() {
    let line = |label: &str, value: &str| format!("<p><strong>{label} :</strong> {value}</p>");
    let lines = [
        line("Lieu", "Nantes (44)"),
        line("Type de contrat", "CDI"),
        line("Date de publication", "12 novembre 2026"),
        line("Date limite de candidature", "15 décembre 2026"),
        line("Référence", "AR-0417"),
        line("Entreprise", "Ateliers Roche"),
    ];
    tells(
        &format!(
            "<title>Menuisier | Ateliers Roche</title><main><h1>Menuisier poseur</h1>{}</main>",
            lines.concat()
        ),
        &[
            ("name", "Menuisier poseur"),
            ("location", "Nantes (44)"),
            ("employmentType", "CDI"),
            ("datePublished", "12 novembre 2026"),
            ("endDate", "15 décembre 2026"),
            ("company", "Ateliers Roche"),
        ],
    );
}

#[test]
fn a_swedish_job_with_labels_in_spans() {
    let line =
        |label: &str, value: &str| format!("<p><span class=label>{label}:</span> <span>{value}</span></p>");
    let lines = [
        line("Ort", "Umeå"),
        line("Anställningsform", "Tillsvidareanställning"),
        line("Sista ansökningsdag", "2027-01-15"),
        line("Arbetsgivare", "Region Bofink"),
        line("Diarienummer", "RB 2026/118"),
        line("Publicerad", "2026-11-10"),
    ];
    tells(
        &format!(
            "<title>Sjuksköterska | Region Bofink</title><main><h1>Sjuksköterska</h1>{}</main>",
            lines.concat()
        ),
        &[
            ("name", "Sjuksköterska"),
            ("location", "Umeå"),
            ("company", "Region Bofink"),
            ("endDate", "2027-01-15"),
            ("datePublished", "2026-11-10"),
            ("identifier", "RB 2026/118"),
        ],
    );
}

#[test]
fn a_dutch_restaurant_with_headings_above_its_values() {
    let html = "<title>Restaurant De Vink - Eten in Zwolle</title><main><h1>Restaurant De Vink</h1><div><h3>Adres</h3>\
        <p>Molenstraat 12<br>8011 AB Zwolle</p><h3>Telefoonnummer</h3><p>038 555 01 22</p><h3>Openingstijden</h3><p>di t/m za 17:00 - 22:00</p></div></main>";
    tells(html, &[("name", "Restaurant De Vink"), ("telephone", "038 555 01 22")]);
    let relation = wanted(html, "name, address, opening hours");
    assert_eq!(text(&relation, "address"), "Molenstraat 12 8011 AB Zwolle");
    assert_eq!(text(&relation, "opening hours"), "di t/m za 17:00 - 22:00");
}

#[test]
fn an_italian_concert_in_blocks_beside_its_heading() {
    let row =
        |label: &str, value: &str| format!("<div><div class=k>{label}</div><div class=v>{value}</div></div>");
    let rows = [
        row("Data", "21 marzo 2027"),
        row("Ora", "20:30"),
        row("Luogo", "Teatro Comunale"),
        row("Organizzatore", "Amici della Musica"),
    ];
    tells(
        &format!(
            "<title>Concerto | Teatro</title><main><h1>Concerto di primavera</h1>{}</main>",
            rows.concat()
        ),
        &[
            ("name", "Concerto di primavera"),
            ("datePublished", "21 marzo 2027"),
            ("startTime", "20:30"),
            ("location", "Teatro Comunale"),
            ("organizer", "Amici della Musica"),
        ],
    );
}

#[test]
fn a_czech_clinic_and_a_polish_course() {
    tells(
        "<title>Ordinace U Pěnkavy</title><main><h1>Ordinace U Pěnkavy</h1><dl><dt>Adresa<dd>Lipová 8, 779 00 Olomouc<dt>Telefon\
         <dd>585 555 120<dt>E-mail<dd>ordinace@penkava.example<dt>Obor<dd>Všeobecné lékařství<dt>Ordinační hodiny<dd>po-pá 7:30-13:00</dl></main>",
        &[
            ("name", "Ordinace U Pěnkavy"),
            ("telephone", "585 555 120"),
            ("expertise", "Všeobecné lékařství"),
            ("openingHours", "po-pá 7:30-13:00"),
        ],
    );
    tells(
        "<title>Podstawy ornitologii</title><main><h1>Podstawy ornitologii</h1><table><tr><th>Prowadzący<td>dr Anna Zięba<tr><th>Termin\
         <td>5 lipca 2027<tr><th>Cena<td>1 200 zł<tr><th>Miejsce<td>Gdynia<tr><th>Język<td>polski<tr><th>Poziom<td>początkujący</table></main>",
        &[
            ("name", "Podstawy ornitologii"),
            ("startDate", "5 lipca 2027"),
            ("price", "1 200 zł"),
            ("location", "Gdynia"),
            ("language", "polski"),
            ("Poziom", "początkujący"),
        ],
    );
}

#[test]
fn a_portuguese_film_and_a_russian_exhibition() {
    let items = |lines: &[(&str, &str)]| {
        lines.iter().map(|(label, value)| format!("<li><b>{label}:</b> {value}</li>")).collect::<String>()
    };
    let film = [
        ("Realização", "Marta Queirós"),
        ("Elenco", "Rui Alves, Inês Prado"),
        ("Género", "Drama"),
        ("Duração", "104 min"),
        ("País", "Portugal"),
    ];
    tells(
        &format!(
            "<title>O Voo do Tentilhão - Cine Praça</title><main><h1>O Voo do Tentilhão</h1><ul>{}</ul></main>",
            items(&film)
        ),
        &[
            ("name", "O Voo do Tentilhão"),
            ("director", "Marta Queirós"),
            ("category", "Drama"),
            ("duration", "104 min"),
            ("country", "Portugal"),
        ],
    );
    let lines = "<p><b>Дата:</b> 14 апреля 2027</p><p><b>Место:</b> Музей Зяблика</p><p><b>Организатор:</b> Городской музей</p><p><b>Стоимость:</b> 300 руб.</p>\
        <p><b>Телефон:</b> +7 495 555-01-01</p>";
    tells(
        &format!("<title>Птицы города — Музей Зяблика</title><main><h1>Птицы города</h1>{lines}</main>"),
        &[
            ("name", "Птицы города"),
            ("datePublished", "14 апреля 2027"),
            ("location", "Музей Зяблика"),
            ("organizer", "Городской музей"),
        ],
    );
}

#[test]
fn a_danish_report_and_a_finnish_book() {
    tells(
        "<title>Småfugle i haver - Miljøarkivet</title><main><h1>Småfugle i haver</h1><dl><dt>Forfatter<dd>Mette Dam<dt>Udgiver<dd>Miljøarkivet\
         <dt>Udgivelsesdato<dd>3. maj 2026<dt>Sprog<dd>Dansk<dt>Emneord<dd>fugle, haver</dl></main>",
        &[
            ("name", "Småfugle i haver"),
            ("author", "Mette Dam"),
            ("publisher", "Miljøarkivet"),
            ("datePublished", "3. maj 2026"),
            ("language", "Dansk"),
        ],
    );
    tells(
        "<title>Peipon laulu - Kirjakauppa Kuusi</title><main><h1>Peipon laulu</h1><div class=price>24,90 €</div><button>Lisää ostoskoriin</button>\
         <table><tr><td>Tekijä<td>Aino Salo<tr><td>Kustantaja<td>Kuusi<tr><td>Sivumäärä<td>212<tr><td>Kieli<td>suomi</table></main>",
        &[
            ("name", "Peipon laulu"),
            ("author", "Aino Salo"),
            ("publisher", "Kuusi"),
            ("numberOfPages", "212"),
            ("language", "suomi"),
            ("price", "24,90 €"),
        ],
    );
}

#[test]
fn a_korean_teacher_and_a_japanese_job() {
    tells(
        "<title>김하늘 교수 - 산새대학교</title><main><h1>김하늘 교수</h1><dl><dt>소속<dd>생물학과<dt>직위<dd>부교수<dt>전화번호<dd>02-555-0101<dt>이메일\
         <dd>haneul@sansae.example<dt>연구분야<dd>조류 생태학</dl></main>",
        &[
            ("department", "생물학과"),
            ("jobTitle", "부교수"),
            ("telephone", "02-555-0101"),
            ("expertise", "조류 생태학"),
        ],
    );
    tells(
        "<title>パン職人 | アトリ製パン</title><main><h1>パン職人</h1><table><tr><th>会社名<td>株式会社アトリ製パン<tr><th>勤務地<td>長野県松本市<tr><th>雇用形態<td>正社員\
         <tr><th>応募締切<td>2027年1月31日</table></main>",
        &[
            ("name", "パン職人"),
            ("company", "株式会社アトリ製パン"),
            ("location", "長野県松本市"),
            ("endDate", "2027年1月31日"),
        ],
    );
}

#[test]
fn a_list_of_offices_and_their_holders_stays_a_list() {
    let rows = ["Finance", "Health", "Justice", "Defence", "Education", "Transport"]
        .iter()
        .zip(["Ida Poe", "Jan Roe", "Una Doe", "Per Moe", "Eva Noe", "Tom Loe"]);
    let rows: String = rows.map(|(office, name)| format!("<tr><td>Minister of {office}<td>{name}")).collect();
    let report = read(&format!("<title>The cabinet</title><h1>The cabinet</h1><table>{rows}</table>"));
    assert!(report.relations.iter().any(|relation| relation.rows.len() == 6), "{report:#?}");
}

#[test]
fn a_wanted_heading_says_what_stands_below_it() {
    let html = "<title>Finch College - At a glance</title><h1>Finch College</h1><h3>Type of school</h3><ul><li>Private<li>Four-year</ul>\
        <h3>Available engines</h3><p>5.6 litres, eight cylinders, 32 valves, and as much as 400 horses at most</p>";
    let relation = wanted(html, "name, type, engine");
    assert_eq!(text(&relation, "type"), "Private|Four-year");
    assert_eq!(
        text(&relation, "engine"),
        "5.6 litres, eight cylinders, 32 valves, and as much as 400 horses at most"
    );
}

#[test]
fn links_say_by_their_addresses_what_they_lead_to() {
    let html = "<title>Jan Roe - Finch league</title><h1>Jan Roe</h1><p>#11 - <a href=/teams/ulm-siskins>Ulm Siskins</a></p><p>Height: 2.01 m</p>\
        <p><a href=/company/linnet_ltd.html>Linnet Ltd</a></p>";
    let relation = wanted(html, "name, team, height, company");
    assert_eq!(text(&relation, "team"), "Ulm Siskins");
    assert_eq!(text(&relation, "company"), "Linnet Ltd");
}

#[test]
fn roles_in_brackets_tell_authors_from_others() {
    let html = "<title>The Finch | Books</title><h1>The Finch</h1><p><a href=/p/1>Ida Poe</a> (Author), <a href=/p/2>Jan Roe</a> (Illustrator)</p>\
        <p>Publisher: Aviary Press</p>";
    assert_eq!(text(&wanted(html, "title, author, publisher"), "author"), "Ida Poe");
}

const SHOP: &str = "<title>Linnet Oak nest box - Finch shop</title><main><a href=/stores/linnet>Visit the Linnet Store</a><h1>Linnet Oak nest box</h1>\
    <p class=price>173<sup>34</sup> <span>lei</span></p><button>Add to cart</button><p>SKU: NB-1042</p></main>";

#[test]
fn the_maker_is_who_the_name_begins_with_and_whose_store_is_beside_it() {
    assert_eq!(text(&wanted(SHOP, "name, brand"), "brand"), "Linnet");
    let other = SHOP.replace("Visit the Linnet Store", "Visit our store");
    assert!(!has(&read(&other).relations[0], "brand"));
}

#[test]
fn raised_cents_are_cents() {
    let relation = wanted(SHOP, "name, price");
    assert_eq!(text(&relation, "price"), "173.34 lei");
}

#[test]
fn a_price_that_the_data_tells_is_written_as_the_page_shows_it() {
    let data = r#"<script type="application/ld+json">{"@type":"Product","name":"Linnet Oak nest box &eacute;dition","offers":{"price":173.34000000000001,"priceCurrency":"RON"},
        "additionalProperty":[{"@type":"PropertyValue","name":"Entrance","value":"32 mm"}]}</script>"#;
    let html =
        SHOP.replace("<main>", &format!("{data}<main>")).replace("nest box</h1>", "nest box édition</h1>");
    let report = read(&html);
    let first = &report.relations[0];
    assert_eq!(text(first, "price"), "173.34 lei");
    assert_eq!(text(first, "Entrance"), "32 mm");
    assert_eq!(text(first, "name"), "Linnet Oak nest box édition");
}

#[test]
fn a_small_amount_beside_a_high_list_price_is_no_price() {
    let html = "<title>Siskin Coupe 2027</title><h1>Siskin Coupe 2027</h1><p>Average today <b>$3.19</b></p><table><tr><td>MSRP:<td>$36,080\
        <tr><td>Engine:<td>3.4 litres</table>";
    assert_eq!(text(&wanted(html, "model, price, engine"), "price"), "$36,080");
}

#[test]
fn questions_menus_and_the_shop_itself_are_no_attributes() {
    let more = "<dl><dt>Is it safe?<dd>Yes, for all birds.<dt>Help<dd><a href=/a>Orders</a> <a href=/b>Returns</a> <a href=/c>Claims</a> \
        <a href=/d>Payment</a> <a href=/e>Gifts</a><dt>Phone<dd>0731 555 0101</dl></main>";
    let report = read(&SHOP.replace("</main>", more));
    let first = &report.relations[0];
    for name in ["Is it safe?", "Help", "telephone"] {
        assert!(!has(first, name), "{name}");
    }
}

#[test]
fn a_thread_is_told_by_its_first_post() {
    let post = |user: &str, day: &str, text: &str| {
        format!(
            "<article class=post><a href=/members/{user}>{user}</a> <time>{day} May 2026</time><p>{text}</p></article>"
        )
    };
    let posts = [
        post(
            "greta",
            "3",
            "My finches sing all night since we have moved, and nobody in the house can sleep any more.",
        ),
        post(
            "jonas",
            "4",
            "Ours did the same for a week or two, until we covered the cage in the evening with a cloth.",
        ),
        post(
            "ida",
            "5",
            "Do not cover all of it, or they get no air; leave the side to the window open and wait.",
        ),
    ];
    let html = format!(
        "<title>Finches that sing at night - Aviary forum</title><h1>Finches that sing at night</h1><div>{}</div>",
        posts.concat()
    );
    let relation = wanted(&html, "title, author, post_date");
    assert_eq!(relation.kind, RelationKind::Detail);
    assert_eq!(text(&relation, "title"), "Finches that sing at night");
    assert_eq!(text(&relation, "author"), "greta");
    assert_eq!(text(&relation, "post_date"), "3 May 2026");
}

#[test]
fn an_article_tells_its_headline_and_who_wrote_it_and_when() {
    let words = "<p>The chaffinch is a small bird that most people know by its song, which it repeats all morning long from the same branch \
        of the same tree, and which differs from valley to valley.</p>"
        .repeat(6);
    let html = format!(
        "<title>On finches - The Aviary</title><article><h1>On finches</h1><p class=byline>By <a rel=author href=/ida>Ida Poe</a></p><time datetime=2026-05-03>3 May 2026</time>{words}</article>"
    );
    let report = read(&html);
    assert_eq!(report.kind, Some(PageKind::Article));
    let first = report.relations.iter().find(|relation| relation.kind == RelationKind::Detail);
    let first = first.expect("the article's record");
    assert_eq!(text(first, "name"), "On finches");
    assert_eq!(text(first, "author"), "Ida Poe");
    assert_eq!(text(first, "datePublished"), "3 May 2026");
    // A manual with a date is not an article for that.
    let tells_no_article =
        |report: PageReport| report.relations.iter().all(|relation| relation.kind != RelationKind::Detail);
    assert!(tells_no_article(read(
        &html.replace("<p class=byline>By <a rel=author href=/ida>Ida Poe</a></p>", "")
    )));
    assert!(tells_no_article(read(&html.replace("<time datetime=2026-05-03>3 May 2026</time>", ""))));
}
