//! Choices made by bytes.

/// Bytes as a sequence of choices. When they are used up, every choice is the first.
pub struct Choices<'b> {
    bytes: &'b [u8],
}

impl<'b> Choices<'b> {
    /// The choices that these bytes make.
    pub fn of(bytes: &'b [u8]) -> Choices<'b> {
        Choices { bytes }
    }

    /// Whether all choices have been made.
    pub fn is_used_up(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A number below `count`, which is at most 65,536.
    pub fn below(&mut self, count: usize) -> usize {
        let mut next = || self.bytes.split_off_first().copied().map_or(0, usize::from);
        let number = if count > 256 { next() << 8 | next() } else { next() };
        number % count.max(1)
    }

    /// One of some things.
    pub fn one<'t, T: ?Sized>(&mut self, of: &[&'t T]) -> &'t T {
        of[self.below(of.len())]
    }

    /// Whether something that happens once in `so_many` times happens.
    pub fn once_in(&mut self, so_many: usize) -> bool {
        self.below(so_many) == so_many - 1
    }

    /// All bytes that are left.
    pub fn rest(&mut self) -> &'b [u8] {
        std::mem::take(&mut self.bytes)
    }

    /// So many bytes, or fewer where there are no more.
    pub fn take(&mut self, most: usize) -> &'b [u8] {
        let (taken, rest) = self.bytes.split_at(most.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }
}
