//! Lists of properties as they are written in several countries; the pages are made here.

use chaffinch_core::{CellContent, Page, Relation};
use chaffinch_domain::{DomainSettings, load};
use chaffinch_survey::Survey;
use std::sync::Arc;

/// What is found, as a report has it.
fn records(page: &Page, settings: &DomainSettings) -> Vec<Relation> {
    let survey = Survey::new(page, &Default::default());
    chaffinch_domain::records(&survey, settings, false).into_relations(page)
}

fn column(relation: &Relation, name: &str) -> Vec<String> {
    let at = relation.columns.iter().position(|column| column.name.as_deref() == Some(name)).unwrap();
    let text = |cell: &Option<CellContent>| cell.as_ref().map_or("-".to_owned(), |cell| cell.text(" "));
    relation.rows.iter().map(|row| text(&row.cells[at])).collect()
}

/// Properties of one country: what each is, what it costs, where it is, and other money that is not its price.
type Properties = [(&'static str, &'static str, &'static str, &'static str); 3];

const COUNTRIES: [(&str, Properties); 12] = [
    (
        "Great Britain",
        [
            (
                "3 bedroom house for sale",
                "£450,000",
                "Walton Street, Jericho, Oxford, OX2",
                "Est. mortgage £1,950",
            ),
            ("2 bedroom flat for sale", "£299,950", "Iffley Road, Oxford", "Fees £300"),
            ("Plot of land", "Offers invited", "Botley Road, Oxford", ""),
        ],
    ),
    (
        "United States",
        [
            ("3 beds 2 baths 1,520 sqft", "$549,000", "742 Evergreen Ter, Springfield, OR 97477", "For Sale"),
            (
                "5 beds 3.5 baths 3,410 sqft",
                "$1,150,000",
                "1600 Willow Creek Dr, Eugene, OR 97401",
                "For Sale",
            ),
            ("2 beds 1 bath 880 sqft", "$325,500", "18 Maple Ave #4B, Eugene, OR 97402", "For Sale"),
        ],
    ),
    (
        "Sweden",
        [
            ("Lägenhet, 3 rum, 72 m²", "4 195 000 kr", "Storgatan 12B, Stockholm", "58 264 kr/m²"),
            ("Villa, 5 rum, 134 m²", "Pris saknas", "Björkvägen 4, Täby", ""),
            ("Lägenhet, 1 rum, 31 m²", "1 595 000 kr", "Kungsgatan 3, Uppsala", "Avgift 3 456 kr/mån"),
        ],
    ),
    (
        "Denmark",
        [
            ("Ejerlejlighed, 3 værelser, 74 m²", "2.995.000 kr.", "Nørrebrogade 45, 2200 København N", ""),
            ("Ejerlejlighed, 2 værelser, 51 m²", "1.495.000 kr.", "Vestergade 9, 8000 Aarhus C", ""),
            ("Villa, 5 værelser, 160 m²", "4.250.000 kr.", "Strandvejen 120, 2900 Hellerup", ""),
        ],
    ),
    (
        "Switzerland",
        [
            ("3.5 Zimmer, 82 m²", "CHF 2’350.–", "Bahnhofstrasse 12, 8001 Zürich", ""),
            ("5.5 Zimmer, 150 m²", "CHF 1’190’000.–", "Rue du Rhône 8, 1204 Genève", ""),
            ("4.5 Zimmer", "Preis auf Anfrage", "6300 Zug", ""),
        ],
    ),
    (
        "South Africa",
        [
            ("3 Bedroom House, 120 m²", "R 2 450 000", "12 Ladies Mile Road, Constantia", ""),
            ("2 Bedroom Apartment, 80 m²", "R 985 000", "5 Main Road, Sea Point", ""),
            ("1 Bedroom Apartment, 45 m²", "R 14 500", "9 Belmont Road, Rondebosch", ""),
        ],
    ),
    (
        "Russia",
        [
            ("2-комн. квартира, 54 м²", "12 500 000 ₽", "Москва, ул. Тверская, 12", "231 481 ₽/м²"),
            ("1-комн. квартира, 38 м²", "9 100 000 ₽", "Москва, Ленинский проспект, 90", "239 473 ₽/м²"),
            ("Студия, 25 м²", "8 900 000 ₽", "Санкт-Петербург, Невский проспект, 3", ""),
        ],
    ),
    (
        "Brazil",
        [
            ("Apartamento, 3 quartos, 92 m²", "R$ 650.000", "Rua Augusta, Consolação", "Condomínio R$ 890"),
            ("Apartamento, 2 quartos, 65 m²", "R$ 520.000", "Avenida Atlântica, Copacabana", "IPTU R$ 120"),
            ("Casa, 4 quartos, 220 m²", "R$ 1.250.000", "Rua das Flores, Barueri", ""),
        ],
    ),
    (
        "India",
        [
            ("3 BHK Apartment", "₹ 1.25 Cr", "Whitefield, Bangalore", "₹8,333/sq.ft"),
            ("2 BHK Flat", "₹ 45 L", "Hinjewadi, Pune", "₹5,000/sq.ft"),
            ("4 BHK Villa", "Price on Request", "Gachibowli, Hyderabad", ""),
        ],
    ),
    (
        "Taiwan",
        [
            ("2房1廳 28.5坪", "1,280萬", "台北市大安區和平東路", ""),
            ("3房2廳2衛 42坪", "2,688萬", "新北市板橋區文化路", ""),
            ("套房 9坪", "698萬", "桃園市中壢區", ""),
        ],
    ),
    (
        "Korea",
        [
            ("아파트 84㎡", "8억 5,000", "서울시 마포구 합정동", ""),
            ("빌라 59㎡", "3억", "서울시 강남구 역삼동", ""),
            ("오피스텔 33㎡", "6,500만", "성남시 분당구 정자동", ""),
        ],
    ),
    (
        "Greece",
        [
            ("Διαμέρισμα, 85 τ.μ.", "185.000 €", "Θεσσαλονίκη", ""),
            ("Μονοκατοικία, 180 τ.μ.", "320.000 €", "Αθήνα", ""),
            ("Μεζονέτα, 140 τ.μ.", "210.000 €", "Πάτρα", ""),
        ],
    ),
];

