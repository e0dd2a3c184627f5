// What each starter promises, as questions to the running thing. A key completes the sentence that begins with its slug.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './running.ts';
import type { Copy, Started } from './running.ts';
import { getRaw, listen, visitor } from './visitor.ts';

type Questions<Subject> = Record<string, (subject: Subject) => Promise<void>>;

const account = { name: 'Alice', email: 'alice@example.com', password: 'correct horse', teamName: 'Bread & Butter' };
const buyer = { customer: 'Bob', email: 'bob@example.com', street: '1 Example Street', city: '12345 Exampleton' };

const saasStarter: Questions<Started> = {
  'lets a new account sign up and see its workspace': async ({ address }) => {
    const alice = visitor(address);
    await alice.get('/sign-up');
    const signedUp = await alice.post('/sign-up', account);
    assert.equal(signedUp.headers.get('location'), '/workspace');
    assert.match(signedUp.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/);
    const { status, text } = await alice.get('/workspace');
    assert.equal(status, 200);
    assert.match(text, /<h1>Bread &amp; Butter<\/h1>/);
  },
  'lets an account back in with its own password and no other': async ({ address }) => {
    const returning = visitor(address);
    await returning.get('/sign-in');
    const wrong = await returning.post('/sign-in', { email: account.email, password: 'wrong horse' });
    assert.equal(wrong.status, 422);
    assert.equal((await returning.get('/workspace')).headers.get('location'), '/sign-in');
    await returning.post('/sign-in', account);
    assert.match((await returning.get('/workspace')).text, /Hello Alice/);
  },
  'changes nothing for a form without its token': async ({ address }) => {
    const alice = visitor(address);
    await alice.get('/sign-in');
    await alice.post('/sign-in', account);
    const forged = await alice.post('/workspace/projects', { name: 'Forged', token: 'made-up' });
    assert.equal(forged.status, 403);
    const page = await alice.get('/workspace');
    assert.doesNotMatch(page.text, /Forged/);
    await alice.post('/workspace/projects', { name: 'Meant' });
    assert.match((await alice.get('/workspace')).text, /Meant/);
  },
};

const storefront: Questions<Started> = {
  'shows what it sells, with prices and pictures': async ({ address }) => {
    const { text } = await visitor(address).get('/');
    assert.match(text, /Stoneware mug[\s\S]*€18\.00/);
    const picture = await visitor(address).get('/pictures/mug.svg');
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml');
  },
  'takes a cart through the checkout to an order': async ({ address }) => {
    const bob = visitor(address);
    await bob.post('/cart', { sku: 'mug', add: '1' });
    await bob.post('/cart', { sku: 'lamp', add: '1' });
    assert.match((await bob.get('/cart')).text, /€92\.00/);
    const id = /name="id" value="([^"]+)"/.exec((await bob.get('/checkout')).text)?.[1] ?? '';
    const placed = await bob.post('/checkout', { id, ...buyer });
    const order = await bob.get(placed.headers.get('location') ?? '');
    assert.match(order.text, /Thank you, Bob[\s\S]*1001[\s\S]*awaiting payment[\s\S]*€92\.00/);
    assert.match((await bob.get('/cart')).text, /Your cart is empty/);
  },
  'lets the shopkeeper mark an order as paid': async (started) => {
    const customer = visitor(started.address);
    await customer.post('/cart', { sku: 'clock', add: '1' });
    const placed = await customer.post('/checkout', buyer);
    const path = placed.headers.get('location') ?? '';
    const number = /Your order <strong>(\d+)/.exec((await customer.get(path)).text)?.[1] ?? '';
    const { stdout } = await run(started, 'npm', ['run', '--silent', 'orders', '--', 'paid', number]);
    assert.equal(stdout, `Order ${number} is paid.\n`);
    assert.match((await customer.get(path)).text, /class="badge">paid</);
  },
  'refuses a form that another site sent': async ({ address }) => {
    const victim = visitor(address);
    const forged = await victim.post('/cart', { sku: 'mug', add: '1' }, { origin: 'https://elsewhere.example' });
    assert.equal(forged.status, 403);
    assert.match((await victim.get('/cart')).text, /Your cart is empty/);
  },
};

