// Two methods on one page, with the differences marked.
import { textOf } from './dom.js';

/** What of two relations differs: rows that only one has, and cells of common rows, by the names of columns. */
export function differences(one, other) {
  const marks = [new Map(), new Map()];
  const paths = (relation) => relation.rows.map((row) => row.xpaths);
  const within = (a, b) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  const partner = new Array(one.rows.length).fill(-1);
  const taken = new Set();
  // The same nodes first; rows that hold one another where there are none.
  const exact = new Map();
  paths(other).forEach((own, at) => exact.set(own.join(' '), at));
  paths(one).forEach((own, at) => { const same = exact.get(own.join(' ')); if (same !== undefined) { partner[at] = same; taken.add(same); } });
  if (one.rows.length * other.rows.length < 4e6) {
    paths(one).forEach((own, at) => {
      if (partner[at] >= 0) return;
      const found = paths(other).findIndex((theirs, index) => !taken.has(index) && own.some((a) => theirs.some((b) => within(a, b))));
      if (found >= 0) { partner[at] = found; taken.add(found); }
    });
  }
  const column = new Map(other.columns.map((known, at) => [known.name, at]));
  let differing = 0;
  partner.forEach((theirs, at) => {
    if (theirs < 0) { marks[0].set(at, { only: true }); return; }
    one.columns.forEach(({ name }, own) => {
      const at2 = column.get(name);
      if (at2 === undefined) return;
      if (textOf(one.rows[at].cells[own]) !== textOf(other.rows[theirs].cells[at2])) {
        differing += 1;
        mark(marks[0], at, own);
        mark(marks[1], theirs, at2);
      }
    });
  });
  other.rows.forEach((_, at) => { if (!taken.has(at)) marks[1].set(at, { only: true }); });
  const onlyOne = partner.filter((theirs) => theirs < 0).length;
  return { marks, common: partner.length - onlyOne, onlyOne, onlyOther: other.rows.length - taken.size, differing };
}

function mark(marks, row, column) {
  const known = marks.get(row) ?? { cells: new Set() };
  known.cells.add(column);
  marks.set(row, known);
}
