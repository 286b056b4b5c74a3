// What the methods see of a page: the vision tree, boxes, grid neighbours, tag-path classes.
import { attempt, fill, h } from './dom.js';
import { post } from './api.js';

const VIEWS = { blocks: 'Vision tree', boxes: 'Boxes', neighbours: 'Grid neighbours', classes: 'Tag-path classes' };
const MOST_LISTED = 400;

/** A choice of views; the list of what a view sees goes into `place`. */
export function viewChoice(frame, pageOf, methodOf, place) {
  const choice = h('select', { 'aria-label': 'View', onchange: () => attempt(show) }, h('option', { value: '' }, 'View: the page'), Object.entries(VIEWS).map(([value, name]) => h('option', { value }, name)));
  async function show() {
    const page = pageOf();
    if (!choice.value || !page) { frame.mark('view', []); return fill(place); }
    const { sights } = await post('/api/view', { page: page.id, view: choice.value, method: methodOf() });
    const deepest = Math.max(0, ...sights.map((sight) => sight.depth));
    const depth = h('input', { type: 'range', min: 0, max: deepest, value: Math.min(deepest, choice.value === 'boxes' ? 6 : deepest), 'aria-label': 'How deep' });
    const list = h('ol', { class: 'plain' });
    const draw = () => {
      const most = Number(depth.value);
      const shown = choice.value === 'classes' ? sights.slice(0, 12) : sights.filter((sight) => sight.depth <= most);
      frame.mark('view', shown.slice(0, 1500).map(({ nodes, group, label }) => ({ nodes: nodes.slice(0, 500), kind: 'view', group, label: shown.length < 150 && choice.value !== 'boxes' && !label.startsWith('leaf') ? label : undefined })));
      fill(list, sights.slice(0, MOST_LISTED).map((sight) => h('li', { style: `padding-left:${sight.depth * 12}px` },
        h('button', { class: 'plain', onclick: () => frame.mark('view', [{ nodes: sight.nodes.slice(0, 2000), kind: 'view', group: sight.group, label: sight.label }], sight.nodes[0]) }, sight.label || 'a box'))));
    };
    depth.addEventListener('input', draw);
    fill(place, h('h3', {}, `${VIEWS[choice.value]}: ${sights.length}`), deepest > 0 && h('label', { class: 'check' }, 'down to depth', depth), sights.length ? list : h('p', { class: 'soft' }, 'There is nothing of this kind on the page.'));
    draw();
  }
  choice.refresh = () => { if (choice.value) attempt(show); };
  return choice;
}
