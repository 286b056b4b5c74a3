// The frame that shows a page. It has no origin of its own; all that passes is numbers of nodes.
import { h } from './dom.js';

const isNode = (value) => Number.isInteger(value) && value >= 0;

export class PageFrame {
  /** `hear` gets what happens: { over, click, selection, key, ready }. */
  constructor(place, hear) {
    this.place = place;
    this.hear = hear;
    this.frame = null;
    this.page = null;
    this.layers = new Map();
    this.waiting = new Map();
    this.asked = 0;
    addEventListener('message', (event) => {
      if (this.frame && event.source === this.frame.contentWindow && event.data?.chaffinch === 1) this.receive(event.data);
    });
  }

  /** Shows a page; `remote` says whether pictures and styles of other servers are loaded. */
  open(page, remote = false) {
    this.page = page;
    this.ready = false;
    this.wanted = null;
    this.frame?.remove();
    this.place.querySelector('.empty')?.remove();
    this.frame = h('iframe', { class: 'page', title: `The page ${page.title ?? page.name}`, sandbox: 'allow-scripts', src: `/frame/${encodeURIComponent(page.id)}?remote=${remote ? 'true' : 'false'}` });
    this.place.append(this.frame);
  }

  /** Shows no page. */
  close() {
    this.frame?.remove();
    this.frame = this.page = null;
    this.ready = false;
    this.layers.clear();
  }

  receive(message) {
    if (message.ready) {
      this.ready = true;
      this.frame.dataset.ready = 'true';
      for (const [layer, marks] of this.layers) this.tell({ layer, marks });
      if (this.wanted) this.tell(this.wanted);
      this.wanted = null;
      this.hear({ ready: true, cut: message.cut === true });
      return;
    }
    if (message.drawn) { this.frame.dataset[`boxes_${String(message.drawn)}`] = String(message.boxes); return; }
    if ('selected' in message) {
      this.waiting.get(message.id)?.({ nodes: (message.selected ?? []).filter(isNode), wrong: message.wrong });
      this.waiting.delete(message.id);
      return;
    }
    const path = Array.isArray(message.path) ? message.path.filter(isNode) : [];
    if ('over' in message) this.hear({ over: path });
    else if ('click' in message) this.hear({ click: path, text: typeof message.text === 'string' ? message.text : null });
    else if (message.selection && isNode(message.selection.node)) {
      const { node, start, end, text } = message.selection;
      this.hear({ selection: { node, start: Number(start), end: Number(end), text: String(text) } });
    } else if (message.key) this.hear({ key: message.key });
  }

  tell(message) {
    if (this.ready) this.frame.contentWindow.postMessage(message, '*');
  }

  /** Marks nodes: [{ node | nodes, kind, group?, label?, text? }]; `show` scrolls to a node. */
  mark(layer, marks, show) {
    this.layers.set(layer, marks);
    if (!this.ready && show !== undefined) this.wanted = { layer, marks, show };
    this.tell({ layer, marks, show });
  }

  clearSelection() { this.tell({ clear: true }); }

  /** The nodes that a selector picks. */
  select(selector) {
    const id = ++this.asked;
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.tell({ select: selector, id });
      setTimeout(() => { if (this.waiting.delete(id)) answer({ nodes: [], wrong: 'the page does not answer' }); }, 5000);
    });
  }
}
