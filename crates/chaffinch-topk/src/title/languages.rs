//! Counts in titles of other languages than English.

use super::Clarity;

/// A number that a word of German, French, Spanish, Italian, Portuguese, Dutch, Russian or Polish means. Words for one are no counts, and
/// words that mean something else in another language are left out.
pub(super) fn number_word(word: &str) -> Option<usize> {
    const WORDS: &[(usize, &[&str])] = &[
        (2, &["zwei", "deux", "dos", "due", "dois", "duas", "twee", "два", "две", "dwa", "dwie"]),
        (3, &["drei", "trois", "tres", "tre", "três", "drie", "три", "trzy"]),
        (4, &["vier", "quatre", "cuatro", "quattro", "quatro", "четыре", "cztery"]),
        (5, &["fünf", "cinq", "cinco", "cinque", "vijf", "пять", "pięć"]),
        (6, &["sechs", "seis", "sei", "zes", "шесть", "sześć"]),
        (7, &["sieben", "sept", "siete", "sette", "sete", "zeven", "семь", "siedem"]),
        (8, &["acht", "huit", "ocho", "otto", "oito", "восемь", "osiem"]),
        (9, &["neun", "neuf", "nueve", "nove", "negen", "девять", "dziewięć"]),
        (10, &["zehn", "dix", "diez", "dieci", "dez", "tien", "десять", "dziesięć"]),
        (11, &["elf", "onze", "once", "undici", "одиннадцать", "jedenaście"]),
        (12, &["zwölf", "douze", "doce", "dodici", "doze", "twaalf", "двенадцать", "dwanaście"]),
        (13, &["dreizehn", "treize", "trece", "tredici", "treze", "dertien", "тринадцать", "trzynaście"]),
        (14, &["vierzehn", "quatorze", "catorce", "quattordici", "catorze", "veertien", "четырнадцать"]),
        (14, &["czternaście"]),
        (15, &["fünfzehn", "quinze", "quince", "quindici", "vijftien", "пятнадцать", "piętnaście"]),
        (16, &["sechzehn", "seize", "dieciséis", "sedici", "dezesseis", "dezasseis", "zestien"]),
        (16, &["шестнадцать", "szesnaście"]),
        (17, &["siebzehn", "dix-sept", "diecisiete", "diciassette", "dezessete", "dezassete", "zeventien"]),
        (17, &["семнадцать", "siedemnaście"]),
        (18, &["achtzehn", "dix-huit", "dieciocho", "diciotto", "dezoito", "achttien", "восемнадцать"]),
        (18, &["osiemnaście"]),
        (19, &["neunzehn", "dix-neuf", "diecinueve", "diciannove", "dezenove", "dezanove", "negentien"]),
        (19, &["девятнадцать", "dziewiętnaście"]),
        (20, &["zwanzig", "vingt", "veinte", "venti", "vinte", "twintig", "двадцать", "dwadzieścia"]),
        (21, &["einundzwanzig", "veintiún", "veintiuna", "ventuno", "eenentwintig"]),
        (24, &["vierundzwanzig", "vingt-quatre", "veinticuatro", "ventiquattro", "vierentwintig"]),
        (25, &["fünfundzwanzig", "vingt-cinq", "veinticinco", "venticinque", "vijfentwintig"]),
        (30, &["dreißig", "dreissig", "trente", "treinta", "trenta", "trinta", "dertig", "тридцать"]),
        (30, &["trzydzieści"]),
        (
            40,
            &["vierzig", "quarante", "cuarenta", "quaranta", "quarenta", "veertig", "сорок", "czterdzieści"],
        ),
        (50, &["fünfzig", "cinquante", "cincuenta", "cinquanta", "cinquenta", "vijftig", "пятьдесят"]),
        (50, &["pięćdziesiąt"]),
        (60, &["sechzig", "soixante", "sesenta", "sessanta", "sessenta", "zestig", "шестьдесят"]),
        (60, &["sześćdziesiąt"]),
        (70, &["siebzig", "soixante-dix", "setenta", "settanta", "zeventig", "семьдесят", "siedemdziesiąt"]),
        (80, &["achtzig", "quatre-vingts", "ochenta", "ottanta", "oitenta", "tachtig", "восемьдесят"]),
        (80, &["osiemdziesiąt"]),
        (90, &["neunzig", "quatre-vingt-dix", "noventa", "novanta", "negentig", "девяносто"]),
        (90, &["dziewięćdziesiąt"]),
        (100, &["hundert", "cent", "cien", "cento", "cem", "honderd", "сто", "sto"]),
    ];
    WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(k, _)| *k)
}

