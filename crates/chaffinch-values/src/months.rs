//! The names of months.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The number of a month by its name or abbreviation in lower case, in the form that stands in dates.
pub(crate) fn month_number(word: &str) -> Option<u32> {
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let folded;
    let word = if word.chars().all(char::is_lowercase) {
        word
    } else {
        folded = word.to_lowercase();
        &folded
    };
    let without = |prefix: &str| word.strip_prefix(prefix).and_then(|rest| MONTHS.get(rest));
    // Catalan `d'abril`, Hebrew `במרץ`.
    let named = MONTHS.get(word).or_else(|| without("d'")).or_else(|| without("d’")).or_else(|| without("ב"));
    named.copied()
}

/// Whether a word is the name of a Thai month, with which years are counted from the Buddha's death.
pub(crate) fn is_thai(word: &str) -> bool {
    word.starts_with(|c: char| ('\u{0e00}'..='\u{0e7f}').contains(&c))
}

static MONTHS: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
    let mut months = HashMap::new();
    for language in LANGUAGES {
        for (names, number) in language.1.split(' ').zip(1..) {
            for name in names.split('|').filter(|name| *name != "-") {
                months.insert(name, number);
            }
        }
    }
    months
});

/// For each language its twelve months, each with other forms and abbreviations. Polish and Croatian `listopada`, which is November in one and October in the other, is told apart in `date`.
pub(crate) const LANGUAGES: [(&str, &str); 45] = [
    (
        "en",
        "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sep|sept october|oct november|nov december|dec",
    ),
    (
        "de",
        "januar|jan|jänner|jän februar|feb|feber märz|mär|mrz april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov dezember|dez",
    ),
    (
        "fr",
        "janvier|janv février|févr|fév mars avril|avr mai juin juillet|juil août|aout septembre|sept octobre|oct novembre|nov décembre|déc",
    ),
    (
        "es",
        "enero|ene febrero|feb marzo|mar abril|abr mayo|may junio|jun julio|jul agosto|ago septiembre|setiembre|sept|sep octubre|oct noviembre|nov diciembre|dic",
    ),
    (
        "it",
        "gennaio|gen febbraio|feb marzo|mar aprile|apr maggio|mag giugno|giu luglio|lug agosto|ago settembre|set|sett ottobre|ott novembre|nov dicembre|dic",
    ),
    (
        "pt",
        "janeiro|jan fevereiro|fev março|mar abril|abr maio|mai junho|jun julho|jul agosto|ago setembro|set outubro|out novembro|nov dezembro|dez",
    ),
    (
        "nl",
        "januari|jan februari|feb maart|mrt april|apr mei juni|jun juli|jul augustus|aug september|sep oktober|okt november|nov december|dec",
    ),
    (
        "ca",
        "gener|gen febrer|febr març abril|abr maig juny juliol|jul agost|ag setembre|set octubre|oct novembre|nov desembre|des",
    ),
    (
        "gl",
        "xaneiro|xan febreiro|feb marzo abril maio|mai xuño|xuñ xullo|xul agosto setembro|set outubro|out novembro|nov decembro|dec",
    ),
    (
        "da",
        "januar|jan februar|feb marts|mar april|apr maj juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov december|dec",
    ),
    (
        "no",
        "januar|jan februar|feb mars|mar april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov desember|des",
    ),
    (
        "sv",
        "januari|jan februari|feb mars|mar april|apr maj juni|jun juli|jul augusti|aug september|sep|sept oktober|okt november|nov december|dec",
    ),
    ("is", "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember"),
    (
        "fi",
        "tammikuuta|tammikuu|tammi helmikuuta|helmikuu|helmi maaliskuuta|maaliskuu|maalis huhtikuuta|huhtikuu|huhti toukokuuta|toukokuu|touko kesäkuuta|kesäkuu|kesä heinäkuuta|heinäkuu|heinä elokuuta|elokuu|elo syyskuuta|syyskuu|syys lokakuuta|lokakuu|loka marraskuuta|marraskuu|marras joulukuuta|joulukuu|joulu",
    ),
    (
        "et",
        "jaanuar|jaan veebruar|veebr märts aprill mai juuni juuli august september|sept oktoober|okt november|nov detsember|dets",
    ),
    (
        "lv",
        "janvāris|janvārī februāris|februārī marts|martā aprīlis|aprīlī maijs|maijā jūnijs|jūnijā jūlijs|jūlijā augusts|augustā septembris|septembrī oktobris|oktobrī novembris|novembrī decembris|decembrī",
    ),
    (
        "lt",
        "sausio|sausis vasario|vasaris kovo|kovas balandžio|balandis gegužės|gegužė birželio|birželis liepos|liepa rugpjūčio|rugpjūtis rugsėjo|rugsėjis spalio|spalis lapkričio|lapkritis gruodžio|gruodis",
    ),
    (
        "pl",
        "stycznia|styczeń|sty lutego|luty|lut marca|marzec kwietnia|kwiecień|kwi maja|maj czerwca|czerwiec|cze lipca|lipiec|lip sierpnia|sierpień|sie września|wrzesień|wrz października|październik|paź listopad|lis grudnia|grudzień|gru",
    ),
    (
        "cs",
        "ledna|leden|led února|únor|úno března|březen|bře dubna|duben|dub května|květen|kvě června|červen|čvn července|červenec|čvc srpna|srpen|srp září|zář října|říjen|říj listopadu prosince|prosinec|pro",
    ),
    (
        "sk",
        "januára|január februára|február marca|marec apríla|apríl mája|máj júna|jún júla|júl augusta|august septembra|september októbra|október novembra|november decembra|december",
    ),
    (
        "hr",
        "siječnja|siječanj veljače|veljača ožujka|ožujak travnja|travanj svibnja|svibanj lipnja|lipanj srpnja|srpanj kolovoza|kolovoz rujna|rujan - studenoga|studenog|studeni prosinca|prosinac",
    ),
    (
        "sl",
        "januarja|januar februarja|februar marca|marec aprila|april maja|maj junija|junij julija|julij avgusta|avgust septembra|september oktobra|oktober novembra|november decembra|december",
    ),
    (
        "sr",
        "јануар|јануара фебруар|фебруара март|марта април|априла мај|маја јун|јуна јул|јула август|августа септембар|септембра октобар|октобра новембар|новембра децембар|децембра",
    ),
    (
        "sr-latin",
        "januara februara mart|marta aprila maja juna jula avgusta septembar|septembra oktobar|oktobra novembar|novembra decembar|decembra",
    ),
    ("mk", "јануари февруари март април мај јуни јули август септември октомври ноември декември"),
    (
        "bg",
        "януари|яну февруари|фев март|мар април|апр май юни юли август|авг септември|сеп октомври|окт ноември|ное декември|дек",
    ),
    (
        "ru",
        "января|январь|янв февраля|февраль|фев|февр марта|март|мар апреля|апрель|апр мая|май июня|июнь|июн июля|июль|июл августа|август|авг сентября|сентябрь|сен|сент октября|октябрь|окт ноября|ноябрь|ноя|нояб декабря|декабрь|дек",
    ),
    (
        "uk",
        "січня|січень|січ лютого|лютий|лют березня|березень|бер квітня|квітень|кві травня|травень|тра червня|червень|чер липня|липень|лип серпня|серпень|сер вересня|вересень|вер жовтня|жовтень|жов листопада|листопад|лис грудня|грудень|гру",
    ),
    (
        "be",
        "студзеня|студзень лютага|люты сакавіка|сакавік красавіка|красавік мая|май чэрвеня|чэрвень ліпеня|ліпень жніўня|жнівень верасня|верасень кастрычніка|кастрычнік лістапада|лістапад снежня|снежань",
    ),
    (
        "hu",
        "január|jan február|febr március|márc április|ápr május|máj június|jún július|júl augusztus|aug szeptember|szept október|okt november|nov december|dec",
    ),
    (
        "ro",
        "ianuarie|ian februarie|feb martie|mar aprilie|apr mai iunie|iun iulie|iul august|aug septembrie|sept octombrie|oct noiembrie|noi decembrie|dec",
    ),
    ("sq", "janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor"),
    (
        "el",
        "ιανουαρίου|ιανουάριος|ιαν φεβρουαρίου|φεβρουάριος|φεβ μαρτίου|μάρτιος|μαρ απριλίου|απρίλιος|απρ μαΐου|μάιος|μαϊ ιουνίου|ιούνιος|ιουν ιουλίου|ιούλιος|ιουλ αυγούστου|αύγουστος|αυγ σεπτεμβρίου|σεπτέμβριος|σεπ οκτωβρίου|οκτώβριος|οκτ νοεμβρίου|νοέμβριος|νοε δεκεμβρίου|δεκέμβριος|δεκ",
    ),
    (
        "tr",
        "ocak|oca şubat|şub mart|mar nisan|nis mayıs|may haziran|haz temmuz|tem ağustos|ağu eylül|eyl ekim|eki kasım|kas aralık|ara",
    ),
    (
        "id",
        "januari|jan februari|feb maret|mar april|apr mei juni|jun juli|jul agustus|agu|ags september|sep oktober|okt november|nov desember|des",
    ),
    ("ms", "januari februari mac april mei jun julai ogos|ogo september oktober november disember|dis"),
    ("sw", "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba"),
    (
        "ar",
        "يناير|جانفي فبراير|فيفري|شباط مارس|آذار أبريل|ابريل|أفريل|نيسان مايو|ماي|أيار يونيو|جوان|حزيران يوليو|جويلية|تموز أغسطس|اغسطس|أوت|آب سبتمبر|أيلول أكتوبر|اكتوبر نوفمبر ديسمبر",
    ),
    ("fa", "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر"),
    ("he", "ינואר פברואר מרץ|מרס אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר"),
    (
        "hi",
        "जनवरी|जन॰ फ़रवरी|फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर नवंबर|नवम्बर दिसंबर|दिसम्बर",
    ),
    ("bn", "জানুয়ারি|জানুয়ারী ফেব্রুয়ারি|ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর"),
    ("ta", "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்"),
    ("te", "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై|జూలై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్"),
    (
        "th",
        "มกราคม|ม.ค กุมภาพันธ์|ก.พ มีนาคม|มี.ค เมษายน|เม.ย พฤษภาคม|พ.ค มิถุนายน|มิ.ย กรกฎาคม|ก.ค สิงหาคม|ส.ค กันยายน|ก.ย ตุลาคม|ต.ค พฤศจิกายน|พ.ย ธันวาคม|ธ.ค",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_twelve_months_and_no_name_is_that_of_two() {
        let mut seen: HashMap<&str, u32> = HashMap::new();
        for (language, months) in LANGUAGES {
            assert_eq!(months.split(' ').count(), 12, "{language}");
            for (names, number) in months.split(' ').zip(1..) {
                for name in names.split('|').filter(|name| *name != "-") {
                    let other = *seen.entry(name).or_insert(number);
                    assert_eq!(other, number, "{name} ({language})");
                    assert_eq!(name.to_lowercase(), name);
                    assert_eq!(month_number(name), Some(number), "{name} ({language})");
                }
            }
        }
    }
}
