// The workbench: its rooms, and what all of them share.
import { attempt, h } from './dom.js';
import { acceptDrops } from './opening.js';
import { makeExplore } from './explore.js';
import { makeTeach } from './teach.js';
import { makeLabel } from './label.js';
import { makeDomains } from './domains.js';
import { makeMeasure } from './measure.js';
import { showKeys } from './keys.js';
import { restore } from './project.js';

const ROOMS = [
  ['explore', 'Explore', makeExplore], ['teach', 'Teach', makeTeach], ['label', 'Label', makeLabel], ['domains', 'Domains', makeDomains], ['measure', 'Measure', makeMeasure, 'single'],
];
const main = document.getElementById('main');
const tabs = document.getElementById('tabs');
let shown = 'explore';

function goTo(name) {
  shown = name;
  for (const [id] of ROOMS) {
    document.getElementById(`room-${id}`).classList.toggle('on', id === name);
    const tab = document.getElementById(`tab-${id}`);
    tab.setAttribute('aria-selected', String(id === name));
    tab.tabIndex = id === name ? 0 : -1;
  }
  history.replaceState(null, '', `#${name}`);
}

const made = [];
for (const [id, title, make, kind] of ROOMS) {
  tabs.append(h('button', { id: `tab-${id}`, role: 'tab', 'aria-controls': `room-${id}`, 'aria-selected': 'false', onclick: () => goTo(id) }, title));
  const room = h('div', { id: `room-${id}`, class: `room ${kind ?? ''}`, role: 'tabpanel', 'aria-labelledby': `tab-${id}` });
  main.append(room);
  made.push(() => (id === 'measure' ? make(room, goTo) : make(room, () => shown === id)));
}
tabs.addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const at = (ROOMS.findIndex(([id]) => id === shown) + step + ROOMS.length) % ROOMS.length;
  goTo(ROOMS[at][0]);
  document.getElementById(`tab-${ROOMS[at][0]}`).focus();
});

const THEME = 'chaffinch-theme';
const root = document.documentElement;
const setTheme = (theme) => { if (theme) root.dataset.theme = theme; else delete root.dataset.theme; };
setTheme(localStorage.getItem(THEME));
document.getElementById('tools').append(
  h('button', { class: 'plain', onclick: showKeys }, 'Shortcuts'),
  h('button', { class: 'plain', onclick: () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    localStorage.setItem(THEME, dark ? 'light' : 'dark');
    setTheme(dark ? 'light' : 'dark');
  } }, 'Light / dark'),
  h('a', { href: '/openapi.json' }, 'API'));

made.forEach((make) => make());
acceptDrops();
const asked = location.hash.slice(1);
goTo(ROOMS.some(([id]) => id === asked) ? asked : 'explore');
await attempt(restore);
root.dataset.ready = 'true';
