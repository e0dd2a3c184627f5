// The settings as the operator's guide and .env.example show them; `npm run docs` writes both, and a test compares them.
import { settings } from '../src/config/config.ts';

const MARKED = /(<!-- npm run docs writes the settings -->\n).*?(<!-- end -->)/s;

/** The operator's guide with its table made anew. */
export function withSettings(guide: string): string {
  if (!MARKED.test(guide)) throw new Error('docs/self-hosting.md has no place for the settings');
  return guide.replace(MARKED, (_, mark: string, end: string) => `${mark}${settingsTable()}\n${end}`);
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { default: fallback, about }]) =>
      `| \`${name}\` | ${fallback ? `\`${fallback}\`` : 'empty'} | ${about.replaceAll('|', '\\|')} |`,
  );
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

export function exampleSettings(): string {
  const all = Object.entries(settings).map(
    ([name, { default: fallback, about }]) => `\n# ${about}\n# ${name}=${fallback}\n`,
  );
  return `# Settings of Realm Catalog. Copy this file to .env and take the # from the lines you want to change.\n${all.join('')}`;
}
