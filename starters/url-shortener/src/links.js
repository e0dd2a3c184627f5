// The links and their visits, kept in one SQLite file. Visits are numbers by day; nothing about the visitor is kept.

import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
  create table if not exists links (
    position integer primary key autoincrement, code text not null unique, url text not null,
    expires_at text, created_at text not null
  ) strict;
  create table if not exists visits (
    code text not null references links (code) on delete cascade, day text not null, count integer not null,
    primary key (code, day)
  ) strict, without rowid;
`;

const columns = `
  code, url, expires_at as expiresAt, created_at as createdAt,
  (select coalesce(sum(count), 0) from visits where visits.code = links.code) as visits`;

// Letters and digits that are not easily taken for one another.
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';
const newCode = () => Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('');

export function openLinks(folder) {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'links.db'));
  db.exec('pragma journal_mode = wal; pragma foreign_keys = on; pragma busy_timeout = 5000;');
  db.exec(schema);

  const insert = db.prepare('insert or ignore into links (code, url, expires_at, created_at) values (?, ?, ?, ?)');
  const select = db.prepare(`select ${columns} from links where code = ?`);
  const page = db.prepare(`select ${columns} from links order by position desc limit ? offset ?`);
  const count = db.prepare('select count(*) as total from links');
  const remove = db.prepare('delete from links where code = ?');
  const target = db.prepare('select url from links where code = ? and (expires_at is null or expires_at > ?)');
  const visit = db.prepare(
    'insert into visits (code, day, count) values (?, ?, 1) on conflict (code, day) do update set count = count + 1',
  );
  const days = db.prepare('select day, count from visits where code = ? order by day');

  return {
    close: () => db.close(),

    // Answers undefined when the wished-for code is taken. A code of our own is drawn until one is free.
    add({ code, url, expiresAt = null }) {
      const tryCode = (wanted) => insert.run(wanted, url, expiresAt, new Date().toISOString()).changes === 1;
      if (code !== undefined) return tryCode(code) ? select.get(code) : undefined;
      let drawn = newCode();
      while (!tryCode(drawn)) drawn = newCode();
      return select.get(drawn);
    },

    // Where a visitor goes; the visit is counted before the answer.
    follow(code, now = new Date().toISOString()) {
      const link = target.get(code, now);
      if (link) visit.run(code, now.slice(0, 10));
      return link?.url;
    },

    find(code) {
      const link = select.get(code);
      return link && { ...link, days: days.all(code) };
    },
    list: (limit, offset) => ({ links: page.all(limit, offset), total: count.get().total }),
    remove: (code) => remove.run(code).changes === 1,
  };
}
