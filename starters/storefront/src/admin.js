// The shopkeeper's command: `npm run orders` lists them, `npm run orders -- paid 1001` notes that one was paid.

import { join } from 'node:path';
import { openOrders } from './orders.js';
import { money } from './products.js';

const orders = openOrders(process.env.DATA_DIR ?? join(import.meta.dirname, '..', 'data'));
const [command = 'list', number] = process.argv.slice(2);

if (command === 'list') {
  for (const order of orders.list()) {
    console.log([order.number, order.placedAt.slice(0, 10), order.status, money(order.total), order.email].join('  '));
  }
} else if (command === 'paid' && orders.markPaid(Number(number))) {
  console.log(`Order ${number} is paid.`);
} else {
  console.error(command === 'paid' ? `There is no order ${number}.` : 'Use: npm run orders [-- paid NUMBER]');
  process.exitCode = 1;
}
orders.close();
