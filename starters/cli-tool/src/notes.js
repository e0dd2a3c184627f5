// The notes: one small JSON file for each, so that they are easy to read, to copy and to keep under version control.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function openNotes(folder) {
  const fileOf = (id) => join(folder, `${id}.json`);

  function ids() {
    mkdirSync(folder, { recursive: true });
    const matches = readdirSync(folder).map((name) => /^(\d+)\.json$/.exec(name));
    return matches
      .filter(Boolean)
      .map((match) => Number(match[1]))
      .toSorted((a, b) => a - b);
  }

  return {
    list: () => ids().map((id) => JSON.parse(readFileSync(fileOf(id), 'utf8'))),

    // The file must be new: when two terminals reach for one number, the second takes the next.
    add({ text, tags, createdAt = new Date().toISOString() }) {
      for (let id = (ids().at(-1) ?? 0) + 1; ; id += 1) {
        const note = { id, text, tags, createdAt };
        try {
          writeFileSync(fileOf(id), `${JSON.stringify(note, null, 2)}\n`, { flag: 'wx' });
          return note;
        } catch (error) {
          if (error.code !== 'EEXIST') throw error;
        }
      }
    },

    remove(id) {
      const note = this.list().find((candidate) => candidate.id === id);
      if (note) rmSync(fileOf(id));
      return note;
    },
  };
}
