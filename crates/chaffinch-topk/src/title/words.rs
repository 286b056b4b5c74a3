//! Lists of words by which numbers that count items, and plurals, are recognised.

/// Words after which a number is a name, a position in a series or a bound, and does not count items.
const NO_COUNT_AFTER: &[&str] = &[
    "episode", "ep", "part", "chapter", "season", "series", "vol", "volume", "issue", "no", "number", "week",
    "day", "month", "year", "page", "version", "v", "ver", "level", "round", "phase", "grade", "tier", "act",
    "lesson", "section", "unit", "under", "over", "below", "above", "beyond", "age", "aged", "ages", "than",
    "since", "until", "before", "after", "turning", "turns", "room", "route", "highway", "channel",
    "formula", "area", "size", "type", "category", "stage", "gen", "generation", "mark", "mk", "model",
    "class", "windows", "ios", "android", "iphone", "ipad", "galaxy", "pixel", "python", "java", "php",
    "html", "css", "angular", "vue", "playstation", "xbox", "ps", "office", "apollo", "catch", "studio",
    "web", "industry", "covid", "boeing", "chromium", "chrome", "firefox", "ubuntu", "debian", "swift",
    "rails", "http", "usb", "wifi", "mp", "rank", "ranked", "chap", "nr", "every", "per",
];

/// Words before which a number is a measure.
const MEASURES: &[&str] = &[
    "second", "seconds", "secs", "minute", "minutes", "min", "mins", "hour", "hours", "hrs", "day", "days",
    "week", "weeks", "month", "months", "year", "years", "yr", "yrs", "decade", "decades", "century",
    "centuries", "km", "kilometers", "kilometres", "mile", "miles", "kg", "kilos", "lb", "lbs", "pound",
    "pounds", "oz", "ounces", "grams", "g", "inch", "inches", "foot", "feet", "ft", "cm", "mm", "meter",
    "meters", "metre", "metres", "gb", "tb", "mb", "ghz", "mhz", "hz", "mp", "percent", "per", "degrees",
    "dollars", "dollar", "bucks", "euro", "euros", "usd", "eur", "gbp", "cents", "million", "billion",
    "trillion", "thousand", "am", "pm", "a.m", "p.m", "o'clock", "star", "stars", "calories", "volts",
    "watts", "litres", "liters", "square", "sq", "acres", "time", "percentage", "st", "nd", "rd", "th", "k",
    "x", "pack", "piece", "bedroom", "bathroom", "seater", "storey", // of other languages
    "jahre", "jahren", "monate", "monaten", "wochen", "tage", "tagen", "stunden", "minuten", "sekunden",
    "prozent", "ans", "années", "mois", "semaines", "jours", "heures", "años", "meses", "semanas", "días",
    "horas", "minutos", "anni", "mesi", "settimane", "giorni", "ore", "minuti", "anos", "dias", "jaar",
    "maanden", "weken", "dagen", "uur", "лет", "года", "месяцев", "недель", "дней", "часов", "минут",
    "рублей", "lat", "miesięcy", "tygodni", "dni", "godzin", "minut", "złotych", "dollars",
];

const MONTHS: &[&str] = &[
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov",
    "dec", "januar", "jänner", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember",
];

/// Months of languages that write them small. In capitals, some are other words: "3 Mars Rovers".
const SMALL_MONTHS: &[&str] = &[
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
    "novembre", "décembre", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
    "septiembre", "octubre", "noviembre", "diciembre", "gennaio", "febbraio", "aprile", "maggio", "giugno",
    "luglio", "settembre", "ottobre", "dicembre", "janeiro", "fevereiro", "março", "maio", "junho", "julho",
    "setembro", "outubro", "novembro", "dezembro", "januari", "februari", "maart", "mei", "augustus",
    "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября",
    "ноября", "декабря", "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia",
    "września", "października", "listopada", "grudnia",
];

/// Words that rank. Superlatives in `-est` are ranking words as well.
const RANKING: &[&str] = &[
    "top", "best", "worst", "most", "least", "greatest", "finest", "hottest", "leading", "must", "essential",
    "favorite", "favourite", "hot", "ultimate", "definitive", "popular", "famous", "iconic",
];

/// Words after which a number in a title counts items.
const COUNTS_AFTER: &[&str] = &[
    "top", "the", "best", "these", "those", "our", "my", "your", "are", "of", "in", "with", "and", "here",
    "worst", "hot", "hottest", "meet", "see", "all", "another", "only", "a", "first", "last", "greatest",
    "biggest", "using", "via",
];

/// Words at which the words for a concept end.
const STOPS: &[&str] = &[
    "in", "of", "for", "to", "that", "who", "which", "from", "on", "with", "at", "by", "according", "you",
    "your", "we", "i", "they", "he", "she", "it", "is", "are", "was", "were", "will", "can", "may", "should",
    "have", "has", "had", "every", "about", "under", "over", "this", "these", "right", "now", "today",
    "ever", "when", "where", "before", "after", "around", "across", "during", "and", "or", "&", "+", "plus",
    "than", "as", "if", "not", "so", "ranked",
];

/// Plurals without an s.
const PLURALS: &[&str] = &[
    "people", "men", "women", "children", "kids", "media", "data", "alumni", "criteria", "phenomena",
    "teeth", "feet", "mice", "geese", "fish", "sheep", "species", "series", "software", "apps", "must-haves",
    "lines", "women's",
];

/// Words that end in -s and are not plurals.
const SINGULARS: &[&str] = &[
    "this", "is", "was", "has", "as", "its", "his", "us", "plus", "always", "perhaps", "does", "yes", "thus",
    "less", "across", "news", "vs", "christmas", "texas", "paris", "business", "wireless", "previous",
    "various", "famous", "gorgeous", "delicious", "dangerous", "mysterious", "serious", "hilarious",
];