/// Whether a word has letters of the Cyrillic script.
pub(super) fn is_cyrillic(word: &str) -> bool {
    word.chars().any(|c| matches!(c, '\u{400}'..='\u{4ff}'))
}

/// Whether a word is one of the small words of these languages that mean nothing in English.
pub(super) fn is_small(word: &str) -> bool {
    const WORDS: &[&str] = &[
        // German
        "der", "das", "und", "für", "zum", "zur", "mit", "von", "vom", "vor", "gegen", "auf", "wie", "aus",
        "bei", "beim", "ohne", "nach", "nicht", "ein", "eine", "einen", "rund", "dem", "des", "über", "im",
        "sind", "sich", "diese", "diesen", "unsere", "zu", "durch", "unter", "alle", "deine", "ihre",
        // French
        "les", "du", "le", "la", "à", "pour", "sans", "avec", "dans", "et", "un", "une", "sur", "au", "aux",
        "qui", "que", "ces", "nos", "vos", "votre", "voici", "chez", "où", "sous", "entre",
        // Spanish and Portuguese
        "los", "las", "el", "para", "con", "sin", "y", "del", "al", "una", "por", "en", "de", "estos",
        "estas", "os", "um", "uma", "com", "sem", "do", "da", "dos", "das", "em", "ao", "na", "nas", "nos",
        "veja", "sobre", // Italian
        "gli", "il", "di", "per", "senza", "che", "della", "dei", "delle", "degli", "dal", "dalla", "nel",
        "nella", "ecco", "vicino", "da", "sulla", "tra", // Dutch
        "het", "een", "van", "voor", "met", "zonder", "bij", "uit", "naar", "deze", "onze", "op", "te", "om",
        "je", // Polish
        "w", "z", "na", "dla", "pod", "nad", "bez", "które", "których", "oto", "przez", "ze", "we", "się",
        "żeby", // Russian
        "в", "во", "на", "из", "с", "со", "и", "о", "об", "для", "без", "под", "по", "за", "к", "от", "до",
    ];
    WORDS.contains(&word)
}

/// Whether a word ranks, in one of these languages: "besten", "mejores", "самых".
pub(super) fn ranks(word: &str) -> bool {
    const WORDS: &[&str] = &[
        // German and Dutch
        "beste", "besten", "schönsten", "größten", "größte", "höchste", "gekste", "wichtigsten",
        "beliebtesten", "schlimmsten", "erfolgreichsten", "teuersten", "reichsten", "höchsten", "längsten",
        "ältesten", "besser", "mooiste", "grootste", "belangrijkste", "leukste", "populairste", "bekendsten",
        "lustigsten", "häufigsten", // French
        "meilleurs", "meilleures", "meilleur", "pires", "plus", // Spanish and Portuguese
        "mejores", "peores", "más", "mayores", "melhores", "piores", "mais", "maiores", "principales",
        "principais", // Italian
        "migliori", "peggiori", "più", "maggiori", "principali", // Russian and Polish
        "лучших", "лучшие", "самых", "худших", "главных", "najlepszych", "najlepsze", "największych",
        "najgorszych", "najpiękniejszych", "najważniejszych", "топ",
    ];
    WORDS.contains(&word) || is_superlative(word)
}

/// Whether a word is a superlative by its form: Polish "najwyższych", German "tiefsten", Dutch "hoogste".
fn is_superlative(word: &str) -> bool {
    /// Fewest characters of such a word.
    const SHORTEST: usize = 7;
    /// Nouns and verbs with such an ending.
    const NOT: [&str; 6] = ["isten", "osten", "esten", "asten", "usten", "üsten"];
    word.chars().count() >= SHORTEST
        && (word.starts_with("naj")
            || (word.ends_with("sten") && !NOT.iter().any(|ending| word.ends_with(ending)))
            || (word.ends_with("ste") && !word.ends_with("iste") && !word.ends_with("este")))
}