const markdownBlog: Questions<Started> = {
  'lists its posts, the newest first': async ({ address }) => {
    const { text } = await visitor(address).get('/');
    const titles = [...text.matchAll(/<h2><a href="[^"]+">([^<]+)</g)].map((match) => match[1]);
    assert.deepEqual(titles, ['Going live', 'What Markdown can do here', 'Hello']);
  },
  'renders Markdown and shows HTML in a post as text': async ({ address }) => {
    const { text } = await visitor(address).get('/posts/what-markdown-can-do/');
    assert.match(text, /<em>emphasised<\/em>, <strong>strong<\/strong>/);
    assert.match(text, /&lt;script&gt;/);
    assert.doesNotMatch(text, /<script/);
  },
  'offers an Atom feed and a page for each tag': async ({ address }) => {
    const feed = await visitor(address).get('/feed.xml');
    assert.match(feed.headers.get('content-type') ?? '', /^application\/atom\+xml/);
    assert.equal(feed.text.match(/<entry>/g)?.length, 3);
    assert.match((await visitor(address).get('/tags/writing/')).text, /What Markdown can do here[\s\S]*Hello/);
  },
  'exports itself as static files': async (started) => {
    assert.equal((await run(started, 'npm', ['run', '--silent', 'build'])).exitCode, 0);
    const page = readFileSync(join(started.folder, 'dist', 'posts', 'hello', 'index.html'), 'utf8');
    assert.equal(page, (await visitor(started.address).get('/posts/hello/')).text);
  },
};

const restApi: Questions<Started> = {
  'keeps a task that can be read, changed and removed': async ({ address }) => {
    const client = visitor(address);
    const added = await client.send('POST', '/tasks', { title: 'Water the plant' });
    assert.equal(added.status, 201);
    const path = added.headers.get('location') ?? '';
    const changed = await client.send('PATCH', path, { done: true });
    assert.deepEqual(JSON.parse((await client.get(path)).text), JSON.parse(changed.text));
    assert.match(changed.text, /"title":"Water the plant".*"done":true/);
    assert.equal((await client.send('DELETE', path)).status, 204);
    assert.equal((await client.get(path)).status, 404);
  },
  'names every fault of a request at once': async ({ address }) => {
    const { status, headers, text } = await visitor(address).send('POST', '/tasks', { due: 'soon', colour: 'red' });
    assert.equal(status, 400);
    assert.equal(headers.get('content-type'), 'application/problem+json');
    const { errors } = JSON.parse(text) as { errors: { field: string }[] };
    assert.deepEqual(
      errors.map((error) => error.field),
      ['title', 'due', 'colour'],
    );
  },
  'pages its list': async ({ address }) => {
    const client = visitor(address);
    for (const title of ['One', 'Two', 'Three']) await client.send('POST', '/tasks', { title });
    const page = JSON.parse((await client.get('/tasks?limit=2&offset=1')).text) as {
      tasks: { title: string }[];
      pagination: unknown;
    };
    assert.deepEqual(
      page.tasks.map((task) => task.title),
      ['Two', 'One'],
    );
    assert.deepEqual(page.pagination, { total: 3, limit: 2, offset: 1, hasMore: false });
  },
  'describes itself in OpenAPI': async ({ address }) => {
    const document = JSON.parse((await visitor(address).get('/openapi.json')).text) as {
      openapi: string;
      paths: object;
    };
    assert.equal(document.openapi, '3.1.0');
    assert.deepEqual(Object.keys(document.paths), ['/tasks', '/tasks/{id}']);
  },
};

const urlShortener: Questions<Started> = {
  'makes a link with the token it generated, and counts its visits': async ({ address, dataFolder }) => {
    const authorization = `Bearer ${readFileSync(join(dataFolder, 'token'), 'utf8').trim()}`;
    const wish = { url: 'https://example.com/a/long/way', code: 'hello' };
    const made = await visitor(address).send('POST', '/api/links', wish, { authorization });
    assert.equal(made.status, 201);
    const { shortUrl } = JSON.parse(made.text) as { shortUrl: string };
    assert.equal(shortUrl, `${address}/hello`);
    const followed = await visitor(address).get('/hello');
    assert.deepEqual([followed.status, followed.headers.get('location')], [302, wish.url]);
    const { text } = await visitor(address).get('/api/links/hello', { authorization });
    assert.match(text, /"visits":1,/);
  },
  'lets nobody manage links without the token': async ({ address }) => {
    const stranger = visitor(address);
    const wish = { url: 'https://example.com/', code: 'sneaky' };
    const tried = await stranger.send('POST', '/api/links', wish, { authorization: 'Bearer guess' });
    assert.equal(tried.status, 401);
    assert.equal((await stranger.get('/sneaky')).status, 404);
  },
};

const liveBoard: Questions<Started> = {
  'sends a new message to everyone who listens': async ({ address }) => {
    const listeners = [listen(`${address}/events`, 'message'), listen(`${address}/events`, 'message')];
    const heard = Promise.all(listeners.map(async (messages) => (await messages.next()).value));
    const posted = await visitor(address).send('POST', '/messages', { name: 'Alice', text: '<b>Hello</b>' });
    assert.equal(posted.status, 201);
    const message = JSON.parse(posted.text) as unknown;
    assert.deepEqual(await heard, [message, message]);
    for (const listener of listeners) await listener.return();
  },
  'gives a listener that comes back exactly what it missed': async ({ address }) => {
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) {
      const { text: posted } = await visitor(address).send('POST', '/messages', { name: 'Bob', text });
      ids.push(String((JSON.parse(posted) as { id: number }).id));
    }
    const messages = listen(`${address}/events`, 'message', { 'last-event-id': ids[0] ?? '' });
    const texts = [await messages.next(), await messages.next()].map(({ value }) => (value as { text: string }).text);
    assert.deepEqual(texts, ['Two', 'Three']);
    await messages.return();
  },
  'serves a page that runs no script but its own': async ({ address }) => {
    const page = await visitor(address).get('/');
    assert.match(page.text, /<script type="module" src="\/board\.js">/);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/);
    assert.equal((await visitor(address).get('/board.js')).status, 200);
  },
};

