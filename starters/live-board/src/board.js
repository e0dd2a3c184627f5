// The messages on the board, kept in one SQLite file. Their numbers only grow, so "everything after 41" is a clear wish.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
  create table if not exists messages (
    id integer primary key autoincrement, name text not null, text text not null, posted_at text not null
  ) strict;
`;

const columns = 'id, name, text, posted_at as postedAt';

export function openBoard(folder) {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'board.db'));
  db.exec('pragma journal_mode = wal; pragma busy_timeout = 5000;');
  db.exec(schema);

  const insert = db.prepare(`insert into messages (name, text, posted_at) values (?, ?, ?) returning ${columns}`);
  const after = db.prepare(`select ${columns} from messages where id > ? order by id limit 500`);
  const latest = db.prepare(`
    select * from (select ${columns} from messages order by id desc limit ?) order by id`);

  return {
    close: () => db.close(),
    post: ({ name, text }) => insert.get(name, text, new Date().toISOString()),
    after: (id) => after.all(id),
    latest: (count) => latest.all(count),
  };
}
