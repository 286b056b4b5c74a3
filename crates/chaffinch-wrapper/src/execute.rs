//! Running a wrapper of delimiters on a page.

use crate::class::{Order, StringWrapper};
use crate::example::{Instance, Tuple};
use chaffinch_core::Span;
use memchr::memmem::Finder;

/// What a wrapper finds on a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Extraction {
    /// The tuples, in page order.
    pub tuples: Vec<Tuple>,
    /// Which mark was looked for in vain, if one was.
    pub fault: Option<Fault>,
}

/// A mark that a page should have and has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// h stands nowhere on the page.
    NoHead,
    /// t does not come after the last tuple.
    NoTail,
    /// c does not come after a tuple; its number from 0.
    NoClose(usize),
    /// ℓ_k does not come although a tuple has begun: attribute and tuple.
    NoLeft(usize, usize),
    /// r_k does not come after a value: attribute and tuple.
    NoRight(usize, usize),
}

/// A wrapper made ready to run on many pages.
///
/// ```
/// use chaffinch_wrapper::{Body, Delimiters, Executor, Order, StringWrapper};
/// let delimiters = |left: &str, right: &str| Delimiters { left: left.into(), right: right.into() };
/// let extract_ccs = StringWrapper {
///     body: Some(Body { head: "<P>".into(), tail: "<HR>".into() }),
///     order: Order::Flat,
///     attributes: vec![delimiters("<B>", "</B>"), delimiters("<I>", "</I>")],
/// };
/// let page = b"<B>Codes</B><P><B>Congo</B> <I>242</I><BR><B>Egypt</B> <I>20</I><BR><HR><B>End</B>";
/// let found = Executor::new(&extract_ccs).execute(page);
/// assert_eq!(found.tuples.len(), 2);
/// assert_eq!(&page[found.tuples[1].instances[0].span.range()], b"Egypt");
/// ```
#[derive(Debug)]
pub struct Executor<'w> {
    head: Option<Finder<'w>>,
    tail: Option<Finder<'w>>,
    open: Option<Finder<'w>>,
    close: Option<Finder<'w>>,
    left: Vec<Finder<'w>>,
    right: Vec<Finder<'w>>,
    order: &'w Order,
    /// The attributes that may follow the beginning and each attribute.
    successors: Vec<Vec<usize>>,
}

