//! What kind of page it is.

use crate::choice::words_of_prose;
use crate::settings::ChoiceSettings;
use chaffinch_core::{Finding, FoundRow, NodeId, Page, PageKind, RelationKind, Remark, RemarkKind};
use chaffinch_survey::Survey;

/// The kind of a page with these findings, which are best first; `likely` is the kind that the page as a whole looks like, if it looks
/// like a list or one thing.
pub(crate) fn page_kind(
    page: &Page,
    findings: &[Finding],
    likely: Option<RelationKind>,
    settings: &ChoiceSettings,
) -> PageKind {
    let best = findings.first().filter(|best| best.score >= settings.sure);
    match best.map(|best| best.kind) {
        // An article may have a table in it.
        Some(RelationKind::Table) if best.is_some_and(|table| is_article_around(page, table, settings)) => {
            PageKind::Article
        }
        Some(kind) => kind.into(),
        None if likely.is_some() => likely.map_or(PageKind::Other, PageKind::from),
        None if words_of_prose(page, settings.sentence_words) >= settings.article_words => PageKind::Article,
        None if fields(page) >= settings.form_fields => PageKind::Form,
        None => PageKind::Other,
    }
}

/// Why there is nothing to tell of a page of this kind, in a sentence.
pub(crate) fn nothing_told(survey: &Survey, kind: Option<PageKind>, settings: &ChoiceSettings) -> Remark {
    let page = survey.page;
    let shown = survey.whole().chars;
    if shown < settings.wall_chars
        && let Some(wall) = Wall::of(page)
    {
        return Remark::new(RemarkKind::Nothing, format!("nothing found: {}", wall.sentence()));
    }
    if shown < settings.empty_chars && page.ids().any(|id| page.is(id, "script")) {
        return Remark::new(
            RemarkKind::NeedsScripts,
            "nothing found: the page is empty until its scripts have run",
        );
    }
    let what = match kind {
        Some(PageKind::List) => {
            let what = "nothing found: the page is a list, but its rows may come with its scripts only";
            return Remark::new(RemarkKind::NeedsScripts, what);
        }
        Some(PageKind::Article) => "the page is an article",
        Some(PageKind::Form) => "the page is a form",
        _ => "the page has no list, no table and nothing else to put in rows",
    };
    Remark::new(RemarkKind::Nothing, format!("nothing found: {what}"))
}

/// What stands in the way of the page that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wall {
    Robots,
    Consent,
}

impl Wall {
    /// What a page of little text is in the way of another with, if anything.
    fn of(page: &Page) -> Option<Wall> {
        /// Names of the services that ask whether somebody is a person, in addresses, classes and ids.
        const SERVICES: [&str; 4] = ["captcha", "cf-challenge", "challenge-form", "turnstile"];
        const ROBOTS: [&str; 16] = [
            "a robot", "you are human", "you're human", "unusual traffic", "checking your browser",
            "just a moment", "verify you are", "not a bot", "automated access", "ein roboter",
            "kein roboter", "un robot", "êtes humain", "eres humano", "não é um robô", "вы не робот",
        ];
        const CONSENT: [&str; 11] = [
            "your consent", "before you continue", "accept all", "we value your privacy",
            "your privacy choices", "einwilligung", "alle akzeptieren", "tout accepter", "aceptar todo",
            "accetta tutto", "alles accepteren",
        ];
        let body = page.body();
        let is_named = |id: NodeId| {
            ["class", "id", "src"].iter().filter_map(|name| page.attribute(id, name)).any(|name| {
                let name = name.to_ascii_lowercase();
                SERVICES.iter().any(|service| name.contains(service))
            })
        };
        let text = format!("{} {}", page.title().unwrap_or_default(), page.flat_text(body)).to_lowercase();
        let says = |words: &[&str]| words.iter().any(|words| text.contains(words));
        let has_form = || {
            page.ids().any(|id| {
                page.is(id, "input")
                    && !page.attribute(id, "type").is_some_and(|t| t.eq_ignore_ascii_case("hidden"))
            })
        };
        if says(&ROBOTS) || !has_form() && page.ids().any(is_named) {
            Some(Wall::Robots)
        } else {
            (says(&CONSENT) && page.ids().any(|id| page.is(id, "button"))).then_some(Wall::Consent)
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Wall::Robots => "the page asks whether a person reads it, and shows little else",
            Wall::Consent => "the page asks for consent, and shows little else",
        }
    }
}

