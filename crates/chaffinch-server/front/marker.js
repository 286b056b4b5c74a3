// Marking values on a page with the mouse: what Teach and Label share.
import { attempt, dialog, fill, h, say, textOf } from './dom.js';
import { post } from './api.js';
import { PageFrame } from './page-frame.js';
import { Marks } from './marks.js';
import { hearPages, openDialog, openPages } from './opening.js';
import { hearKeys, press } from './keys.js';
import { changed, fileOf, keep } from './project.js';

export class Marker {
  /** `hear` is told when marks or the page changed; `guesses` gives the marks of a page that nobody has looked at. */
  constructor(room, name, { isShown, invitation, hear, guesses = () => [], save = () => ({}), load = () => {}, act = () => false }) {
    Object.assign(this, { room, name, isShown, hear, guesses });
    this.pages = [];
    this.page = null;
    this.chosen = 0;
    this.selected = null;
    this.marks = new Marks(() => { this.draw(); changed(); this.hear(); });
    this.framePlace = h('div', { class: 'fill' }, h('div', { class: 'empty' }, h('h2', {}, invitation.title), h('p', {}, invitation.text), h('button', { class: 'main', onclick: () => attempt(openDialog) }, 'Open pages')));
    this.frame = new PageFrame(this.framePlace, (event) => this.heard(event));
    this.bar = h('div', { class: 'bar' }, h('button', { onclick: () => attempt(openDialog) }, 'Open…'),
      (this.undo = h('button', { disabled: true, onclick: () => this.marks.undo() }, 'Undo')), (this.redo = h('button', { disabled: true, onclick: () => this.marks.redo() }, 'Redo')));
    this.attributes = h('div', { class: 'chips', role: 'group', 'aria-label': 'Attributes' });
    this.records = h('div', {});
    this.newName = h('input', { placeholder: 'name of an attribute', 'aria-label': 'Name of a new attribute', style: 'width:10em' });
    this.attributeBar = h('form', { class: 'bar', onsubmit: (event) => { event.preventDefault(); this.marks.addAttribute(this.newName.value); this.chosen = this.marks.state.attributes.length - 1; this.newName.value = ''; this.draw(); } },
      h('h2', {}, 'Attributes'), this.attributes, this.newName, h('button', {}, 'Add'));
    room.append(h('section', { class: 'side', 'aria-label': 'The page' }, this.bar, this.framePlace));
    hearPages((found, extra) => { if (extra.room ? extra.room === name : isShown()) this.take(found); });
    hearKeys((action) => {
      if (!isShown()) return false;
      if (action === 'open') attempt(openDialog);
      else if (action === 'undo') this.marks.undo();
      else if (action === 'redo') this.marks.redo();
      else if (action === 'delete') this.removeSelected();
      else if (action.startsWith('attribute-')) this.choose(Number(action.slice(10)) - 1);
      else return act(action);
      return true;
    });
    keep(name, {
      save: () => ({
        state: { pages: this.pages.map(fileOf), page: this.page && fileOf(this.page), marks: this.byFile(), ...save().state },
        files: save().files, pages: Object.fromEntries(this.pages.map((page) => [fileOf(page), page.id])),
      }),
      load: (state, find) => {
        const pages = (state.pages ?? []).map(find).filter(Boolean);
        const ids = new Map((state.pages ?? []).map((file) => [file, find(file)?.id]));
        const byId = (given) => Object.fromEntries(Object.entries(given ?? {}).map(([file, value]) => [ids.get(file), value]).filter(([id]) => id));
        this.marks.state = { attributes: state.marks?.attributes ?? [], pages: byId(state.marks?.pages), complete: byId(state.marks?.complete) };
        load(state);
        this.take(pages, find(state.page ?? '') ?? pages[0]);
      },
    });
    this.draw();
  }

  /** Marks by the names of files, because pages have new numbers after a reload. */
  byFile() {
    const file = new Map(this.pages.map((page) => [page.id, fileOf(page)]));
    const named = (given) => Object.fromEntries(Object.entries(given).map(([id, value]) => [file.get(id), value]).filter(([known]) => known));
    const { attributes, pages, complete } = this.marks.state;
    return { attributes, pages: named(pages), complete: named(complete) };
  }

  take(found, first = found[0]) {
    for (const page of found) if (!this.pages.some((known) => known.id === page.id)) this.pages.push(page);
    if (first && !this.page) this.show(first);
    changed();
    this.hear();
  }

  show(page) {
    if (!page) return;
    this.page = page;
    this.selected = null;
    this.frame.layers.clear();
    this.frame.open(page);
    this.draw();
  }

  choose(at) {
    if (at >= this.marks.state.attributes.length) return;
    this.chosen = at;
    this.draw();
  }

  async heard(event) {
    if (event.ready) return this.paint();
    if (event.key) return press(event.key);
    if (event.selection?.text.trim()) {
      clearTimeout(this.clicked);
      const { node, start, end, text } = event.selection;
      const front = text.length - text.trimStart().length;
      this.frame.clearSelection();
      return this.addMark({ node, start: start + front, end: end - (text.length - text.trimEnd().length), isPart: true, ...this.meant() });
    }
    if (event.click?.length) {
      const own = this.marks.of(this.page.id);
      const at = own.findIndex((mark) => mark.node === event.click[0]);
      if (at >= 0) { this.selected = at; return this.draw(); }
      if (event.text?.trim()) {
        const front = event.text.length - event.text.trimStart().length;
        const mark = { node: event.click[0], start: front, end: event.text.trimEnd().length, ...this.meant() };
        // A double click selects a word; only then is it known that the first one did not mean the whole text. On a slow machine the second
        // comes later than this; then the word replaces the text.
        clearTimeout(this.clicked);
        this.clicked = setTimeout(() => this.addMark(mark), 220);
      }
    }
    return undefined;
  }

