// When a site has changed: what no longer fits, the repair that is proposed, old and new side by side.
import { attempt, counted, dialog, fill, h } from './dom.js';
import { post } from './api.js';

export function repairDialog(wrapper, pages, use) {
  const file = h('textarea', { class: 'code', rows: 6, 'aria-label': 'Wrapper file', value: wrapper ?? '' });
  const boxes = pages.map((page) => h('label', { class: 'check' }, h('input', { type: 'checkbox', value: page.id }), page.title ?? page.name));
  const result = h('div', { class: 'stack', 'aria-live': 'polite' });
  const chosen = () => boxes.map((box) => box.firstChild).filter((box) => box.checked).map((box) => box.value);
  const made = dialog('The site has changed', h('p', { class: 'soft' }, 'Choose pages as they are now. Open them first, in any room.'), h('details', {}, h('summary', {}, 'Wrapper file'), file),
    h('div', { class: 'stack', style: 'max-height:160px;overflow:auto', tabindex: '0' }, boxes), h('div', { class: 'line' }, h('button', { class: 'main', onclick: run }, 'Check and repair')), result);
  made.style.width = 'min(1100px, calc(100vw - 40px))';

  async function run() {
    const answer = await attempt(() => post('/api/wrapper/repair', { wrapper: file.value, pages: chosen() }));
    if (!answer) return;
    const misfits = answer.before.filter((page) => page.misfits.length);
    fill(result,
      h('h3', {}, `${misfits.length} of ${answer.before.length} pages no longer fit`),
      h('ul', { class: 'lines' }, misfits.flatMap((page) => page.misfits.slice(0, 3).map((misfit) => h('li', {}, `${page.name}: ${misfit}`)))),
      answer.reason ? h('p', { class: 'sign' }, answer.reason) : [
        h('h3', {}, 'Proposed repair'), h('ul', { class: 'lines' }, answer.changes.map((change) => h('li', {}, change)), h('li', {}, `${answer.known_values} values that were known are read again`)),
        h('div', { class: 'two' }, side('Old', answer.old_shown, answer.before), side('New', answer.shown, answer.after)),
        h('div', { class: 'line' }, h('button', { class: 'main', onclick: () => { use(answer.wrapper); made.close(); } }, 'Take the new wrapper')),
      ]);
  }

  const side = (title, shown, pages_) => h('section', { class: 'stack' }, h('h3', {}, title),
    pages_.slice(0, 3).map((page) => h('table', { class: 'data' }, h('caption', { class: 'soft', style: 'text-align:left' }, `${page.name}: ${counted(page.rows.length, 'record')}`), h('tbody', {}, page.rows.slice(0, 8).map((row) => h('tr', {}, row.map((value) => h('td', {}, value.text))))))),
    h('pre', { tabindex: '0' }, shown));
}
