// Explore, by what the user sees.
import { axe, boxes, check, drop, example, inside, items, open, paste, run, same, shoot, shop, test, until } from './harness.mjs';
import { readFileSync } from 'node:fs';

const cells = (page) => page.locator('#room-explore [role=gridcell]');
const state = (page, wanted) => page.locator(`#room-explore[data-state=${wanted}]`).waitFor();

test('pasted markup shows the page beside what was found on it', async (server) => {
  const page = await open(server);
  await shoot(page, '1-empty');
  await paste(page, example);
  await state(page, 'read');
  check((await cells(page).first().textContent()).includes('Oak nest box'), 'the first value');
  check(await inside(page).getByText('The Finch Shop', { exact: true }).isVisible(), 'the page is shown');
  await shoot(page, '1-explore');
  same(page.errors, []);
  same(page.outside, [], 'requests to others:');
});

test('pointing at a row lights up its place, and pointing at the page its row', async (server) => {
  const page = await open(server);
  await paste(page, shop(2));
  await state(page, 'read');
  await cells(page).first().hover();
  await until('a box lights up', async () => (await boxes(page, 'hover')) >= 1);
  await inside(page).getByText(items(2)[3].price).hover();
  await until('its row is marked', async () => (await page.locator('#room-explore .row.on [role=gridcell].on').textContent().catch(() => '')) === items(2)[3].price);
  await shoot(page, '2-hover');
});

test('a click on a value selects it, its column and all its siblings', async (server) => {
  const page = await open(server);
  await paste(page, shop(2));
  await state(page, 'read');
  await inside(page).getByText(items(2)[1].price).click();
  await until('all prices are marked', async () => (await boxes(page, 'select')) >= items(2).length);
  same(await page.locator('#room-explore .row.on [role=gridcell].on').textContent(), items(2)[1].price);
  check((await page.locator('#room-explore [role=gridcell].column').count()) >= items(2).length - 1, 'the siblings are marked in the table');
  await page.locator('#room-explore').getByText('CSS selector').waitFor();
});

test('a column is renamed, retyped, split, joined, moved and dropped, and each step undone', async (server) => {
  const page = await open(server);
  await paste(page, shop(2));
  await state(page, 'read');
  const headers = () => page.locator('#room-explore .head button').allTextContents();
  const first = await headers();
  const column = (at) => page.locator('#room-explore .head button').nth(at).click();
  await column(0);
  await page.getByLabel('Name of the column').fill('thing');
  await page.getByRole('button', { name: 'Rename' }).click();
  await until('renamed', async () => (await headers())[0] === 'thing');
  await column(0);
  await page.getByLabel('What stands between the parts').fill(' no. ');
  await page.getByRole('button', { name: 'Split', exact: true }).click();
  await until('split', async () => (await headers()).includes('thing 2'));
  await column(0);
  await page.getByRole('button', { name: 'Join' }).click();
  await until('joined', async () => !(await headers()).includes('thing 2'));
  await column(0);
  await page.getByRole('button', { name: 'Move right' }).click();
  await until('moved', async () => (await headers())[1] === 'thing 1');
  await column(1);
  await page.getByLabel('Type of the column').selectOption('number');
  await page.getByRole('button', { name: 'Read as this type' }).click();
  await page.locator('#room-explore .head small', { hasText: 'number' }).waitFor();
  await column(1);
  await page.getByRole('button', { name: 'Drop this column' }).click();
  await until('dropped', async () => !(await headers()).includes('thing 1'));
  for (let step = 0; step < 6; step++) await page.locator('#room-explore').getByRole('button', { name: 'Undo' }).click();
  await until('all is undone', async () => JSON.stringify(await headers()) === JSON.stringify(first));
  await page.locator('#room-explore').getByRole('button', { name: 'Redo' }).click();
  await until('redone', async () => (await headers())[0] === 'thing');
});

test('another list is picked on the page, made narrower and wider', async (server) => {
  const page = await open(server);
  await paste(page, example);
  await state(page, 'read');
  const relations = () => page.locator('#room-explore .chip').count();
  const before = await relations();
  await page.getByRole('button', { name: 'Pick a list' }).click();
  await inside(page).getByText('Feeders', { exact: true }).click();
  await until('one more relation', async () => (await relations()) === before + 1);
  const size = () => page.locator('#room-explore .chip[aria-pressed=true] small').textContent();
  const was = await size();
  await page.getByRole('button', { name: 'Wider' }).click();
  await until('other rows', async () => (await size()) !== was);
  await page.locator('#room-explore').getByRole('button', { name: 'Undo' }).click();
  await until('undone', async () => (await size()) === was);
});

