// Changing a column: rename, retype, move, split, join, drop.
import { dialog, h } from './dom.js';
import { about } from './api.js';

/** Shows what can be done with a column; `edit` gets the edit that was chosen. */
export async function columnDialog(relation, column, edit) {
  const { types } = await about();
  const { name, type } = relation.columns[column];
  const last = relation.columns.length - 1;
  const done = (change) => { made.close(); edit(change); };
  const rename = h('input', { value: name ?? '', 'aria-label': 'Name of the column' });
  const kind = h('select', { 'aria-label': 'Type of the column' }, types.map((known) => h('option', { selected: known === type }, known)));
  const at = h('input', { value: ' - ', 'aria-label': 'What stands between the parts' });
  const other = h('select', { 'aria-label': 'Column to join with' }, relation.columns.map((known, number) => number !== column && h('option', { value: number }, known.name ?? `column ${number + 1}`)));
  const between = h('input', { value: ' ', style: 'width:5em', 'aria-label': 'What to put between the texts' });
  const line = (label, ...controls) => h('form', { class: 'menu', onsubmit: (event) => event.preventDefault() }, h('label', { class: 'field' }, label, controls[0]), h('div', { class: 'line' }, ...controls.slice(1)));
  const made = dialog(`Column ${name ?? column + 1}`,
    line('Name', rename, h('button', { class: 'main', onclick: () => done({ edit: 'rename', column, name: rename.value }) }, 'Rename')),
    line('Type', kind, h('button', { onclick: () => done({ edit: 'retype', column, type: kind.value }) }, 'Read as this type')),
    line('Split where this stands', at, h('button', { onclick: () => done({ edit: 'split', column, at: at.value }) }, 'Split')),
    last > 0 && line('Join with', other, between, h('button', { onclick: () => done({ edit: 'join', columns: [column, Number(other.value)], with: between.value }) }, 'Join')),
    h('div', { class: 'line' },
      h('button', { disabled: column === 0, onclick: () => done({ edit: 'move', column, to: column - 1 }) }, '← Move left'),
      h('button', { disabled: column === last, onclick: () => done({ edit: 'move', column, to: column + 1 }) }, 'Move right →'),
      h('span', { class: 'grow' }),
      h('button', { onclick: () => done({ edit: 'drop', column }) }, 'Drop this column')));
}
