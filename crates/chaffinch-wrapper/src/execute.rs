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

/// The same with the values of all tuples in one sequence, for pages with very many.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sequence {
    /// The values.
    pub instances: Vec<Instance>,
    /// For each tuple one past its last value.
    pub ends: Vec<u32>,
    /// Which mark was looked for in vain.
    pub fault: Option<Fault>,
}

impl Sequence {
    /// The values of each tuple.
    pub fn tuples(&self) -> impl Iterator<Item = &[Instance]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.instances[start as usize..*end as usize])
    }

    /// How many values a tuple that has not ended has.
    fn begun(&self) -> usize {
        self.instances.len() - self.ends.last().map_or(0, |end| *end as usize)
    }

    fn end_tuple(&mut self) {
        // Pages are far shorter than 4 GB.
        self.ends.push(self.instances.len() as u32);
    }
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
        let found = self.sequence(page);
        let tuples = found.tuples().map(|instances| Tuple { instances: instances.to_vec() }).collect();
        Extraction { tuples, fault: found.fault }
    }

    /// The tuples of `page` in one sequence.
    pub(crate) fn sequence(&self, page: &[u8]) -> Sequence {
        let tail = self.tail.as_ref().map(Ahead::new);
        let mut run = Run { page, at: 0, tail, found: Sequence::default() };
        if let Some(head) = &self.head {
            match head.find(page) {
                Some(start) => run.at = start + head.needle().len(),
                None => return Sequence { fault: Some(Fault::NoHead), ..Sequence::default() },
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
            if let Some(fault) = self.execute_tuple(start, run) {
                // A tuple that does not end is none.
                run.found.instances.truncate(run.found.ends.last().map_or(0, |end| *end as usize));
                run.found.fault = Some(fault);
                return;
            }
            run.found.end_tuple();
        }
    }

    /// The values of one tuple; the first ℓ is at `first` where no mark opens tuples.
    fn execute_tuple(&self, first: usize, run: &mut Run<'_, '_>) -> Option<Fault> {
        let number = run.found.ends.len();
        for attribute in 0..self.left.len() {
            let start = match (attribute, &self.open) {
                (0, None) => Some(first),
                _ => run.find(&self.left[attribute]),
            };
            let Some(start) = start else { return Some(Fault::NoLeft(attribute, number)) };
            if let Err(fault) = self.extract(attribute, number, start, run) {
                return Some(fault);
            }
        }
        if let Some(close) = &self.close {
            let Some(start) = run.find(close) else { return Some(Fault::NoClose(number)) };
            run.at = start + close.needle().len();
        }
        None
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
                    run.found.fault = Some(Fault::NoLeft(successors[0], run.found.ends.len()));
                }
                break;
            };
            if may_end && run.tail_precedes(start) {
                break;
            }
            if self.order.begins_tuple(last, attribute) && run.found.begun() > 0 {
                run.found.end_tuple();
            }
            if let Err(fault) = self.extract(attribute, run.found.ends.len(), start, run) {
                run.found.fault = Some(fault);
                break;
            }
            last = Some(attribute);
        }
        if run.found.begun() > 0 {
            run.found.end_tuple();
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
    ) -> Result<(), Fault> {
        run.at = start + self.left[attribute].needle().len();
        let begin = run.at;
        let end = run.find(&self.right[attribute]).ok_or(Fault::NoRight(attribute, number))?;
        run.at = end;
        run.found.instances.push(Instance { attribute, span: Span::new(begin as u32, end as u32) });
        Ok(())
    }
}

/// A wrapper at work on a page.
struct Run<'p, 'w> {
    page: &'p [u8],
    at: usize,
    tail: Option<Ahead<'p, 'w>>,
    found: Sequence,
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