test('methods and settings change the answer, the rivals of the top-k paper among them', async (server) => {
  const page = await open(server);
  await paste(page, example);
  await state(page, 'read');
  await page.locator('#room-explore').getByLabel('Method', { exact: true }).selectOption('tables');
  await until('tables', async () => (await page.locator('#room-explore .chip').first().textContent()).includes('×') && (await page.locator('#room-explore .chip small').first().textContent()).includes('grid'));
  await page.locator('#room-explore').getByLabel('Method', { exact: true }).selectOption('records');
  await page.getByRole('button', { name: /^Settings/ }).first().click();
  await page.locator('#room-explore').getByLabel('method', { exact: true }).selectOption('mdr');
  await page.locator('#room-explore .chip small', { hasText: 'mdr' }).first().waitFor();
  await page.locator('#room-explore').getByLabel('Method', { exact: true }).selectOption('topk');
  await page.locator('#room-explore .chip small', { hasText: 'topk' }).first().waitFor();
  await shoot(page, '1-settings');
  check((await page.locator('#room-explore .settings .option').count()) > 8, 'all settings are there');
});

test('two methods stand side by side with their differences marked', async (server) => {
  const page = await open(server);
  await paste(page, example);
  await state(page, 'read');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText(/rows in both/).waitFor();
  await page.getByLabel('Other method', { exact: true }).selectOption('tables');
  await until('rows that only one has', async () => (await page.locator('#room-explore .row.only').count()) > 0);
  await shoot(page, '1-compare');
});

test('why? and why not? are answered', async (server) => {
  const page = await open(server);
  await paste(page, example);
  await state(page, 'read');
  await cells(page).first().click();
  await page.getByRole('button', { name: 'Why?' }).first().click();
  await page.locator('#room-explore').getByText(/of row 1 of/).first().waitFor();
  await inside(page).getByText('Contact', { exact: true }).click();
  same(await page.locator('#room-explore .row.on').count(), 0, 'what was selected before no longer is:');
  await page.getByRole('button', { name: 'Why not?' }).click();
  await page.locator('#room-explore').getByText(/<nav>|<header>/).first().waitFor();
  await page.locator('#room-explore').getByRole('heading', { name: 'Why not?' }).waitFor();
  await shoot(page, '1-why');
});

test('the vision tree, boxes, grid neighbours and tag-path classes are shown', async (server) => {
  const page = await open(server);
  await paste(page, example);
  await state(page, 'read');
  for (const view of ['blocks', 'boxes', 'neighbours', 'classes']) {
    await page.getByLabel('View', { exact: true }).selectOption(view);
    await until(view, async () => (await boxes(page, 'view')) > 2);
    await shoot(page, `1-view-${view}`);
  }
});

test('a selector is copied and tried out, and the same code is given in three languages', async (server) => {
  const page = await open(server);
  await paste(page, shop(2));
  await state(page, 'read');
  await page.getByRole('button', { name: 'Try a selector' }).click();
  await page.getByLabel('A selector to try out').fill('ul.items > li');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText(`${items(2).length} nodes`).waitFor();
  await page.getByLabel('A selector to try out').fill('//li/h3');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText(`${items(2).length} nodes`).waitFor();
  await page.getByRole('button', { name: 'Code' }).click();
  for (const text of ['chaffinch extract', 'Engine::new', 'import chaffinch']) await page.getByText(text).first().waitFor();
});

