// Making elements. Texts of pages are only ever set as text, never as markup.

/** An element with properties, listeners (`onclick`) and children. */
export function h(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'class') made.className = value;
    else if (key === 'style') made.style.cssText = value;
    else if (key in made && !key.startsWith('aria') && key !== 'list' && key !== 'role') made[key] = value;
    else made.setAttribute(key, value === true ? '' : String(value));
  }
  add(made, children);
  return made;
}

function add(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Puts these children in the place of all that an element has. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
  return parent;
}

let hide;
/** Says something to the user, for a while. */
export function say(text, kind = '') {
  const status = document.getElementById('status');
  status.textContent = text;
  status.className = `on ${kind}`;
  clearTimeout(hide);
  hide = setTimeout(() => { status.className = ''; }, kind === 'bad' ? 9000 : 3500);
}

/** Runs something for the user and says what went wrong. */
export async function attempt(what) {
  try { return await what(); } catch (error) { say(error.message ?? String(error), 'bad'); return undefined; }
}

/** A dialog; it is gone when it is closed. */
export function dialog(title, ...body) {
  const close = () => made.close();
  const made = h('dialog', { 'aria-label': title },
    h('header', {}, h('h2', {}, title), h('button', { class: 'plain', onclick: close, 'aria-label': 'Close' }, '✕')),
    h('div', { class: 'body' }, ...body));
  made.addEventListener('close', () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}

export function later(wait, what) {
  let timer;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => what(...given), wait); };
}

export async function copy(text) {
  try { await navigator.clipboard.writeText(text); say('Copied'); } catch { say('The browser does not allow copying here; select the text instead', 'bad'); }
}

export function save(name, bytes, kind = 'application/octet-stream') {
  const address = URL.createObjectURL(new Blob([bytes], { type: kind }));
  const link = h('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** A number and what it counts. */
export const counted = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
export const COLOURS = ['#2d6cdf', '#b8560a', '#1d7f4e', '#8a3ffc', '#c2255c', '#0b7285', '#7a5b00', '#5f3dc4', '#a61e4d', '#2b6a00'];
export const textOf = (content) => (content ? [content].flat().map((cell) => cell.text).join('; ') : '');