/// Words for things that such titles count, in their plural after a number. Plurals in -s are found by their ending.
pub(super) fn is_counted(word: &str) -> bool {
    const WORDS: &[&str] = &[
        // German
        "gründe", "dinge", "fehler", "ideen", "fakten", "rezepte", "bücher", "filme", "spiele", "städte",
        "orte", "strände", "wege", "methoden", "regeln", "schritte", "fragen", "beispiele",
        "sehenswürdigkeiten", "länder", "serien", "lieder", "songs", "mythen", "übungen", "inseln", "berge",
        "museen", "romane", "pflanzen", // Italian
        "cose", "motivi", "modi", "consigli", "film", "libri", "ricette", "luoghi", "città", "idee",
        "errori", "spiagge", "regole", "segreti", "canzoni", "serie", "ristoranti", "giochi", "isole",
        "trucchi", "borghi", // Dutch
        "redenen", "manieren", "dingen", "boeken", "plekken", "fouten", "recepten", "feiten", "steden",
        "stranden", "vragen", "ideeën", "eilanden", "landen", "spellen", // Russian
        "причин", "способов", "советов", "фильмов", "книг", "мест", "вещей", "фактов", "ошибок", "идей",
        "правил", "рецептов", "городов", "стран", "песен", "игр", "сериалов", "шагов", "приложений",
        "способа", "причины", "совета", "секретов", "пляжей", "упражнений", "вопросов",
        // Polish
        "powodów", "sposobów", "rzeczy", "filmów", "książek", "miejsc", "błędów", "faktów", "przepisów",
        "porad", "gier", "seriali", "piosenek", "kroków", "zasad", "pomysłów", "miast", "plaż", "sposoby",
        "powody", "pytań", // French, Spanish and Portuguese plurals that do not end in -s
        "lieux", "jeux", "bijoux", "châteaux", "animaux", "tableaux",
    ];
    WORDS.contains(&word)
}

/// Whether a word is an article or another small word after which such a title counts.
pub(super) fn is_article(word: &str) -> bool {
    matches!(
        word,
        "die"
            | "der"
            | "den"
            | "diese"
            | "unsere"
            | "les"
            | "des"
            | "ces"
            | "nos"
            | "las"
            | "los"
            | "estas"
            | "estos"
            | "le"
            | "i"
            | "gli"
            | "ecco"
            | "os"
            | "as"
            | "de"
            | "deze"
            | "onze"
            | "эти"
            | "oto"
            | "the"
    )
}

