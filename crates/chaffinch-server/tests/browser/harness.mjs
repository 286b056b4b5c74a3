// What the tests of the workbench in a real browser share: a server, a browser, sentences that hold or do not.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
export const target = process.env.CHAFFINCH_WORKBENCH ?? join(root, 'target/workbench');
const require = createRequire(join(target, 'package.json'));
const { chromium } = require('playwright-core');
export const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** The program, where cargo puts it: a relative `CARGO_TARGET_DIR` is one of the checkout. */
export const program = process.env.CHAFFINCH ?? resolve(root, process.env.CARGO_TARGET_DIR ?? 'target', 'release/chaffinch');
export const shots = join(target, 'shots');
mkdirSync(shots, { recursive: true });
export const example = readFileSync(join(root, 'examples/finch-shop.html'), 'utf8');

/** A server of its own, with a project folder and labelled pages of its own. */
export async function serve(extra = []) {
  const folder = mkdtempSync(join(tmpdir(), 'chaffinch-'));
  const data = join(folder, 'data');
  makeSet(join(data, 'birds'));
  const child = spawn(program, ['serve', '--port', '0', '--project', join(folder, 'project'), '--data', data, ...extra], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const [address, token] = await new Promise((found, failed) => {
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const lines = said.match(/workbench is at (\S+)[\s\S]*token: (\S+)/);
      if (lines) found([lines[1], lines[2]]);
    });
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
  });
  return { address, token, folder, pid: child.pid, stop() { child.removeAllListeners('exit'); child.kill('SIGINT'); rmSync(folder, { recursive: true, force: true }); } };
}

/** A labelled set of three pages, one of them hard. */
function makeSet(folder) {
  mkdirSync(join(folder, 'pages'), { recursive: true });
  const gold = [];
  for (const number of [1, 2, 3]) {
    writeFileSync(join(folder, `pages/${number}.html`), number === 3 ? '<title>Nothing</title><p>No list here.' : shop(number));
    gold.push(JSON.stringify({ id: `birds/${number}`, page: `birds/pages/${number}.html`, site: `site-${number}`, task: 'records', records: items(number).map(({ name, price }) => ({ name, price })) }));
  }
  writeFileSync(join(folder, 'gold.jsonl'), gold.join('\n'));
}

const THINGS = ['Oak nest box', 'Steel feeder', 'Bird bath', 'Seed mix', 'Suet balls', 'Nyjer tube', 'Robin house', 'Fat cake', 'Peanut ring', 'Mealworm tray', 'Owl lamp', 'Wren jug'];
/** What a made-up shop sells on a page. */
export const items = (page) => THINGS.map((name, at) => ({ name: `${name} no. ${page}`, price: `€${at + 3 + page}.90`, text: `Made of ${['oak', 'steel', 'clay'][at % 3]}.` })).slice(0, 6 + page);
/** A page of a made-up shop; `changed` has other markup. */
export const shop = (page, changed = false) => `<!doctype html><html><head><meta charset="utf-8"><title>Garden shop, page ${page}</title>
<style>body{font:16px sans-serif;margin:24px}li{margin:8px 0}</style></head><body><h1>Garden shop</h1><p>Everything for birds.</p><ul class="items">
${items(page).map(({ name, price, text }) => (changed ? `<li class="card"><div><h4><a href="/q/${name.replaceAll(' ', '-')}.html">${name}</a></h4></div><em>${price}</em><span>${text}</span></li>` : `<li><h3><a href="/p/${name.replaceAll(' ', '-')}.html">${name}</a></h3><p>${text}</p><b>${price}</b></li>`)).join('\n')}
</ul><footer>Shop no. 7, open from nine to five.</footer></body></html>`;

export const browser = await chromium.launch({ executablePath: process.env.CHAFFINCH_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
/** How long something that must come may take, in milliseconds, on a machine that is slow and busy. */
const PATIENCE = 90000;
const tests = [];
/** A sentence, and what shows that it holds. */
export const test = (sentence, body) => tests.push([sentence, body]);

export function check(holds, what) { if (!holds) throw new Error(what); }
export function same(found, wanted, what = '') {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what} found ${a}, wanted ${b}`);
}

/** A window on the workbench. Files of the front end come from the folder where CHAFFINCH_FRONT names one. */
export async function open(server, { width = 1280, height = 800, dark = false, room = 'explore' } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', acceptDownloads: true });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  page.outside = [];
  page.on('request', (request) => { if (!request.url().startsWith(server.address) && !/^(blob|data):/.test(request.url())) page.outside.push(request.url()); });
  // What the policy keeps back is told as a request, but never leaves the browser.
  page.on('requestfailed', (request) => { if (/csp/i.test(request.failure()?.errorText ?? '')) page.outside = page.outside.filter((address) => address !== request.url()); });
  if (process.env.CHAFFINCH_FRONT) {
    await page.route('**/assets/*', (route) => route.fulfill({ path: join(process.env.CHAFFINCH_FRONT, new URL(route.request().url()).pathname.split('/').pop()) }));
  }
  await page.goto(`${server.address}#${room}`);
  await page.waitForSelector('html[data-ready]');
  return page;
}

/** Opens markup as a user does. */
export async function paste(page, html) {
  await page.locator('.room.on').getByRole('button', { name: /^Open/ }).first().click();
  await page.getByLabel('Markup of a page').fill(html);
  await page.getByRole('button', { name: 'Open what I pasted' }).click();
  await page.locator('.room.on iframe.page[data-ready]').waitFor();
}

/** Opens files as a user does. */
export async function drop(page, files) {
  await page.locator('.room.on').getByRole('button', { name: /^Open/ }).first().click();
  await page.getByLabel('Files').setInputFiles(files.map(([name, text]) => ({ name, mimeType: 'text/html', buffer: Buffer.from(text) })));
  await page.locator('.room.on iframe.page[data-ready]').waitFor();
}

export const shoot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
/** The page in its frame. */
export const inside = (page) => page.frameLocator('.room.on iframe.page');
export const boxes = (page, layer) => page.locator('.room.on iframe.page').getAttribute(`data-boxes_${layer}`).then(Number);

/** Waits until something holds. */
export async function until(what, holds, time = PATIENCE) {
  const end = Date.now() + time;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await new Promise((wait) => setTimeout(wait, 40));
  }
}

/** Runs all sentences, or those that hold one of the words given. */
export async function run() {
  const words = process.argv.slice(2);
  let failed = 0;
  for (const [sentence, body] of tests) {
    if (words.length && !words.some((word) => sentence.includes(word))) continue;
    const begin = Date.now();
    const server = await serve();
    try {
      await body(server);
      console.log(`ok    ${sentence} (${Date.now() - begin} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL  ${sentence}\n      ${error.stack.split('\n').slice(0, 6).join('\n      ')}`);
      const pages = browser.contexts().flatMap((context) => context.pages());
      if (pages.length) await pages.at(-1).screenshot({ path: join(shots, `failed-${failed}.png`) }).catch(() => {});
    }
    for (const context of browser.contexts()) await context.close();
    server.stop();
  }
  await browser.close();
  process.exitCode = failed ? 1 : 0;
  console.log(failed ? `${failed} failed` : 'all hold');
}

export { cpSync, join, root };