impl<'w> Executor<'w> {
    /// Makes `wrapper` ready.
    pub fn new(wrapper: &'w StringWrapper) -> Executor<'w> {
        let (open, close) = match &wrapper.order {
            Order::Marked { open, close } => (Some(Finder::new(open)), Some(Finder::new(close))),
            _ => (None, None),
        };
        let count = wrapper.attributes.len();
        let states = std::iter::once(None).chain((0..count).map(Some));
        Executor {
            head: wrapper.body.as_ref().map(|body| Finder::new(&body.head)),
            tail: wrapper.body.as_ref().map(|body| Finder::new(&body.tail)),
            open,
            close,
            left: wrapper.attributes.iter().map(|d| Finder::new(&d.left)).collect(),
            right: wrapper.attributes.iter().map(|d| Finder::new(&d.right)).collect(),
            order: &wrapper.order,
            successors: states.map(|last| wrapper.order.successors(last, count)).collect(),
        }
    }

    /// The tuples of `page`.
    pub fn execute(&self, page: &[u8]) -> Extraction {
        let mut run =
            Run { page, at: 0, tail: self.tail.as_ref().map(Ahead::new), found: Extraction::default() };
        if let Some(head) = &self.head {
            match head.find(page) {
                Some(start) => run.at = start + head.needle().len(),
                None => return Extraction { tuples: Vec::new(), fault: Some(Fault::NoHead) },
            }
        }
        match self.order {
            Order::Flat | Order::Marked { .. } => self.execute_tabular(&mut run),
            Order::Nested | Order::Loose(_) => self.execute_nested(&mut run),
        }
        if run.tail.as_mut().is_some_and(|tail| tail.next(page, run.at).is_none()) {
            run.found.fault.get_or_insert(Fault::NoTail);
        }
        run.found
    }

    /// ExecuteHLRT of Figure 1(d), and its kin without h and t or with o and c.
    fn execute_tabular(&self, run: &mut Run<'_, '_>) {
        let entry = self.open.as_ref().unwrap_or(&self.left[0]);
        while let Some(start) = run.find(entry)
            && !run.tail_precedes(start)
        {
            if let Some(open) = &self.open {
                run.at = start + open.needle().len();
            }
            let number = run.found.tuples.len();
            let mut tuple = Tuple { instances: Vec::with_capacity(self.left.len()) };
            for attribute in 0..self.left.len() {
                let Some(start) = run.find(&self.left[attribute]) else {
                    run.found.fault = Some(Fault::NoLeft(attribute, number));
                    return;
                };
                let Some(instance) = self.extract(attribute, number, start, run) else { return };
                tuple.instances.push(instance);
            }
            if let Some(close) = &self.close {
                let Some(start) = run.find(close) else {
                    run.found.fault = Some(Fault::NoClose(number));
                    return;
                };
                run.at = start + close.needle().len();
            }
            run.found.tuples.push(tuple);
        }
    }

    /// Of the attributes that may come next, the one whose ℓ comes first does; of two that begin at the same
    /// place, the one with the longer ℓ.
    fn execute_nested(&self, run: &mut Run<'_, '_>) {
        let mut left: Vec<Ahead<'_, '_>> = self.left.iter().map(Ahead::new).collect();
        let mut last = None;
        loop {
            let successors = &self.successors[last.map_or(0, |k: usize| k + 1)];
            let next = successors
                .iter()
                .filter_map(|k| {
                    let start = left[*k].next(run.page, run.at)?;
                    Some((start, usize::MAX - self.left[*k].needle().len(), *k))
                })
                .min();
            let may_end = self.order.may_end(last, self.left.len());
            let Some((start, _, attribute)) = next else {
                if !may_end {
                    run.found.fault = Some(Fault::NoLeft(successors[0], run.found.tuples.len() - 1));
                }
                return;
            };
            if may_end && run.tail_precedes(start) {
                return;
            }
            let begins = self.order.begins_tuple(last, attribute);
            let number = run.found.tuples.len() - usize::from(!begins);
            let Some(instance) = self.extract(attribute, number, start, run) else { return };
            if begins {
                run.found.tuples.push(Tuple::default());
            }
            run.found.tuples[number].instances.push(instance);
            last = Some(attribute);
        }
    }

    /// The value between the ℓ at `start` and the next r. The run goes on in front of r, so that the next ℓ may
    /// share bytes with it, as the separators of Appendix A do.
    fn extract(
        &self,
        attribute: usize,
        number: usize,
        start: usize,
        run: &mut Run<'_, '_>,
    ) -> Option<Instance> {
        run.at = start + self.left[attribute].needle().len();
        let begin = run.at;
        let Some(end) = run.find(&self.right[attribute]) else {
            run.found.fault = Some(Fault::NoRight(attribute, number));
            return None;
        };
        run.at = end;
        Some(Instance { attribute, span: Span::new(begin as u32, end as u32) })
    }
}

/// A wrapper at work on a page.
struct Run<'p, 'w> {
    page: &'p [u8],
    at: usize,
    tail: Option<Ahead<'p, 'w>>,
    found: Extraction,
}

impl Run<'_, '_> {
    fn find(&self, mark: &Finder<'_>) -> Option<usize> {
        mark.find(&self.page[self.at..]).map(|start| self.at + start)
    }

    /// Whether t begins before `start`, or just there.
    fn tail_precedes(&mut self, start: usize) -> bool {
        let (page, at) = (self.page, self.at);
        self.tail.as_mut().and_then(|tail| tail.next(page, at)).is_some_and(|tail| tail <= start)
    }
}

/// Remembers the next place of a mark, so that it is looked for once and not once a tuple.
struct Ahead<'p, 'w> {
    mark: &'p Finder<'w>,
    /// The first place at or after `from`.
    next: Option<usize>,
    from: Option<usize>,
}

impl<'p, 'w> Ahead<'p, 'w> {
    fn new(mark: &'p Finder<'w>) -> Ahead<'p, 'w> {
        Ahead { mark, next: None, from: None }
    }

    fn next(&mut self, page: &[u8], at: usize) -> Option<usize> {
        let known = self.from.is_some_and(|from| from <= at) && self.next.is_none_or(|next| next >= at);
        if !known {
            self.next = self.mark.find(&page[at..]).map(|start| at + start);
            self.from = Some(at);
        }
        self.next
    }
}
