//! What a page that sells one thing shows: its price near the heading, a button that puts it into a cart, the shop's own number.

use super::ThingSettings;
use super::facts::Facts;
use super::subject::Subject;
use chaffinch_columns::{Markup, Meaning, words_of};
use chaffinch_core::{
    ColumnType, Finding, FoundCell, FoundRow, NodeId, NodeKind, Page, Place, RelationKind, Value,
    collapse_space,
};
use chaffinch_survey::Survey;
use chaffinch_values::{decimal_mark, has_money_sign, read_as};

/// Most characters of a price.
const LONGEST_PRICE: usize = 24;
/// How many levels above a text its price may be complete: sign, whole and cents are often apart.
const PRICE_LEVELS: usize = 3;
/// What the size of a text counts where its markup says that it is a price, and where it is a former price.
const OF_MARKUP: f32 = 1.5;
const OF_FORMER: f32 = 0.3;
/// What it counts behind the button that puts the thing into a cart: other things have prices there.
const OF_LATER: f32 = 0.7;
/// What it counts each time that an amount is repeated, and how many times count.
const OF_REPEAT: f32 = 0.1;
const MOST_REPEATS: usize = 6;
/// What the size of a price without taxes counts.
const OF_NET: f32 = 0.2;
/// The size of a text in CSS pixels where it is not known.
const USUAL_SIZE: f32 = 16.0;

/// The button that puts the page's subject into a cart.
pub(super) fn button(survey: &Survey, subject: &Subject) -> Option<NodeId> {
    let page = survey.page;
    let start = subject.start();
    page.ids()
        .find(|id| *id > start && is_button(page, *id) && !subject.is_beside(*id) && !subject.is_listed(*id))
}

