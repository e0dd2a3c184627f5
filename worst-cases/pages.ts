// Web pages: addresses that fill the head of a request, every parameter of every page, and pages of the longest content that can be published.
import { pages as table, type PagePath } from '../server/src/pages/table.ts';
import { HEADER_ROOM, KIB_64, type Target, type Variant, type WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const LENGTH = HEADER_ROOM - 500;
const STATUSES = [200, 302, 308, 400, 404];
const filled = (part: string) => part.repeat(Math.floor(LENGTH / part.length));

const pages = Object.values<PagePath>(table);

/** The address of a page with the target's realm, and this text in the place of its last parameter. */
function addressOf(path: string, { slug }: Target, text: string): string {
  const last = Math.max(path.lastIndexOf(':'), path.lastIndexOf('*'));
  const end = /^(:\w+|\*)/.exec(path.slice(last))?.[0].length ?? 0;
  const address = last < 0 ? path : `${path.slice(0, last)}${text}${path.slice(last + end)}`;
  return address.replace(':slug', slug).replace(':version', '0.0.1');
}

function page(name: string, address: (target: Target, number: number) => string | Promise<string>): Variant {
  return {
    name,
    bytes: async (target, number) =>
      requestBytes(target, { path: await address(target, number), headers: { accept: 'text/html' } }),
  };
}

const pathCases: WorstCase[] = Object.entries({
  dots: `${filled('.')}%0A`,
  'dots in threes': filled('...a'),
  'one letter': filled('a'),
  slashes: filled('/'),
  'percent-encoded slashes': filled('%2F'),
  'percent-encoded letters': filled('%61'),
  'a broken percent-encoding': `${filled('%61')}%`,
  'letters and dots': filled('.a'),
  'signatures of previews': filled('1.0.0~1.a.b'),
}).map(([name, text]) => ({
  name: `Page address: ${name}`,
  variants: pages
    .filter(({ path }) => path.includes(':') || path.includes('*'))
    .flatMap(({ path }) => [
      page(path, (target) => addressOf(path, target, text)),
      // As long as an address may be.
      page(`${path}, of 4,000 characters`, (target) => addressOf(path, target, text.slice(-3_900))),
    ]),
  statuses: STATUSES,
}));

const parameterCases: WorstCase[] = Object.entries({
  'one letter': filled('a'),
  commas: filled(','),
  'percent-encoded marks': filled('%CD%84%CC%96'),
  digits: filled('9'),
  'plus signs': filled('+'),
  quotes: filled('%22'),
  'operators that never end': filled('tag:%22a+'),
  backslashes: `tag:%22${filled('%5C')}`,
}).map(([name, text]) => ({
  name: `Page parameter: ${name}`,
  variants: pages.flatMap(({ path, parameters }) =>
    parameters.map((parameter) =>
      page(`${path}, ${parameter}`, (target) => `${addressOf(path, target, 'a')}?${parameter}=${text}`),
    ),
  ),
  statuses: STATUSES,
}));

const everyPage: WorstCase = {
  name: 'Every page, at any offset',
  variants: pages
    .filter(({ isCounted }) => isCounted)
    .map(({ path }) =>
      page(path, (target, number) => `${addressOf(path, target, target.slug)}?offset=${number}&x=${number}`),
    ),
  statuses: STATUSES,
};

/** Of the realms that are published for this (`long-content.ts`). The first time costs what is rendered once. */
const contentCases: WorstCase[] = [
  {
    name: 'Page of a README of 256 KiB',
    variants: [
      page('of ampersands', async (target) => `/realms/${await target.longText()}`),
      page('of ampersands, in a version', async (target) => `/realms/${await target.longText()}/versions/1.1.0`),
    ],
    statuses: [200],
  },
  {
    name: 'Page of a file of 256 KiB',
    variants: ['quotes.txt', 'lines.txt', 'code.js'].map((name) =>
      page(name, async (target) => `/realms/${await target.longText()}/files/1.0.0/${name}`),
    ),
    statuses: [200],
  },
  {
    name: 'Page of changes of 1 MiB',
    variants: [
      page(
        'of control characters',
        async (target, number) => `/realms/${await target.longText()}/diff/1.1.0...1.2.0?offset=${number % 10}`,
      ),
      page(
        'of quotes',
        async (target, number) => `/realms/${await target.longText()}/diff/1.0.0...1.1.0?offset=${number % 10}`,
      ),
    ],
    statuses: [200],
  },
  {
    name: 'Page of a folder of 10,000 files with paths of 1 KiB',
    variants: [
      page('of its files', async (target, number) => `${await folderOf(target)}?offset=${(number % 50) * 200}`),
      page('of the root', async (target, number) => `/realms/${await target.longPaths()}/files/1.0.0?offset=${number}`),
      page('to go to one', async (target, number) => `/realms/${await target.longPaths()}/find/1.0.0?offset=${number}`),
      page('in a version', async (target) => `/realms/${await target.longPaths()}/versions/1.0.0`),
    ],
    statuses: [200],
    isLarge: true,
  },
  {
    name: 'Files of a version of 10,000 files with paths of 1 KiB',
    variants: [
      page(
        'a thousand',
        async (target, number) =>
          `/v1/realms/${await target.longPaths()}/versions/1.0.0/files?limit=1000&offset=${(number % 9) * 1_000}`,
      ),
    ],
    statuses: [200],
    isLarge: true,
  },
];

/** Buttons of pages: with an address that fills the head, and with fields that nobody reads. */
const formCases: WorstCase[] = [
  {
    name: 'Form of a page: "Download"',
    variants: [
      form('with a long slug', () => `/realms/${filled('a')}/download`),
      form('with a long version', ({ slug }) => `/realms/${slug}/versions/${filled('1.')}/download`),
      form('with 64 KiB of fields', ({ slug }) => `/realms/${slug}/download`, '&a=%CD%84'.repeat(KIB_64 / 9)),
      form('of the newest version', ({ slug }) => `/realms/${slug}/download`),
    ],
    statuses: [303, 400, 404, 413],
  },
];

function form(name: string, address: (target: Target) => string, body = ''): Variant {
  return {
    name,
    bytes: (target) =>
      requestBytes(target, {
        method: 'POST',
        path: address(target),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
        body,
      }),
  };
}

async function folderOf(target: Target): Promise<string> {
  return `/realms/${await target.longPaths()}/files/1.0.0/${LONG_FOLDER.split('/').map(encodeURIComponent).join('/')}`;
}

/** In which the realm with long paths has its files. */
export const LONG_FOLDER = Array.from({ length: 3 }, () => '&'.repeat(250)).join('/');

export const pageCases: WorstCase[] = [...pathCases, ...parameterCases, everyPage, ...contentCases, ...formCases];
