// A table that stays quick however many rows it has: only those in sight are in the document.
import { fill, h, textOf } from './dom.js';

const ROW = 30;
const BEYOND = 12;
const RIGHT = new Set(['number', 'money', 'rating']);

export class DataTable {
  /** `hear` gets { hover: [row, column] | null } | { select: [row, column] } | { header: column, button }. */
  constructor(place, hear, label) {
    this.hear = hear;
    this.selected = null;
    this.pointed = null;
    this.rows = [];
    this.columns = [];
    this.marks = new Map();
    this.head = h('div', { class: 'head', role: 'row' });
    this.canvas = h('div', { class: 'canvas', role: 'rowgroup' });
    this.grid = h('div', { class: 'grid', role: 'grid', tabindex: '0', 'aria-label': label, onscroll: () => this.draw(), onkeydown: (event) => this.key(event), onmouseleave: () => hear({ hover: null }) },
      h('div', { role: 'rowgroup', style: 'position:sticky;top:0;z-index:2' }, this.head), this.canvas);
    this.shown = new Map();
    fill(place, this.grid);
    new ResizeObserver(() => this.draw()).observe(this.grid);
  }

  /** Shows columns [{ name, type, confidence }] and rows of contents; `marks` gives a row a class and its cells theirs. */
  show(columns, rows, marks = new Map()) {
    this.columns = columns;
    this.rows = rows;
    this.marks = marks;
    this.selected = this.pointed = null;
    this.widths = columns.map((column, at) => {
      const longest = Math.max((column.name ?? '').length + 4, ...rows.slice(0, 60).map((row) => textOf(row[at]).length));
      return Math.round(Math.min(Math.max(longest * 7.2 + 30, 96), 240));
    });
    this.grid.setAttribute('aria-rowcount', rows.length + 1);
    this.grid.setAttribute('aria-colcount', columns.length + 1);
    fill(this.head,
      h('div', { class: 'cell number', role: 'columnheader', 'aria-label': 'row number' }, '#'),
      columns.map((column, at) => {
        const button = h('button', { title: 'Change this column', onclick: () => this.hear({ header: at, button }) }, column.name ?? '(no name)');
        const sure = !column.confidence ? '' : ` · ${Math.round(column.confidence * 100)} %`;
        return h('div', { class: 'cell', role: 'columnheader', style: `width:${this.widths[at]}px` }, button, h('small', {}, ` ${column.type}${sure}`));
      }));
    this.shown.forEach((row) => row.remove());
    this.shown.clear();
    this.canvas.style.height = `${rows.length * ROW}px`;
    this.grid.scrollTop = 0;
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.grid.scrollTop / ROW) - BEYOND);
    const last = Math.min(this.rows.length, Math.ceil((this.grid.scrollTop + this.grid.clientHeight) / ROW) + BEYOND);
    for (const [at, row] of this.shown) if (at < first || at >= last) { row.remove(); this.shown.delete(at); }
    for (let at = first; at < last; at++) {
      if (this.shown.has(at)) continue;
      const row = this.row(at);
      this.shown.set(at, row);
      const next = [...this.shown.keys()].filter((other) => other > at).sort((a, b) => a - b)[0];
      this.canvas.insertBefore(row, next === undefined ? null : this.shown.get(next));
    }
  }

  row(at) {
    const mark = this.marks.get(at);
    const cells = this.columns.map((column, columnAt) => {
      const content = this.rows[at][columnAt];
      const text = textOf(content);
      const kind = ['cell', RIGHT.has(column.type) ? 'right' : '', content ? '' : 'none', mark?.cells?.has(columnAt) ? 'differs' : ''].join(' ');
      return h('div', { class: kind, role: 'gridcell', 'aria-colindex': columnAt + 2, id: `${this.name()}-${at}-${columnAt}`, title: text, style: `width:${this.widths[columnAt]}px`,
        onmouseenter: () => this.hear({ hover: [at, columnAt] }), onclick: () => this.select(at, columnAt, true) }, content ? text : '–');
    });
    const row = h('div', { class: `row ${mark?.only ? 'only' : ''}`, role: 'row', 'aria-rowindex': at + 2, style: `top:${at * ROW}px` },
      h('div', { class: 'cell number', role: 'rowheader', onmouseenter: () => this.hear({ hover: [at, null] }), onclick: () => this.select(at, null, true) }, at + 1), cells);
    this.paint(row, at);
    return row;
  }

  name() { return (this.id ??= `t${Math.random().toString(36).slice(2, 8)}`); }

  /** Selects a cell and tells, unless whoever selects it knows. */
  select(row, column, tell = false) {
    this.selected = row === null ? null : [row, column];
    this.pointed = null;
    this.shown.forEach((shown, at) => this.paint(shown, at));
    if (this.selected) this.grid.setAttribute('aria-activedescendant', `${this.name()}-${row}-${column ?? 0}`);
    else this.grid.removeAttribute('aria-activedescendant');
    if (tell && this.selected) this.hear({ select: this.selected });
  }

  /** Shows what is pointed at elsewhere; what is selected stays so. */
  point(row, column) {
    this.pointed = row === null ? null : [row, column];
    this.shown.forEach((shown, at) => this.paint(shown, at));
  }

  paint(shown, at) {
    const [row, column] = this.pointed ?? this.selected ?? [null, null];
    shown.classList.toggle('on', at === row);
    [...shown.children].slice(1).forEach((cell, columnAt) => {
      cell.classList.toggle('on', at === row && columnAt === column);
      cell.classList.toggle('column', columnAt === column && at !== row);
      cell.setAttribute('aria-selected', String(at === row && columnAt === column));
    });
  }

  /** Brings a row into sight, and a column of it. */
  reveal(row, column = null) {
    if (column !== null) {
      const left = 48 + this.widths.slice(0, column).reduce((sum, width) => sum + width, 0);
      const right = left + this.widths[column];
      if (left - 48 < this.grid.scrollLeft) this.grid.scrollLeft = left - 48;
      else if (right > this.grid.scrollLeft + this.grid.clientWidth) this.grid.scrollLeft = right - this.grid.clientWidth;
    }
    const top = row * ROW;
    const head = this.head.offsetHeight;
    if (top < this.grid.scrollTop || top > this.grid.scrollTop + this.grid.clientHeight - head - ROW) {
      this.grid.scrollTop = Math.max(0, top - (this.grid.clientHeight - head) / 2);
    }
    this.draw();
  }

  key(event) {
    const moves = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [20, 0], PageUp: [-20, 0], Home: [-1e9, 0], End: [1e9, 0] };
    const move = moves[event.key];
    if (!move || !this.rows.length || event.target !== this.grid) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column] = this.selected ?? [-1, 0];
    const within = (value, most) => Math.min(Math.max(value, 0), most);
    const next = [within(row + move[0], this.rows.length - 1), within((column ?? 0) + move[1], this.columns.length - 1)];
    this.reveal(next[0], next[1]);
    this.select(next[0], next[1], true);
  }
}
