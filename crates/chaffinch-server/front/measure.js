// Measure: a method on a labelled set, per page, worst first.
import { attempt, counted, fill, h } from './dom.js';
import { get, post, remove } from './api.js';
import { MethodChoice } from './method.js';
import { histogram, scatter } from './plot.js';
import { openOf } from './opening.js';

export function makeMeasure(room, goTo) {
  let job = null;
  const bar = h('div', { class: 'line' });
  const drawer = h('div', { class: 'settings', role: 'region', 'aria-label': 'Settings', tabindex: '0' });
  const set = h('select', { 'aria-label': 'Set' });
  const every = h('input', { type: 'number', min: 1, value: 1, style: 'width:5em', 'aria-label': 'Every how many pages' });
  const start = h('button', { class: 'main', onclick: run }, 'Measure');
  const stop = h('button', { disabled: true, onclick: () => job && attempt(() => remove(`/api/jobs/${job}`)) }, 'Cancel');
  const progress = h('progress', { max: 1, value: 0, 'aria-label': 'Progress', hidden: true });
  const told = h('p', { class: 'soft', role: 'status' });
  const results = h('div', {});
  room.append(h('div', { class: 'card stack' }, h('h2', {}, 'Measure a method'),
    h('div', { class: 'line' }, h('label', { class: 'check' }, 'on', set), bar, h('label', { class: 'check' }, 'one page of every', every), start, stop), drawer, progress, told), results);
  const method = new MethodChoice(bar, drawer, () => {});
  attempt(async () => {
    const { sets } = await get('/api/sets');
    fill(set, sets.map((name) => h('option', {}, name)));
    if (!sets.length) { start.disabled = true; told.textContent = 'No labelled sets are installed; start the server with --data FOLDER, a folder of folders with a gold.jsonl.'; }
  });

  async function run() {
    const begun = await attempt(() => post('/api/jobs', { job: 'measure', set: set.value, method: method.method, every: Number(every.value) || 1 }));
    if (!begun) return;
    job = begun.id;
    start.disabled = true;
    stop.disabled = false;
    progress.hidden = false;
    for (;;) {
      const state = await attempt(() => get(`/api/jobs/${job}`));
      if (!state) break;
      progress.max = state.total || 1;
      progress.value = state.done;
      told.textContent = `${state.done} of ${counted(state.total, 'page')}${state.state === 'running' ? '' : ` · ${state.state}`}${state.state === 'failed' ? `: ${state.message}` : ''}`;
      if (state.result) draw(state.result);
      room.dataset.state = state.state;
      if (state.state !== 'running') break;
      await new Promise((wait) => setTimeout(wait, 350));
    }
    start.disabled = false;
    stop.disabled = true;
  }

  function draw({ set: name, measure, mean, median_milliseconds: median, pages }) {
    fill(results,
      h('div', { class: 'card figures' }, h('div', {}, h('strong', {}, mean.toFixed(3)), h('span', { class: 'soft' }, `mean ${measure}`)),
        h('div', {}, h('strong', {}, `${(median ?? 0).toFixed(0)} ms`), h('span', { class: 'soft' }, 'median time of a page')),
        h('div', {}, h('strong', {}, pages.length), h('span', { class: 'soft' }, 'pages'))),
      h('div', { class: 'two' }, h('div', { class: 'card' }, h('h3', {}, `Pages by ${measure}`), histogram(pages.map((page) => page.value), `Pages by ${measure}`)),
        h('div', { class: 'card' }, h('h3', {}, 'Time and result'), scatter(pages.map((page) => [page.milliseconds, page.value]), 'Time and result of each page', 'milliseconds', measure))),
      h('div', { class: 'card' }, h('table', { class: 'data' },
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Page, worst first'), h('th', { scope: 'col', class: 'right' }, measure), h('th', { scope: 'col', class: 'right' }, 'rows'), h('th', { scope: 'col', class: 'right' }, 'labelled'), h('th', { scope: 'col', class: 'right' }, 'ms'), h('th', { scope: 'col' }, 'note'))),
        h('tbody', {}, pages.slice(0, 500).map((page) => h('tr', {},
          h('td', {}, h('button', { class: 'plain', onclick: () => { goTo('explore'); openOf(name, page.id, { room: 'explore' }); } }, page.id)),
          h('td', { class: 'right' }, page.value.toFixed(3)), h('td', { class: 'right' }, page.rows ?? '–'), h('td', { class: 'right' }, page.labelled),
          h('td', { class: 'right' }, page.milliseconds.toFixed(0)), h('td', { class: 'soft' }, page.error ?? '')))))));
  }
}
