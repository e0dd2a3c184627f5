// jot add: keeps a new note.

import { UsageError } from '../usage-error.js';

export const add = {
  about: 'Keep a new note',
  takes: '<words...>',
  options: { tag: { type: 'string', short: 't', multiple: true, about: 'A word to find it by; may be repeated' } },
  examples: ['jot add Call Bob about the boat --tag phone', 'date | jot add -'],

  async run({ positionals, values, notes, readInput, style }) {
    const isPiped = positionals.length === 1 && positionals[0] === '-';
    const text = (isPiped ? await readInput() : positionals.join(' ')).trim();
    if (text === '') throw new UsageError('What should be noted? Write it after "add".');

    const tags = [...new Set((values.tag ?? []).map((tag) => tag.trim().toLowerCase()))];
    const wrong = tags.find((tag) => !/^[\p{Letter}\p{Number}-]+$/u.test(tag));
    if (wrong !== undefined) throw new UsageError(`A tag is made of letters, digits and dashes, unlike "${wrong}".`);

    const note = notes.add({ text, tags });
    return { data: note, text: `${style('green', '✓')} Kept as number ${note.id}.` };
  },
};
