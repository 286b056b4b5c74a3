//! scratch
use chaffinch_core::*;
use chaffinch_eval::rendering::Agreement;
use chaffinch_render::*;
use std::path::*;
use std::sync::Arc;
use std::time::*;
struct Dir(PathBuf);
fn dec(s: &str) -> String {
    let b = s.as_bytes();
    let mut o = vec![];
    let mut i = 0;
    while i < b.len() {
        if b[i] == b'%' && i + 2 < b.len() {
            if let Ok(v) = u8::from_str_radix(&s[i + 1..i + 3], 16) {
                o.push(v);
                i += 3;
                continue;
            }
        }
        o.push(b[i]);
        i += 1;
    }
    String::from_utf8_lossy(&o).into_owned()
}
impl StyleSheets for Dir {
    fn style_sheet(&self, href: &str) -> Option<Vec<u8>> {
        let p = self.0.join(dec(href.split(['?', '#']).next()?));
        std::fs::read(p).ok()
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let cache = args[0].clone();
    let sheets = args[1] == "css";
    let chromium =
        if args[2] == "chromium" { Some(Chromium::start(ChromiumOptions::default()).unwrap()) } else { None };
    let mut total = Agreement::default();
    let mut per = vec![];
    let mut cpu = Duration::ZERO;
    for f in &args[3..] {
        let bytes = std::fs::read(f).unwrap();
        let page = match chaffinch_page::parse(
            bytes,
            chaffinch_page::Origin { name: f, ..Default::default() },
            &Limits::default(),
        ) {
            Ok(p) => Arc::new(p.page),
            Err(e) => {
                eprintln!("{e}");
                continue;
            }
        };
        let mut req = Request::new(f.clone(), page.clone());
        if sheets {
            req.sheets = Arc::new(Dir(Path::new(f).parent().unwrap().to_owned()));
        }
        let key = format!("{cache}/{}.bin", f.replace('/', "_"));
        let reference = if let Some(c) = &chromium {
            match c.layout(&req) {
                Ok(l) => {
                    let mut o = String::new();
                    for id in page.ids() {
                        if let Some(r) = l.rect(id) {
                            o.push_str(&format!(
                                "{} {} {} {} {} {}\n",
                                id.index(),
                                r.x,
                                r.y,
                                r.w,
                                r.h,
                                l.style(page.node(id).parent.unwrap_or(NodeId::DOCUMENT))
                                    .is_none_or(|s| s.visible) as u8
                            ));
                        }
                    }
                    std::fs::write(&key, o).unwrap();
                    l
                }
                Err(e) => {
                    eprintln!("{e}");
                    continue;
                }
            }
        } else {
            let Ok(s) = std::fs::read_to_string(&key) else { continue };
            let mut l = Layout::new("chromium", (1280., 800.), page.len());
            for line in s.lines() {
                let v: Vec<f32> = line.split(' ').map(|x| x.parse().unwrap()).collect();
                let id = NodeId::from_index(v[0] as usize);
                l.set_rect(id, Some(Rect::new(v[1], v[2], v[3], v[4])));
                if v[5] == 0.0 {
                    l.set_style(
                        page.node(id).parent.unwrap(),
                        Style { visible: false, ..Default::default() },
                    );
                }
            }
            l
        };
        let t = Instant::now();
        match Embedded.layout(&req) {
            Ok(l) => {
                cpu += t.elapsed();
                let a = Agreement::of(&page, &reference, &l);
                if t.elapsed().as_millis() > 1500 {
                    eprintln!("slow {f} {:?}", t.elapsed());
                }
                total.add(&a);
                per.push((a.pair_share(), f.clone(), a));
            }
            Err(e) => eprintln!("{e}"),
        }
    }
    per.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (s, f, a) in per.iter() {
        println!(
            "{s:.4} miss {}/{} lost {} cells {:.3} {f}",
            a.missing,
            a.leaves,
            a.pairs - a.pairs_right,
            a.cell_share()
        );
    }
    println!(
        "pages {} pairs {:.4} median {:.4} rowF1 {:.4} missing {:.4} edges {:.3} cells {:.4} style {:.3} wall/page {:?}",
        per.len(),
        total.pair_share(),
        per[per.len() / 2].0,
        total.row_f1(),
        total.missing_share(),
        total.edges_right as f64 / total.leaves as f64,
        total.cell_share(),
        total.styled_right as f64 / total.styled.max(1) as f64,
        cpu / per.len() as u32
    );
}
