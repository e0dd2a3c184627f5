// jot tags: shows which tags are in use, and how often.

export const tags = {
  about: 'Show the tags and how often each is used',
  takes: '',
  options: {},
  examples: ['jot tags', 'jot tags --json'],

  run({ notes, style }) {
    const counts = new Map();
    for (const tag of notes.list().flatMap((note) => note.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    const data = [...counts]
      .map(([tag, count]) => ({ tag, count }))
      .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
    const lines = data.map(({ tag, count }) => `${style('bold', String(count).padStart(3))}  #${tag}`);
    return { data, text: lines.join('\n') || 'There are no tags yet.' };
  },
};
