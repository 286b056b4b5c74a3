// Teaching, labelling, domains, measuring, the API and the file to send around, by what the user sees.
import { browser, boxes, check, drop, example, inside, items, join, open, paste, program, root, run, same, shoot, shop, test, until } from './harness.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const teach = (page) => page.locator('#room-teach');
const learned = (page) => page.locator('#room-teach[data-state=learned]').waitFor();
const addAttribute = async (page, name, room = '#room-teach') => {
  await page.locator(room).getByLabel('Name of a new attribute').fill(name);
  await page.locator(room).getByRole('button', { name: 'Add', exact: true }).click();
};
const pages = (...numbers) => numbers.map((number) => [`shop-${number}.html`, shop(number)]);

test('values are marked with the mouse, and the wrapper is learned as you go', async (server) => {
  const page = await open(server, { room: 'teach' });
  await drop(page, pages(1, 2, 3));
  await until('three pages', async () => (await teach(page).locator('.pages button').count()) === 3);
  await addAttribute(page, 'name');
  await addAttribute(page, 'price');
  await page.keyboard.press('Escape');
  for (const at of [0, 1, 2]) {
    if (at === 1) await until('one record is enough to find the others', async () => (await teach(page).locator('.pages button').first().textContent()).includes(`2 marks · ${items(1).length} records`));
    await teach(page).getByRole('button', { name: /^name/ }).first().click();
    await inside(page).getByText(items(1)[at].name).click();
    await until('the mark is there', async () => (await teach(page).locator('table.data').getByText(items(1)[at].name).count()) > 0);
    await teach(page).getByRole('button', { name: /^price/ }).first().click();
    await inside(page).getByText(items(1)[at].price).click();
    await until('the mark is there', async () => (await teach(page).locator('table.data').getByText(items(1)[at].price, { exact: true }).count()) > 0);
  }
  await learned(page);
  await teach(page).getByText(/^Wrapper:/).waitFor();
  await until('the other pages come labelled', async () => (await teach(page).locator('.pages').textContent()).includes(`${items(3).length} records`));
  // Three records are marked: the others of this page are found by their likeness, and no page is doubted.
  await until('the other records of the page are found', async () => (await teach(page).locator('.pages button').first().textContent()).includes(`6 marks · ${items(1).length} records`));
  same(await teach(page).locator('.pages .bad').count(), 0, 'pages that do not fit:');
  await shoot(page, '2-teach');
  await teach(page).getByRole('button', { name: 'Next page' }).click();
  await until('what is read there is shown', async () => (await boxes(page, 'marks')) >= items(2).length);
  await teach(page).getByRole('button', { name: 'Accept this page' }).click();
  await until('it becomes marks', async () => (await teach(page).locator('.pages').textContent()).includes('marks'));
  same(page.errors, []);
});

test('teaching starts from what is found, shows class, delimiters and bound, and the wrapper is downloaded', async (server) => {
  const page = await open(server, { room: 'teach' });
  await drop(page, pages(1, 2, 3, 4));
  await teach(page).getByRole('button', { name: 'Start from what is found' }).click();
  await teach(page).getByText(/^Wrapper: \S+/).waitFor();
  await teach(page).getByText(/confidence|bound/).first().waitFor();
  const meter = async () => Number(await teach(page).locator('meter').getAttribute('aria-label').then((text) => text.match(/Confidence ([\d.]+)/)[1]).catch(() => 'NaN'));
  const before = await meter();
  await teach(page).getByRole('button', { name: 'Next page' }).click();
  await teach(page).getByRole('button', { name: 'Accept this page' }).click();
  if (!Number.isNaN(before)) await until('the bound shrinks', async () => (await meter()) >= before);
  await teach(page).getByText('Delimiters').click();
  check((await teach(page).locator('pre').first().textContent()).includes('name'), 'delimiters are shown');
  const [file] = await Promise.all([page.waitForEvent('download'), teach(page).getByRole('button', { name: 'Download the wrapper' }).click()]);
  const wrapper = await file.path();
  writeFileSync(join(server.folder, 'w.toml'), readFileSync(wrapper));
  writeFileSync(join(server.folder, 'five.html'), shop(5));
  const rows = execFileSync(program, ['wrapper', 'apply', join(server.folder, 'w.toml'), join(server.folder, 'five.html'), '--format', 'rows']).toString().trim().split('\n');
  same(rows.length, items(5).length, 'the command line reads another page with it:');
  await shoot(page, '2-wrapper');
});

