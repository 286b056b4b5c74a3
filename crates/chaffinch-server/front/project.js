// Work is saved as it goes on, in a folder of plain files, and is there again after a reload.
import { attempt, later } from './dom.js';
import { get, put } from './api.js';

const rooms = new Map();
const files = new Map();
let loaded = false;

/** A room saves what `save` gives: { state, files?, pages? }; `load` gets its state and how to find pages again. */
export const keep = (name, room) => rooms.set(name, room);

/** The name under which an open page is saved. */
export function fileOf(page) {
  if (!files.has(page.id)) {
    const plain = page.name.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '').slice(-60) || 'page';
    files.set(page.id, /^\d{3}-[0-9a-f]{4}-/.test(page.name) ? page.name : `${String(files.size + 1).padStart(3, '0')}-${page.id.slice(0, 4)}-${plain.endsWith('.html') ? plain : `${plain}.html`}`);
  }
  return files.get(page.id);
}

const write = later(700, () => attempt(async () => {
  const whole = { state: {}, files: {}, pages: {} };
  for (const [name, room] of rooms) {
    const { state, files: own = {}, pages = {} } = room.save();
    whole.state[name] = state;
    Object.assign(whole.files, own);
    Object.assign(whole.pages, pages);
  }
  const { folder } = await put('/api/project', whole);
  document.documentElement.dataset.saved = folder;
}));

/** Saves soon. */
export const changed = () => { if (loaded) { delete document.documentElement.dataset.saved; write(); } };

/** Brings everything back. */
export async function restore() {
  const project = await attempt(() => get('/api/project'));
  const pages = new Map(Object.entries(project?.pages ?? {}));
  for (const [file, page] of pages) files.set(page.id, file);
  for (const [name, room] of rooms) {
    const state = project?.state?.[name];
    if (state) await attempt(() => room.load(state, (file) => pages.get(file)));
  }
  loaded = true;
}
