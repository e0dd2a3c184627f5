// jot remove: takes a note away for good.

import { UsageError } from '../usage-error.js';

export const remove = {
  about: 'Take a note away',
  takes: '<number>',
  options: {},
  examples: ['jot remove 3'],

  run({ positionals, notes, style }) {
    if (positionals.length !== 1 || !/^\d{1,15}$/.test(positionals[0])) {
      throw new UsageError('Which note? Give its number, as "jot list" shows it.');
    }
    const note = notes.remove(Number(positionals[0]));
    if (!note) throw new Error(`There is no note with the number ${positionals[0]}.`);
    return { data: note, text: `${style('green', '✓')} Removed: ${note.text}` };
  },
};
