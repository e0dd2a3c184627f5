// The realms of the benchmark's catalog as its peers have them: objects of json-server, and packages of Verdaccio.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { RealmSummary } from '@realm-catalog/contract';
import type { NewAccount } from '../server/src/accounts/queries.ts';
import { makeTar } from '../server/src/archives/make-tar.ts';
import type { NewRealm } from '../server/src/realms/columns.ts';
import { accounts, realmsOf } from './catalog.ts';

export interface Item {
  realm: NewRealm;
  owner: NewAccount;
}

export function* items(size: number): Generator<Item> {
  const owners = accounts();
  const realmAt = realmsOf(size, owners);
  const byId = new Map(owners.map((owner) => [owner.id, owner]));
  for (let i = 0; i < size; i += 1) {
    const { realm } = realmAt(i);
    const owner = byId.get(realm.ownerId);
    if (owner) yield { realm, owner };
  }
}

/** As a list of the catalog shows it. */
export function summaryOf({ realm, owner }: Item): RealmSummary {
  const { id, name, slug, description, category, tags, downloadCount, starCount } = realm;
  const { version, license, visibility, featured, createdAt, updatedAt } = realm;
  const counts = { downloadCount, recentDownloads: 0, starCount };
  const author = { username: owner.username, name: owner.name, image: owner.image };
  const times = { createdAt, updatedAt };
  const said = { version, license, visibility, featured, isDeprecated: false, coverUrl: '', publishedAt: '' };
  return { id, name, slug, description, category, tags, ...counts, ...said, author, ...times };
}

/** What `npm publish` sends to the registry at this address, with an archive of one file. */
export async function packageOf({ realm, owner }: Item, registry: string) {
  const { slug: name, version, description, tags, license, repository, longDescription: readme } = realm;
  const about = { name, version, description, keywords: tags, license, repository, author: { name: owner.name } };
  const archive = gzipSync(await makeTar('package', [['package.json', JSON.stringify(about)]]));
  const file = `${name}-${version}.tgz`;
  const dist = {
    shasum: hash('sha1', archive),
    integrity: `sha512-${hash('sha512', archive, 'base64')}`,
    tarball: `${registry}/${name}/-/${file}`,
  };
  const attachment = {
    content_type: 'application/octet-stream',
    data: archive.toString('base64'),
    length: archive.length,
  };
  return {
    _id: name,
    name,
    description,
    readme,
    'dist-tags': { latest: version },
    versions: { [version]: { ...about, readme, _id: `${name}@${version}`, dist } },
    access: null,
    _attachments: { [file]: attachment },
  };
}
