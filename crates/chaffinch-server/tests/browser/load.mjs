// Many clients at once: node load.mjs SECONDS [CLIENTS]. No error, no growth of memory, no client that waits much longer than others.
import { readFileSync, readdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { browser, example, serve, shop } from './harness.mjs';

await browser.close();
const seconds = Number(process.argv[2] ?? 60);
const clients = Number(process.argv[3] ?? 200);
const MOST_MEMORY = 1500;
const MOST_GROWTH = 150;
const server = await serve();
const agent = new Agent({ keepAlive: true, maxSockets: clients });
const pages = [example, ...[1, 2, 3, 4, 5].map((number) => shop(number))];
const bodies = pages.map((html) => Buffer.from(JSON.stringify({ html })));
const { hostname, port } = new URL(server.address);

function ask(body) {
  return new Promise((answered) => {
    const begin = performance.now();
    const asked = request({ hostname, port, agent, path: '/api/extract', method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length, 'x-chaffinch-token': server.token } }, (response) => {
      let text = '';
      response.on('data', (bytes) => { text += bytes; });
      response.on('end', () => answered({ time: performance.now() - begin, right: response.statusCode === 200 && JSON.parse(text).report.relations.length > 0, said: text.slice(0, 200) }));
    });
    asked.on('error', (error) => answered({ time: performance.now() - begin, right: false, said: error.message }));
    asked.end(body);
  });
}

/** The memory of the server and its workers, in megabytes. */
function memory() {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isOurs = (id) => { try { return id === String(server.pid) || readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')[1] === String(server.pid); } catch { return false; } };
  const size = (id) => { try { return Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]) / 256; } catch { return 0; } };
  return processes.filter(isOurs).map(size).reduce((a, b) => a + b, 0);
}

// Until every client has had an answer, workers are being started.
await Promise.all(Array.from({ length: clients }, (_, client) => ask(bodies[client % bodies.length])));
const end = Date.now() + seconds * 1000;
const times = [];
const wrong = [];
const sizes = [memory()];
const watch = setInterval(() => sizes.push(memory()), 500);
await Promise.all(Array.from({ length: clients }, async (_, client) => {
  for (let at = client; Date.now() < end; at++) {
    const { time, right, said } = await ask(bodies[at % bodies.length]);
    times.push(time);
    if (!right) wrong.push(said);
  }
}));
clearInterval(watch);
times.sort((a, b) => a - b);
const share = (part) => times[Math.min(times.length - 1, Math.floor(part * times.length))];
const early = Math.max(...sizes.slice(0, Math.ceil(sizes.length / 3)));
const late = Math.max(...sizes);
console.log(`${clients} clients, ${seconds} s: ${times.length} pages, ${wrong.length} errors, median ${share(.5).toFixed(0)} ms, p99 ${share(.99).toFixed(0)} ms (${(share(.99) / share(.5)).toFixed(1)} times), memory ${early.toFixed(0)} MB early, ${late.toFixed(0)} MB at most`);
const faults = [];
if (wrong.length) faults.push(`errors, such as ${wrong[0]}`);
if (share(.99) > 20 * share(.5)) faults.push('p99 is more than 20 times the median');
if (late > MOST_MEMORY || late > early + MOST_GROWTH) faults.push('memory grows');
faults.forEach((fault) => console.log(`FAIL  ${fault}`));
agent.destroy();
server.stop();
process.exitCode = faults.length ? 1 : 0;
