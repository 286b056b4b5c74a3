// Marked values of pages, with undo and redo of any step.
import { COLOURS } from './dom.js';

export class Marks {
  constructor(hear) {
    this.hear = hear;
    this.state = { attributes: [], pages: {}, complete: {} };
    this.done = [];
    this.undone = [];
  }

  /** Changes the state as one step. */
  change(what) {
    this.done.push(structuredClone(this.state));
    if (this.done.length > 500) this.done.shift();
    this.undone.length = 0;
    what(this.state);
    this.hear();
  }

  undo() { this.step(this.done, this.undone); }
  redo() { this.step(this.undone, this.done); }
  step(from, to) {
    if (!from.length) return;
    to.push(this.state);
    this.state = from.pop();
    this.hear();
  }

  of(page) { return this.state.pages[page] ?? []; }
  group(attribute) { return Math.max(0, this.state.attributes.indexOf(attribute)); }
  colour(attribute) { return COLOURS[this.group(attribute) % COLOURS.length]; }

  addAttribute(name) {
    const plain = name.trim();
    if (!plain || this.state.attributes.includes(plain)) return;
    this.change((state) => state.attributes.push(plain));
  }

  removeAttribute(name) {
    this.change((state) => {
      state.attributes = state.attributes.filter((known) => known !== name);
      for (const page of Object.keys(state.pages)) state.pages[page] = state.pages[page].filter((mark) => mark.attribute !== name);
    });
  }

  renameAttribute(name, next) {
    const plain = next.trim();
    if (!plain || plain === name) return;
    this.change((state) => {
      state.attributes = [...new Set(state.attributes.map((known) => (known === name ? plain : known)))];
      for (const marks of Object.values(state.pages)) for (const mark of marks) if (mark.attribute === name) mark.attribute = plain;
    });
  }

  /** Adds a mark in place of those of its attribute that it overlaps. */
  add(page, mark) {
    const overlaps = (known) => known.node === mark.node && known.attribute === mark.attribute && known.from < mark.to && mark.from < known.to;
    this.change((state) => { state.pages[page] = [...(state.pages[page] ?? []).filter((known) => !overlaps(known)), mark].sort(byPlace); });
  }
  remove(page, at) { this.change((state) => { state.pages[page] = state.pages[page].filter((_, number) => number !== at); }); }
  clear(page) { this.change((state) => { delete state.pages[page]; delete state.complete[page]; }); }

  /** Takes marks for a whole page: values of records, in order. */
  take(page, marks, attributes, complete) {
    this.change((state) => {
      for (const name of attributes) if (!state.attributes.includes(name)) state.attributes.push(name);
      state.pages[page] = marks;
      state.complete[page] = complete;
    });
  }

  /** The records of a page: by the numbers that marks have, where they have any; otherwise an attribute that comes again begins the next. */
  records(page) {
    const marks = this.of(page);
    if (marks.length && marks.every((mark) => mark.record !== undefined)) {
      const groups = new Map();
      for (const mark of marks) groups.set(mark.record, [...(groups.get(mark.record) ?? []), mark]);
      return [...groups.values()];
    }
    const records = [];
    let seen = new Set();
    for (const mark of [...marks].sort(byPlace)) {
      if (!records.length || seen.has(mark.attribute)) { records.push([]); seen = new Set(); }
      records.at(-1).push(mark);
      seen.add(mark.attribute);
    }
    return records;
  }
}

const byPlace = (a, b) => a.span[0] - b.span[0];