fn is_article_around(page: &Page, table: &Finding, settings: &ChoiceSettings) -> bool {
    let words = |row: &FoundRow| row.content(page).text.split_whitespace().count();
    let in_table = table.rows.iter().map(words).sum::<usize>() as f32;
    let prose = words_of_prose(page, settings.sentence_words);
    prose >= settings.article_words && prose as f32 > settings.prose_to_table * in_table
}

/// How many fields a person can fill in.
fn fields(page: &Page) -> usize {
    let filled_in = |kind: &str| {
        !["hidden", "submit", "button", "image", "reset", "search"]
            .iter()
            .any(|k| kind.eq_ignore_ascii_case(k))
    };
    let is_field = |id| match page.name(id) {
        "select" | "textarea" => true,
        "input" => page.attribute(id, "type").is_none_or(filled_in),
        _ => false,
    };
    page.ids().filter(|id| is_field(*id)).count()
}

#[cfg(test)]
mod tests {
    use crate::{Document, Engine, Settings};
    use chaffinch_core::PageKind;

    fn kind(html: &str) -> Option<PageKind> {
        Engine::new(Settings::default()).unwrap().read(Document::from_html("p.html", html)).kind
    }

    #[test]
    fn pages_are_told_apart() {
        let article = "<h1>On finches</h1>".to_owned()
            + &"<p>The chaffinch is a small bird that most people know by its song, which it repeats all morning long from \
                the same branch of the same tree, and which differs from valley to valley.</p>"
                .repeat(6);
        assert_eq!(kind(&article), Some(PageKind::Article));
        let form = "<title>Sign up</title><h1>Sign up</h1><p>We write once a month, and never to anybody else.</p>\
                    <form><p><label>Name <input name=n></label></p><p><label>Mail <input type=email></label></p>\
                    <p><label>Country <select><option>Chile<option>Peru</select></label></p>\
                    <p><input type=submit value='Sign up'></p></form>";
        assert_eq!(kind(form), Some(PageKind::Form));
        let table = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000\
                     <tr><td>Gera<td>93,000</table>";
        assert_eq!(kind(table), Some(PageKind::Table));
        assert_eq!(kind("<p>Back soon."), Some(PageKind::Other));
    }

    #[test]
    fn a_wall_says_what_it_asks() {
        let remarks = |html: &str| {
            let report = Engine::new(Settings::default()).unwrap().read(Document::from_html("p.html", html));
            report.remarks.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let robots =
            "<title>Just a moment...</title><h1>Checking your browser</h1><script src=a.js></script>";
        assert_eq!(
            remarks(robots),
            ["nothing found: the page asks whether a person reads it, and shows little else"]
        );
        let consent = "<h1>Before you continue</h1><p>We and others use cookies.<button>Accept all</button>";
        assert_eq!(remarks(consent), ["nothing found: the page asks for consent, and shows little else"]);
        let signed = "<p>Our robots mow lawns. Back soon.";
        assert_eq!(
            remarks(signed),
            ["nothing found: the page has no list, no table and nothing else to put in rows"]
        );
    }

    #[test]
    fn a_page_with_nothing_says_what_it_is() {
        let remarks = |html: &str| {
            let report = Engine::new(Settings::default()).unwrap().read(Document::from_html("p.html", html));
            report.remarks.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let waiting = remarks(
            "<div id=root></div><noscript>Please allow scripts.</noscript><script src=a.js></script>",
        );
        assert_eq!(waiting, ["nothing found: the page is empty until its scripts have run"]);
        assert_eq!(
            remarks("<p>Back soon."),
            ["nothing found: the page has no list, no table and nothing else to put in rows"]
        );
    }
}
