// Keyboard shortcuts: shown, changeable, remembered.
import { dialog, fill, h } from './dom.js';

const ACTIONS = [
  { id: 'open', label: 'Open a page', key: 'o' },
  { id: 'run', label: 'Read the page again', key: 'r' },
  { id: 'why', label: 'Why? / why not?', key: 'y' },
  { id: 'wider', label: 'Wider records', key: ']' },
  { id: 'narrower', label: 'Narrower records', key: '[' },
  { id: 'pick', label: 'Pick another list on the page', key: 'l' },
  { id: 'undo', label: 'Undo', key: 'Ctrl+z' },
  { id: 'redo', label: 'Redo', key: 'Ctrl+Shift+z' },
  { id: 'delete', label: 'Delete the selected mark', key: 'Delete' },
  { id: 'next', label: 'Next page, least certain first', key: 'n' },
  { id: 'accept', label: 'Accept this page as it is read', key: 'a' },
  { id: 'keys', label: 'Show the shortcuts', key: '?' },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({ id: `attribute-${number}`, label: `Mark with attribute ${number}`, key: String(number) })),
];

const KEPT = 'chaffinch-keys';
let own = {};
try { own = JSON.parse(localStorage.getItem(KEPT) ?? '{}'); } catch { own = {}; }
const keyOf = (action) => own[action.id] ?? action.key;
const handlers = [];

/** What a person pressed, as it is written in the list. */
function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const name = key.length === 1 && ctrlKey ? key.toLowerCase() : key;
  return [ctrlKey || metaKey ? 'Ctrl+' : '', altKey ? 'Alt+' : '', shiftKey && (ctrlKey || key.length > 1) ? 'Shift+' : '', name].join('');
}

/** Handlers get the name of an action and say whether they did something. */
export const hearKeys = (handler) => handlers.push(handler);

export function press(event) {
  const name = pressed(event);
  const action = ACTIONS.find((known) => keyOf(known) === name);
  if (!action) return false;
  if (action.id === 'keys') { showKeys(); return true; }
  return handlers.some((handler) => handler(action.id));
}

addEventListener('keydown', (event) => {
  if (event.target.closest?.('input, textarea, select, dialog, [contenteditable]')) return;
  if (event.target.closest?.('.grid, button, [role=tab]') && /^(Arrow|Enter$| $|Tab$)/.test(event.key)) return;
  if (press(event)) event.preventDefault();
});

export function showKeys() {
  const body = h('div', { class: 'stack' });
  const draw = () => fill(body,
    h('p', { class: 'soft' }, 'Choose a shortcut and press the keys that it should have. They work on the page, too.'),
    h('table', { class: 'data' }, h('tbody', {}, ACTIONS.map((action) => {
      const button = h('button', { 'aria-label': `Change the shortcut for ${action.label}`, onclick: () => {
        button.textContent = 'press keys…';
        const take = (event) => {
          if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
          event.preventDefault();
          event.stopPropagation();
          removeEventListener('keydown', take, true);
          if (event.key !== 'Escape') { own[action.id] = pressed(event); localStorage.setItem(KEPT, JSON.stringify(own)); }
          draw();
        };
        addEventListener('keydown', take, true);
      } }, h('kbd', {}, keyOf(action)));
      return h('tr', {}, h('td', {}, action.label), h('td', {}, button));
    }))),
    h('button', { onclick: () => { own = {}; localStorage.removeItem(KEPT); draw(); } }, 'Back to the usual ones'));
  draw();
  dialog('Keyboard shortcuts', body);
}
