// Makes the archive of a version of the sample: its manifest, README, sources, pictures and preview.
import { gzipSync } from 'node:zlib';
import { makeTar } from '../src/archives/make-tar.ts';
import { previewOf } from './previews.ts';
import { changelogOf, readmeOf } from './readmes.ts';
import type { SampleRealm } from './sample-realm.ts';
import { altOf, drawScreen } from './screens.ts';

type Files = Record<string, string | Buffer>;

/** Only the newest version has pictures, which take most of the time. For tests, none has. */
export async function archiveOf(realm: SampleRealm, version: string, { hasPictures = true } = {}): Promise<Buffer> {
  const { versions = [], preview, hasChangelog } = realm;
  const hue = hueOf(realm.slug);
  const pictures = hasPictures && version === versions.at(-1) ? await picturesOf(realm, hue) : {};
  const soFar = versions.slice(0, versions.indexOf(version) + 1);
  const files: Files = {
    'realm.json': `${JSON.stringify(manifestOf(realm, version, Object.keys(pictures)), undefined, 2)}\n`,
    'README.md': readmeOf(realm),
    ...(hasChangelog && { 'CHANGELOG.md': changelogOf(soFar) }),
    ...(realm.license === 'MIT' && { LICENSE: `MIT License\n\nCopyright (c) 2026 ${realm.author}\n` }),
    'package.json': `${JSON.stringify({ name: realm.slug, version, private: true, type: 'module', scripts: { start: 'node src/main.js' } }, undefined, 2)}\n`,
    ...sourcesOf(realm, soFar),
    ...(preview && previewOf(realm, preview, hue)),
    ...pictures,
  };
  return gzipSync(await makeTar(realm.slug, Object.entries(files)));
}

/** `docs/1-landing.png` and so on, or the one that the README shows. */
async function picturesOf({ name, screens = [], readmeScreen }: SampleRealm, hue: number): Promise<Files> {
  const files: Files = {};
  for (const [at, kind] of screens.entries()) {
    const { bytes, extension } = await drawScreen(kind, name, hue);
    files[`docs/${at + 1}-${kind}.${extension}`] = bytes;
  }
  if (readmeScreen) files['docs/cover.png'] = (await drawScreen(readmeScreen, name, hue)).bytes;
  return files;
}

function manifestOf(realm: SampleRealm, version: string, pictures: string[]): object {
  const { slug, license, features, requirements, screens = [], preview, hasDemo } = realm;
  const screenshots = pictures.flatMap((path, at) => (screens[at] ? [{ path, alt: altOf(screens[at]) }] : []));
  return {
    version,
    ...(license && { license }),
    ...(features && { features }),
    ...(requirements && { requirements }),
    ...(hasDemo && { demo: `https://${slug}.example/` }),
    ...(screenshots.length > 0 && { screenshots }),
    ...(preview && { preview: 'preview' }),
  };
}

/** Each version adds a file and changes another, so that there is something to compare. */
function sourcesOf({ name }: SampleRealm, versions: string[]): Files {
  const parts = versions.map((version, at): [string, string] => [
    `src/parts/part-${at + 1}.js`,
    `// Came with ${version}.\nexport const part = ${JSON.stringify(version)};\n`,
  ]);
  const imports = parts.map((_, at) => `import { part as part${at + 1} } from './parts/part-${at + 1}.js';\n`).join('');
  const shown = parts.map((_, at) => `part${at + 1}`).join(', ');
  return {
    ...Object.fromEntries(parts),
    'src/main.js': `// Starts ${JSON.stringify(name)}.\n${imports}\nconsole.log(${shown});\n`,
    'src/style.css': ':root {\n  color-scheme: light dark;\n}\n',
    'test/main.test.js': "import { test } from 'node:test';\n\ntest('it starts', () => import('../src/main.js'));\n",
  };
}

/** Of the colours of its pictures: another for each slug, the same each time. */
function hueOf(slug: string): number {
  return Array.from(slug).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
}
