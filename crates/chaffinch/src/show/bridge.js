// Builds the page from PAGE, marks nodes, and says what the user points at. Runs in a frame without an origin; the page has no script of its own.
(() => {
  'use strict';
  const SPACES = ['http://www.w3.org/1999/xhtml', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1998/Math/MathML'];
  // Taken now: elements of the page may hide properties of the document later.
  const root = document.documentElement;
  const create = document.createElementNS.bind(document);
  const createText = document.createTextNode.bind(document);
  const createRange = document.createRange.bind(document);
  const evaluate = document.evaluate.bind(document);
  const selectAll = document.querySelectorAll.bind(document);
  const application = window.parent;
  const built = [];
  const numbers = new Map();

  function build() {
    while (root.firstChild) root.firstChild.remove();
    PAGE.nodes.forEach((node, number) => {
      if (!node) return;
      const made = node.length === 2 ? createText(node[1]) : element(node);
      if (!made) return;
      built[number] = made;
      numbers.set(made, number);
      if (made === root) return;
      const parent = built[node[0]];
      if (parent) parent.appendChild(made);
    });
  }

  function element([, name, space, attributes, text]) {
    let made;
    if (name === 'html' && space === 0) {
      made = root;
    } else {
      // With scripts on, a browser shows no <noscript>.
      const shown = name === 'noscript' ? 'x-noscript' : name;
      try { made = create(SPACES[space], shown); } catch { made = create(SPACES[0], 'x-unknown'); }
    }
    for (const [key, value] of Object.entries(attributes)) {
      try { made.setAttribute(key, value); } catch { /* not a name that a browser knows */ }
    }
    if (text) made.appendChild(createText(text));
    return made;
  }

  build();

  // Marks lie in a shadow tree, out of reach of the page's styles.
  const host = create(SPACES[0], 'x-marks');
  host.style.cssText = 'all:initial!important;position:absolute!important;left:0!important;top:0!important;width:0!important;height:0!important;z-index:2147483647!important;pointer-events:none!important;display:block!important';
  const shade = host.attachShadow({ mode: 'closed' });
  const style = create(SPACES[0], 'style');
  style.textContent = `
    div { position: absolute; box-sizing: border-box; border-radius: 2px; pointer-events: none; }
    .row { outline: 1.5px solid #2d6cdf; background: #2d6cdf14; }
    .cell { background: #f5b30159; outline: 2px solid #b86e00; }
    .column { background: #2d6cdf2e; outline: 1px solid #2d6cdf99; }
    .list { outline: 2px dashed #2d6cdf; }
    .hover { outline: 1.5px dotted #555; background: #8882; }
    .other { outline: 1.5px dashed #8a3ffc; background: #8a3ffc1f; }
    .view { outline: 1px solid var(--c); background: color-mix(in srgb, var(--c) 12%, transparent); }
    .mark { background: color-mix(in srgb, var(--c) 30%, transparent); outline: 2px solid var(--c); }
    .guess { background: color-mix(in srgb, var(--c) 12%, transparent); outline: 1.5px dashed var(--c); }
    span { position: absolute; left: 0; top: -15px; font: 600 11px/14px system-ui, sans-serif; color: #fff; background: var(--c, #2d6cdf); padding: 0 4px; border-radius: 2px; white-space: nowrap; max-width: 220px; overflow: hidden; text-overflow: ellipsis; }
    .view > span { top: 0; opacity: .85; }`;
  shade.appendChild(style);
  root.appendChild(host);
  const COLOURS = ['#2d6cdf', '#b8560a', '#1d7f4e', '#8a3ffc', '#c2255c', '#0b7285', '#7a5b00', '#5f3dc4', '#a61e4d', '#2b6a00'];
  const layers = new Map();

  /** The rectangles of a node, or of a text in it. */
  function rectangles({ node, text, from, to }) {
    const target = built[node];
    if (!target) return [];
    if (target.nodeType === 3 || text) {
      const place = textPlace(target, text, from, to);
      if (place) return [...place.getClientRects()];
    }
    if (target.nodeType === 3) return [];
    if (text) {
      // A value is as wide as what it says, not as its block.
      const range = createRange();
      range.selectNodeContents(target);
      const content = range.getBoundingClientRect();
      if (content.width && content.height) return [content];
    }
    const own = target.getBoundingClientRect();
    if (own.width || own.height) return [own];
    return [...target.children].map((child) => child.getBoundingClientRect()).filter((rect) => rect.width);
  }

  function textPlace(target, text, from, to) {
    const range = createRange();
    if (target.nodeType === 3) {
      let start = from ?? 0;
      let end = to ?? target.data.length;
      if (from === undefined && text) {
        const at = target.data.indexOf(text);
        if (at >= 0) { start = at; end = at + text.length; }
      }
      range.setStart(target, Math.min(start, target.data.length));
      range.setEnd(target, Math.min(end, target.data.length));
      return range;
    }
    return null;
  }

  const MOST_BOXES = 4000;
  function draw(name) {
    const layer = layers.get(name);
    layer.boxes.forEach((box) => box.remove());
    layer.boxes = [];
    for (const mark of layer.marks) {
      const rects = (mark.nodes ?? [mark.node]).flatMap((node) => rectangles({ ...mark, node }));
      rects.forEach((rect, at) => {
        if (layer.boxes.length >= MOST_BOXES) return;
        const box = create(SPACES[0], 'div');
        box.className = String(mark.kind ?? 'row');
        if (mark.group !== undefined) box.style.setProperty('--c', COLOURS[mark.group % COLOURS.length]);
        box.style.left = `${rect.left + window.scrollX - 1}px`;
        box.style.top = `${rect.top + window.scrollY - 1}px`;
        box.style.width = `${rect.width + 2}px`;
        box.style.height = `${rect.height + 2}px`;
        if (mark.label && at === 0) {
          const label = create(SPACES[0], 'span');
          label.textContent = String(mark.label);
          box.appendChild(label);
        }
        shade.appendChild(box);
        layer.boxes.push(box);
      });
    }
  }

  const redraw = () => layers.forEach((_, name) => draw(name));
  let waiting = 0;
  addEventListener('resize', () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(redraw); });

  function show(node) {
    const target = built[node];
    const shown = target && (target.nodeType === 3 ? target.parentElement : target);
    shown?.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }

  function select({ css, xpath }) {
    const found = [];
    if (css) {
      for (const node of selectAll(css)) found.push(node);
    } else {
      const plain = evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
      for (let at = 0; at < plain.snapshotLength; at++) found.push(plain.snapshotItem(at));
    }
    return found.map((node) => numbers.get(node)).filter((number) => number !== undefined);
  }

  const send = (message) => application.postMessage({ chaffinch: 1, ...message }, '*');

  addEventListener('message', (event) => {
    if (event.source !== application) return;
    const message = event.data ?? {};
    if (message.layer) {
      const layer = layers.get(message.layer) ?? { marks: [], boxes: [] };
      layers.set(message.layer, layer);
      layer.marks = Array.isArray(message.marks) ? message.marks : [];
      draw(message.layer);
      if (message.show !== undefined) show(message.show);
      send({ drawn: message.layer, boxes: layer.boxes.length });
    }
    if (message.select) {
      try { send({ selected: select(message.select), id: message.id }); } catch (error) { send({ selected: [], id: message.id, wrong: String(error.message ?? error) }); }
    }
    if (message.clear) getSelection()?.removeAllRanges();
  });

  /** The numbers of a node and of all around it, the innermost first. */
  function pathOf(node) {
    const path = [];
    for (let at = node; at; at = at.parentNode) {
      const number = numbers.get(at);
      if (number !== undefined) path.push(number);
    }
    return path;
  }

  /** The text node at a point, so that a click means a value and not its whole block. */
  function textAt(event) {
    const caret = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    const node = caret ? caret.offsetNode : document.caretRangeFromPoint?.(event.clientX, event.clientY)?.startContainer;
    if (!node || node.nodeType !== 3 || !event.target.contains?.(node)) return undefined;
    const range = createRange();
    range.selectNodeContents(node);
    const hit = [...range.getClientRects()].some((rect) => event.clientX >= rect.left - 1 && event.clientX <= rect.right + 1 && event.clientY >= rect.top - 1 && event.clientY <= rect.bottom + 1);
    return hit ? node : undefined;
  }

  /** The only text in an element, where it has just one: who points beside it means it. */
  function onlyText(node) {
    for (let at = node; at; ) {
      const within = [...at.childNodes].filter((child) => child.nodeType === 1 || (child.nodeType === 3 && child.data.trim()));
      if (within.length !== 1) return undefined;
      if (within[0].nodeType === 3) return within[0];
      at = within[0];
    }
    return undefined;
  }

  const pointedAt = (event) => pathOf(textAt(event) ?? onlyText(event.target) ?? event.target);

  let over;
  let last = '';
  addEventListener('mousemove', (event) => {
    // Scrolling moves the page under a mouse that rests.
    const place = `${event.screenX} ${event.screenY}`;
    if (place === last) return;
    last = place;
    const path = pointedAt(event);
    if (path[0] !== over) { over = path[0]; send({ over: path[0] ?? null, path }); }
  }, true);
  document.addEventListener('mouseleave', () => { over = undefined; send({ over: null, path: [] }); });

  addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    const selection = getSelection();
    if (selection && !selection.isCollapsed) return;
    const path = pointedAt(event);
    send({ click: path[0] ?? null, path, text: (built[path[0]]?.nodeType === 3) ? built[path[0]].data : null });
  }, true);
  for (const kind of ['submit', 'dragstart', 'auxclick', 'contextmenu']) addEventListener(kind, (event) => event.preventDefault(), true);

  addEventListener('mouseup', () => {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return;
    const range = selection.getRangeAt(0);
    const from = range.startContainer.nodeType === 3 ? numbers.get(range.startContainer) : undefined;
    const to = range.endContainer.nodeType === 3 ? numbers.get(range.endContainer) : undefined;
    if (from === undefined) return;
    const end = to === from ? range.endOffset : range.startContainer.data.length;
    send({ selection: { node: from, start: range.startOffset, end, text: range.startContainer.data.slice(range.startOffset, end) } });
  }, true);

  addEventListener('keydown', (event) => {
    const { key, ctrlKey, altKey, shiftKey, metaKey } = event;
    if (key === 'Tab') return;
    if (!/^(Arrow|Page|Home|End| $)/.test(key)) event.preventDefault();
    send({ key: { key, ctrlKey, altKey, shiftKey, metaKey } });
  }, true);

  send({ ready: true, nodes: numbers.size, cut: PAGE.cut === true });
})();
