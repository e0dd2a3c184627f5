// The contents of Docs: guides first, then what people look up, then what operators read.
import { chapters, specifications } from '@realm-catalog/contract';

export interface DocsPage {
  path: string;
  title: string;
  /** One sentence. */
  about: string;
  /** Other words that people search it by. */
  words?: string;
  /** The Markdown file in `docs/`, without `.md`, that the page shows. */
  document?: string;
  /** The menu has them while the page or one of them is shown. */
  inner?: readonly DocsLink[];
}

export type DocsLink = Pick<DocsPage, 'path' | 'title' | 'inner'>;

export type Chapter = (typeof chapters)[number];

/** The chapter `Tags and categories` is at /docs/api/tags-and-categories. */
export const chapterPath = ({ name }: Pick<Chapter, 'name'>): string =>
  `/docs/api/${name.toLowerCase().replaceAll(' ', '-')}`;

const document = (name: string, title: string, about: string, words = ''): DocsPage => ({
  path: `/docs/${name}`,
  title,
  about,
  words,
  document: name,
});

const clients = [
  document('client', 'TypeScript', 'The client for Node, Deno, Bun and browsers.', 'javascript'),
  document('python', 'Python', 'The client for Python.'),
  document('go', 'Go', 'The client for Go.', 'golang'),
];

/** The parts of the first page of the API reference, in their order. */
const apiParts = [
  ['authentication', 'Authentication'],
  ['limits', 'Rate limits'],
  ['conventions', 'Conventions'],
  ['errors', 'Errors'],
  ['operations', 'All operations'],
].map(([id, title = '']): DocsLink => ({ path: `/docs/api#${id}`, title }));

const apiChapters = chapters.map((chapter): DocsLink => {
  const path = chapterPath(chapter);
  const inner = chapter.ids.map((id) => ({ path: `${path}#${id}`, title: specifications[id].summary }));
  return { path, title: chapter.name, inner };
});

export const docsGroups: readonly { name: string; pages: readonly DocsPage[] }[] = [
  {
    name: 'Guides',
    pages: [
      document('realms', 'What is a realm?', 'What a template has, and what the catalog does with it.', 'template'),
      document('start', 'Start a project', 'From a realm to a project with its own name, in a minute.', 'new begin'),
      document('update', 'Keep it up to date', 'Take over what the template has improved, and keep your changes.'),
      document('publish', 'Publish a template', 'A tutorial: from a folder to the second version.', 'tutorial init'),
    ],
  },
  {
    name: 'Reference',
    pages: [
      document('realm-json', 'realm.json', 'Every field of the file that describes a realm.', 'manifest schema'),
      document('cli', 'Command line', 'Every command of realm, with examples.', 'cli npx'),
      {
        path: '/docs/clients',
        title: 'Clients',
        about: 'Call the catalog from TypeScript, Python or Go.',
        words: 'sdk library',
        inner: clients,
      },
      {
        path: '/docs/api',
        title: 'API',
        about: 'Every operation, with examples that this catalog answers.',
        words: 'reference rest openapi',
        inner: [...apiParts, ...apiChapters],
      },
      {
        path: '/docs/graphql',
        title: 'GraphQL',
        about: 'Ask for just the fields that you need.',
        words: 'query schema',
      },
      {
        path: '/docs/counting',
        title: 'How we count',
        about: 'What counts as a download, and when.',
        words: 'downloads cookies privacy',
      },
    ],
  },
  {
    name: 'For operators',
    pages: [
      document('self-hosting', 'Run a catalog', 'From one process to several machines: settings, backup, monitoring.'),
      document('sizing', 'Sizing', 'The machines that a catalog needs, by its size.'),
      document('reliability', 'Reliability', 'What is guaranteed when something fails.'),
      document('security', 'Security', 'Threats, and what the catalog does about each.'),
    ],
  },
];

/** In the order of reading. */
export const docsPages: readonly DocsPage[] = docsGroups.flatMap(({ pages }) => pages);

/** The pages that show a document of `docs/`. */
export const documentPages: readonly DocsPage[] = [...docsPages, ...clients].filter(
  (page) => page.document !== undefined,
);

/** The paths of all pages of Docs. */
export const docsPaths: readonly string[] = [
  '/docs',
  ...docsPages.map(({ path }) => path),
  ...clients.map(({ path }) => path),
  ...chapters.map(chapterPath),
];
