// Teach: mark values, and a wrapper is learned as you go.
import { attempt, counted, fill, h, later, save, say } from './dom.js';
import { post } from './api.js';
import { Marker } from './marker.js';
import { repairDialog } from './repair.js';
import { changed } from './project.js';

export function makeTeach(room, isShown) {
  let learned = null;
  let asked = 0;
  const oneThing = h('input', { type: 'checkbox', onchange: () => { changed(); learn(); } });
  const complete = h('input', { type: 'checkbox', onchange: () => marker.page && marker.marks.change((state) => { state.complete[marker.page.id] = complete.checked; }) });
  const wrapper = h('div', { class: 'stack', 'aria-live': 'polite' });
  const pageList = h('div', { class: 'pages', role: 'group', 'aria-label': 'Pages, least certain first' });

  const marker = new Marker(room, 'teach', {
    isShown,
    invitation: { title: 'Teach it a site', text: 'Open some pages of one site. Mark the values on one of them; the others come already labelled.' },
    hear: () => { drawPages(); learn(); },
    guesses: (page) => (learned?.pages.find((known) => known.page === page)?.rows ?? []).flatMap((row) => row.filter((value) => value.node !== null)),
    save: () => ({ state: { oneThing: oneThing.checked }, files: { ...(learned?.wrapper ? { 'wrapper.toml': learned.wrapper } : {}), 'labels.jsonl': lines() } }),
    load: (state) => { oneThing.checked = state.oneThing === true; },
    act: (action) => {
      if (action === 'next') next(); else if (action === 'accept') accept(); else return false;
      return true;
    },
  });
  marker.bar.append(h('button', { onclick: next }, 'Next page'), h('span', { class: 'grow' }), h('label', { class: 'check' }, oneThing, 'each page is about one thing'));
  room.append(h('section', { class: 'side', 'aria-label': 'The wrapper' }, marker.attributeBar,
    h('div', { class: 'bar' }, h('button', { onclick: begin }, 'Start from what is found'), h('button', { onclick: accept }, 'Accept this page as read'),
      h('button', { onclick: () => marker.page && marker.marks.clear(marker.page.id) }, 'Clear this page'),
      h('label', { class: 'check', title: 'Where not, other records are found by their likeness to those' }, complete, 'all records are marked')),
    h('div', { class: 'fill pad stack', tabindex: '0' }, wrapper, h('h2', {}, 'Pages'), pageList, h('h2', {}, 'Marked on this page'), marker.records)));

  /** The labels as gold lines. */
  function lines() {
    const { attributes } = marker.marks.state;
    return marker.pages.filter((page) => marker.marks.of(page.id).length).map((page) => JSON.stringify({
      page: page.name, attributes, tuples: marker.marks.records(page.id).map((record) => attributes.map((name) => record.filter((mark) => mark.attribute === name).map((mark) => mark.span))),
    })).join('\n');
  }

  const learn = later(250, async () => {
    const examples = marker.pages.filter((page) => marker.marks.of(page.id).length);
    const number = ++asked;
    if (!examples.length) { learned = null; draw(); return; }
    const request = {
      examples: examples.map((page) => ({ page: page.id, complete: marker.marks.state.complete[page.id] === true, records: marker.marks.records(page.id).map((record) => record.map(({ attribute, span }) => ({ attribute, span }))) })),
      others: marker.pages.filter((page) => !examples.includes(page)).map((page) => page.id),
      one_thing: oneThing.checked,
    };
    room.dataset.state = 'learning';
    const answer = await attempt(() => post('/api/wrapper/learn', request));
    if (number !== asked) return;
    room.dataset.state = 'learned';
    learned = answer ?? null;
    draw();
    marker.paint();
    changed();
  });

  function draw() {
    complete.checked = marker.page ? marker.marks.state.complete[marker.page.id] === true : false;
    if (!learned) fill(wrapper, h('p', { class: 'soft' }, 'Mark the values of a record or two. The wrapper appears here.'));
    else if (learned.contradiction) fill(wrapper, h('p', { class: 'sign bad' }, named(learned.contradiction)), failures());
    else {
      const { bound } = learned;
      fill(wrapper,
        h('div', { class: 'line' }, h('h2', { class: 'grow' }, `Wrapper: ${learned.class}`), h('button', { class: 'main', onclick: () => save('wrapper.toml', learned.wrapper, 'application/toml') }, 'Download the wrapper'), h('button', { onclick: () => repairDialog(learned.wrapper, marker.others().concat(marker.pages), use) }, 'The site has changed…')),
        h('div', {}, h('p', { class: 'soft' }, learned.sentence), bound.proved && h('meter', { min: 0, max: 1, high: 1 - bound.delta, optimum: 1, value: bound.confidence, 'aria-label': `Confidence ${bound.confidence.toFixed(2)} that the error is under ${bound.epsilon}` })),
        h('details', {}, h('summary', {}, 'Delimiters'), h('pre', { tabindex: '0' }, learned.shown)),
        learned.notes.length > 0 && h('ul', { class: 'lines' }, learned.notes.map((note) => h('li', {}, named(note)))),
        learned.failures.length > 0 && h('details', {}, h('summary', {}, counted(learned.failures.length, 'class does not fit', 'classes do not fit')), failures()));
    }
    drawPages();
  }

  const nameOf = (id) => marker.pages.find((page) => page.id === id)?.name ?? id;
  /** What the server says, with the names of pages instead of what they are known by there. */
  const named = (text) => text.replace(/\b[0-9a-f]{32}\b/g, nameOf);

  function failures() {
    return h('ul', { class: 'lines' }, learned.failures.map((failure) => h('li', {}, `${failure.class}${failure.attribute ? ` at ${failure.attribute}` : ''}: ${failure.reason}`,
      failure.places.length > 0 && ` (${failure.places.map((place) => `${nameOf(place.page)}, byte ${place.byte}`).join(' against ')})`)));
  }

  const readOf = (page) => learned?.pages?.find((known) => known.page === page.id);
  /** Marked pages first, then the least certain. */
  function order() {
    const certainty = (page) => (marker.marks.of(page.id).length ? -1 : readOf(page)?.certainty ?? 1);
    return [...marker.pages].sort((a, b) => certainty(a) - certainty(b));
  }

  function drawPages() {
    fill(pageList, order().map((page) => {
      const read = readOf(page);
      const own = marker.marks.of(page.id).length;
      const state = [own && counted(own, 'mark'), read && counted(read.rows.length, 'record'), read && !own && `${Math.round(read.certainty * 100)} % sure`].filter(Boolean).join(' · ');
      return h('button', { 'aria-current': String(page.id === marker.page?.id), onclick: () => { marker.show(page); draw(); } },
        h('span', { class: 'grow' }, page.title ?? page.name, read?.misfits.length > 0 && h('span', { class: 'bad' }, ` · ${named(read.misfits[0])}`)), h('span', { class: 'soft' }, state));
    }), !marker.pages.length && h('p', { class: 'pad soft' }, 'No pages are open here yet.'));
  }

  function next() {
    const left = order().filter((page) => !marker.marks.of(page.id).length);
    const at = left.findIndex((page) => page.id === marker.page?.id);
    const following = left[(at + 1) % Math.max(1, left.length)];
    if (!following) return say('All pages are marked');
    marker.show(following);
    draw();
    return undefined;
  }

  /** What the wrapper reads on this page becomes marks, to be corrected. */
  function accept() {
    const read = marker.page && readOf(marker.page);
    if (!read?.rows.length) return say('Nothing is read on this page yet');
    const marks = read.rows.flatMap((row, record) => row.filter((value) => value.span).map(({ attribute, node, text, span }) => ({ attribute, node, text, span, record })));
    marker.marks.take(marker.page.id, marks, [], true);
    return undefined;
  }

  async function begin() {
    if (!marker.page) return say('Open a page first');
    const answer = await attempt(() => post('/api/extract', { page: marker.page.id, places: true }));
    const relation = answer?.report.relations[0];
    if (!relation) return say('Nothing was found on this page');
    oneThing.checked = relation.kind === 'detail';
    marker.takeRelation(relation, answer.places[0]);
    return undefined;
  }

  function use(toml) {
    learned = { ...learned, wrapper: toml };
    save('wrapper.toml', toml, 'application/toml');
  }
  draw();
}
