// Forms with a file, as the pages that publish send them: many parts, long heads, a delimiter that nearly comes again and again, and no end.
import type { Target, Variant, WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const MIB = 2 ** 20;
/** RFC 2046: a boundary has at most 70 characters. */
const LONGEST = 'a'.repeat(70);
const FILE = 'Content-Disposition: form-data; name="archive"; filename="a.zip"';
const FIELD = 'Content-Disposition: form-data; name="a"';
const part = (head: string, content = '') => `--${LONGEST}\r\n${head}\r\n\r\n${content}\r\n`;
const END = `--${LONGEST}--\r\n`;
const filled = (text: string, room = MIB) => text.repeat(Math.floor(room / text.length));
const file = (content: string) => `${part(FILE, content)}${END}`;

/** What is accepted as a form is refused as an archive. */
const bodies: Record<string, string> = {
  'parts without a file': filled(part(FIELD)) + END,
  'a file, and many parts after it': part(FILE) + filled(part(FIELD)) + END,
  'many files': filled(part(FILE)) + END,
  'a head of 1 MiB': part(`${FILE}\r\nX: ${filled('a')}`) + END,
  'a head of lines': part(`${FILE}\r\n${filled('a: b\r\n')}`) + END,
  'a head that does not end': `--${LONGEST}\r\n${filled('a: b\r\n')}`,
  'the name of a file with backslashes': part(FILE.replace('a.zip', filled('\\\\', 3_900))) + END,
  'the name of a file with quotation marks': part(FILE.replace('a.zip', filled('\\"', 3_900))) + END,
  'names of files without an end':
    part(filled('content-disposition: form-data; name="a"; filename="\r\n', 3_900)) + END,
  'blanks before the name': part(FILE.replace('; name', `;${' '.repeat(3_900)}name`)) + END,
  'a file that is nearly the delimiter again and again': file(filled(`\r\n--${LONGEST.slice(1)}`)),
  'a file of the letter of the delimiter': file(filled('a')),
  'a file of line ends': file(filled('\r\n')),
  'a file of dashes': file(filled('-')),
  'a preamble of 1 MiB': filled('a') + file('a'),
  'text after the end': file('a') + filled('a'),
};

/** By the administrator, for a realm of their own. */
const formOf = (name: string, body: Buffer | string, headers: Record<string, string> = {}): Variant => ({
  name,
  bytes: async (target: Target) =>
    requestBytes(target, {
      method: 'POST',
      path: `/realms/${target.slug}/upload`,
      headers: {
        cookie: await target.administrator(),
        'sec-fetch-site': 'same-origin',
        'content-type': `multipart/form-data; boundary=${LONGEST}`,
        ...headers,
      },
      body,
    }),
});

const type = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });

export const fileFormCases: WorstCase[] = [
  {
    name: 'Forms with a file',
    variants: [
      ...Object.entries(bodies).map(([name, body]) => formOf(name, body)),
      formOf('a boundary of 15,000 characters', file('a'), type('a'.repeat(15_000))),
      formOf('a boundary of blanks in quotation marks', file('a'), type(`"${' '.repeat(15_000)}`)),
      formOf('many boundaries', file('a'), type(filled('a; boundary=', 15_000))),
    ],
    statuses: [400, 415, 422],
    repetitions: { timed: 5, kept: 100 },
  },
  {
    name: 'A form with a file of 100 MiB that is nearly the delimiter',
    variants: [formOf('', file(filled(`\r\n--${LONGEST.slice(1)}`, 99 * MIB)))],
    statuses: [422],
    isLarge: true,
    repetitions: { timed: 2, kept: 0 },
  },
];