const cliTool: Questions<Copy> = {
  'explains itself when it is started without words': async (copy) => {
    const { exitCode, stdout } = await run(copy, 'npm', ['start', '--silent']);
    assert.equal(exitCode, 0);
    for (const command of ['add', 'list', 'tags', 'remove']) assert.match(stdout, new RegExp(`^ +${command} `, 'm'));
  },
  'keeps a note and gives it back as JSON': async (copy) => {
    const jot = (...words: string[]) => run(copy, 'npm', ['start', '--silent', '--', ...words]);
    assert.equal((await jot('add', 'Buy bread', '--tag', 'home')).stdout, '✓ Kept as number 1.\n');
    const [note] = JSON.parse((await jot('list', '--json')).stdout) as { text: string; tags: string[] }[];
    assert.deepEqual([note?.text, note?.tags], ['Buy bread', ['home']]);
  },
  'suggests the command that was meant, and exits with 2': async (copy) => {
    const { exitCode, stdout, stderr } = await run(copy, 'npm', ['start', '--silent', '--', 'lsit']);
    assert.deepEqual([exitCode, stdout], [2, '']);
    assert.match(stderr, /Did you mean "list"\?/);
  },
};

export const serverQuestions: Record<string, Questions<Started>> = {
  'saas-starter': saasStarter,
  storefront,
  'markdown-blog': markdownBlog,
  'rest-api': restApi,
  'url-shortener': urlShortener,
  'live-board': liveBoard,
};

export const commandQuestions: Record<string, Questions<Copy>> = { 'cli-tool': cliTool };

// Asked of every server.
export const commonQuestions: Questions<Started> = {
  'gives away none of its own files': async ({ address }) => {
    for (const path of ['/package.json', '/../package.json', '/..%2fpackage.json', '/%2e%2e/src/main.js', '//', '/%']) {
      const { status, text } = await getRaw(address, path);
      assert.ok(status === 400 || status === 404 || path === '//', `${path} answered ${status}`);
      assert.doesNotMatch(text, /"scripts"|node:http/);
    }
  },
};
