// A program of somebody who has installed the client: it creates, packs, publishes, downloads and unpacks a realm, and prints what it saw.
import { readFile, writeFile } from 'node:fs/promises';
import { createClient, isCatalogError, type Download } from '@realm-catalog/client';
import { packFolder, unpackArchive } from '@realm-catalog/client/node';

const [baseUrl = '', token = '', folder = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, token });

const missing = await client.realms.get('missing').catch((error: unknown) => {
  if (!isCatalogError(error, 'not_found')) throw error;
  return error.code;
});
const fields = { name: 'By a consumer', description: 'Packed.', category: 'api' };
const { slug, ...upload } = await client.realms.create(fields);
const packed = await packFolder(folder, ['realm.json', 'README.md'], { topFolder: slug });
const published = await client.realms.publish(slug, packed, { upload });
await packed.remove();

const link: Download = await client.realms.download(slug);
await writeFile('archive.tar.gz', client.downloadArchive(link));
await unpackArchive('archive.tar.gz', 'unpacked');
const readme = await readFile('unpacked/README.md', 'utf8');

const slugs: string[] = [];
for await (const realm of client.realms.list({ author: 'alice' }, { max: 1 })) slugs.push(realm.slug);
const { version } = published;
const isListed = slugs.includes(slug);
console.log(
  JSON.stringify({
    node: process.versions.node,
    missing,
    version,
    size: link.size === packed.size,
    readme,
    isListed,
  }),
);
