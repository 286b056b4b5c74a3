// Opening pages: pasted markup, files and archives, an address, a page of an installed set.
import { attempt, counted, dialog, fill, h, say } from './dom.js';
import { about, get, openFile, post } from './api.js';

const heard = [];
const pages = [];
/** Hears of pages that were opened: (new pages, extra). */
export const hearPages = (hear) => heard.push(hear);
export const openPages = () => pages;

export function remember(found, extra = {}) {
  for (const page of found) if (!pages.some((known) => known.id === page.id)) pages.push(page);
  heard.forEach((hear) => hear(found, extra));
}

/** Closes a page; rooms that work on it keep it. */
export function forget(page) {
  const at = pages.findIndex((known) => known.id === page.id);
  if (at >= 0) pages.splice(at, 1);
  heard.forEach((hear) => hear([], { room: 'none' }));
}

export async function openFiles(files) {
  for (const file of files) {
    await attempt(async () => {
      const { pages: found, errors } = await openFile(file);
      errors.forEach((error) => say(error, 'bad'));
      remember(found);
    });
  }
}

export async function openDialog() {
  const { fetches } = await about();
  const { sets } = await get('/api/sets');
  const html = h('textarea', { class: 'code', rows: 7, placeholder: '<html>…', 'aria-label': 'Markup of a page' });
  const url = h('input', { type: 'url', placeholder: 'https://…', 'aria-label': 'Address', disabled: !fetches });
  const base = h('input', { type: 'url', placeholder: 'its address, if known', 'aria-label': 'Address of the pasted page' });
  const count = h('input', { type: 'number', min: 1, style: 'width:6em', 'aria-label': 'k, how many items the list has', placeholder: 'k' });
  const files = h('input', { type: 'file', multiple: true, 'aria-label': 'Files' });
  const open = (request, extra) => attempt(async () => {
    const { pages: found } = await post('/api/pages', request);
    made.close();
    remember(found, extra);
  });
  const made = dialog('Open a page',
    h('section', { class: 'stack' }, h('h3', {}, 'Files'),
      h('div', { class: 'drop' }, 'Drop pages or archives anywhere on this window (HTML, MHTML, WARC, WACZ, zip, tar), or choose them: ', files)),
    h('section', { class: 'stack' }, h('h3', {}, 'Address'),
      fetches ? h('form', { class: 'line', onsubmit: (event) => { event.preventDefault(); const k = count.value; open({ url: url.value }, k ? { k } : {}); } },
        h('span', { class: 'grow' }, url), count, h('button', { class: 'main' }, 'Fetch'))
        : h('p', { class: 'soft' }, 'This server listens beyond its own machine and fetches no addresses; it was started without --allow-fetch.')),
    h('section', { class: 'stack' }, h('h3', {}, 'Paste'), html,
      h('div', { class: 'line' }, h('span', { class: 'grow' }, base), h('button', { class: 'main', onclick: () => open({ html: html.value, ...(base.value ? { url: base.value } : {}) }) }, 'Open what I pasted'))),
    sets.length > 0 && setPicker(sets, () => made.close()));
  files.addEventListener('change', async () => { const chosen = [...files.files]; made.close(); await openFiles(chosen); });
}

function setPicker(sets, close) {
  const list = h('div', { class: 'pages', hidden: true });
  const search = h('input', { placeholder: 'find a page', 'aria-label': 'Find a page of the set', hidden: true });
  let all = [];
  const chosen = h('select', { 'aria-label': 'Set', onchange: () => attempt(async () => {
    if (!chosen.value) return;
    ({ pages: all } = await get(`/api/sets/${encodeURIComponent(chosen.value)}`));
    list.hidden = search.hidden = false;
    draw();
  }) }, h('option', { value: '' }, 'choose a set…'), sets.map((set) => h('option', {}, set)));
  const draw = () => fill(list, all.filter((page) => page.id.includes(search.value)).slice(0, 300).map((page) =>
    h('button', { onclick: () => openOf(chosen.value, page.id).then(close) }, h('span', { class: 'grow' }, page.id), h('span', { class: 'soft' }, counted(page.records, 'record')))));
  search.addEventListener('input', draw);
  return h('section', { class: 'stack' }, h('h3', {}, 'A page of an installed set'), h('div', { class: 'line' }, chosen, search), list);
}

/** Opens a page of a set. */
export const openOf = (set, id, extra) => attempt(async () => {
  const { pages: found } = await post(`/api/sets/${encodeURIComponent(set)}`, { id });
  remember(found, extra);
});

export function acceptDrops() {
  addEventListener('dragover', (event) => { event.preventDefault(); document.body.classList.add('dropping'); });
  addEventListener('dragleave', (event) => { if (!event.relatedTarget) document.body.classList.remove('dropping'); });
  addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length) { document.querySelector('dialog[open]')?.close(); openFiles(files); }
  });
}