test('contradicting marks are told, and any step is undone and redone', async (server) => {
  const page = await open(server, { room: 'teach' });
  await drop(page, pages(1));
  await addAttribute(page, 'name');
  await inside(page).getByText(items(1)[0].name).click();
  await until('one mark', async () => (await teach(page).locator('.pages').textContent()).includes('1 mark'));
  await inside(page).getByText('Everything for birds.').click();
  await until('two marks', async () => (await teach(page).locator('.pages').textContent()).includes('2 marks'));
  await page.keyboard.press('Control+z');
  await until('undone', async () => (await teach(page).locator('.pages').textContent()).includes('1 mark'));
  await page.keyboard.press('Control+Shift+z');
  await until('redone', async () => (await teach(page).locator('.pages').textContent()).includes('2 marks'));
  await teach(page).getByLabel('all records are marked').check();
  await until('told', async () => /no wrapper fits|Wrapper:|do not fit/.test(await teach(page).textContent()));
});

test('a part of a text is marked by selecting it with the mouse', async (server) => {
  const page = await open(server, { room: 'teach' });
  await drop(page, pages(1));
  await addAttribute(page, 'wood');
  const box = await inside(page).getByText(items(1)[0].text, { exact: true }).first().boundingBox();
  await page.mouse.dblclick(box.x + 10, box.y + box.height / 2);
  await until('the word is marked', async () => (await teach(page).locator('table.data td').allTextContents()).some((text) => text === 'Made'));
  await page.waitForTimeout(400);
  check((await teach(page).locator('.pages').textContent()).includes('1 mark'), 'one mark, not two');
});

test('work is kept across a reload, in a folder of plain files', async (server) => {
  const page = await open(server, { room: 'teach' });
  await drop(page, pages(1, 2));
  await teach(page).getByRole('button', { name: 'Start from what is found' }).click();
  await learned(page);
  await page.waitForSelector('html[data-saved]');
  await until('the wrapper is a file', async () => existsSync(join(server.folder, 'project/wrapper.toml')));
  for (const name of ['project.json', 'labels.jsonl', 'pages']) check(existsSync(join(server.folder, 'project', name)), name);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await teach(page).getByText(/^Wrapper: \S+/).waitFor();
  same(await teach(page).locator('.pages button').count(), 2);
  await until('the marks are on the page again', async () => (await boxes(page, 'marks')) >= items(1).length);
});

test('a changed site is noticed, and the repair stands beside the old wrapper', async (server) => {
  const page = await open(server, { room: 'teach' });
  await drop(page, pages(1, 2, 3));
  await teach(page).getByRole('button', { name: 'Start from what is found' }).click();
  await teach(page).getByText(/^Wrapper: \S+/).waitFor();
  await drop(page, [['new.html', shop(1, true)]]);
  await teach(page).getByRole('button', { name: 'The site has changed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').last().check();
  await dialog.getByRole('button', { name: 'Check and repair' }).click();
  await dialog.getByText(/1 of 1 pages no longer fit/).waitFor();
  await dialog.getByText('Proposed repair').waitFor();
  await shoot(page, '2-repair');
  check((await dialog.getByText(`${items(1).length} records`).count()) > 0, 'the new wrapper reads all records');
});

test('shortcuts are shown and can be changed', async (server) => {
  const page = await open(server);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('button', { name: 'Change the shortcut for Open a page' }).click();
  await page.keyboard.press('p');
  await dialog.getByText('p', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // By its role it is gone when it is hidden; keys are heard again when it is out of the document.
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'Open a page' }).waitFor();
  await shoot(page, '1-open');
});

