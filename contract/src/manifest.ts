// The file `realm.json` of an archive: what it may say of the version it comes with.
import { boolean, list, object, string, type Static } from './schema.ts';
import { manifestTemplate, type Template } from './templates.ts';

export const MAX_SCREENSHOTS = 8;
export const MAX_SCREENSHOT_PATH = 1_024;
export const MAX_ALT_LENGTH = 500;

/** Semantic Versioning 2.0.0, by the expression of https://semver.org, without 0.0.0: a realm has that until its first upload. */
const SEMVER =
  '^(?!0\\.0\\.0(?:\\+|$))' +
  '(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)' +
  '(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?' +
  '(?:\\+([0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*))?$';

/** What the catalog takes from the file. */
const ManifestFields = object(
  {},
  {
    version: string({
      pattern: SEMVER,
      maxLength: 64,
      description: 'The semantic version of this archive, other than 0.0.0. Each version can be published once.',
      examples: ['1.0.0'],
    }),
    longDescription: string({
      maxLength: 100_000,
      description: 'Markdown. Default: the README.md of the archive.',
      examples: ['# SaaS Starter\n\nRun `npm start`.'],
    }),
    features: object(
      {},
      { auth: boolean(), payments: boolean(), database: boolean() },
      { description: 'The features that are built into the realm.' },
    ),
    requirements: object(
      {},
      {
        node: string({ maxLength: 100, examples: ['>=24'] }),
        npm: string({ maxLength: 100, examples: ['>=10'] }),
      },
      { description: 'The versions of Node and npm that it needs.' },
    ),
    demo: string({
      maxLength: 2_000,
      pattern: '^([Hh][Tt][Tt][Pp][Ss]?://[^\\s/]\\S*)?$',
      description: 'The absolute http or https URL of a running example.',
      examples: ['https://example.com'],
    }),
    license: string({ maxLength: 100, description: 'An SPDX identifier.', examples: ['MIT'] }),
    preview: string({
      maxLength: 1_024,
      description:
        'A folder with an index.html, relative to the root of the realm. The catalog serves its files as a live preview. `.` is the ' +
        'root itself.',
      examples: ['preview'],
    }),
  },
);

const path = string({
  minLength: 1,
  maxLength: MAX_SCREENSHOT_PATH,
  description: 'The path relative to the root of the realm.',
});
const alt = string({ maxLength: MAX_ALT_LENGTH, description: 'What the picture shows, for people who cannot see it.' });
const Screenshots = list(
  { anyOf: [path, object({ path }, { alt })] },
  {
    maxItems: MAX_SCREENSHOTS,
    description:
      'Pictures in the archive that show the result: PNG, JPEG, WebP or AVIF, each of at most 4 MiB, 8,192 pixels per side and 24 ' +
      'megapixels. The first is the cover.',
    examples: [['docs/home.png', { path: 'docs/cart.png', alt: 'The cart' }]],
  },
);

/** As it is published. Only the fields above are taken; the others may stand in the file, and are set elsewhere. */
export const ManifestSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'realm.json',
  description: 'Describes an archive that is published in a realm catalog.',
  ...ManifestFields,
  properties: {
    ...ManifestFields.properties,
    screenshots: Screenshots,
    ...manifestTemplate,
    $schema: { description: 'The URL of this schema, for editors.' },
    name: { description: 'Not taken from here: the catalog has the name of the realm.' },
    description: { description: 'Not taken from here.' },
    category: { description: 'Not taken from here.' },
    tags: { description: 'Not taken from here.' },
  },
};

export type Manifest = Static<typeof ManifestFields> & {
  screenshots?: { path: string; alt: string }[];
} & Partial<Template>;