test('every format is downloaded, and CSV is safe by default', async (server) => {
  const page = await open(server);
  await paste(page, shop(2).replace(items(2)[0].name, '=HYPERLINK("x")'));
  await state(page, 'read');
  const formats = await page.getByLabel('Format').locator('option').allTextContents();
  same(formats.length, 13);
  // A browser lets one window save ten files.
  for (const half of [formats.slice(0, 7), formats.slice(7)]) {
    const window = await open(server);
    await paste(window, shop(2).replace(items(2)[0].name, '=HYPERLINK("x")'));
    await state(window, 'read');
    for (const format of half) {
      await window.getByLabel('Format').selectOption(format);
      const button = window.locator('#room-explore').getByRole('button', { name: 'Download' });
      const save = async () => (await Promise.all([window.waitForEvent('download', { timeout: 20000 }), button.click()]))[0];
      // On a busy machine the browser may take a file for one that nobody asked for, and hold it back until the next click.
      const file = await save().catch(save);
      const bytes = readFileSync(await file.path());
      check(bytes.length > 100, `${format} has ${bytes.length} bytes`);
      if (format === 'csv') check(bytes.toString().includes("'=HYPERLINK"), 'formulas are defused');
    }
  }
});

test('five thousand rows stay quick', async (server) => {
  const page = await open(server);
  const rows = Array.from({ length: 5000 }, (_, at) => `<tr><td>Bird ${at}</td><td>${at % 97} cm</td><td>2024-0${1 + (at % 9)}-1${at % 9}</td></tr>`).join('');
  await paste(page, `<title>Birds</title><table><tr><th>Name<th>Size<th>Seen</tr>${rows}</table>`);
  await state(page, 'read');
  check((await page.locator('#room-explore .row').count()) < 120, 'only rows in sight are in the document');
  // The middle one: on a busy machine any single step may have to wait for the processor.
  const usual = await page.evaluate(async () => {
    const grid = document.querySelector('#room-explore .grid');
    const steps = [];
    for (let at = 0; at < 40; at++) {
      const begin = performance.now();
      grid.scrollTop = (at * 150000) / 40;
      grid.dispatchEvent(new Event('scroll'));
      steps.push(performance.now() - begin);
      await new Promise(requestAnimationFrame);
    }
    return steps.sort((a, b) => a - b)[20];
  });
  check(usual < 20, `a step of scrolling took ${usual} ms`);
  await page.locator('#room-explore .grid').focus();
  await page.keyboard.press('End');
  await page.getByText('Bird 4999').waitFor();
});

test('files and archives are opened by choosing them', async (server) => {
  const page = await open(server);
  await drop(page, [['one.html', shop(1)], ['two.html', shop(2)]]);
  await state(page, 'read');
  same(await page.getByLabel('Open pages').first().locator('option').count(), 2);
  const record = (address, html) => { const body = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`; return `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${address}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:${'1'.repeat(8)}-1111-1111-1111-111111111111>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}\r\n\r\n`; };
  await drop(page, [['crawl.warc', record('http://a.example/', shop(3)) + record('http://b.example/', shop(4))]]);
  await until('four pages', async () => (await page.getByLabel('Open pages').first().locator('option').count()) === 4);
});

test('what was found on one page never stands beside another', async (server) => {
  const page = await open(server);
  await paste(page, example);
  await state(page, 'read');
  let go;
  const held = new Promise((released) => { go = released; });
  await page.route('**/api/extract', async (route) => { await held; await route.continue(); });
  await drop(page, [['one.html', shop(1)]]);
  await state(page, 'reading');
  same(await cells(page).count(), 0, 'cells of the page before:');
  go();
  await state(page, 'read');
  check((await cells(page).first().textContent()).includes(items(1)[0].name), 'its own table comes');
});

test('open pages, corrections and addresses are there after a reload, and pages are closed', async (server) => {
  const page = await open(server);
  await drop(page, [['one.html', shop(1)]]);
  await state(page, 'read');
  await page.getByRole('button', { name: 'Open…' }).first().click();
  await page.getByLabel('Markup of a page').fill(shop(2));
  await page.getByLabel('Address of the pasted page').fill('https://shop.example/two/');
  await page.getByRole('button', { name: 'Open what I pasted' }).click();
  await until('the second page', async () => (await cells(page).first().textContent().catch(() => '')) === items(2)[0].name);
  const headers = () => page.locator('#room-explore .head button').allTextContents();
  await page.locator('#room-explore .head button').first().click();
  await page.getByLabel('Name of the column').fill('thing');
  await page.getByRole('button', { name: 'Rename' }).click();
  await until('renamed', async () => (await headers())[0] === 'thing');
  await page.waitForSelector('html[data-saved]');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await until('the correction is there', async () => (await headers())[0] === 'thing');
  same(await page.getByLabel('Open pages').first().locator('option').count(), 2, 'open pages:');
  await page.locator('#room-explore').getByRole('button', { name: 'Undo' }).click();
  await until('it can still be undone', async () => (await headers())[0] !== 'thing');
  await page.getByRole('button', { name: 'Code' }).click();
  await page.getByText('chaffinch extract https://shop.example/two/').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Close this page' }).click();
  await until('the other page', async () => (await cells(page).first().textContent().catch(() => '')) === items(1)[0].name);
  await page.getByRole('button', { name: 'Close this page' }).click();
  await page.getByText('See what is on a page').waitFor();
  await page.waitForSelector('html[data-saved]');
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await page.getByText('See what is on a page').waitFor();
  same(page.errors, []);
});

test('private addresses are not fetched, and a page of a set is opened', async (server) => {
  const page = await open(server);
  await page.getByRole('button', { name: 'Open a page' }).click();
  await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${new URL(server.address).port}/`);
  await page.getByRole('button', { name: 'Fetch' }).click();
  await page.locator('#status', { hasText: 'not on the public internet' }).waitFor();
  await page.getByRole('dialog').getByLabel('Set', { exact: true }).selectOption('birds');
  await page.getByRole('button', { name: /birds\/2/ }).click();
  await state(page, 'read');
  check((await cells(page).first().textContent()).includes('Oak nest box'), 'the page of the set');
});