  /** What a click is about now, whatever is chosen when its mark is made. */
  meant() { return { page: this.page.id, attribute: this.marks.state.attributes[this.chosen] }; }

  async addMark({ node, start, end, page, attribute, isPart = false }) {
    if (!attribute) { this.newName.focus(); return say('Name an attribute first, then mark its values'); }
    if (isPart) this.part = { page, node };
    else delete this.part;
    const known = await attempt(() => post('/api/node', { page, node, part: [start, end] }));
    // Meanwhile the click has become a double click.
    if (!isPart && this.part?.page === page && this.part.node === node) return undefined;
    if (!known?.span) return say('This text does not stand in the source of the page', 'bad');
    this.marks.add(page, { attribute, node, from: start, to: end, text: known.text, span: known.span });
    return undefined;
  }

  rename(name) {
    const field = h('input', { value: name, 'aria-label': 'New name' });
    const made = dialog(`Rename ${name}`, h('form', { class: 'line', onsubmit: (event) => { event.preventDefault(); made.close(); this.marks.renameAttribute(name, field.value); } }, field, h('button', { class: 'main' }, 'Rename')));
    field.select();
  }

  removeSelected() {
    if (this.selected === null) return;
    const at = this.selected;
    this.selected = null;
    this.marks.remove(this.page.id, at);
  }

  /** Takes over what a method found: the rows of a relation as records. */
  takeRelation(relation, places) {
    const marks = [];
    const names = relation.columns.map((column, at) => column.name ?? `column ${at + 1}`);
    relation.rows.forEach((row, record) => row.cells.forEach((content, column) => {
      [content ?? []].flat().forEach((cell, number) => {
        if (cell.span && cell.text && !['url', 'image'].includes(relation.columns[column].type)) marks.push({ attribute: names[column], node: places.cells[record][column][number], text: cell.text, span: cell.span, record });
      });
    }));
    this.marks.take(this.page.id, marks, [...new Set(marks.map((mark) => mark.attribute))], true);
  }

  draw() {
    const { attributes } = this.marks.state;
    this.undo.disabled = !this.marks.done.length;
    this.redo.disabled = !this.marks.undone.length;
    fill(this.attributes, attributes.map((name, at) => h('span', { class: 'line', style: 'gap:0' },
      h('button', { type: 'button', class: 'chip', 'aria-pressed': String(at === this.chosen), title: at < 9 ? `Shortcut ${at + 1}` : '', onclick: () => this.choose(at) },
        h('span', { class: 'dot', style: `--c:${this.marks.colour(name)}` }), name, at < 9 && h('small', {}, at + 1)),
      h('button', { type: 'button', class: 'plain', 'aria-label': `Rename ${name}`, title: 'Rename', onclick: () => this.rename(name) }, '✎'),
      h('button', { type: 'button', class: 'plain', 'aria-label': `Remove ${name}`, title: 'Remove', onclick: () => this.marks.removeAttribute(name) }, '✕'))));
    this.drawRecords();
    this.paint();
  }

  /** Marks on the page: those of the user, and where there are none what is guessed. */
  paint() {
    if (!this.page) return;
    const own = this.marks.of(this.page.id);
    const guessed = this.guesses(this.page.id).filter((guess) => !own.some((mark) => mark.span[0] === guess.span?.[0]));
    const mark = (kind) => (one) => ({ node: one.node, text: one.text, from: one.from, to: one.to, kind, group: this.marks.group(one.attribute), label: kind === 'mark' ? one.attribute : undefined });
    this.frame.mark('marks', [...guessed.slice(0, 2000).map(mark('guess')), ...own.map(mark('mark'))]);
    this.frame.mark('select', this.selected === null || !own[this.selected] ? [] : [{ node: own[this.selected].node, text: own[this.selected].text, kind: 'cell' }]);
  }

  drawRecords() {
    const { attributes } = this.marks.state;
    const own = this.page ? this.marks.of(this.page.id) : [];
    if (!own.length) return fill(this.records, h('p', { class: 'soft' }, 'Nothing is marked on this page. Choose an attribute, then select a text on the page or click it.'));
    return fill(this.records, h('table', { class: 'data' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, '#'), attributes.map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, this.marks.records(this.page.id).slice(0, 300).map((record, number) => h('tr', {}, h('td', { class: 'soft' }, number + 1), attributes.map((name) => h('td', {},
        record.filter((mark) => mark.attribute === name).map((mark) => {
          const at = own.indexOf(mark);
          return h('button', { class: 'plain', style: 'white-space:normal;text-align:left', 'aria-pressed': String(at === this.selected), onclick: () => { this.selected = at; this.draw(); this.frame.mark('select', [{ node: mark.node, text: mark.text, kind: 'cell' }], mark.node); } }, mark.text);
        }))))))));
  }

  /** Other pages that are open anywhere. */
  others() { return openPages().filter((page) => !this.pages.some((known) => known.id === page.id)); }
}

export { textOf };
