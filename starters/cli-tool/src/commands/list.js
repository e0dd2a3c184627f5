// jot list: shows the notes, the latest last, where the eye is.

import { UsageError } from '../usage-error.js';

export const list = {
  about: 'Show the notes, or those you look for',
  takes: '[words...]',
  options: {
    tag: { type: 'string', short: 't', about: 'Only those with this tag' },
    last: { type: 'string', short: 'n', about: 'Only so many, the latest ones' },
  },
  examples: ['jot list', 'jot list bread butter', 'jot list --tag phone --last 3 --json'],

  run({ positionals, values, notes, style }) {
    if (values.last !== undefined && !/^[1-9]\d{0,8}$/.test(values.last)) {
      throw new UsageError(`--last takes a number from 1, not "${values.last}".`);
    }
    const words = positionals.map((word) => word.toLowerCase());
    const found = notes
      .list()
      .filter((note) => words.every((word) => note.text.toLowerCase().includes(word)))
      .filter((note) => values.tag === undefined || note.tags.includes(values.tag.toLowerCase()))
      .slice(values.last === undefined ? 0 : -Number(values.last));
    return { data: found, text: found.map((note) => line(note, style)).join('\n') || 'There are no such notes.' };
  },
};

function line({ id, text, tags, createdAt }, style) {
  const marks = tags.map((tag) => style('cyan', ` #${tag}`)).join('');
  return `${style('bold', String(id).padStart(3))}  ${style('dim', createdAt.slice(0, 10))}  ${text}${marks}`;
}
