// Asking the server.

const token = document.querySelector('meta[name="chaffinch-token"]').content;

async function ask(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(path, { method, body, headers: { 'x-chaffinch-token': token, ...headers } });
  } catch {
    throw new Error('The server does not answer; is chaffinch serve still running?');
  }
  if (response.status === 413) throw new Error('This is too large for one request; start the server with a larger --max-upload');
  if (!response.ok) {
    const said = await response.json().catch(() => ({ error: `The server answered ${response.status}` }));
    throw new Error(said.error);
  }
  return response;
}

const withJson = (method) => async (path, body) =>
  (await ask(method, path, JSON.stringify(body), { 'content-type': 'application/json' })).json();

export const get = async (path) => (await ask('GET', path)).json();
export const post = withJson('POST');
export const put = withJson('PUT');
export const remove = async (path) => (await ask('DELETE', path)).json();

/** Opens a file: one page or an archive of them. */
export const openFile = async (file) =>
  (await ask('POST', `/api/pages?name=${encodeURIComponent(file.name)}`, file, { 'content-type': 'application/octet-stream' })).json();

/** Reports as a file. */
export const written = async (request) =>
  (await ask('POST', '/api/write', JSON.stringify(request), { 'content-type': 'application/json' })).arrayBuffer();

let known;
/** What the server is and can do. */
export const about = () => (known ??= get('/api/about'));
