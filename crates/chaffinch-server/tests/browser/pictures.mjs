// The pictures of the README, of our own pages.
import { browser, drop, example, inside, items, join, open, paste, root, serve, shop, until } from './harness.mjs';
import { mkdirSync } from 'node:fs';

const folder = join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });
const server = await serve();
const picture = (page, name) => page.screenshot({ path: join(folder, `${name}.png`) });

const explore = await open(server, { width: 1280, height: 720 });
await paste(explore, example);
await explore.locator('#room-explore[data-state=read]').waitFor();
await inside(explore).getByText('€17.50').click();
await explore.getByText('CSS selector').waitFor();
await explore.waitForTimeout(300);
await picture(explore, 'workbench-explore');

const teach = await open(server, { width: 1280, height: 720, room: 'teach', dark: true });
await drop(teach, [1, 2, 3, 4].map((number) => [`shop-${number}.html`, shop(number)]));
await teach.locator('#room-teach').getByRole('button', { name: 'Start from what is found' }).click();
await teach.locator('#room-teach').getByText(/^Wrapper: \S+/).waitFor();
await until('the other pages are read', async () => (await teach.locator('#room-teach .pages').textContent()).includes(`${items(4).length} records`));
await teach.waitForTimeout(300);
await picture(teach, 'workbench-teach');
await browser.close();
server.stop();
