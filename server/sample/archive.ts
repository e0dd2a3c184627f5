// Makes the archive of a version of the sample: its manifest, README, sources, pictures and preview.
import { gzipSync } from 'node:zlib';
import { makeTar } from '../src/archives/make-tar.ts';
import { previewOf } from './previews.ts';
import { changelogOf, readmeOf } from './readmes.ts';
import { realms } from './realms.ts';
import type { SampleRealm } from './sample-realm.ts';
import type { Subject } from './screens/drawing.ts';
import { altOf, drawScreen } from './screens.ts';
import { sourcesOf } from './sources.ts';

type Files = Record<string, string | Buffer>;

/** Only the newest version has pictures, which take most of the time. For tests, none has. */
export async function archiveOf(realm: SampleRealm, version: string, { hasPictures = true } = {}): Promise<Buffer> {
  const { versions = [], preview, hasChangelog } = realm;
  const pictures = hasPictures && version === versions.at(-1) ? await picturesOf(realm) : {};
  const soFar = versions.slice(0, versions.indexOf(version) + 1);
  const files: Files = {
    'realm.json': `${JSON.stringify(manifestOf(realm, version, Object.keys(pictures)), undefined, 2)}\n`,
    'README.md': readmeOf(realm),
    ...(hasChangelog && { 'CHANGELOG.md': changelogOf(realm, soFar) }),
    ...(realm.license === 'MIT' && { LICENSE: `MIT License\n\nCopyright (c) 2026 ${realm.author}\n` }),
    ...sourcesOf(realm, soFar),
    ...(preview && previewOf(subjectOf(realm), preview, hueOf(realm))),
    ...pictures,
  };
  return gzipSync(await makeTar(realm.slug, Object.entries(files)));
}

/** `docs/1-landing.png` and so on, or the one that the README shows. */
async function picturesOf(realm: SampleRealm): Promise<Files> {
  const { screens = [], readmeScreen } = realm;
  const [subject, hue] = [subjectOf(realm), hueOf(realm)];
  const files: Files = {};
  for (const [at, kind] of screens.entries()) {
    const { bytes, extension } = await drawScreen(kind, subject, hue);
    files[`docs/${at + 1}-${kind}.${extension}`] = bytes;
  }
  if (readmeScreen) files['docs/cover.png'] = (await drawScreen(readmeScreen, subject, hue)).bytes;
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

function subjectOf({ name, description, tags, content }: SampleRealm): Subject {
  const items = content?.items ?? tags;
  return { name, headline: description, items, rows: items, commands: [], ...content };
}

/** Neighbours in the table are far apart on the wheel of colours, unless they say which they have. */
function hueOf({ slug, hue }: SampleRealm): number {
  return hue ?? (realms.findIndex((realm) => realm.slug === slug) * 137.5) % 360;
}
