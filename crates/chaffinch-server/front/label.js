// Label for training: records and attributes on pages, gold lines, and a model learned from them.
import { attempt, counted, fill, h, save, say } from './dom.js';
import { about, get, post, remove } from './api.js';
import { Marker } from './marker.js';
import { line } from './plot.js';
import { changed, fileOf } from './project.js';

export function makeLabel(room, isShown) {
  let job = null;
  const site = h('input', { 'aria-label': 'Site', placeholder: 'site', style: 'width:10em', onchange: () => changed() });
  const known = h('select', { 'aria-label': 'Label by what is known' }, h('option', { value: 'extract' }, 'extract'));
  about().then(({ models, domains }) => known.append(...models.map((model) => h('option', { value: `label ${model.name}` }, `model ${model.name}`)), ...domains.map((name) => h('option', { value: `domain ${name}` }, `domain ${name}`))));
  const pageList = h('div', { class: 'pages', role: 'group', 'aria-label': 'Pages' });
  const progress = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of training', hidden: true });
  const told = h('p', { class: 'soft', role: 'status' });
  const plot = h('div', {});
  const stop = h('button', { disabled: true, onclick: () => job && attempt(() => remove(`/api/jobs/${job}`)) }, 'Cancel');
  const blocks = h('button', { 'aria-pressed': 'false', onclick: toggleBlocks }, 'Blocks');
  const sites = {};

  const marker = new Marker(room, 'label', {
    isShown,
    invitation: { title: 'Label pages for a model', text: 'Open pages of several sites and mark their records. A model learned from them reads sites that it has never seen.' },
    hear: () => draw(),
    save: () => ({ state: { sites: Object.fromEntries(marker.pages.map((page) => [fileOf(page), siteOf(page)])) }, files: gold() ? { 'gold.jsonl': gold() } : {} }),
    load: (state) => Object.assign(sites, state.sites ?? {}),
  });
  marker.bar.append(blocks, h('span', { class: 'grow' }), h('label', { class: 'check' }, 'site', site));
  site.addEventListener('input', () => { if (marker.page) sites[fileOf(marker.page)] = site.value; });
  room.append(h('section', { class: 'side', 'aria-label': 'Labels' }, marker.attributeBar,
    h('div', { class: 'bar' }, h('button', { onclick: prelabel }, 'Label by'), known, h('button', { onclick: () => marker.page && marker.marks.clear(marker.page.id) }, 'Clear this page')),
    h('div', { class: 'fill pad stack', tabindex: '0' },
      h('h2', {}, 'Pages'), pageList, h('h2', {}, 'Marked on this page'), marker.records,
      h('h2', {}, 'Gold lines and training'), h('div', { class: 'line' }, h('button', { onclick: () => save('gold.jsonl', gold(), 'application/jsonl') }, 'Download gold lines'), h('button', { class: 'main', onclick: train }, 'Train a model'), stop), progress, told, plot)));

  const siteOf = (page) => sites[fileOf(page)] ?? (page.url ? new URL(page.url).host : 'site');

  /** The labels of all pages, as training reads them. */
  function gold() {
    const { attributes } = marker.marks.state;
    return marker.pages.filter((page) => marker.marks.of(page.id).length).map((page) => {
      const record = (marks) => Object.fromEntries(attributes.map((name) => [name, marks.filter((mark) => mark.attribute === name).map((mark) => mark.text)]).filter(([, values]) => values.length).map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
      return JSON.stringify({ page: `pages/${fileOf(page)}`, site: siteOf(page), attributes, records: marker.marks.records(page.id).map(record) });
    }).join('\n');
  }

  function draw() {
    if (marker.page) site.value = siteOf(marker.page);
    fill(pageList, marker.pages.map((page) => h('button', { 'aria-current': String(page.id === marker.page?.id), onclick: () => { marker.show(page); draw(); } },
      h('span', { class: 'grow' }, page.title ?? page.name), h('span', { class: 'soft' }, `${siteOf(page)} · ${counted(marker.marks.records(page.id).length, 'record')}`))), !marker.pages.length && h('p', { class: 'pad soft' }, 'No pages are open here yet.'));
  }

  async function prelabel() {
    if (!marker.page) return say('Open a page first');
    const [command, name] = known.value.split(' ');
    const options = command === 'label' ? { model: name } : command === 'domain' ? { domain: name } : {};
    const answer = await attempt(() => post('/api/extract', { page: marker.page.id, method: { command, options }, places: true }));
    const relation = answer?.report.relations[0];
    if (!relation) return say(`${known.value} finds nothing here`);
    marker.takeRelation(relation, answer.places[0]);
    return undefined;
  }

  async function toggleBlocks() {
    const on = blocks.getAttribute('aria-pressed') !== 'true';
    blocks.setAttribute('aria-pressed', String(on));
    if (!on || !marker.page) return marker.frame.mark('view', []);
    const answer = await attempt(() => post('/api/view', { page: marker.page.id, view: 'blocks' }));
    return marker.frame.mark('view', (answer?.sights ?? []).slice(0, 1500).map(({ nodes, group }) => ({ nodes, kind: 'view', group })));
  }

  async function train() {
    if (!gold()) return say('Mark some pages first');
    changed();
    for (let tries = 0; tries < 60 && !document.documentElement.dataset.saved; tries++) await new Promise((wait) => setTimeout(wait, 100));
    const begun = await attempt(() => post('/api/jobs', { job: 'train' }));
    if (!begun) return undefined;
    job = begun.id;
    progress.hidden = false;
    stop.disabled = false;
    for (;;) {
      const state = await attempt(() => get(`/api/jobs/${job}`));
      if (!state) break;
      progress.max = state.total || 1;
      progress.value = state.done;
      told.textContent = state.state === 'running' ? state.message : `${state.state}: ${state.message}`;
      if (state.result?.losses?.length > 1) fill(plot, h('h3', {}, 'What training makes smaller'), line(state.result.losses, 'Loss of each step'));
      room.dataset.state = state.state;
      if (state.state !== 'running') break;
      await new Promise((wait) => setTimeout(wait, 300));
    }
    stop.disabled = true;
    return undefined;
  }
  draw();
}