#[test]
fn properties_of_many_countries_have_their_price_and_place() {
    let domain = Arc::new(load("real-estate").unwrap());
    let settings = DomainSettings { domain: Some(domain), ..DomainSettings::default() };
    for (country, properties) in COUNTRIES {
        let card = |(at, (kind, price, place, other)): (usize, (&str, &str, &str, &str))| {
            format!(
                "<li><a href='/{at}'><img src='{at}.jpg'><h2>{kind}</h2></a><p>{other}</p><p>{place}</p><p>{price}</p></li>"
            )
        };
        let html: String = properties.into_iter().enumerate().map(card).collect();
        let page = chaffinch_page::parse_str(&format!("<ul>{html}</ul>"));
        let found = records(&page, &settings);
        assert_eq!(found.len(), 1, "{country}");
        let prices = properties.map(|(_, price, _, _)| price);
        assert_eq!(column(&found[0], "price"), prices, "{country}");
        assert_eq!(column(&found[0], "location"), properties.map(|(_, _, place, _)| place), "{country}");
    }
}

#[test]
fn a_link_around_several_elements_is_a_card() {
    let domain = Arc::new(load("real-estate").unwrap());
    let settings = DomainSettings { domain: Some(domain), ..DomainSettings::default() };
    let card = |(at, town): (usize, &str)| {
        format!(
            "<a href='/{at}'><span>£3{at}5,000</span><span>3 bedroom house</span><span>Marsh Road, {town}</span></a>"
        )
    };
    let html: String =
        ["Pinner", "Harrow", "Ruislip", "Oxford", "Reading"].into_iter().enumerate().map(card).collect();
    let found = records(&chaffinch_page::parse_str(&format!("<div>{html}</div>")), &settings);
    assert_eq!(column(&found[0], "price"), ["£305,000", "£315,000", "£325,000", "£335,000", "£345,000"]);
}
