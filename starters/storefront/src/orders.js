// The orders of the shop, kept in one SQLite file with the names and prices of the day they were placed.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
  create table if not exists orders (
    number integer primary key autoincrement, id text not null unique, customer text not null, email text not null,
    street text not null, city text not null, lines text not null, total integer not null,
    status text not null, payment_note text not null, placed_at text not null
  ) strict;
  insert or ignore into sqlite_sequence (rowid, name, seq) values (1, 'orders', 1000);
`;

export function openOrders(folder) {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'orders.db'));
  db.exec('pragma journal_mode = wal; pragma busy_timeout = 5000;');
  db.exec(schema);

  return {
    close: () => db.close(),

    // Placing an order twice under one id, as a double click does, leaves one order.
    place({ id, customer, email, street, city, lines, total }) {
      db.prepare(
        `insert or ignore into orders
           (id, customer, email, street, city, lines, total, status, payment_note, placed_at)
         values (?, ?, ?, ?, ?, ?, ?, 'placed', '', ?)`,
      ).run(id, customer, email, street, city, JSON.stringify(lines), total, new Date().toISOString());
      return this.find(id);
    },
    setPayment: (id, { status, note }) =>
      db.prepare('update orders set status = ?, payment_note = ? where id = ?').run(status, note, id),
    markPaid: (number) =>
      db.prepare("update orders set status = 'paid', payment_note = '' where number = ?").run(number).changes === 1,
    find: (id) => toOrder(db.prepare('select * from orders where id = ?').get(id)),
    list: () => db.prepare('select * from orders order by number desc').all().map(toOrder),
  };
}

function toOrder(row) {
  if (!row) return undefined;
  const { lines, payment_note: paymentNote, placed_at: placedAt, ...rest } = row;
  return { ...rest, lines: JSON.parse(lines), paymentNote, placedAt };
}
