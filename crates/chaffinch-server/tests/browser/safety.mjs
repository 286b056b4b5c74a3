// Pages of strangers: none of their scripts runs, in whatever place of a page they stand.
import { check, browser, example, open, run, same, shop, items, test, until, join, program } from './harness.mjs';
import { payloads } from './payloads.mjs';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
/** A page that has a payload as markup, in its title, and in a cell of each row. */
const hostile = (payload) => `<!doctype html><title>${escaped(payload)}</title><h1>Shop</h1><ul>${items(2).map(({ name, price }, at) => `<li><h3>${escaped(payload)} ${name}</h3><a href="${escaped(payload)}">more</a><b title="${escaped(payload)}">${price}</b>${at === 0 ? payload : ''}</li>`).join('')}</ul>`;

async function watched(server) {
  const page = await open(server);
  const ran = [];
  await page.context().exposeBinding('__ran', (_, what) => ran.push(what));
  page.on('dialog', (dialog) => { ran.push(dialog.message()); dialog.dismiss(); });
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  return { page, ran };
}

test(`none of ${payloads.length} payloads runs in page, title, cell, address and file name`, async (server) => {
  check(new Set(payloads).size >= 350, `there are only ${new Set(payloads).size}`);
  const WINDOWS = 3;
  await Promise.all(Array.from({ length: WINDOWS }, (_, number) => tryAll(server, payloads.filter((_, at) => at % WINDOWS === number))));
});

/** Opens a page for each payload in a window of its own, and looks closer at some of them. */
async function tryAll(server, own) {
  const { page, ran } = await watched(server);
  // That the watch works: a script of the application itself is heard.
  await page.evaluate(() => window.__ran('heard'));
  same(ran.splice(0), ['heard']);
  for (const [at, payload] of own.entries()) {
    // The address and the name of the file hold the payload, too.
    const opened = await page.evaluate(async ([html, url, name]) => {
      const { post, openFile } = await import('/assets/api.js');
      const { remember } = await import('/assets/opening.js');
      const named = await openFile(new File([html], name));
      const { pages } = await post('/api/pages', { html, url });
      remember([...named.pages, ...pages], { room: 'explore' });
      return named.pages.length + pages.length;
    }, [hostile(payload), `https://a.example/${payload}`, `${payload}.html`]);
    same(opened, 2, 'opened:');
    await page.locator('#room-explore iframe.page[data-ready]').waitFor();
    await page.locator('#room-explore[data-state=read]').waitFor();
    if (at % 8 === 0) {
      await page.locator('#room-explore [role=gridcell]').first().click({ timeout: 3000 }).catch(() => {});
      await page.locator('#room-explore').getByRole('button', { name: 'Why?' }).first().click();
      await page.frameLocator('#room-explore iframe.page').locator('h1').first().click({ force: true, timeout: 3000 }).catch(() => {});
    }
    same(ran, [], `${payload}:`);
  }
  await page.waitForTimeout(500);
  same(ran, []);
  same(page.url().startsWith(server.address), true, 'nothing led away:');
  same(page.outside, [], 'requests to others:');
}

test('a report to send around runs no payload either', async (server) => {
  const context = await browser.newContext();
  const ran = [];
  await context.exposeBinding('__ran', (_, what) => ran.push(what));
  const page = await context.newPage();
  page.on('dialog', (dialog) => { ran.push(dialog.message()); dialog.dismiss(); });
  // All payloads in one page, one after the other.
  const file = join(server.folder, 'hostile.html');
  writeFileSync(file, payloads.map(hostile).join('\n'));
  execFileSync(program, ['extract', file, '--format', 'report', '-o', join(server.folder, 'report.html')]);
  await page.goto(`file://${server.folder}/report.html`);
  await page.locator('td').first().hover();
  await page.waitForTimeout(400);
  same(ran, []);
});

test('the frame has no origin: it reads nothing of the application', async (server) => {
  const { page } = await watched(server);
  await page.evaluate(async (html) => {
    const { post } = await import('/assets/api.js');
    const { remember } = await import('/assets/opening.js');
    remember((await post('/api/pages', { html })).pages, { room: 'explore' });
  }, example);
  await page.locator('#room-explore iframe.page[data-ready]').waitFor();
  const frame = page.frames().find((known) => known.url().includes('/frame/'));
  const seen = await frame.evaluate(async () => {
    const tried = {};
    for (const [name, what] of Object.entries({ parent: () => parent.document.title, storage: () => localStorage.length, cookie: () => document.cookie })) {
      try { tried[name] = String(what()); } catch (error) { tried[name] = error.name; }
    }
    tried.fetch = await fetch('/api/pages').then(() => 'answered', (error) => error.name);
    tried.origin = origin;
    return tried;
  });
  same(seen, { parent: 'SecurityError', storage: 'SecurityError', cookie: 'SecurityError', fetch: 'TypeError', origin: 'null' });
});

test('remote pictures are loaded only when they are switched on', async (server) => {
  const { page } = await watched(server);
  await page.route('https://pictures.example/**', (route) => route.fulfill({ status: 200, contentType: 'image/png', body: Buffer.from('') }));
  await page.evaluate(async (html) => {
    const { post } = await import('/assets/api.js');
    const { remember } = await import('/assets/opening.js');
    remember((await post('/api/pages', { html, url: 'https://pictures.example/' })).pages, { room: 'explore' });
  }, shop(1).replace('<ul', '<img src="/bird.png" alt=""><ul'));
  await page.locator('#room-explore iframe.page[data-ready]').waitFor();
  await page.waitForTimeout(300);
  same(page.outside, []);
  await page.getByLabel('remote').check();
  await until('the picture is asked for', async () => page.outside.includes('https://pictures.example/bird.png'));
});

await run();