/// The counts in a text of Chinese, Japanese or Korean, which has no spaces between words: "十大电影", "映画10選", "10가지 방법".
pub(super) fn unspaced_counts(text: &str) -> Vec<(usize, Clarity)> {
    let characters: Vec<char> = text.chars().collect();
    if !characters.iter().any(|c| is_cjk(*c)) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < characters.len() {
        match number_at(&characters[at..]) {
            Some((k, length)) => {
                let (before, behind) = (&characters[..at], &characters[at + length..]);
                if k > 1 && counts(before, behind) {
                    found.push((k, Clarity::Clear));
                }
                at += length;
            }
            None => at += 1,
        }
    }
    found
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Whether a number with these characters before and behind it counts things.
fn counts(before: &[char], behind: &[char]) -> bool {
    /// What counts when it stands right behind a number: words for pieces, "selection", "kinds of".
    const BEHIND: &[&str] = &[
        "大", "个", "個", "部", "种", "種", "款", "条", "條", "本书", "本書", "座", "家", "位", "项", "項",
        "件", "首", "张", "張", "道", "招", "步", "点", "點", "则", "則", "处", "處", "间", "間", "佳", "强",
        "強", "选", "選", "つの", "の方法", "の理由", "の", "冊", "曲", "作品", "箇所", "か所", "ヶ所", "社",
        "館", "軒", "店", "品", "匹", "駅", "城", "島", "問", "例", "作", "機種", "スポット", "ポイント",
        "ステップ", "コース", "パターン", "か条", "ヶ条", "カ条", "箇条", "名言", "の技", "篇", "句", "幅",
        "支", "把", "类", "類", "样", "樣", "场", "場", "所", "课", "課", "本", "가지", "선", "개", "편",
        "곳", "권", "대", "코스", "종", "단계", "마리", "도시", "나라",
    ];
    /// What counts when it stands before a number: "best", "top".
    const BEFORE: &[&str] =
        &["ベスト", "トップ", "top", "best", "排名前", "前", "베스트", "톱", "탑", "ランキング"];
    /// What makes a number a date, a place in a series or a measure.
    const NOT_BEHIND: &[&str] = &[
        "年", "月", "日", "时", "時", "分", "秒", "周", "週", "岁", "歳", "世", "元", "円", "万", "億", "亿",
        "년", "월", "일", "시간", "분", "세", "원", "만", "위", "位数", "号", "號", "回", "話", "章", "集",
        "季", "期", "%", "点钟", "大会", "大學", "人", "명", "개월", "年代", "日間", "か月", "カ月", "個入",
        "枚入", "本入", "本セット", "個セット", "枚セット", "个装", "件套", "개입", "개 들이", "개들이",
        "개 세트", "개월",
    ];
    let begins = |ends: &[&str]| {
        let text: String = behind.iter().take(4).collect();
        ends.iter().any(|end| text.trim_start().starts_with(end))
    };
    let preceding: String = before.iter().rev().take(5).collect::<Vec<_>>().into_iter().rev().collect();
    let preceding = preceding.to_lowercase();
    let preceding = preceding.trim_end_matches([' ', '-', '・']);
    if preceding.ends_with('第') || preceding.ends_with('제') {
        return false;
    }
    !begins(NOT_BEHIND) && (begins(BEHIND) || BEFORE.iter().any(|word| preceding.ends_with(word)))
}

/// The number that some characters begin with, and how many characters it has: digits, Chinese numerals up to 100, or a Korean word and the space
/// behind it.
fn number_at(characters: &[char]) -> Option<(usize, usize)> {
    const KOREAN: [(&str, usize); 13] = [
        ("두 ", 2),
        ("세 ", 3),
        ("네 ", 4),
        ("다섯 ", 5),
        ("여섯 ", 6),
        ("일곱 ", 7),
        ("여덟 ", 8),
        ("아홉 ", 9),
        ("열 ", 10),
        ("열두 ", 12),
        ("열다섯 ", 15),
        ("스무 ", 20),
        ("서른 ", 30),
    ];
    let begins =
        |word: &str| word.chars().zip(characters).filter(|(a, b)| a == *b).count() == word.chars().count();
    if let Some((word, k)) = KOREAN.iter().find(|(word, _)| begins(word)) {
        return Some((*k, word.chars().count()));
    }
    let digit =
        |c: &char| c.to_digit(10).or_else(|| (*c as u32).checked_sub('０' as u32).filter(|d| *d < 10));
    let digits: Vec<u32> = characters.iter().map_while(digit).collect();
    if !digits.is_empty() {
        let value = digits.iter().take(6).fold(0, |sum, digit| sum * 10 + *digit as usize);
        return Some((if digits.len() > 4 { 0 } else { value }, digits.len()));
    }
    let length =
        characters.iter().take_while(|c| chinese_digit(**c).is_some() || matches!(c, '十' | '百')).count();
    (length > 0).then(|| (chinese(&characters[..length]).unwrap_or(0), length))
}

fn chinese_digit(c: char) -> Option<usize> {
    "一二三四五六七八九".chars().position(|known| known == c).map(|at| at + 1).or((c == '两').then_some(2))
}

/// "十", "十二", "二十", "二十五", "百", "一百".
fn chinese(characters: &[char]) -> Option<usize> {
    match characters {
        ['百'] | ['一', '百'] => Some(100),
        ['十'] => Some(10),
        ['十', ones] => Some(10 + chinese_digit(*ones)?),
        [tens, '十'] => Some(10 * chinese_digit(*tens)?),
        [tens, '十', ones] => Some(10 * chinese_digit(*tens)? + chinese_digit(*ones)?),
        [one] => chinese_digit(*one),
        _ => None,
    }
}
