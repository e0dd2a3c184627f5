// Six versions of a realm that change it in every way, ten edits of a project that was made of the first, and what must become of it.
import type { Files } from './trees.ts';

const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('');

const name = { ask: 'What is it called?', replaces: 'Acme Gallery', default: '{folder}' };
const docker = { ask: 'With Docker?', files: ['Dockerfile', 'compose.yaml'] };
const asked = { variables: { name }, parts: { docker }, leaveOut: ['screens/**'] };
const askedLater = { ...asked, variables: { name, owner: { ask: 'Whose is it?', replaces: 'Jane Doe' } } };

const first: Files = {
  'README.md': lines('# Acme Gallery', '', 'Pictures on the web.', '', '## Start', '', 'npm start'),
  'package.json': lines(
    '{',
    '  "name": "acme-gallery",',
    '  "scripts": {',
    '    "start": "node src/server.js"',
    '  },',
    '  "dependencies": {',
    '    "left": "1.0.0"',
    '  }',
    '}',
  ),
  'src/server.js': lines(
    "import { home } from './routes/home.js';",
    '',
    'const port = 3000;',
    'const host = "localhost";',
    'home(port, host);',
  ),
  'src/routes/home.js': lines('export function home() {', "  return 'Acme Gallery';", '}'),
  'src/routes/cart.js': lines('export const cart = [];'),
  'src/acme-gallery.css': lines('body {', '  margin: 0;', '}', '', 'main {', '  color: black;', '}'),
  'scripts/dev.sh*': lines('#!/bin/sh', 'node --watch src/server.js'),
  'scripts/build.sh': lines('#!/bin/sh', 'echo build acme_gallery'),
  'public/logo.png': Buffer.from('89504e470d0a1a0a0001', 'hex'),
  'docs/guide.md': lines('# Guide', '', 'Begin here.'),
  'config/default.json': lines('{ "name": "Acme Gallery" }'),
  Dockerfile: lines('FROM node:22'),
  'compose.yaml': lines('name: acme-gallery'),
  'screens/home.txt': lines('only for the catalog'),
};

/** Without these paths. */
function without(files: Files, ...paths: string[]): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !paths.includes(path)));
}
const changed = (files: Files, path: string, from: string, to: string) => String(files[path]).replace(from, to);

const second: Files = {
  ...first,
  'src/routes/about.js': lines("export const about = 'Acme Gallery';"),
  'src/routes/cart.js': lines('export const cart = new Map();'),
  'README.md': `${String(first['README.md'])}${lines('', '## License', '', 'MIT')}`,
};
const third: Files = {
  ...without(second, 'scripts/dev.sh*'),
  'scripts/dev.sh': String(first['scripts/dev.sh*']),
  'src/server.js': changed(second, 'src/server.js', '3000', '8080'),
  'scripts/build.sh': lines('#!/bin/sh', 'set -e', 'echo build acme_gallery'),
  'package.json': changed(second, 'package.json', '"scripts": {', '"type": "module",\n  "scripts": {'),
};
const fourth: Files = {
  ...without(third, 'src/routes/home.js', 'src/routes/about.js'),
  'src/pages/home.js': String(third['src/routes/home.js']),
  'src/pages/about.js': String(third['src/routes/about.js']),
  'src/server.js': changed(third, 'src/server.js', './routes/home.js', './pages/home.js'),
  LICENSE: lines('Copyright Jane Doe'),
};
const fifth: Files = {
  ...without(fourth, 'docs/guide.md', 'config/default.json'),
  'config.json': lines('{ "name": "Acme Gallery", "key": "acme_gallery" }'),
  'src/acme-gallery.css': changed(fourth, 'src/acme-gallery.css', 'margin: 0;', 'margin: 0;\n  padding: 0;'),
};
const sixth: Files = {
  ...without(fifth, 'scripts/dev.sh'),
  'scripts/dev.sh*': String(fifth['scripts/dev.sh']),
  'public/logo.png': Buffer.from('89504e470d0a1a0a0002', 'hex'),
  Dockerfile: lines('FROM node:24'),
  'docs/deploy.md': lines('# Deploy Acme Gallery'),
};

export const versions: Record<string, { manifest: object; files: Files }> = {
  '1.0.0': { manifest: asked, files: first },
  '1.1.0': { manifest: asked, files: second },
  '1.2.0': { manifest: asked, files: third },
  '1.3.0': { manifest: askedLater, files: fourth },
  '1.4.0': { manifest: askedLater, files: fifth },
  '1.5.0': { manifest: askedLater, files: sixth },
};

const MY_LOGO = Buffer.from('89504e470d0a1a0a0003', 'hex');
const MY_HOME = lines('export function home(port) {', '  return `Blue Hour at ${port}`;', '}');

