// The tables of a report, each row and cell lighting up in its place on the page, and the other way round.
(() => {
  'use strict';
  const { report, places } = DATA;
  const frame = document.getElementById('page');
  const found = document.getElementById('found');
  const tell = (message) => frame.contentWindow.postMessage(message, '*');
  const cellOf = new Map();
  document.getElementById('about').textContent = [report.url ?? report.input, `${report.relations.length} found`, ...report.errors, ...(report.remarks ?? [])].join(' · ');

  const make = (name, text, parent) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    parent?.append(made);
    return made;
  };
  // Values that are not broken into lines.
  const WHOLE = new Set(['number', 'money', 'rating', 'date', 'percentage']);
  const textOf = (content) => (content ? [content].flat().map((cell) => cell.text).join('; ') : '');

  report.relations.forEach((relation, at) => {
    const table = make('table', undefined, found);
    const caption = make('caption', `${relation.title ?? relation.kind} `, table);
    make('small', `${relation.method} · score ${relation.score} · ${relation.rows.length} ${relation.rows.length === 1 ? 'row' : 'rows'}`, caption);
    const head = make('tr', undefined, make('thead', undefined, table));
    relation.columns.forEach((column) => {
      const cell = make('th', column.name ?? '', head);
      cell.scope = 'col';
      make('small', column.type, cell);
    });
    const body = make('tbody', undefined, table);
    relation.rows.forEach((row, rowAt) => {
      const line = make('tr', undefined, body);
      row.cells.forEach((content, column) => {
        const cell = make('td', textOf(content), line);
        if (WHOLE.has(relation.columns[column].type) && cell.textContent.length < 24) cell.className = 'whole';
        const nodes = places[at].cells[rowAt][column];
        nodes.forEach((node) => { if (!cellOf.has(node)) cellOf.set(node, cell); });
        const light = (scroll) => tell({
          layer: 'hover',
          marks: [{ kind: 'row', nodes: places[at].rows[rowAt] }, ...nodes.map((node, i) => ({ kind: 'cell', node, text: [content].flat()[i]?.text }))],
          show: scroll ? nodes[0] ?? places[at].rows[rowAt][0] : undefined,
        });
        cell.addEventListener('mouseenter', () => light(false));
        cell.addEventListener('click', () => light(true));
        if (nodes.length) { cell.tabIndex = 0; cell.addEventListener('focus', () => light(true)); }
      });
    });
  });
  if (!report.relations.length) make('p', 'Nothing was found.', found);

  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.data?.chaffinch !== 1) return;
    if (!Array.isArray(event.data.path)) return;
    document.querySelectorAll('.on').forEach((cell) => cell.classList.remove('on'));
    const cell = event.data.path.map((node) => cellOf.get(node)).find(Boolean);
    if (!cell) return;
    cell.classList.add('on');
    if (event.data.click !== undefined) cell.scrollIntoView({ block: 'center' });
  });
})();