/// Whether an element puts something into a cart: by what it says, or by its names.
pub(crate) fn is_button(page: &Page, id: NodeId) -> bool {
    if !matches!(page.name(id), "button" | "input" | "a" | "form") {
        return false;
    }
    const NAMED: [&str; 6] = ["class", "id", "name", "action", "data-action", "data-testid"];
    let names = page.attributes(id).iter().filter(|attribute| NAMED.contains(&&*attribute.name));
    let of_name = names.map(|attribute| page.value(attribute)).any(|name| {
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        let letters: Vec<u8> = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        let letters = std::str::from_utf8(&letters).unwrap_or_default();
        IN_NAMES
            .iter()
            .any(|(verb, known)| letters.contains(verb) && known.iter().any(|known| letters.contains(known)))
    });
    if of_name {
        return true;
    }
    let text = match page.name(id) {
        "form" => return false,
        "input" => page.attribute(id, "value").unwrap_or("").to_owned(),
        _ => {
            let nodes = page.node(id).end.index() - id.index();
            if nodes > BUTTON_NODES {
                return false;
            }
            page.flat_text(id)
        }
    };
    text.len() <= LONGEST_BUTTON && {
        let text = words_of(&text);
        let begins = |known: &&str| {
            text.strip_prefix(*known).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        IN_WORDS.iter().any(begins)
    }
}

/// Most nodes and bytes of a button.
const BUTTON_NODES: usize = 12;
const LONGEST_BUTTON: usize = 60;

/// How authors name what puts a thing into a cart, by the verb in the name.
const IN_NAMES: [(&str, &[&str]); 2] = [
    ("add", &["addtocart", "addtobag", "addtobasket", "cartadd", "basketadd", "addcart"]),
    ("buy", &["buynow", "buybutton", "buybox"]),
];

/// What buttons say that put a thing into a cart.
const IN_WORDS: [&str; 44] = [
    "add to cart",
    "add to bag",
    "add to basket",
    "add to trolley",
    "buy now",
    "buy it now",
    "in den warenkorb",
    "in den einkaufswagen",
    "jetzt kaufen",
    "ajouter au panier",
    "acheter",
    "añadir al carrito",
    "agregar al carrito",
    "añadir a la cesta",
    "comprar",
    "comprar ahora",
    "aggiungi al carrello",
    "acquista",
    "in winkelwagen",
    "in winkelmand",
    "toevoegen aan winkelwagen",
    "lägg i varukorgen",
    "lägg i kundvagn",
    "köp",
    "læg i kurv",
    "legg i handlekurv",
    "lisää ostoskoriin",
    "do koszyka",
    "dodaj do koszyka",
    "do košíku",
    "přidat do košíku",
    "kosárba",
    "adaugă în coș",
    "в корзину",
    "добавить в корзину",
    "купить",
    "sepete ekle",
    "adicionar ao carrinho",
    "カートに入れる",
    "加入購物車",
    "加入购物车",
    "장바구니",
    "הוסף לסל",
    "dodaj u košaricu",
];

impl Facts<'_, '_> {
    /// The price: of the amounts of money that stand alone behind the main heading, the largest on the screen that is no former price.
    pub fn take_price(&mut self) {
        let (survey, page) = (self.survey, self.page());
        let start = self.subject.start();
        let behind = survey.inked_in(&(start..NodeId::from_index(page.len())));
        let markup = Markup::new(page);
        let price = Meaning::of("price");
        let button = self.button;
        // Each amount with how often it is shown: the thing's price stands in more places than others.
        let mut amounts: Vec<(f32, usize, FoundCell)> = Vec::new();
        let texts: Vec<NodeId> = behind
            .iter()
            .copied()
            .filter(|node| !page.is_element(*node))
            .take(self.settings.price_texts)
            .collect();
        for (at, text) in texts.iter().enumerate() {
            let own = page.own_text(*text);
            if !own.contains(|c: char| c.is_ascii_digit()) || own.len() > 3 * LONGEST_PRICE {
                continue;
            }
            if self.subject.is_beside(*text) || self.subject.is_listed(*text) {
                continue;
            }
            let told = markup.meaning(&[*text]);
            if told.is_some_and(|meaning| meaning.name() == "unitPrice") || is_struck(page, *text) {
                continue;
            }
            let next = texts.get(at + 1).map(|next| page.own_text(*next).trim());
            let Some(cell) = amount(survey, *text).or_else(|| amount_with(page, *text, next?)) else {
                continue;
            };
            let former = told.is_some_and(|meaning| meaning.name() == "listPrice");
            let size = font_size(page, *text)
                * if told == price { OF_MARKUP } else { 1.0 }
                * if button.is_some_and(|button| button < *text) { OF_LATER } else { 1.0 }
                * if former { OF_FORMER } else { class_weight(page, *text) }
                * if self.is_other_amount(*text) { OF_NET } else { 1.0 };
            match amounts.iter_mut().find(|(_, _, known)| known.value == cell.value) {
                Some((largest, times, _)) => {
                    *largest = largest.max(size);
                    *times += 1;
                }
                None => amounts.push((size, 1, cell)),
            }
        }
        self.show_price(amounts.iter().map(|(_, _, cell)| cell));
        let weight =
            |size: f32, times: usize| size * (1.0 + OF_REPEAT * (times.min(MOST_REPEATS) - 1) as f32);
        let best = amounts
            .into_iter()
            .reduce(|best, next| if weight(next.0, next.1) > weight(best.0, best.1) { next } else { best });
        if let Some((_, _, cell)) = best {
            self.priced = true;
            self.seen_price = !self.has("price");
            self.add("price", ColumnType::Money, vec![cell]);
        }
    }

    /// The price that the page's own data tells, as the page shows it: with its sign, and where it stands.
    fn show_price<'c>(&mut self, mut amounts: impl Iterator<Item = &'c FoundCell>) {
        let Some(price) = self.cells_of("price") else { return };
        let [told] = &mut price[..] else { return };
        if told.range.is_none()
            && let Some(shown) = amounts.find(|shown| shown.value.is_some() && shown.value == told.value)
        {
            let unit = told.unit.take().or_else(|| shown.unit.clone());
            *told = FoundCell { unit, ..shown.clone() };
        }
    }

    /// An amount that only looks like the price is none beside a list price many times as high: `$3.19` for the fuel of a car. The thing
    /// costs what its list price says then.
    pub fn mend_price(&mut self) {
        let amount = |cells: &[FoundCell]| match cells.first().map(|cell| &cell.value) {
            Some(Some(Value::Number(amount))) => Some(*amount),
            _ => None,
        };
        let listed = self.cells_of("list price").cloned().unwrap_or_default();
        let seen = self.seen_price;
        if let Some(price) = self.cells_of("price").filter(|_| seen)
            && let (Some(least), Some(listed_at)) = (amount(price), amount(&listed))
            && least * LEAST_OF_LIST < listed_at
        {
            *price = listed;
        }
    }

    /// Whether the words around an amount say that it is not what the thing costs: what is saved, what sending it costs, or what is paid
    /// each month.
    fn is_other_amount(&self, text: NodeId) -> bool {
        let stream = self.survey.stream();
        let Some(own) = stream.of_node(text) else { return false };
        let at = self.lines.partition_point(|line| line.end <= own.start);
        let Some(line) = self.lines.get(at) else { return false };
        let before = stream.text()[line.start..own.start.max(line.start)].trim();
        // A label may stand alone on the line above.
        let above = at.checked_sub(1).filter(|_| before.is_empty()).map(|above| self.lines[above].clone());
        let above = above.map_or("", |line| stream.text()[line].trim());
        let is_label = above.split(' ').count() <= 3 && !above.contains(|c: char| c.is_ascii_digit());
        let above = if is_label { above } else { "" };
        let behind = stream.text()[own.end.min(line.end)..line.end].trim();
        [before, above, behind].iter().any(|words| {
            words.len() <= LONGEST_WORDS
                && words_of(words).split(' ').any(|word| OTHER_AMOUNTS.contains(&word))
        })
    }

    /// The shop's own number of the thing, where the page has no label for it: a code in the page's address that its elements
    /// use, too.
    pub fn take_number(&mut self) {
        let is_sold = self.priced || self.has("price");
        if self.has("sku") || !is_sold {
            return;
        }
        let page = self.page();
        let mut addresses: Vec<&str> = Vec::new();
        for id in page.ids() {
            match page.name(id) {
                "link"
                    if page.attribute(id, "rel").is_some_and(|rel| rel.eq_ignore_ascii_case("canonical")) =>
                {
                    addresses.extend(page.attribute(id, "href"));
                }
                "meta" if page.attribute(id, "property") == Some("og:url") => {
                    addresses.extend(page.attribute(id, "content"));
                }
                _ => {}
            }
        }
        let mut codes: Vec<&str> = addresses.iter().flat_map(|address| codes_of(address)).collect();
        codes.dedup();
        let found = codes.into_iter().take(MOST_CODES).find_map(|code| Some((code, holder(page, code)?)));
        if let Some((code, id)) = found {
            let place = Some(Place::Element(id));
            let cell = FoundCell { text: code.to_owned(), place, ..FoundCell::default() };
            self.add("sku", ColumnType::Text, vec![cell]);
        }
    }
}

