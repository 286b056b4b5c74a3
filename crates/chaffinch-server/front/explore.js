// Explore: the page on one side, what was found on the other; correct it, and ask why.
import { attempt, counted, fill, h, later, save, say, textOf } from './dom.js';
import { about, post, written } from './api.js';
import { PageFrame } from './page-frame.js';
import { DataTable } from './table.js';
import { MethodChoice } from './method.js';
import { columnDialog } from './columns.js';
import { differences } from './compare.js';
import { selectorField, showNode, showWhy } from './inspect.js';
import { viewChoice } from './views.js';
import { showSame } from './same.js';
import { forget, hearPages, openDialog, openPages, remember as openAgain } from './opening.js';
import { hearKeys, press } from './keys.js';
import { changed, fileOf, keep } from './project.js';

/** Open pages that are there again after a reload. */
const MOST_KEPT = 200;

export function makeExplore(room, isShown) {
  let page = null;
  let result = null;
  let at = 0;
  let others = null;
  let picking = false;
  let asked = 0;
  let pointed = null;
  let question = 'Why?';
  const undone = [];
  const done = [];
  /** Corrections of an earlier visit, to be made again. */
  let kept = [];

  // The page.
  const invitation = h('div', { class: 'empty' }, h('h2', {}, 'See what is on a page'),
    h('p', {}, 'Drop a saved page or an archive here, paste its markup, or type its address.'),
    h('button', { class: 'main', onclick: () => attempt(openDialog) }, 'Open a page'));
  const framePlace = h('div', { class: 'fill' }, invitation);
  const frame = new PageFrame(framePlace, heardFromPage);
  const pageChoice = h('select', { 'aria-label': 'Open pages', hidden: true, onchange: () => show(openPages().find((known) => known.id === pageChoice.value)) });
  const close = h('button', { class: 'plain', hidden: true, 'aria-label': 'Close this page', title: 'Close this page', onclick: closePage }, '✕');
  const remote = h('input', { type: 'checkbox', onchange: () => page && frame.open(page, remote.checked) });
  const inspector = h('div', { class: 'body' });
  const methodOf = () => method.method;
  const views = viewChoice(frame, () => page, methodOf, inspector);
  const pick = h('button', { 'aria-pressed': 'false', title: 'Then click into the list that you mean', onclick: () => setPicking(!picking) }, 'Pick a list');
  const pageSide = h('section', { class: 'side', 'aria-label': 'The page' },
    h('div', { class: 'bar' }, h('button', { onclick: () => attempt(openDialog) }, 'Open…'), pageChoice, close, h('span', { class: 'grow' }), views,
      h('label', { class: 'check', title: 'Load pictures and styles from other servers; pages are shown without them unless this is on' }, remote, 'remote')),
    framePlace);

  // What was found.
  const methodBar = h('div', { class: 'bar' });
  const drawer = h('div', { class: 'settings', 'aria-label': 'Settings', role: 'region', tabindex: '0' });
  const method = new MethodChoice(methodBar, drawer, later(250, () => { changed(); read(); }));
  const timing = h('span', { class: 'soft', 'aria-live': 'polite' });
  const compareButton = h('button', { 'aria-pressed': 'false', onclick: toggleCompare }, 'Compare');
  methodBar.append(compareButton, h('button', { onclick: () => showSame(method.method, page) }, 'Code'), h('span', { class: 'grow' }), timing);
  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': 'Relations, best first' });
  const chipBar = h('div', { class: 'bar' }, chips);
  const wider = h('button', { title: 'Records take more of the page', onclick: () => correct({ extent: 'wider' }) }, 'Wider');
  const narrower = h('button', { title: 'Records take less of the page', onclick: () => correct({ extent: 'narrower' }) }, 'Narrower');
  const undo = h('button', { disabled: true, onclick: stepBack }, 'Undo');
  const redo = h('button', { disabled: true, onclick: stepForward }, 'Redo');
  const format = h('select', { 'aria-label': 'Format', style: 'max-width:88px' });
  const unsafe = h('input', { type: 'checkbox' });
  const tools = h('div', { class: 'bar' }, pick, wider, narrower, undo, redo, h('span', { class: 'grow' }),
    h('label', { class: 'check', title: 'Without this, values that a spreadsheet would run as a formula get an apostrophe in front (CSV)' }, unsafe, 'raw'),
    format, h('button', { onclick: download }, 'Download'));
  const tablePlace = h('div', { class: 'fill' });
  const comparePlace = h('div', { class: 'fill side', hidden: true });
  const tables = h('div', { class: 'fill tables' }, tablePlace, comparePlace);
  const foot = h('div', { class: 'foot' },
    h('div', { class: 'bar' }, h('h2', {}, 'Look closer'),
      h('button', { onclick: askWhy }, 'Why?'), h('button', { onclick: showExplanation }, 'How it was found'), h('button', { onclick: trySelector }, 'Try a selector')),
    inspector);
  const foundSide = h('section', { class: 'side', 'aria-label': 'What was found' }, methodBar, drawer, chipBar, tools, tables, foot);
  const empty = h('div', { class: 'empty' }, h('p', {}, 'What is found on the page will be here.'));
  fill(tablePlace, empty);
  room.append(pageSide, foundSide);
  const hint = h('p', { class: 'soft' }, 'Point at a row or at the page to see where things are. Click a value to select its whole column.');
  fill(inspector, hint);
  about().then(({ formats }) => fill(format, formats.map((name) => h('option', { selected: name === 'csv' }, name))));
  let table = null;

  hearPages((found, extra) => {
    drawPages();
    if (extra.room ? extra.room !== 'explore' : !isShown()) return;
    if (extra.k) method.set({ command: 'topk', options: { k: extra.k } }).then(() => show(found[0]));
    else if (found[0]) show(found[0]);
  });

  function drawPages() {
    pageChoice.hidden = close.hidden = openPages().length === 0;
    fill(pageChoice, openPages().map((known) => h('option', { value: known.id, selected: known.id === page?.id }, known.title ?? known.name)));
  }

  function closePage() {
    if (!page) return;
    const at = openPages().findIndex((known) => known.id === page.id);
    forget(page);
    const next = openPages()[Math.min(Math.max(at, 0), openPages().length - 1)];
    if (next) { show(next); return; }
    page = null;
    asked += 1;
    room.dataset.state = 'empty';
    timing.textContent = '';
    frame.close();
    fill(framePlace, invitation);
    nothing(empty);
    changed();
  }

  /** Shows no table, and what stands in its place. */
  function nothing(instead) {
    result = table = pointed = null;
    done.length = undone.length = 0;
    undo.disabled = redo.disabled = true;
    fill(chips);
    fill(tablePlace, instead);
    fill(inspector, hint);
  }

  async function show(next) {
    if (!next) return;
    page = next;
    kept = [];
    drawPages();
    pageChoice.value = page.id;
    views.value = '';
    // What was found on another page does not stand beside this one.
    nothing(h('div', { class: 'empty' }, h('p', {}, 'Reading the page…')));
    frame.layers.clear();
    frame.open(page, remote.checked);
    changed();
    await read();
  }

  async function read() {
    if (!page) return;
    await method.ready;
    const number = ++asked;
    room.dataset.state = 'reading';
    timing.textContent = 'reading…';
    const begin = performance.now();
    const answer = await attempt(() => post('/api/extract', { page: page.id, method: method.method, places: true }));
    // Another page or method was chosen meanwhile.
    if (number !== asked) return;
    room.dataset.state = answer ? 'read' : 'failed';
    if (!answer) {
      timing.textContent = '';
      nothing(h('div', { class: 'empty' }, h('h2', {}, 'The page could not be read'), h('p', {}, document.getElementById('status').textContent)));
      return;
    }
    result = { ...answer, items: answer.report.relations.map((relation, number) => ({ relation, places: answer.places[number] })) };
    timing.textContent = `${Math.round(answer.seconds * 1000)} ms`;
    timing.title = `read in ${Math.round(answer.seconds * 1000)} ms, here after ${Math.round(performance.now() - begin)} ms`;
    at = 0;
    done.length = undone.length = 0;
    const steps = kept;
    kept = [];
    for (const { at: number, change } of steps) { at = number; await correct(change); }
    if (!steps.length) draw();
    changed();
    if (others) readOther();
    views.refresh();
  }

  const current = () => result?.items[at];

  function draw() {
    undo.disabled = !done.length;
    redo.disabled = !undone.length;
    fill(chips, result.items.map(({ relation }, number) => h('button', { class: 'chip', 'aria-pressed': String(number === at), onclick: () => { at = number; draw(); } },
      h('span', { class: 'name' }, relation.title ?? relation.kind), h('small', {}, `${relation.rows.length} × ${relation.columns.length} · ${relation.method} · ${relation.score.toFixed(2)}`))));
    const said = [...result.report.errors, ...(result.report.remarks ?? [])];
    if (said.length) chips.append(h('span', { class: 'soft' }, said.join(' · ')));
    const item = current();
    frame.mark('hover', []);
    frame.mark('selector', []);
    if (!item) {
      table = null;
      fill(tablePlace, h('div', { class: 'empty' }, h('h2', {}, 'Nothing was found'), h('p', {}, said[0] ?? 'This method finds nothing here. Try another, or pick a list on the page.')));
      frame.mark('select', []);
      return;
    }
    table = new DataTable(tablePlace, heardFromTable, counted(item.relation.rows.length, 'row'));
    table.show(item.relation.columns, item.relation.rows.map((row) => row.cells));
    frame.mark('select', [{ nodes: item.places.root === null ? [] : [item.places.root], kind: 'list' }], item.places.rows[0]?.[0]);
    cellOf = null;
  }

  // From the page to the table.
  let cellOf = null;
  /** Where a node is: in which relation, row and column. The current relation comes first. */
  function placeOf(path) {
    cellOf ??= result.items.map(({ places }) => {
      const cells = new Map();
      const rows = new Map();
      places.cells.forEach((row, rowAt) => row.forEach((nodes, column) => nodes.forEach((node) => { if (!cells.has(node)) cells.set(node, [rowAt, column]); })));
      places.rows.forEach((nodes, rowAt) => nodes.forEach((node) => { if (!rows.has(node)) rows.set(node, [rowAt, null]); }));
      return { cells, rows };
    });
    const order = [at, ...cellOf.keys()].filter((number, index, all) => cellOf[number] && all.indexOf(number) === index);
    for (const kind of ['cells', 'rows']) {
      for (const number of order) for (const node of path) { const found = cellOf[number][kind].get(node); if (found) return [number, ...found]; }
    }
    return null;
  }

  function heardFromPage(event) {
    if (event.ready) { if (event.cut) say('The page is very large; only its beginning is shown'); return; }
    if (event.key) { press(event.key); return; }
    if (event.over && result) {
      const found = event.over.length ? placeOf(event.over) : null;
      if (found && found[0] === at) { table?.point(found[1], found[2]); table?.reveal(found[1], found[2]); light(found[1], found[2]); return; }
      table?.point(null);
      frame.mark('hover', event.over.length ? [{ node: event.over[0], kind: 'hover' }] : []);
    }
    if (event.click?.length) {
      pointed = event.click[0];
      if (picking) { setPicking(false); correct({ around: pointed }); return; }
      const found = result && placeOf(event.click);
      if (found) {
        if (found[0] !== at) { at = found[0]; draw(); }
        table.select(found[1], found[2]);
        table.reveal(found[1], found[2]);
        selectPlace(found[1], found[2], false);
      } else {
        table?.select(null);
        frame.mark('select', [{ node: pointed, kind: 'cell' }]);
        inspect(pointed, 'Why not?');
      }
    }
  }

  function heardFromTable(event) {
    if ('hover' in event) { event.hover ? light(...event.hover) : frame.mark('hover', []); }
    if (event.select) selectPlace(...event.select, true);
    if ('header' in event) columnDialog(current().relation, event.header, (edit) => correct({ edits: [edit] }));
  }

  const cellMarks = (row, column, kind) => {
    const { relation, places } = current();
    return (places.cells[row]?.[column] ?? []).map((node, number) => ({ node, kind, text: [relation.rows[row].cells[column]].flat()[number]?.text }));
  };

  function light(row, column) {
    const { places } = current();
    frame.mark('hover', [{ nodes: places.rows[row], kind: 'row' }, ...(column === null ? [] : cellMarks(row, column, 'cell'))]);
  }

  /** A value, its column and all its siblings. */
  function selectPlace(row, column, scroll) {
    const { places, relation } = current();
    const siblings = column === null ? [] : relation.rows.slice(0, 3000).flatMap((_, number) => (number === row ? [] : cellMarks(number, column, 'column')));
    const own = column === null ? [] : cellMarks(row, column, 'cell');
    frame.mark('select', [{ nodes: places.rows[row], kind: 'row' }, ...siblings, ...own], scroll ? own[0]?.node ?? places.rows[row]?.[0] : undefined);
    pointed = own[0]?.node ?? places.rows[row]?.[0] ?? null;
    if (pointed !== null) inspect(pointed, 'Why?');
  }

  function inspect(node, asked) {
    question = asked;
    showNode(inspector, page, node, [h('button', { class: 'main', onclick: askWhy }, question), h('button', { onclick: () => correct({ around: node }) }, 'Take the list around this')]);
  }

  function askWhy() {
    if (pointed === null || !page) return say('Click a value or a place on the page first');
    return showWhy(inspector, page, pointed, method.method, question);
  }

  function showExplanation() {
    if (!result) return;
    attempt(async () => {
      const asked = { ...method.method, options: { ...method.method.options, explain: true } };
      const { explanation } = await post('/api/extract', { page: page.id, method: asked });
      fill(inspector, h('h3', {}, 'How it was found'), explanation.length ? h('ul', { class: 'lines' }, explanation.slice(0, 300).map((line) => h('li', {}, line))) : h('p', { class: 'soft' }, 'This method has nothing to explain.'));
    });
  }

  function trySelector() { fill(inspector, selectorField(frame)); inspector.querySelector('input').focus(); }

  // Corrections.
  function setPicking(on) {
    picking = on;
    pick.setAttribute('aria-pressed', String(on));
    if (on) say('Click into the list that you mean');
  }

  async function correct(change) {
    if (!page || !result) return;
    const item = current();
    const request = { page: page.id, ...change };
    if (change.edits) request.relation = item.relation;
    if (change.extent) { if (!item) return; request.rows = item.places.rows; }
    const number = asked;
    const answer = await attempt(() => post('/api/relation', request));
    // Another page or method was chosen meanwhile.
    if (!answer || number !== asked) return;
    remember(change);
    if (change.around !== undefined) { result.items.push(answer); at = result.items.length - 1; } else result.items[at] = answer;
    draw();
    if (change.around !== undefined || change.extent) frame.mark('select', answer.places.rows.map((nodes) => ({ nodes, kind: 'row' })), answer.places.rows[0]?.[0]);
  }

  /** What is shown before a correction, and the correction. */
  function remember(change) { done.push({ items: [...result.items], at, change }); undone.length = 0; changed(); }
  function step(from, to) {
    if (!from.length) return;
    const last = from.pop();
    to.push({ items: [...result.items], at, change: last.change });
    ({ items: result.items, at } = last);
    draw();
    changed();
  }
  function stepBack() { step(done, undone); }
  function stepForward() { step(undone, done); }

  // Two methods side by side.
  let otherMethod = null;
  function toggleCompare() {
    const on = !others;
    compareButton.setAttribute('aria-pressed', String(on));
    comparePlace.hidden = !on;
    others = on ? {} : null;
    if (!on) { frame.mark('other', []); draw(); return; }
    const bar = h('div', { class: 'bar' }, h('h2', {}, 'against'));
    const settings = h('div', { class: 'settings', role: 'region', 'aria-label': 'Settings of the other method', tabindex: '0' });
    const told = h('span', { class: 'soft', role: 'status' });
    const place = h('div', { class: 'fill' });
    fill(comparePlace, bar, settings, place);
    otherMethod = new MethodChoice(bar, settings, () => readOther(), 'Other method');
    otherMethod.set({ command: method.command === 'records' ? 'tables' : 'records', options: {} }).then(readOther);
    bar.append(told);
    others = { told, place };
  }

  async function readOther() {
    if (!page || !others) return;
    const answer = await attempt(() => post('/api/extract', { page: page.id, method: otherMethod.method, places: true }));
    const theirs = answer?.report.relations[0];
    const own = current()?.relation;
    if (!theirs || !own) { others.told.textContent = 'nothing to compare'; fill(others.place); return; }
    const found = differences(own, theirs);
    others.told.textContent = `${counted(found.common, 'row')} in both, ${found.onlyOne} only in the first, ${found.onlyOther} only in the other; ${counted(found.differing, 'cell differs', 'cells differ')}`;
    table = new DataTable(tablePlace, heardFromTable, 'Rows of the first method');
    table.show(own.columns, own.rows.map((row) => row.cells), found.marks[0]);
    const places = answer.places[0];
    const below = new DataTable(others.place, (event) => {
      const [row, column] = event.hover ?? event.select ?? [];
      frame.mark('other', row === undefined ? [] : [{ nodes: places.rows[row], kind: 'other' }, ...(column === null ? [] : places.cells[row][column].map((node) => ({ node, kind: 'cell' })))], event.select ? places.rows[row]?.[0] : undefined);
    }, 'Rows of the other method');
    below.show(theirs.columns, theirs.rows.map((row) => row.cells), found.marks[1]);
  }

  // Files.
  function download() {
    if (!result) return say('Open a page first');
    return attempt(async () => {
      const relations = result.items.map((item) => item.relation);
      const single = ['csv', 'tsv', 'md', 'html', 'text', 'rows'].includes(format.value);
      const report = { ...result.report, relations: single && current() ? [current().relation] : relations };
      const bytes = await written({ format: format.value, reports: [report], page: page.id, unsafe_csv: unsafe.checked });
      save(format.value === 'report' ? 'report.html' : `chaffinch.${format.value}`, bytes);
      say('Saved');
    });
  }

  hearKeys((action) => {
    if (!isShown()) return false;
    const actions = { open: () => attempt(openDialog), run: read, why: askWhy, wider: () => correct({ extent: 'wider' }), narrower: () => correct({ extent: 'narrower' }), pick: () => setPicking(!picking), undo: stepBack, redo: stepForward };
    if (!actions[action]) return false;
    actions[action]();
    return true;
  });

  keep('explore', {
    save: () => ({
      state: { page: page && fileOf(page), pages: openPages().slice(-MOST_KEPT).map(fileOf), method: { command: method.command, options: method.options }, steps: [...done.map(({ at: number, change }) => ({ at: number, change })), ...kept] },
      pages: Object.fromEntries(openPages().slice(-MOST_KEPT).map((known) => [fileOf(known), known.id])),
    }),
    load: async (state, find) => {
      if (state.method) await method.set(state.method);
      // They are open again; each room shows its own.
      openAgain((state.pages ?? [state.page]).map((file) => find(file ?? '')).filter(Boolean), { room: 'none' });
      const found = state.page && find(state.page);
      if (found) show(found);
      kept = found ? state.steps ?? [] : [];
    },
  });

  return { show, text: textOf };
}