test('pages are labelled by what is known, gold lines exported and a model trained', async (server) => {
  const page = await open(server, { room: 'label' });
  await drop(page, pages(1, 2, 3, 4));
  const room = page.locator('#room-label');
  await until('four pages', async () => (await room.locator('.pages button').count()) === 4);
  for (const at of [0, 1, 2, 3]) {
    await room.locator('.pages button').nth(at).click();
    await room.locator('iframe.page[data-ready]').waitFor();
    await room.getByLabel('Site').fill(`site-${at % 2}`);
    await room.getByRole('button', { name: 'Label by' }).click();
    await until('its records', async () => !(await room.locator('.pages button').nth(at).textContent()).endsWith(' 0 records'));
  }
  await room.getByRole('button', { name: 'Blocks' }).click();
  await until('blocks', async () => (await boxes(page, 'view')) > 5);
  const [file] = await Promise.all([page.waitForEvent('download'), room.getByRole('button', { name: 'Download gold lines' }).click()]);
  const lines = readFileSync(await file.path(), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  same(lines.length, 4);
  same(lines[0].records.length, items(1).length);
  await room.getByRole('button', { name: 'Train a model' }).click();
  await page.waitForSelector('#room-label[data-state=done]');
  check(existsSync(join(server.folder, 'project/trained.model')), 'the model is a file');
  await shoot(page, '3-label');
});

test('a domain file is checked while it is written: annotators, mistakes, records that appear and vanish', async (server) => {
  const page = await open(server, { room: 'domains' });
  const room = page.locator('#room-domains');
  await drop(page, pages(2));
  await room.getByLabel('Begin with a domain').selectOption('product');
  await room.getByText('The file is right.').waitFor();
  await room.getByText(`${items(2).length} records`).waitFor();
  await room.locator('.chip:not([disabled])').first().click();
  await until('finds light up', async () => (await boxes(page, 'select')) > 0);
  await shoot(page, '4-domain');
  const editor = room.getByLabel('Domain file', { exact: true });
  const good = await editor.inputValue();
  await editor.fill(`${good}\n[[annotation]\n`);
  await room.locator('.sign.bad', { hasText: /line \d+/ }).waitFor();
  await editor.fill('name = "nothing"\n[[annotation]]\nname = "price"\nregex = [\'zzzz(?P<value>9)\']\n[[attribute]]\nname = "price"\nmandatory = true\n');
  await until('records vanish', async () => (await room.locator('.bad', { hasText: '−' }).count()) > 0);
});

test('a method is measured on a set, worst page first, one click from the page', async (server) => {
  const page = await open(server, { room: 'measure' });
  const room = page.locator('#room-measure');
  await until('sets', async () => (await room.getByLabel('Set', { exact: true }).locator('option').count()) === 1);
  await room.getByRole('button', { name: 'Measure' }).click();
  await page.waitForSelector('#room-measure[data-state=done]');
  const first = await room.locator('tbody tr').first().textContent();
  check(first.startsWith('birds/3') && first.includes('0.000'), `the worst page: ${first}`);
  same(await room.locator('svg.plot').count(), 2);
  await shoot(page, '5-measure');
  await room.getByRole('button', { name: 'birds/1' }).click();
  await page.locator('#room-explore[data-state=read]').waitFor();
  check((await page.locator('#room-explore [role=gridcell]').first().textContent()).includes('Oak nest box'), 'the page is open');
});

test('a measurement is cancelled, and what it has so far stays', async (server) => {
  const folder = join(server.folder, 'data/many');
  mkdirSync(join(folder, 'pages'), { recursive: true });
  const lines = Array.from({ length: 3000 }, (_, at) => {
    writeFileSync(join(folder, `pages/${at}.html`), shop(1 + (at % 5)));
    return JSON.stringify({ id: `many/${at}`, page: `many/pages/${at}.html`, site: 'a', task: 'records', records: items(1 + (at % 5)).map(({ name }) => ({ name })) });
  });
  writeFileSync(join(folder, 'gold.jsonl'), lines.join('\n'));
  const page = await open(server, { room: 'measure' });
  const room = page.locator('#room-measure');
  await room.getByLabel('Set', { exact: true }).selectOption('many');
  await room.getByRole('button', { name: 'Measure' }).click();
  await until('it has begun', async () => (await room.locator('tbody tr').count()) > 0);
  await room.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForSelector('#room-measure[data-state=stopped]');
  check((await room.locator('tbody tr').count()) < 3000, 'not all pages were read');
});

test('the API is described, streams many pages, and is used by ten lines of Python', async (server) => {
  const headers = { 'x-chaffinch-token': server.token, 'content-type': 'application/json' };
  const description = await fetch(`${server.address}openapi.json`).then((response) => response.json());
  check(Object.keys(description.paths).length > 20, 'all addresses are described');
  const lines = await fetch(`${server.address}api/stream`, { method: 'POST', headers, body: JSON.stringify({ set: 'birds' }) }).then((response) => response.text());
  same(lines.trim().split('\n').map((line) => JSON.parse(line).chaffinch), [1, 1, 1]);
  const client = join(root, 'examples/api-client.py');
  check(readFileSync(client, 'utf8').trim().split('\n').length <= 14, 'the client is short');
  const said = execFileSync('python3', [client, join(root, 'examples/finch-shop.html')], { env: { ...process.env, CHAFFINCH_TOKEN: server.token, CHAFFINCH_SERVER: server.address } }).toString();
  check(said.includes('Oak nest box'), said);
});

test('a report to send around works from a file, without a server', async (server) => {
  writeFileSync(join(server.folder, 'shop.html'), example);
  execFileSync(program, ['extract', join(server.folder, 'shop.html'), '--format', 'report', '-o', join(server.folder, 'report.html')]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, offline: true });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`file://${server.folder}/report.html`);
  await page.getByRole('cell', { name: 'Oak nest box' }).hover();
  await page.frameLocator('#page').getByText('The Finch Shop', { exact: true }).waitFor();
  await page.frameLocator('#page').getByText('€17.50').hover();
  await page.locator('td.on', { hasText: '€17.50' }).waitFor();
  await shoot(page, '7-report');
  same(errors, []);
});

await run();
