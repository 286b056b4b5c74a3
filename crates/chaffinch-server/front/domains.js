// Domains: a file of knowledge, checked against pages while it is written.
import { attempt, counted, fill, h, later, save, textOf } from './dom.js';
import { about, get, post } from './api.js';
import { PageFrame } from './page-frame.js';
import { hearPages, openDialog, openPages } from './opening.js';
import { press } from './keys.js';
import { changed, fileOf, keep } from './project.js';

export function makeDomains(room, isShown) {
  let page = null;
  let before = new Map();
  const framePlace = h('div', { class: 'fill' }, h('div', { class: 'empty' }, h('h2', {}, 'Check a domain on pages'), h('p', {}, 'Open pages of the domain; what each annotator finds lights up on them.'), h('button', { class: 'main', onclick: () => attempt(openDialog) }, 'Open pages')));
  const frame = new PageFrame(framePlace, (event) => { if (event.key) press(event.key); });
  const pageChoice = h('select', { 'aria-label': 'Open pages', onchange: () => show(openPages().find((known) => known.id === pageChoice.value)) });
  const editor = h('textarea', { class: 'code', spellcheck: false, 'aria-label': 'Domain file', style: 'height:100%;border:0;border-radius:0;resize:none', oninput: () => { changed(); check(); } });
  const problem = h('p', { class: 'sign', role: 'status', hidden: true });
  const found = h('div', { class: 'body stack', 'aria-live': 'polite' });
  const shipped = h('select', { 'aria-label': 'Begin with a domain', onchange: () => attempt(async () => {
    if (!shipped.value) return;
    editor.value = (await get(`/api/domains/${encodeURIComponent(shipped.value)}`)).toml;
    before = new Map();
    changed();
    check();
  }) }, h('option', { value: '' }, 'begin with…'));
  about().then(({ domains }) => shipped.append(...domains.map((name) => h('option', {}, name))));
  room.append(
    h('section', { class: 'side', 'aria-label': 'The page' }, h('div', { class: 'bar' }, h('button', { onclick: () => attempt(openDialog) }, 'Open…'), pageChoice), framePlace),
    h('section', { class: 'side', 'aria-label': 'The domain' }, h('div', { class: 'bar' }, h('h2', {}, 'Domain file'), shipped, h('span', { class: 'grow' }), h('button', { onclick: () => save('domain.toml', editor.value, 'application/toml') }, 'Download')),
      h('div', { class: 'fill' }, editor), problem, h('div', { class: 'foot', style: 'max-height:50%' }, found)));

  hearPages((opened, extra) => {
    fill(pageChoice, openPages().map((known) => h('option', { value: known.id }, known.title ?? known.name)));
    if (isShown() && !extra.room && opened[0]) show(opened[0]);
  });

  function show(next) {
    if (!next) return;
    page = next;
    pageChoice.value = page.id;
    changed();
    frame.layers.clear();
    frame.open(page);
    check();
  }

  const check = later(350, async () => {
    if (!editor.value.trim()) return;
    const pages = openPages().slice(-20);
    const asked = editor.value;
    const answer = await attempt(() => post('/api/domain/check', { toml: asked, pages: pages.map((known) => known.id) }));
    if (!answer || asked !== editor.value) return;
    problem.hidden = false;
    problem.className = `sign ${answer.problem ? 'bad' : 'good'}`;
    problem.textContent = answer.problem ? `line ${answer.problem.line}: ${answer.problem.message}` : 'The file is right.';
    if (!answer.problem) draw(answer.pages);
  });

  function draw(pages) {
    const now = new Map(pages.map((known) => [known.page, records(known)]));
    const own = pages.find((known) => known.page === page?.id);
    fill(found, own && annotators(own), h('h3', {}, 'Records'), h('table', { class: 'data' }, h('tbody', {}, pages.map((known) => {
      const [old, fresh] = [before.get(known.page), now.get(known.page)];
      const appeared = old ? fresh.filter((text) => !old.includes(text)) : [];
      const vanished = old ? old.filter((text) => !fresh.includes(text)) : [];
      return h('tr', {}, h('td', {}, known.name), h('td', { class: 'right' }, counted(fresh.length, 'record')),
        h('td', {}, appeared.map((text) => h('div', { class: 'good' }, `+ ${text.slice(0, 80)}`)), vanished.map((text) => h('div', { class: 'bad' }, `− ${text.slice(0, 80)}`))));
    }))));
    before = now;
    if (own) frame.mark('view', own.places.flatMap((place) => place.rows).map((nodes) => ({ nodes, kind: 'row' })));
  }

  const records = (known) => known.report.relations.flatMap((relation) => relation.rows.map((row) => row.cells.map(textOf).filter(Boolean).join(' · ')));

  function annotators({ annotations }) {
    return h('div', { class: 'stack' }, h('h3', {}, 'Annotators on this page'), h('div', { class: 'chips' }, annotations.map((annotation, group) => h('button', { class: 'chip', disabled: !annotation.count,
      onclick: () => frame.mark('select', annotation.found.flatMap((one) => one.nodes.map((node) => ({ node, text: one.text, kind: 'mark', group }))), annotation.found[0]?.nodes[0]) },
    annotation.name, h('small', {}, annotation.count)))));
  }

  keep('domains', {
    save: () => ({ state: { toml: editor.value, page: page && fileOf(page) }, files: editor.value ? { 'domain.toml': editor.value } : {}, pages: page ? { [fileOf(page)]: page.id } : {} }),
    load: (state, find) => { editor.value = state.toml ?? ''; show(find(state.page ?? '')); },
  });
}
