//! The published rules on twenty result pages in the style of 2011: tables within tables, spacers, floats, definition lists. The pages are
//! made here; each agent writes the same eight properties in a way of its own.

use chaffinch_domain::{DomainSettings, load};
use chaffinch_survey::Survey;
use std::sync::Arc;

/// What an agent knows of a property: where it is, what it costs in thousands of pounds, and its bedrooms.
#[derive(Clone, Copy)]
struct Property {
    town: &'static str,
    price: u32,
    bedrooms: u32,
}

const PROPERTIES: [Property; 8] = [
    Property { town: "Abingdon", price: 245, bedrooms: 3 },
    Property { town: "Banbury", price: 189, bedrooms: 2 },
    Property { town: "Bicester", price: 310, bedrooms: 4 },
    Property { town: "Didcot", price: 175, bedrooms: 2 },
    Property { town: "Faringdon", price: 420, bedrooms: 5 },
    Property { town: "Thame", price: 265, bedrooms: 3 },
    Property { town: "Wantage", price: 230, bedrooms: 3 },
    Property { town: "Witney", price: 199, bedrooms: 2 },
];

/// An agent's page: its name, and how a property is written; whatever is around the list comes with it.
type Agent = (&'static str, fn(&[Property]) -> String);

fn each(properties: &[Property], write: impl Fn(Property) -> String) -> String {
    properties.iter().map(|property| write(*property)).collect()
}

/// The head, the search form and the foot that all pages have.
fn page(list: &str) -> String {
    format!(
        "<html><head><title>Property search results</title></head><body><table width=760 align=center><tr><td>\
         <a href='/'><img src=logo.gif></a></td><td><a href='/sales'>Sales</a> | <a href='/about'>About us</a></td></tr></table>\
         <form action='/search'><select name=min><option>£50,000<option>£100,000</select><input type=submit></form>\
         <h1>Houses for sale in Oxfordshire</h1>{list}\
         <p>Page 1 of 3 <a href='/?page=2'>Next</a></p><div id=footer>Copyright 2011</div></body></html>"
    )
}

const AGENTS: [Agent; 20] = [
    ("a list of cards", |all| {
        let card = |p: Property| {
            format!(
                "<li><a href='/{0}'><img src='{0}.jpg'></a><h3><a href='/{0}'>{2} bedroom house</a></h3><p class=price>£{1},000</p><p>High Street, {0}</p></li>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<ul class=results>{}</ul>", each(all, card))
    }),
    ("rows of a table", |all| {
        let row = |p: Property| {
            format!(
                "<tr><td><img src='{0}.jpg'></td><td><a href='/{0}'>{2} bed terraced house</a></td><td>High Street, {0}</td><td>£{1},000</td></tr>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<table border=1><tr><th>Photo<th>Type<th>Address<th>Price</tr>{}</table>", each(all, row))
    }),
    ("a table for each property", |all| {
        let table = |p: Property| {
            format!(
                "<table width=500><tr><td rowspan=2><img src='{0}.jpg'></td><td><b>{2} bedroom cottage</b></td><td><b>£{1},000</b></td></tr>\
                 <tr><td colspan=2>Church Road, {0}<br><a href='/{0}'>Full details</a></td></tr></table>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div id=content>{}</div>", each(all, table))
    }),
    ("tables with spacers between them", |all| {
        let table = |p: Property| {
            format!(
                "<table><tr><td><a href='/{0}'>{2} bedroom flat</a></td><td>£{1},000</td></tr><tr><td colspan=2>Mill Lane, {0}</td></tr></table>\
                 <div class=spacer></div>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div id=content>{}</div>", each(all, table))
    }),
    ("links in front of the price", |all| {
        let record = |p: Property| {
            format!(
                "<a href='/{0}'><img src='{0}.jpg'></a><div class=info>£{1},000 {2} bedroom house, Station Road, {0}</div><p>A house with a garden and views.</p>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div class=list>{}</div>", each(all, record))
    }),
    ("headings and paragraphs side by side", |all| {
        let record = |p: Property| {
            format!(
                "<h2><a href='/{0}'>Park Avenue, {0}</a></h2><p>£{1},000</p><p>{2} bedrooms, garage</p>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div class=list>{}</div>", each(all, record))
    }),
    ("a definition list", |all| {
        let record = |p: Property| {
            format!(
                "<dt><a href='/{0}'>{2} bedroom bungalow, {0}</a></dt><dd>£{1},000</dd>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<dl>{}</dl>", each(all, record))
    }),
    ("rules between records", |all| {
        let record = |p: Property| {
            format!(
                "<div><b>£{1},000</b> <a href='/{0}'>{2} bedroom house</a><br>Oxford Road, {0}</div><hr>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div>{}</div>", each(all, record))
    }),
    ("two table rows for each property", |all| {
        let record = |p: Property| {
            format!(
                "<tr><td><a href='/{0}'>Manor Close, {0}</a></td><td>£{1},000</td></tr><tr><td colspan=2>{2} bedrooms, central heating</td></tr>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<table>{}</table>", each(all, record))
    }),
    ("three table rows, the last one empty", |all| {
        let record = |p: Property| {
            format!(
                "<tr><td><b>{2} bed house</b></td><td>£{1},000</td></tr><tr><td colspan=2><a href='/{0}'>Bridge Street, {0}</a></td></tr><tr><td colspan=2>&nbsp;</td></tr>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<table cellspacing=0>{}</table>", each(all, record))
    }),
    ("floats deep inside", |all| {
        let record = |p: Property| {
            format!(
                "<div class=prop><div class=left><a href='/{0}'><img src='{0}.jpg'></a></div><div class=right><div class=top><span class=price>Guide price <b>£{1},000</b></span></div>\
                 <div class=text><h4>{2} bedroom semi-detached house</h4><span>The Green, {0}</span></div></div><br clear=all></div>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div id=wrap><div id=results>{}</div></div>", each(all, record))
    }),
    ("some properties are reduced", |all| {
        let record = |p: Property| {
            let note = if p.price.is_multiple_of(2) { "<em>Reduced</em>" } else { "" };
            format!(
                "<div class=item><h3>{2} bed house in {0}</h3>{note}<p>£{1},000</p><a href='/{0}'>More</a></div>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div class=items>{}</div>", each(all, record))
    }),
    ("featured properties first", |all| {
        let featured = |p: Property| {
            format!(
                "<td><a href='/f{0}'><img src='{0}.jpg'></a><br>£{1},000<br>{2} bed flat, {0}</td>",
                p.town, p.price, p.bedrooms
            )
        };
        let result = |p: Property| {
            format!(
                "<div class=result><div class=photo><img src='{0}.jpg'></div><div class=detail><p>£{1},000</p><h2><a href='/{0}'>{2} bedroom house</a></h2><p>High Street, {0}</p></div></div>",
                p.town, p.price, p.bedrooms
            )
        };
        format!(
            "<table class=featured><tr>{}</tr></table><div class=results>{}</div>",
            each(&all[..3], featured),
            each(all, result)
        )
    }),
    ("an average above the list", |all| {
        let row = |p: Property| {
            format!(
                "<li><strong>£{1},000</strong> <a href='/{0}'>{2} bedroom house, {0}</a></li>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<p>Average asking price: £254,125</p><div class=list><ul>{}</ul></div>", each(all, row))
    }),
    ("prices in a bold font", |all| {
        let record = |p: Property| {
            format!(
                "<tr valign=top><td><img src='{0}.jpg' width=120></td><td><font face=arial size=2><b>{2} Bedroom Detached House</b><br>Orchard Way, {0}<br></font><font color=red><b>£{1},000</b></font> <a href='/{0}'>Details</a></td></tr>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<center><table width=600>{}</table></center>", each(all, record))
    }),
    ("fields with labels", |all| {
        let record = |p: Property| {
            format!(
                "<div class=box><table><tr><td>Price:</td><td>£{1},000</td></tr><tr><td>Location:</td><td>{0}</td></tr><tr><td>Bedrooms:</td><td>{2} bedrooms</td></tr></table><a href='/{0}'>View</a></div>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div>{}</div>", each(all, record))
    }),
    ("anchors around whole records", |all| {
        let record = |p: Property| {
            format!(
                "<a class=hit href='/{0}'><span class=name>{2} bedroom house, {0}</span><span class=amount>£{1},000</span></a>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<div class=hits>{}</div>", each(all, record))
    }),
    ("a banner in the middle", |all| {
        let record = |p: Property| {
            format!(
                "<div class=r><h3><a href='/{0}'>Queens Road, {0}</a></h3><p>£{1},000</p><p>{2} bedrooms</p></div>",
                p.town, p.price, p.bedrooms
            )
        };
        format!(
            "<div class=rs>{}<div class=banner><img src=banner.gif></div>{}</div>",
            each(&all[..4], record),
            each(&all[4..], record)
        )
    }),
    ("a grid of two columns", |all| {
        let cell = |p: Property| {
            format!(
                "<td><a href='/{0}'><img src='{0}.jpg'></a><br>£{1},000<br>{2} bed house<br>Kings Road, {0}</td>",
                p.town, p.price, p.bedrooms
            )
        };
        let rows: String = all.chunks(2).map(|pair| format!("<tr>{}</tr>", each(pair, cell))).collect();
        format!("<table>{rows}</table>")
    }),
    ("list items with a nested list", |all| {
        let record = |p: Property| {
            format!(
                "<li><h3><a href='/{0}'>Vicarage Lane, {0}</a></h3><ul><li>{2} bedrooms</li><li>£{1},000</li><li>Freehold</li></ul></li>",
                p.town, p.price, p.bedrooms
            )
        };
        format!("<ol>{}</ol>", each(all, record))
    }),
];

/// How many of the properties are a row of their own: one that has the price and the town, and those of no other property.
fn right(html: &str) -> usize {
    let domain = Some(Arc::new(load("real-estate").unwrap()));
    let settings = DomainSettings { domain, ..DomainSettings::paper() };
    let parsed = chaffinch_page::parse_str(html);
    let survey = Survey::new(&parsed, &Default::default());
    let found = chaffinch_domain::records(&survey, &settings, false).into_relations(&parsed);
    let rows: Vec<&str> = found.iter().flat_map(|area| &area.rows).map(|row| row.text.as_str()).collect();
    let holds = |row: &str, p: &Property| row.contains(p.town) && row.contains(&format!("£{},000", p.price));
    let is_own = |p: &&Property| {
        let own = |row: &&&str| {
            holds(row, p) && !PROPERTIES.iter().any(|o| o.town != p.town && row.contains(o.town))
        };
        rows.iter().filter(own).count() > 0
    };
    PROPERTIES.iter().filter(is_own).count()
}

#[test]
fn the_published_rules_find_the_records_of_twenty_agents() {
    let found: Vec<(&str, usize)> =
        AGENTS.iter().map(|(name, write)| (*name, right(&page(&write(&PROPERTIES))))).collect();
    let all = AGENTS.len() * PROPERTIES.len();
    let sum: usize = found.iter().map(|(_, count)| count).sum();
    let missed: Vec<&(&str, usize)> = found.iter().filter(|(_, count)| *count < PROPERTIES.len()).collect();
    assert!(sum * 100 >= all * 95, "{sum} of {all} records; missed: {missed:?}");
}