/// How many times as high as a price the list price of the same thing can be.
const LEAST_OF_LIST: f64 = 10.0;
/// Most bytes of the words around an amount that say what it is.
const LONGEST_WORDS: usize = 40;
/// Words around amounts that are no price of a thing.
const OTHER_AMOUNTS: [&str; 23] = [
    "save", "saving", "savings", "shipping", "delivery", "invoice", "gas", "month", "monthly", "deposit",
    "rebate", "discount", "off", "coupon", "versand", "versandkosten", "sparen", "livraison", "envío",
    "spedizione", "verzending", "frakt", "cashback",
];

/// Most codes of a page's addresses that are looked for.
const MOST_CODES: usize = 4;
/// How many attributes of a page's elements must hold a code that is the page's own.
const LEAST_HOLDERS: usize = 3;

/// The element in the body that has a code as the value of an attribute, or one that names it, if several do: links, pictures, fields.
fn holder(page: &Page, code: &str) -> Option<NodeId> {
    let (mut whole, mut first, mut count) = (None, None, 0);
    for id in page.subtree(page.body()).filter(|id| page.is_element(*id)) {
        for attribute in page.attributes(id) {
            let value = page.value(attribute);
            if value.trim() == code {
                whole = whole.or(Some(id));
            }
            if value.contains(code) {
                first = first.or(Some(id));
                count += 1;
            }
        }
    }
    whole.or(first.filter(|_| count >= LEAST_HOLDERS))
}

/// The parts of an address that may be codes, the last first: they have at least four digits, or digits among capital letters.
fn codes_of(address: &str) -> Vec<&str> {
    let path =
        address.split_once("://").map_or(address, |(_, rest)| rest.split_once('/').map_or("", |(_, p)| p));
    let parts: Vec<&str> = path.split(['/', '?', '&', '=', '-', '_', '.']).collect();
    let is_code = |part: &&&str| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        let is_year = part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
        part.len() <= 20
            && !is_year
            && (digits >= 4
                || (digits >= 2 && part.len() >= 6 && part.bytes().all(|b| !b.is_ascii_lowercase())))
    };
    parts.iter().rev().filter(is_code).copied().collect()
}