/** What is done to the project `blue-hour`, which was made of 1.0.0; null deletes a file, and a star makes it executable. */
export const edits: Record<string, string | Buffer | null> = {
  'README.md': lines('# Blue Hour', '', 'Pictures of Bob on the web.', '', '## Start', '', 'npm start'),
  'package.json': lines(
    '{',
    '  "name": "blue-hour",',
    '  "scripts": {',
    '    "start": "node src/server.js"',
    '  },',
    '  "dependencies": {',
    '    "left": "1.0.0",',
    '    "right": "2.0.0"',
    '  }',
    '}',
  ),
  'src/server.js': lines(
    "import { home } from './routes/home.js';",
    '',
    'const port = 4000;',
    'const host = "localhost";',
    'home(port, host);',
  ),
  'src/routes/home.js': MY_HOME,
  'src/routes/cart.js': null,
  'docs/guide.md': lines('# Guide', '', 'Begin here.', '', 'And then there.'),
  'scripts/build.sh*': lines('#!/bin/sh', 'echo build blue_hour'),
  'public/logo.png': MY_LOGO,
  'src/mine.js': lines('export const mine = true;'),
  'src/blue-hour.css': lines('body {', '  margin: 0;', '}', '', 'main {', '  color: navy;', '}'),
};

/** The places that a person must decide, by the version that brings them: which file has them, and what it is made. */
export const decisions: Record<string, Files> = {
  '1.2.0': {
    'src/server.js': lines(
      "import { home } from './routes/home.js';",
      '',
      'const port = 4080;',
      'const host = "localhost";',
      'home(port, host);',
    ),
  },
  '1.4.0': {},
  '1.5.0': { 'public/logo.png': MY_LOGO },
};

/** What `update` says of each file, by the version that it updates to. */
export const actions: Record<string, Record<string, string>> = {
  '1.1.0': { 'README.md': 'merge', 'src/routes/about.js': 'create', 'src/routes/cart.js': 'omit' },
  '1.2.0': {
    'package.json': 'merge',
    'scripts/build.sh': 'replace',
    'scripts/dev.sh': 'replace',
    'src/server.js': 'conflict',
  },
  '1.3.0': {
    LICENSE: 'create',
    'src/pages/about.js': 'rename',
    'src/pages/home.js': 'rename',
    'src/server.js': 'merge',
  },
  '1.4.0': {
    'config.json': 'create',
    'config/default.json': 'remove',
    'docs/guide.md': 'keep',
    'src/blue-hour.css': 'merge',
  },
  '1.5.0': {
    Dockerfile: 'replace',
    'docs/deploy.md': 'create',
    'public/logo.png': 'beside',
    'scripts/dev.sh': 'replace',
  },
};

/** The project at the end. */
export const final: Files = {
  'README.md': lines(
    '# Blue Hour',
    '',
    'Pictures of Bob on the web.',
    '',
    '## Start',
    '',
    'npm start',
    '',
    '## License',
    '',
    'MIT',
  ),
  'package.json': lines(
    '{',
    '  "name": "blue-hour",',
    '  "type": "module",',
    '  "scripts": {',
    '    "start": "node src/server.js"',
    '  },',
    '  "dependencies": {',
    '    "left": "1.0.0",',
    '    "right": "2.0.0"',
    '  }',
    '}',
  ),
  'src/server.js': lines(
    "import { home } from './pages/home.js';",
    '',
    'const port = 4080;',
    'const host = "localhost";',
    'home(port, host);',
  ),
  'src/pages/home.js': MY_HOME,
  'src/pages/about.js': lines("export const about = 'Blue Hour';"),
  'src/mine.js': lines('export const mine = true;'),
  'src/blue-hour.css': lines('body {', '  margin: 0;', '  padding: 0;', '}', '', 'main {', '  color: navy;', '}'),
  'scripts/dev.sh*': lines('#!/bin/sh', 'node --watch src/server.js'),
  'scripts/build.sh*': lines('#!/bin/sh', 'set -e', 'echo build blue_hour'),
  'public/logo.png': MY_LOGO.toString(),
  'public/logo.png.theirs': Buffer.from('89504e470d0a1a0a0002', 'hex').toString(),
  'docs/guide.md': lines('# Guide', '', 'Begin here.', '', 'And then there.'),
  'docs/deploy.md': lines('# Deploy Blue Hour'),
  'config.json': lines('{ "name": "Blue Hour", "key": "blue_hour" }'),
  Dockerfile: lines('FROM node:24'),
  'compose.yaml': lines('name: blue-hour'),
  LICENSE: lines('Copyright Bob'),
};