test('the workbench is usable at 1280 and 2560 pixels, light and dark, by keyboard and screen reader', async (server) => {
  for (const [width, height, dark] of [[1280, 800, false], [2560, 1440, true]]) {
    const page = await open(server, { width, height, dark });
    await paste(page, example);
    await state(page, 'read');
    await until('the page is painted', async () => (await boxes(page, 'select')) > 0);
    await shoot(page, `look-${width}-${dark ? 'dark' : 'light'}`);
    for (const room of ['explore', 'teach', 'label', 'domains', 'measure']) {
      await page.locator(`#tab-${room}`).click();
      await page.evaluate(axe);
      const found = await page.evaluate(() => window.axe.run(document, { iframes: false, resultTypes: ['violations'] }));
      const serious = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
      same(serious, [], `${room} at ${width}:`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(wide <= 0, `${room} is ${wide} pixels too wide at ${width}`);
    }
  }
  const page = await open(server);
  await page.keyboard.press('o');
  await page.getByRole('dialog', { name: 'Open a page' }).waitFor();
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document.querySelector('dialog'), { resultTypes: ['violations'] }));
  same(found.violations.filter((one) => ['serious', 'critical'].includes(one.impact)).map((one) => one.id), [], 'the dialog:');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.skip').focus();
  await page.keyboard.press('Tab');
  same(await page.evaluate(() => document.activeElement.id), 'tab-explore');
  await page.keyboard.press('ArrowRight');
  same(await page.evaluate(() => document.activeElement.id), 'tab-teach');
});

test('the first paint comes within a second, and results within the time of extraction and 50 ms', async (server) => {
  const page = await open(server);
  // The best of several: on a busy machine any single one may have to wait for the processor.
  const best = async (most, tries, measure) => {
    const found = [];
    while (found.length < tries && !(Math.min(...found) < most)) found.push(await measure());
    return Math.round(Math.min(...found));
  };
  const paint = await best(1000, 8, async () => {
    await page.reload();
    await page.waitForSelector('html[data-ready]');
    return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
  });
  check(paint < 1000, `the first paint took ${paint} ms`);
  await paste(page, example);
  await state(page, 'read');
  const beyond = await best(50, 30, () => page.evaluate(async () => {
    const token = document.querySelector('meta[name=chaffinch-token]').content;
    const page = document.querySelector('#room-explore select[aria-label="Open pages"]').value;
    const begin = performance.now();
    const answer = await fetch('/api/extract', { method: 'POST', headers: { 'content-type': 'application/json', 'x-chaffinch-token': token }, body: JSON.stringify({ page, places: true }) }).then((response) => response.json());
    return performance.now() - begin - answer.seconds * 1000;
  }));
  check(beyond < 50, `beyond extraction: ${beyond} ms`);
});

await run();
