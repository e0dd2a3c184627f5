// Opens the shop, says where it is, and closes it in order when asked.

import { createServer } from 'node:http';
import { join } from 'node:path';
import { createApp } from './app.js';
import { openOrders } from './orders.js';
import { loadProducts } from './products.js';

const { HOST: host = '127.0.0.1', PORT: port = '3000' } = process.env;

const orders = openOrders(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'));
const products = loadProducts(join(import.meta.dirname, '..', 'products.json'));
const server = createServer({ requestTimeout: 30_000 }, createApp({ products, orders }));

server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.listen(Number(port), host, () => {
  console.log(`The storefront is open at http://${host}:${server.address().port}`);
});

function stop() {
  server.close(() => orders.close());
  setTimeout(() => server.closeAllConnections(), 5_000).unref();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
