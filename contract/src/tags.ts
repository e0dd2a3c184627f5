// Tags and categories with the number of their realms, and the completion of what somebody types.
import type { Resource } from './operation.ts';
import { slug } from './fields.ts';
import { pageFields, pageHeaders, Pagination } from './paging.ts';
import { integer, list, object, string, type Static } from './schema.ts';

export const ValueCount = object({
  value: string({ examples: ['auth'] }),
  count: integer({ minimum: 1, description: 'How many realms have it.', examples: [3] }),
});

const TagPage = object({ tags: list(ValueCount), pagination: Pagination });
const CategoryPage = object({ categories: list(ValueCount), pagination: Pagination });

/** How many of each kind a completion has. */
export const MAX_COMPLETIONS = 8;
const Completions = object({
  realms: list(object({ slug, name: string({ examples: ['SaaS Starter'] }) }), {
    description: 'Realms whose name has a word that begins with the text, most downloaded first.',
  }),
  tags: list(string(), {
    description: 'Tags that begin with the text. Tags of the most realms come first.',
    examples: [['auth']],
  }),
  authors: list(string(), {
    description: 'Usernames that begin with the text. Authors with the most downloads come first.',
    examples: [['alice']],
  }),
});

const tagQuery = object(
  {},
  {
    prefix: string({
      maxLength: 100,
      description: 'Only values that begin with this text, in upper or lower case.',
      examples: ['au'],
    }),
    ...pageFields,
  },
);

export const tagResource = {
  chapter: 'Tags and categories',
  description: 'Tags and categories of realms, and completions for a search box.',
  schemas: { ValueCount, TagPage, CategoryPage, Completions },
  meanings: {
    ValueCount: 'A tag or another value, and how many realms have it.',
    TagPage: 'A page of the list of tags.',
    CategoryPage: 'A page of the list of categories.',
    Completions: 'Completions of a text.',
  },
  details: {
    listTags: {
      clientMethod: 'tags.list',
      summary: 'List tags',
      description: 'The tags of public realms. Tags of the most realms come first, then by name.',
      query: tagQuery,
      reply: { status: 200, schema: TagPage, headers: pageHeaders },
    },
    listCategories: {
      clientMethod: 'categories.list',
      summary: 'List categories',
      description: 'The categories of public realms. Categories of the most realms come first, then by name.',
      query: tagQuery,
      reply: { status: 200, schema: CategoryPage, headers: pageHeaders },
    },
    suggest: {
      clientMethod: 'search.suggest',
      summary: 'Complete a text',
      description: `Public realms, tags and authors that begin with \`q\`, at most ${MAX_COMPLETIONS} of each. Case and accents do not matter.`,
      query: object({
        q: string({ minLength: 1, maxLength: 100, description: 'The text so far.', examples: ['sta'] }),
      }),
      reply: { status: 200, schema: Completions },
    },
  },
} as const satisfies Resource;

export type ValueCount = Static<typeof ValueCount>;
export type Completions = Static<typeof Completions>;
