// The plan of the shop: which function answers which request, and what every answer has in common.

import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { cartCookie, priced, readCart, setQuantity } from './cart.js';
import { cartPage, checkoutPage, errorPage, orderPage, shopPage } from './pages.js';
import { payByInvoice as pay } from './payment.js';

const routes = {
  'GET /': ({ products, cart }) => ({ body: shopPage(products, cart) }),
  'GET /cart': ({ products, cart }) => ({ body: cartPage(cart, priced(cart, products)) }),
  'POST /cart': changeCart,
  'GET /checkout': showCheckout,
  'POST /checkout': checkOut,
  'GET /order': showOrder,
};

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const files = readPublicFiles(join(import.meta.dirname, '..', 'public'));

export function createApp({ products, orders }) {
  async function answer(request) {
    const url = URL.parse(request.url, 'http://localhost');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const file = method === 'GET' && files.get(url?.pathname);
    if (file) return file;

    const cart = readCart(request, products);
    const refuse = (status, message) => ({ status, body: errorPage(cart, message) });
    const route = url && routes[`${method} ${url.pathname}`];
    if (!route) return refuse(404, 'There is nothing at this address.');
    if (method === 'POST' && !isFromOurPages(request)) return refuse(403, 'Please use the forms of this shop.');
    const form = method === 'POST' ? await readForm(request) : undefined;
    if (form === null) return refuse(413, 'That was more than this form can take.');
    return route({ products, orders, cart, form, query: url.searchParams, refuse });
  }

  return async function app(request, response) {
    const reply = await answer(request).catch((error) => {
      console.error(error);
      return { status: 500, body: errorPage(new Map(), 'Something went wrong on our side.') };
    });
    response.writeHead(reply.status ?? 200, { ...headers, ...reply.headers });
    response.end(reply.body instanceof Buffer ? reply.body : String(reply.body ?? ''));
  };
}

const redirect = (location, cart) => ({
  status: 303,
  headers: { Location: location, ...(cart && { 'Set-Cookie': cartCookie(cart) }) },
});

function changeCart({ products, cart, form, refuse }) {
  const sku = form.get('sku') ?? '';
  if (!products.has(sku)) return refuse(422, 'We do not sell that.');
  const isAddition = form.get('add') === '1';
  setQuantity(cart, sku, isAddition ? (cart.get(sku) ?? 0) + 1 : Number(form.get('quantity')));
  return redirect('/cart', cart);
}

function showCheckout({ products, cart }) {
  if (cart.size === 0) return redirect('/cart');
  return { body: checkoutPage(cart, priced(cart, products), { id: randomUUID() }) };
}

// The id comes from the form, where we put it, so that sending the form twice places one order.
async function checkOut({ products, orders, cart, form }) {
  const names = ['id', 'customer', 'email', 'street', 'city'];
  const values = Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim()]));
  if (!uuid.test(values.id)) values.id = randomUUID();
  if (orders.find(values.id)) return redirect(`/order?id=${values.id}`, new Map());
  if (cart.size === 0) return redirect('/cart');

  const isComplete = names.every((name) => values[name].length >= 1 && values[name].length <= 200);
  const error = !isComplete
    ? 'Please fill in every field.'
    : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email) && 'That does not look like an e-mail address.';
  const content = priced(cart, products);
  if (error) return { status: 422, body: checkoutPage(cart, content, { ...values, error }) };

  const order = orders.place({ ...values, ...content });
  const payment = await pay(order);
  orders.setPayment(order.id, payment);
  return redirect(payment.redirect ?? `/order?id=${order.id}`, new Map());
}

// An order's id is random and known only to its customer, so it serves as the key to its page.
function showOrder({ orders, cart, query, refuse }) {
  const order = orders.find(query.get('id') ?? '');
  return order ? { body: orderPage(cart, order) } : refuse(404, 'There is no such order.');
}

// Browsers say where a form was sent from; one from another site is refused.
function isFromOurPages({ headers: { 'sec-fetch-site': site, origin, host } }) {
  if (site) return site === 'same-origin';
  return origin === undefined || URL.parse(origin)?.host === host;
}

async function readForm(request, most = 16 * 1024) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
  }
  return size > most ? null : new URLSearchParams(Buffer.concat(chunks).toString());
}

// Every file is read at the start: an address either names one of them or nothing at all.
function readPublicFiles(folder) {
  const types = { '.css': 'text/css', '.svg': 'image/svg+xml' };
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const address = path.slice(folder.length).replaceAll('\\', '/');
      const type = types[extname(path)] ?? 'application/octet-stream';
      return [address, { headers: { 'Content-Type': type, 'Cache-Control': 'max-age=300' }, body: readFileSync(path) }];
    }),
  );
}
