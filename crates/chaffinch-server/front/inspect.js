// What is known of one node, and why it was taken or not; trying selectors out.
import { attempt, copy, counted, fill, h } from './dom.js';
import { post } from './api.js';

/** Shows a node: text, selectors, bytes, box. */
export async function showNode(place, page, node, buttons = []) {
  const known = await attempt(() => post('/api/node', { page: page.id, node }));
  if (!known) return;
  const line = (name, text, copied) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, h('code', {}, text)), h('td', {}, copied && h('button', { onclick: () => copy(text), 'aria-label': `Copy the ${name}` }, 'Copy')));
  fill(place,
    h('div', { class: 'line', style: 'margin-bottom:6px' }, ...buttons),
    h('table', { class: 'data' }, h('tbody', {},
      line('text', known.text.slice(0, 400), true), line('CSS selector', known.css, true), line('XPath', known.xpath, true), line('tag path', known.tag_path, true),
      line('bytes', known.span ? `${known.span[0]} to ${known.span[1]}` : 'not in the source'),
      line('box', known.box ? known.box.join(', ') : 'none'))));
}

/** Shows why a node was taken, or what kept it out. */
export async function showWhy(place, page, node, method, question = 'Why?') {
  fill(place, h('p', { class: 'soft' }, 'Asking…'));
  const answer = await attempt(() => post('/api/why', { page: page.id, node, method }));
  const lines = (given) => h('ul', { class: 'lines' }, given.slice(0, 300).map((line) => h('li', {}, line)));
  fill(place, h('h3', {}, question), answer ? lines(answer.why) : h('p', { class: 'bad' }, 'There is no answer.'),
    answer?.explanation.length > 0 && h('details', {}, h('summary', {}, 'How the whole page was read'), lines(answer.explanation)));
}

/** A field to try a selector out. */
export function selectorField(frame) {
  const input = h('input', { placeholder: 'CSS selector or XPath', 'aria-label': 'A selector to try out', style: 'width:100%' });
  const told = h('span', { class: 'soft', role: 'status' });
  const go = async () => {
    const text = input.value.trim();
    const { nodes, wrong } = text ? await frame.select(text.startsWith('/') || text.startsWith('(') ? { xpath: text } : { css: text }) : { nodes: [] };
    told.textContent = wrong ? `This selector is wrong: ${wrong}` : text ? counted(nodes.length, 'node') : '';
    frame.mark('selector', nodes.slice(0, 2000).map((node) => ({ node, kind: 'other' })), nodes[0]);
  };
  return h('form', { class: 'stack', onsubmit: (event) => { event.preventDefault(); go(); } },
    h('div', { class: 'line' }, h('span', { class: 'grow' }, input), h('button', {}, 'Try')), told);
}