/// The amount of money that a text is part of, with its sign or with markup that says that it is one.
fn amount(survey: &Survey, text: NodeId) -> Option<FoundCell> {
    let page = survey.page;
    let steps = std::iter::once(text).chain(page.ancestors(text).take(PRICE_LEVELS));
    let mut found = None;
    for node in steps {
        if survey.content(&survey.subtree(node)).chars > LONGEST_PRICE {
            break;
        }
        let whole = with_cents(page, node).unwrap_or_else(|| page.flat_text(node));
        // "Price: $5" is an amount with its label.
        let shown =
            whole.split_once([':', '：']).map_or(whole.as_str(), |(_, value)| value.trim()).to_owned();
        let mark = decimal_mark([shown.as_str()]);
        if let Some(reading) = read_as(ColumnType::Money, &shown, mark)
            && (has_money_sign(&shown) || reading.unit.is_some())
        {
            let cell = FoundCell::shown(page, node, shown);
            found = Some(FoundCell {
                value: Some(reading.value),
                unit: reading.unit,
                range: reading.range,
                ..cell
            });
            break;
        }
    }
    found
}

/// Most nodes of an amount whose cents are raised.
const AMOUNT_NODES: usize = 40;

/// The text of an amount whose cents stand raised behind it, with the sign between them that only the eye sees: `173<sup>34</sup> lei`
/// is 173.34 lei.
fn with_cents(page: &Page, node: NodeId) -> Option<String> {
    let is_cents = |text: &str| text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
    let inner: Vec<NodeId> = page.subtree(node).take(AMOUNT_NODES).collect();
    let at = inner.iter().position(|id| page.is(*id, "sup") && is_cents(&page.flat_text(*id)))?;
    let end = page.node(inner[at]).end;
    let texts = |nodes: &[NodeId]| -> String {
        nodes
            .iter()
            .filter(|id| page.node(**id).kind == NodeKind::Text)
            .map(|id| page.own_text(*id))
            .collect()
    };
    let whole = texts(&inner[..at]);
    let behind = texts(&inner[inner.partition_point(|id| *id < end)..]);
    // Signs between thousands would be read as that of the cents.
    let is_number = |c: char| c.is_ascii_digit() || " .,'\u{a0}".contains(c);
    let number = whole.len() - whole.trim_end_matches(is_number).len();
    let (sign, number) = whole.split_at(whole.len() - number);
    let number = number.trim();
    // What is raised behind cents is a note.
    let has_cents = number.rsplit(['.', ',']).next().is_some_and(|last| last.len() == 2 && last != number);
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    let cents = page.flat_text(inner[at]);
    (!digits.is_empty() && !has_cents).then(|| collapse_space(&format!("{sign} {digits}.{cents}{behind}")))
}

/// The amount that a text makes with the currency in the next one.
fn amount_with(page: &Page, text: NodeId, next: &str) -> Option<FoundCell> {
    if next.chars().count() > LONGEST_SIGN || next.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let own = page.flat_text(text);
    let shown = format!("{own} {next}");
    let reading = read_as(ColumnType::Money, &shown, decimal_mark([own.as_str()]))?;
    reading.unit.as_ref()?;
    Some(FoundCell { value: Some(reading.value), unit: reading.unit, ..FoundCell::shown(page, text, own) })
}

/// Most characters of a currency.
const LONGEST_SIGN: usize = 4;

/// Whether an amount is struck out.
pub(super) fn is_struck(page: &Page, text: NodeId) -> bool {
    page.ancestors(text).take(PRICE_LEVELS).any(|id| matches!(page.name(id), "del" | "s" | "strike"))
}

/// What a text counts by the classes around it, which may say that it is a former price or one without taxes.
fn class_weight(page: &Page, text: NodeId) -> f32 {
    const NET: [&str; 6] = ["tax", "vat", "net", "netto", "excl", "exvat"];
    let near = || page.ancestors(text).take(PRICE_LEVELS - 1).map(|id| page.class_text(id));
    let is_net = |class: &str| words_of(class).split(' ').any(|word| NET.contains(&word));
    if near().any(is_net) {
        OF_NET
    } else if near().any(Markup::says_former) {
        OF_FORMER
    } else {
        1.0
    }
}

/// Fewest rows of a list that a page is about.
const LEAST_ROWS: usize = 3;

/// Whether a page has a sure list of things with prices.
pub(super) fn is_priced_list(survey: &Survey, findings: &[Finding], settings: &ThingSettings) -> bool {
    let is_priced =
        |row: &FoundRow| row.nodes.iter().any(|node| survey.content(&survey.subtree(*node)).money > 0);
    findings.iter().any(|finding| {
        finding.kind != RelationKind::Detail
            && finding.score >= settings.sure_list
            && finding.rows.len() >= LEAST_ROWS
            && 2 * finding.rows.iter().filter(|row| is_priced(row)).count() > finding.rows.len()
    })
}

fn font_size(page: &Page, text: NodeId) -> f32 {
    let style = page.node(text).parent.and_then(|holder| page.layout()?.style(holder));
    style.map_or(USUAL_SIZE, |style| style.font_size)
}
