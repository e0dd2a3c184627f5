// Forms of the web pages, as large as they may be: made to be read, validated or returned from as slowly as possible; and cookies of sessions.
import { createHash } from 'node:crypto';
import { HEADER_ROOM, type Variant, type WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

/** A form has at most 16 KiB. */
const ROOM = 16_000;
const filled = (part: string, room = ROOM) => part.repeat(Math.floor(room / part.length));

const shapes: Record<string, string> = {
  'fields that nobody knows': Array.from({ length: ROOM / 7 }, (_, at) => `${at.toString(36)}=`)
    .join('&')
    .slice(0, ROOM),
  'one field many times': filled('username=a&'),
  'a name of combining marks': `username=${filled('%CD%84%CC%96', ROOM - 20)}&password=12345678`,
  'a display name of combining marks': `username=a-b&password=12345678&name=${filled('%CD%84%CC%96', ROOM - 60)}`,
  'a long password': `username=a&password=${filled('a', ROOM - 30)}`,
  'bytes that are no UTF-8': `username=${filled('%FF', ROOM - 20)}`,
  'a return of slashes': `username=a&password=a&return=${filled('/', ROOM - 40)}`,
  'a return of climbing folders': `username=a&password=a&return=${filled('/..', 1_900)}`,
  'a return to a host of ideographs': `username=a&password=a&return=//${filled('%E5%9B%AD', 1_900)}`,
  'a return with a long query': `username=a&password=a&return=/realms?${filled('a=b%26', 1_900)}`,
};

function form(path: string, name: string, body: string): Variant {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return {
    name: `${path}, ${name}`,
    bytes: (target) => requestBytes(target, { method: 'POST', path, headers, body }),
  };
}

/** The cookie of a session, by the name that this catalog has for it. */
function cookie(name: string, value: (mark: string) => string): Variant {
  return {
    name,
    bytes(target) {
      const digits = createHash('sha256').update(`http://${target.host}`).digest('hex').slice(0, 8);
      return requestBytes(target, { path: '/realms', headers: { cookie: value(`realm-${digits}=`) } });
    },
  };
}

export const formCases: WorstCase[] = [
  {
    name: 'forms of the web pages',
    variants: [
      '/sign-in',
      '/sign-up',
      '/settings',
      '/settings/delete',
      '/settings/applications/new',
      '/realms/a/star',
      '/publish',
    ].flatMap((path) => Object.entries(shapes).map(([name, body]) => form(path, name, body))),
    statuses: [303, 400, 401, 404, 409, 413, 429],
  },
  {
    name: 'cookies of sessions',
    variants: [
      cookie('the cookie many times', (mark) => filled(`${mark}a; `, HEADER_ROOM)),
      cookie('behind many others', (mark) => `${filled('a=b;', HEADER_ROOM - 100)}${mark}${'a'.repeat(43)}`),
      cookie('a long value', (mark) => mark + filled('a', HEADER_ROOM - 100)),
      cookie('blanks', (mark) => `${mark}${filled(' ;', HEADER_ROOM - 100)}`),
    ],
    statuses: [200],
  },
];
