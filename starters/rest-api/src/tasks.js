// The tasks, kept in one SQLite file.

import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const schema = `
  create table if not exists tasks (
    position integer primary key autoincrement, id text not null unique, title text not null, notes text not null,
    done integer not null, due text, created_at text not null, updated_at text not null, revision integer not null
  ) strict;
`;

// Both filters are part of every list; a null switches one off.
const matches = `
  (:done is null or done = :done) and
  (:search is null or instr(lower(title), lower(:search)) > 0 or instr(lower(notes), lower(:search)) > 0)`;

export function openTasks(folder) {
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'tasks.db'));
  db.exec('pragma journal_mode = wal; pragma busy_timeout = 5000;');
  db.exec(schema);

  const insert = db.prepare(`
    insert into tasks (id, title, notes, done, due, created_at, updated_at, revision)
    values (:id, :title, :notes, :done, :due, :now, :now, 1)`);
  const update = db.prepare(`
    update tasks set title = :title, notes = :notes, done = :done, due = :due, updated_at = :now, revision = revision + 1
    where id = :id`);
  const select = db.prepare('select * from tasks where id = ?');
  const remove = db.prepare('delete from tasks where id = ?');
  const page = db.prepare(`select * from tasks where ${matches} order by position desc limit :limit offset :offset`);
  const count = db.prepare(`select count(*) as total from tasks where ${matches}`);

  return {
    close: () => db.close(),

    list({ limit, offset, done, search }) {
      const filter = { done: done === undefined ? null : Number(done), search: search ?? null };
      return { tasks: page.all({ ...filter, limit, offset }).map(toTask), total: count.get(filter).total };
    },
    find: (id) => toTask(select.get(id)),
    add({ title, notes = '', done = false, due = null }) {
      const id = randomUUID();
      insert.run({ id, title, notes, done: Number(done), due, now: new Date().toISOString() });
      return this.find(id);
    },
    change(id, changes) {
      const { title, notes, done, due } = { ...this.find(id), ...changes };
      update.run({ id, title, notes, done: Number(done), due, now: new Date().toISOString() });
      return this.find(id);
    },
    remove: (id) => remove.run(id).changes === 1,
  };
}

// The revision is not part of what clients see; it becomes the ETag.
function toTask(row) {
  if (!row) return undefined;
  const { id, title, notes, done, due, created_at: createdAt, updated_at: updatedAt, revision } = row;
  const task = { id, title, notes, done: done === 1, due, createdAt, updatedAt };
  return Object.defineProperty(task, 'revision', { value: revision, enumerable: false });
}
