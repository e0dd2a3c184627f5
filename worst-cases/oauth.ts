// Forms and queries of the OAuth endpoints, and names of OAuth clients.
import { HEADER_ROOM, KIB_64, type Target, type Variant, type WorstCase } from './case.ts';
import { requestBytes } from './request-bytes.ts';

const filled = (part: string, room: number) => part.repeat(Math.floor(room / part.length));

const shapes: Record<string, (room: number) => string> = {
  'parameters that nobody knows': (room) =>
    Array.from({ length: room / 7 }, (_, at) => `${at.toString(36)}=`)
      .join('&')
      .slice(0, room),
  'one parameter many times': (room) => filled('scope=a&', room),
  'a scope of many words': (room) => `scope=${filled('realms:read+', room - 10)}`,
  'a scope of unknown words': (room) => `scope=${filled('a+', room - 10)}`,
  'marks in the scope': (room) => `scope=${filled('%CD%84%CC%96', room - 10)}`,
  'a long code': (room) =>
    `grant_type=authorization_code&code=${filled('a', room - 100)}&redirect_uri=http://127.0.0.1/a`,
  'a long refresh token': (room) => `grant_type=refresh_token&refresh_token=${filled('a', room - 100)}`,
  'a long device code': (room) =>
    `grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=${filled('a', room - 100)}`,
  'a long address': (room) => `redirect_uri=http://${filled('a.', room - 30)}`,
  'an address with a host of ideographs': (room) =>
    `redirect_uri=http://${Array.from({ length: room / 9 - 10 }, (_, at) => encodeURIComponent(String.fromCodePoint(0x4e_00 + at))).join('')}`,
  'an address in Punycode': (room) => `redirect_uri=http://xn--${filled('9', room - 50)}`,
  'a long user code': (room) => `user_code=${filled('a', room - 20)}`,
  'a user code of dashes': (room) => `user_code=${filled('-', room - 20)}`,
  'a long token': (room) => `token=${filled('a', room - 20)}`,
  'a token of dots': (room) => `token=${filled('.', room - 20)}`,
  'nested brackets': (room) => `a${filled('[a]', room - 10)}=1`,
  'a request object': (room) =>
    `request=${filled('a', room / 3 - 20)}.${filled('a', room / 3)}.${filled('a', room / 3)}`,
  'a claims parameter, nested': (room) => `claims=${filled('[', room - 20)}`,
  'a long verifier': (room) => `grant_type=authorization_code&code=a&code_verifier=${filled('a', room - 100)}`,
  'a client assertion': (room) =>
    `client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer&client_assertion=${filled('a.', room - 200)}`,
};

const posts = ['/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/device/authorize', '/oauth/device'];

function form(path: string, name: string, shape: (room: number) => string): Variant {
  return {
    name: `${path}, ${name}`,
    bytes: (target) =>
      requestBytes(target, {
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: basic(target),
        },
        body: shape(55_000),
      }),
  };
}

function query(path: string, name: string, shape: (room: number) => string): Variant {
  return {
    name: `${path}, ${name}`,
    bytes: (target) =>
      requestBytes(target, {
        path: `${path}?client_id=${target.client.id}&response_type=code&${shape(HEADER_ROOM - 700)}`,
      }),
  };
}

/** Parameters that the page before a browser leaves for an application has in its link. */
const linked: Record<string, (room: number) => string> = {
  'a state of quotes': (room) => `state=${filled('%22', room)}`,
  'a state of ideographs': (room) => `state=${filled('%E5%9B%AD', room)}`,
  'a state of letters': (room) => `state=${filled('a', room)}`,
  'a state of blanks': (room) => `state=${filled('+', room)}`,
  'a response type of many words': (room) => `response_type=${filled('token+', room)}&state=a`,
};

function redirect(name: string, shape: (room: number) => string): Variant {
  const known = 'redirect_uri=https%3A%2F%2Fapp.example%2F&prompt=none';
  return {
    name,
    bytes: (target) =>
      requestBytes(target, {
        path: `/oauth/authorize?client_id=${target.client.id}&${known}&${shape(HEADER_ROOM - 700)}`,
      }),
  };
}

/** As long as a name may be, and made to be compared with the reserved names as slowly as possible. */
const names: Record<string, string> = {
  'letters that become eighteen': '\uFDFA'.repeat(100),
  'words that may stand beside a reserved name': 'the'.repeat(33),
  'a reserved name again and again': 'Realm'.repeat(20),
  'letters that look like one': 'rn'.repeat(50),
  'endings that look like versions': ' 1.'.repeat(33),
  'letters beyond 16 bits': '\u{1D577}'.repeat(50),
  'marks on every letter': 'a\u0344\u0316'.repeat(33),
};

/** Without a redirect address, so that no name is taken. */
function clientName(name: string, value: string): Variant {
  return {
    name,
    bytes: (target) =>
      requestBytes(target, {
        method: 'POST',
        path: '/v1/oauth/clients',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${target.key}` },
        body: JSON.stringify({ name: value }),
      }),
  };
}

function basic({ client }: Target): string {
  return `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
}

const STATUSES = [200, 303, 400, 401, 403, 404, 413, 415, 429];

export const oauthCases: WorstCase[] = [
  {
    name: 'OAuth: forms',
    variants: posts.flatMap((path) => Object.entries(shapes).map(([name, shape]) => form(path, name, shape))),
    statuses: STATUSES,
  },
  {
    name: 'OAuth: queries',
    variants: ['/oauth/authorize', '/oauth/device'].flatMap((path) =>
      Object.entries(shapes).map(([name, shape]) => query(path, name, shape)),
    ),
    statuses: STATUSES,
  },
  {
    name: 'OAuth: the redirect page',
    variants: Object.entries(linked).map(([name, shape]) => redirect(name, shape)),
    statuses: [200],
  },
  {
    name: 'OAuth: names of clients',
    variants: Object.entries(names).map(([name, value]) => clientName(name, value)),
    statuses: [400],
  },
  {
    name: 'OAuth: a malformed form',
    variants: posts.map((path) => ({
      name: path,
      bytes: (target: Target) =>
        requestBytes(target, {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json' },
          body: '['.repeat(KIB_64 - 100),
        }),
    })),
    statuses: STATUSES,
  },
];