pub(super) fn forbids_count_behind(word: &str) -> bool {
    NO_COUNT_AFTER.contains(&word)
}

pub(super) fn is_measure(word: &str) -> bool {
    MEASURES.contains(&word)
}

pub(super) fn is_month(word: &str) -> bool {
    MONTHS.contains(&word)
}

/// Whether a word as it is written is a month of a language that writes months small.
pub(super) fn is_small_month(word: &str) -> bool {
    SMALL_MONTHS.contains(&word)
}

/// Whether a word right behind a number makes it news: people of other languages than English, and what happened to people.
pub(super) fn is_news(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "dead", "killed", "injured", "wounded", "missing", "arrested", "hurt", "die", "dies", "jailed",
        "charged", "freunde", "männer", "frauen", "kinder", "menschen", "personen", "tote", "verletzte",
        "brüder", "schwestern", "amis", "hommes", "femmes", "enfants", "personnes", "morts", "blessés",
        "frères", "amigos", "hombres", "mujeres", "niños", "personas", "muertos", "heridos", "amici",
        "uomini", "donne", "bambini", "persone", "morti", "feriti", "homens", "mulheres", "crianças",
        "pessoas", "mortos", "feridos", "vrienden", "mannen", "vrouwen", "kinderen", "mensen", "doden",
        "gewonden", "sœurs", "soeurs", "hermanas", "hermanos", "sorelle", "fratelli", "irmãs", "irmãos",
        "zussen", "broers", "сестры", "сестёр", "брата", "братьев", "siostry", "bracia", "braci", "человек",
        "человека", "друзей", "друга", "людей", "przyjaciół", "osób", "osoby",
    ];
    WORDS.contains(&word)
}

pub(super) fn is_ranking(word: &str) -> bool {
    const NOT_SUPERLATIVE: [&str; 10] =
        ["test", "rest", "west", "guest", "forest", "interest", "request", "honest", "quest", "invest"];
    RANKING.contains(&word)
        || (word.len() > 5
            && word.ends_with("est")
            && !NOT_SUPERLATIVE.iter().any(|known| word.ends_with(known)))
}

pub(super) fn invites_count_behind(word: &str) -> bool {
    COUNTS_AFTER.contains(&word) || is_ranking(word)
}

/// Whether a number behind this word tells who did something: "How 3 friends built a company".
pub(super) fn forbids_count_of(word: &str) -> bool {
    matches!(
        word,
        "how"
            | "when"
            | "after"
            | "since"
            | "if"
            | "because"
            | "while"
            | "kills"
            | "killed"
            | "arrest"
            | "arrested"
            | "wie"
            | "nach"
            | "comment"
            | "après"
            | "cómo"
            | "como"
            | "come"
            | "dopo"
            | "hoe"
            | "как"
            | "через"
            | "jak"
    )
}

/// Whether a number behind this word and "of" tells the size of one thing.
pub(super) fn is_case(word: &str) -> bool {
    const CASES: &[&str] = &[
        "study", "studies", "trial", "case", "cases", "tale", "story", "team", "group", "family", "survey",
        "sample", "crew", "band", "mother", "father", "mum", "mom", "dad", "series", "cohort", "analysis",
        "deaths", "death", "murder", "party", "house", "town", "city", "village", "population", "couple",
        "pair", "loss", "half", "set", "pack", "box", "bundle", "lot", "kit",
    ];
    CASES.contains(&word)
}

/// Whether a word behind a plural tells what happened to the things.
pub(super) fn is_reported(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "reported", "confirmed", "announce", "announces", "announced", "merge", "merged", "cancelled",
        "canceled", "recalled", "stolen", "seized", "destroyed", "evacuated",
    ];
    WORDS.contains(&word)
}

/// Whether a word behind a name tells that it is the name of a film, a book, a play or a piece of music.
pub(super) fn is_work(word: &str) -> bool {
    const WORKS: &[&str] = &[
        "review", "reviews", "film", "movie", "trailer", "cast", "plot", "soundtrack", "lyrics", "novel",
        "book", "play", "musical", "dvd", "tickets",
    ];
    WORKS.contains(&word)
}

/// Whether a plural names people whom news tell of.
pub(super) fn is_people(word: &str) -> bool {
    const PEOPLE: &[&str] = &[
        "people", "men", "women", "children", "kids", "friends", "brothers", "sisters", "students",
        "patients", "workers", "officers", "teens", "teenagers", "soldiers", "suspects", "victims",
        "passengers", "residents", "employees", "boys", "girls", "players", "firefighters", "tourists",
        "migrants", "protesters", "adults", "participants", "volunteers", "members", "families", "deaths",
        "arrests", "injuries", "bodies", "founders",
    ];
    PEOPLE.contains(&word)
}

/// Whether a word names rooms: a number of them behind other words is a feature of a home.
pub(super) fn is_room(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "rooms", "bedrooms", "bathrooms", "baths", "beds", "balconies", "zimmer", "zimmern", "pièces",
        "chambres", "habitaciones", "dormitorios", "camere", "locali", "vani", "quartos", "kamers",
        "slaapkamers", "комнаты", "комнат", "комнатами", "pokoje", "pokoi", "pokojami", "sypialnie",
    ];
    WORDS.contains(&word)
}

pub(super) fn ends_concept(word: &str) -> bool {
    STOPS.contains(&word)
}

pub(super) fn is_plural(word: &str) -> bool {
    PLURALS.contains(&word)
        || (word.len() > 2
            && word.ends_with('s')
            && !["ss", "us", "is", "'s", "’s", "ous"].iter().any(|end| word.ends_with(end))
            && !SINGULARS.contains(&word))
}
