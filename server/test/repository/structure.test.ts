// The structure of the code: no circular imports, types included, and layers that import only what lies below them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = 'server/src/';

type Graph = Map<string, Set<string>>;

/** Which files of the same packages each file imports. */
function imports(...patterns: string[]): Graph {
  const files = globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.d.ts'));
  return new Map(files.map((file) => [file, new Set(importsOf(file).filter((target) => files.includes(target)))]));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    relative(root, join(root, dirname(file), target)),
  );
}

/** Of each circle of imports one, as the path around it. */
function circles(graph: Graph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  function visit(node: string, path: string[]): void {
    const at = path.indexOf(node);
    if (at >= 0) return void found.push([...path.slice(at), node].join(' → '));
    if (done.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  }
  for (const node of graph.keys()) visit(node, []);
  return found;
}

/** The folders of the server; a file beside them counts as a folder of its own. */
function folders(graph: Graph): Graph {
  const all: Graph = new Map();
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from !== to) all.set(from, (all.get(from) ?? new Set()).add(to));
    }
  return all;
}

function folderOf(file: string): string {
  const [first = ''] = file.replace(source, '').split('/');
  return first.replace(/\.(ts|js)$/, '');
}

/** From the bottom to the top. A folder imports folders of lower layers; those of one layer import each other without a circle. */
const layers = [
  ['errors', 'telemetry', 'runtime', 'concurrency'],
  ['config', 'logging', 'http', 'search-index', 'inspection', 'rendering'],
  ['db', 'archives'],
  ['credentials', 'limits', 'secret-key', 'store'],
  ['api'],
  ['audit', 'realms', 'catalog', 'stats', 'quotas', 'mail'],
  [
    'accounts',
    'bundles',
    'collections',
    'downloads',
    'files',
    'graphql',
    'my-data',
    'oauth',
    'pages',
    'pictures',
    'previews',
    'publishing',
    'ops',
  ],
  ['services'],
  ['serve', 'starters'],
  ['app', 'admin'],
  ['main'],
];

const heightOf = (folder: string) => layers.findIndex((names) => names.includes(folder));

const server = imports(`${source}**/*.{ts,js}`);

test('no files import each other in a circle, by types or otherwise', () => {
  assert.ok(server.size > 100);
  assert.deepEqual(circles(server), []);
  assert.deepEqual(circles(imports('contract/src/**/*.ts')), []);
  for (const name of ['archive', 'clients/typescript', 'cli'])
    assert.deepEqual(circles(imports(`${name}/src/**/*.ts`)), [], name);
});

test('no folders import each other in a circle, but for realms and catalog', () => {
  const graph = folders(server);
  graph.get('catalog')?.delete('realms');
  assert.deepEqual(circles(graph), []);
});

test('every folder is in a layer, and imports nothing of a higher one', () => {
  const graph = folders(server);
  const unknown = [...new Set([...server.keys()].map(folderOf))].filter((folder) => heightOf(folder) < 0);
  assert.deepEqual(unknown, []);
  const upward = [...graph].flatMap(([from, targets]) =>
    [...targets].filter((to) => heightOf(to) > heightOf(from)).map((to) => `${from} → ${to}`),
  );
  assert.deepEqual(upward, []);
});

test('a circle is found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  assert.deepEqual(circles(graph), ['b → c → b']);
});
