// `realm collections`: curated collections, or the realms of one.
import { askAgain } from '../catalog/answers.ts';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { realmColumns } from '../catalog/realm-list.ts';

export const command: CommandDefinition<[slug?: string], { featured?: boolean }> = {
  arguments: [{ name: '[collection]', description: 'list the realms of this collection; without it, all collections' }],
  options: [{ flags: '--featured', description: 'only featured collections' }],
  examples: [
    ['collections', 'All collections.'],
    ['collections business', 'Lists the realms of one collection.'],
  ],
  run: (context, [slug], { featured }) => (slug ? showOne(context, slug) : showAll(context, featured === true)),
};

async function showAll(context: CommandContext, featured: boolean): Promise<void> {
  const { client, output, signal } = context;
  const { collections } = await askAgain(context, `listCollections ${featured}`, (headers) =>
    client.collections.list(featured ? { featured } : {}, { headers, signal }).withResponse(),
  );
  output.records(collections, [
    { header: 'slug', value: ({ slug }) => slug, style: 'bold' },
    { header: 'realms', value: ({ realms }) => realms.length, align: 'right', isOptional: true },
    { header: 'name', value: ({ name }) => name, isOptional: true },
    { header: 'description', value: ({ description }) => description, isFlexible: true },
  ]);
  if (collections.length === 0) output.note('There are no collections.');
}

async function showOne(context: CommandContext, slug: string): Promise<void> {
  const { client, output, signal } = context;
  const collection = await askAgain(context, `getCollection ${slug}`, (headers) =>
    client.collections.get(slug, { headers, signal }).withResponse(),
  );
  output.note(`${collection.name}: ${collection.description}`);
  output.records(collection.items, realmColumns);
}
