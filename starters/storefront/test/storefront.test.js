// Shops over real HTTP, the way a customer does.

import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createApp } from '../src/app.js';
import { openOrders } from '../src/orders.js';
import { loadProducts } from '../src/products.js';

const folder = mkdtempSync(join(tmpdir(), 'storefront-'));
const orders = openOrders(folder);
const products = loadProducts(join(import.meta.dirname, '..', 'products.json'));
const server = createServer(createApp({ products, orders }));
const buyer = { customer: 'Alice', email: 'alice@example.com', street: '1 Example Street', city: '12345 Exampleton' };
let address;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
  orders.close();
  rmSync(folder, { recursive: true });
});

function customer(cookie = '') {
  const ask = async (path, options = {}) => {
    const request = { redirect: 'manual', ...options, headers: { cookie, ...options.headers } };
    const response = await fetch(address + path, request);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  const post = (path, values, headers) =>
    ask(path, { method: 'POST', body: new URLSearchParams(values), ...(headers && { headers }) });
  return { get: ask, post };
}

test('every product is shown with its price and a picture that exists', async () => {
  const page = (await customer().get('/')).text;
  for (const { sku, name } of products.values()) {
    assert.ok(page.includes(name));
    assert.equal((await customer().get(`/pictures/${sku}.svg`)).status, 200);
  }
  assert.match(page, /€18\.00/);
});

test('a cart adds up, and a quantity of zero takes an item out', async () => {
  const alice = customer();
  await alice.post('/cart', { sku: 'mug', add: '1' });
  await alice.post('/cart', { sku: 'mug', add: '1' });
  await alice.post('/cart', { sku: 'lamp', add: '1' });
  assert.match((await alice.get('/cart')).text, /€110\.00/);
  await alice.post('/cart', { sku: 'lamp', quantity: '0' });
  assert.match((await alice.get('/cart')).text, /€36\.00/);
});

test('a cart that was tampered with holds only what the shop sells', async () => {
  const page = (await customer('cart=gold:1.mug:-5.lamp:1e9.tote:2').get('/cart')).text;
  assert.match(page, /Canvas tote/);
  assert.match(page, /Desk lamp/);
  assert.match(page, /value="99"/);
  assert.doesNotMatch(page, /gold|Stoneware mug/);
});

test('a checkout places one order, even when the form is sent twice', async () => {
  const alice = customer('cart=mug:2');
  const id = /name="id" value="([^"]+)"/.exec((await alice.get('/checkout')).text)[1];
  const first = await alice.post('/checkout', { id, ...buyer });
  const again = await alice.post('/checkout', { id, ...buyer });
  assert.equal(first.location, again.location);
  assert.equal(orders.list().length, 1);
  const page = (await alice.get(first.location)).text;
  assert.match(page, /awaiting payment/);
  assert.match(page, /€36\.00/);
  assert.match((await alice.get('/cart')).text, /empty/);
});

test('an incomplete checkout says what is missing and keeps what was typed', async () => {
  const reply = await customer('cart=mug:1').post('/checkout', { ...buyer, city: '', customer: '<b>Alice</b>' });
  assert.equal(reply.status, 422);
  assert.match(reply.text, /fill in every field/);
  assert.match(reply.text, /&lt;b&gt;Alice/);
});

test('an order that was marked as paid says so', async () => {
  const bob = customer('cart=clock:1');
  const { location } = await bob.post('/checkout', { ...buyer, customer: 'Bob' });
  const [{ number }] = orders.list();
  assert.equal(orders.markPaid(number), true);
  assert.match((await bob.get(location)).text, /class="badge">paid</);
  assert.equal(orders.markPaid(1), false);
});

test('an order is not found without its id', async () => {
  assert.equal((await customer().get('/order?id=1001')).status, 404);
});

test('a form sent from another site is refused', async () => {
  const form = { sku: 'mug', add: '1' };
  assert.equal((await customer().post('/cart', form, { origin: 'https://elsewhere.example' })).status, 403);
  assert.equal((await customer().post('/cart', form, { origin: address })).status, 303);
});

test('only public files can be read', async () => {
  assert.equal((await customer().get('/../products.json')).status, 404);
  assert.equal((await customer().get('/..%2fproducts.json')).status, 404);
});
