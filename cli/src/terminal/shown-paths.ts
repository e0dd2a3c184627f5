// The first paths of a list, for a message.
const MAX_SHOWN = 10;

export function shownPaths(paths: string[]): string {
  const rest = paths.length - MAX_SHOWN;
  return paths.slice(0, MAX_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
