// What the documents name is there: links, headings, files and commands. And the shortest way into the code stays short.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const exists = (pattern: string) => globSync(pattern, { cwd: root }).length > 0;

const documents = globSync(['*.md', 'docs/*.md', 'bench/*.md', 'web/README.md', 'server/src/*/README.md'], {
  cwd: root,
});
/** Files are named from the root, from the folder of the document, or from one of these. */
const folders = ['server/src', 'server/test', 'web/src'];

/** The heading's anchor, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

test('every link within the repository leads to a file and a heading that are there', () => {
  assert.ok(documents.length > 15);
  for (const document of documents)
    for (const [link, path = '', anchor] of read(document).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      const target = path === '' ? document : normalize(join(dirname(document), path));
      assert.ok(exists(target), `${document}: ${link}`);
      if (anchor) assert.ok(anchorsOf(target).includes(anchor), `${document}: ${link}`);
    }
});

test('every file that a document names with its folder is there', () => {
  let named = 0;
  for (const document of documents.filter((name) => basename(name) !== 'CHANGELOG.md'))
    for (const [, code = ''] of read(document).matchAll(/`([^`\n]+)`/g))
      for (const [path] of code.matchAll(
        /(?<![\w/.:<>-])[\w.*-]+(?:\/[\w.*-]+)*\/[\w.*-]+\.(?:ts|js|md|sql|sh|yaml|cfg|conf|service)\b/g,
      )) {
        const places = ['', dirname(document), ...folders].map((folder) => join(folder, path));
        assert.ok(places.some(exists), `${document}: ${path}`);
        named += 1;
      }
  assert.ok(named > 200, `${named} are named`);
});

test('every command that a document names is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const document of documents) {
    const text = read(document);
    for (const [command, name = ''] of text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
      assert.ok(name in scripts, `${document}: ${command}`);
    for (const [command, word = ''] of text.matchAll(/npm run (?:--silent )?admin -- ([a-z]+)/g))
      assert.ok(exists(`server/src/admin/commands/${word}.ts`), `${document}: ${command}`);
  }
});

test('a document that is read outside of a clone names the address of a catalog, since `npx realm` fetches a package of others there', () => {
  const outside = globSync(['action/README.md', 'cli/README.md', 'client/README.md', 'starters/**/*.md'], {
    cwd: root,
  });
  assert.ok(outside.length > 5);
  for (const document of outside) assert.doesNotMatch(read(document), /\bnpx realm\b/, document);
});

test('ARCHITECTURE.md has at most 900 words', () => {
  const words = read('ARCHITECTURE.md').split(/\s+/).filter(Boolean).length;
  assert.ok(words <= 900, `it has ${words}`);
});

test('all Markdown has at most 55,000 words beside what a command writes', () => {
  const written = /<!-- (?:npm run|results)[\s\S]*?<!-- end/g;
  const all = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules/**', '.cache/**', 'data/**'] });
  const counts = all.map((file) => read(file).replaceAll(written, '').split(/\s+/).filter(Boolean).length);
  const words = counts.reduce((sum, count) => sum + count, 0);
  assert.ok(words > 20_000 && words <= 55_000, `it has ${words}`);
});

test('docs/decisions.md has at most 40 decisions of at most 80 words, in three points', () => {
  const decisions = read('docs/decisions.md')
    .split(/^## .+$/m)
    .flatMap((subject) => subject.split(/^### /m).slice(1));
  assert.ok(decisions.length > 0 && decisions.length <= 40, `it has ${decisions.length}`);
  for (const decision of decisions) {
    const [heading = '', ...lines] = decision.split('\n');
    const body = lines.join('\n').trim();
    const words = body.split(/\s+/).length;
    assert.ok(words <= 80, `“${heading}” has ${words}`);
    assert.match(heading, / \(\d{4}-\d{2}-\d{2}\)$/);
    assert.match(body, /^- \*\*Context\.\*\* [^]+\n- \*\*Choice\.\*\* [^]+\n- \*\*Cost\.\*\* [^]+$/, heading);
  }
});

/** Riddles that users once read. They, and what is written like them, do not come back. */
const riddles = [
  /is offered at the moment/,
  /you allow to do so stands here/,
  /In no list and no search/,
  /There for you alone/,
  /Beside it stand/,
  /which this catalog has not/,
  /Feature no longer/,
  /'Take out'/,
  /'It may'/,
  /\bwhoever\b/i,
];

test('texts that users see are in plain English', () => {
  const sources = globSync(['web/src/**/*.ts', 'web/{search,publish}/**/*.ts', 'cli/src/**/*.ts'], { cwd: root });
  assert.ok(sources.length > 100);
  for (const path of sources) {
    const texts = read(path).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    for (const riddle of riddles) assert.doesNotMatch(texts, riddle, path);
  }
});
