// Archives whose realm.json or README.md cannot be used.
import { tarEntry, targz, zip, type Bytes } from '../archives/archive-writers.ts';
import type { Corpus } from './archives.ts';

const json = (fields: object) => JSON.stringify(fields);

const manifests: [what: string, content: Bytes, why: RegExp][] = [
  ['is no JSON', '{version: 1}', /valid JSON/],
  ['is nothing but blanks', ' ', /valid JSON/],
  ['is cut off', '{"version": "1.0.0"', /valid JSON/],
  ['is a list', '[]', /must be a JSON object/],
  ['is null', 'null', /must be a JSON object/],
  ['is nested 30,000 deep', '['.repeat(30_000), /valid JSON/],
  ['is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), /“realm.json” is not UTF-8/],
  ['is larger than 64 KiB', `{}${' '.repeat(65_536)}`, /“project\/realm.json” is larger than 64 KiB/],
  ['has a version that is none', json({ version: '1.0' }), /version must be a semantic version/],
  ['has a version with a leading v', json({ version: 'v1.0.0' }), /version must be a semantic version/],
  ['has a version with leading zeros', json({ version: '01.0.0' }), /version must be a semantic version/],
  ['has the version of a realm without an upload', json({ version: '0.0.0' }), /version must be .* not 0\.0\.0/],
  ['has that version with a build', json({ version: '0.0.0+1' }), /version must be .* not 0\.0\.0/],
  ['has a version that climbs', json({ version: '1.0.0-../../x' }), /version must be a semantic version/],
  ['has a version of 65 characters', json({ version: `1.0.0-${'a'.repeat(59)}` }), /version must have at most 64/],
  ['has a number for a version', json({ version: 1 }), /version must be text/],
  ['has features that are a list', json({ features: ['auth'] }), /features must be an object/],
  ['has a feature that is text', json({ features: { auth: 'yes' } }), /features\.auth must be true or false/],
  ['has a requirement that is too long', json({ requirements: { node: 'x'.repeat(101) } }), /requirements\.node must/],
  ['has a license that is too long', json({ license: 'x'.repeat(101) }), /license must have at most 100/],
  ['has a control character in its license', json({ license: 'MIT\u{1b}[31m' }), /license must not hold control/],
  ['has a NUL in its long description', json({ longDescription: 'a\0b' }), /longDescription must not hold control/],
  ['has a lone surrogate', '{"license": "\\ud800"}', /license must not hold control/],
  ['has a bell in its long description', '{"longDescription": "\\u0007"}', /longDescription must not hold control/],
  [
    'has 31 marks in a row in its license',
    json({ license: `M${'\u{301}'.repeat(31)}` }),
    /license must not hold more than 30/,
  ],
  [
    'has 31 marks in a row in a requirement',
    json({ requirements: { node: `>${'\u{344}'.repeat(16)}` } }),
    /requirements\.node must not hold more than 30/,
  ],
  ['has a demo that runs', json({ demo: 'javascript:alert(1)' }), /demo must be an absolute http/],
  ['has a demo that is a file', json({ demo: 'file:///etc/passwd' }), /demo must be an absolute http/],
  ['has a demo that is no address', json({ demo: 'https://exa mple' }), /demo must be an absolute http/],
  ['has variables that are a list', json({ variables: [] }), /variables must be an object/],
  [
    'has 21 variables',
    json({ variables: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`v${at}`, {}])) }),
    /variables must have at most 20/,
  ],
  [
    'has a variable with one word',
    json({ variables: { x: { ask: 'x', replaces: 'Acme' } } }),
    /variables\.x\.replaces must be two words/,
  ],
  [
    'has a default that breaks out of a text',
    json({ variables: { x: { ask: 'x', replaces: 'Acme Shop', default: '"; rm -rf /' } } }),
    /variables\.x\.default must begin with a letter/,
  ],
  [
    'asks in a terminal’s language',
    json({ parts: { x: { ask: '\u{1b}]0;x', files: ['**'] } } }),
    /parts\.x\.ask must be a question without invisible/,
  ],
  [
    'has a part without a file',
    json({ parts: { x: { ask: 'x', files: ['Dockerfile'] } } }),
    /parts\.x\.files names Dockerfile, and no file/,
  ],
  ['leaves out a folder above', json({ leaveOut: ['../x'] }), /leaveOut names \.\.\/x, and no file/],
  ['has a demo with a bad host', json({ demo: 'https://[::1' }), /demo must be an absolute http/],
];

const inTar = (name: string, content: Bytes) => targz(tarEntry(name, content));

export const hostileManifests: Corpus = {
  ...(Object.fromEntries(
    manifests.map(([what, content, why]) => [
      `a realm.json that ${what}`,
      () => ({ type: 'application/gzip', bytes: inTar('project/realm.json', content), why }),
    ]),
  ) as Corpus),
  'zip: a realm.json at the root that is no JSON': () => ({
    type: 'application/zip',
    bytes: zip([{ name: 'realm.json', content: '}' }, { name: 'src/x' }]),
    why: /“realm.json” cannot be used: it must be valid JSON/,
  }),
  'zip: a realm.json at the root that is larger than 64 KiB': () => ({
    type: 'application/zip',
    bytes: zip([
      { name: 'a/realm.json', content: '' },
      { name: 'realm.json', content: 'x'.repeat(70_000) },
    ]),
    why: /“realm.json” is larger/,
  }),
  'a README.md of more than 1 MiB': () => ({
    type: 'application/gzip',
    bytes: inTar('README.md', Buffer.from(Array.from({ length: 300_000 }, (_, at) => at.toString(36)).join(' '))),
    why: /“README.md” is larger than 1,024 KiB/,
  }),
  'a README.md that is not UTF-8': () => ({
    type: 'application/gzip',
    bytes: inTar('project/Readme.md', Buffer.from([0x23, 0xe9])),
    why: /“README.md” is not UTF-8/,
  }),
};
