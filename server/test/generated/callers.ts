// Credentials of every kind for generated requests: good ones, which are made again when they have ended, and bad ones.
import { randomUUID } from 'node:crypto';
import { callers, type CallerName } from './request-generator.ts';
import { aKey, anAccessToken, json, PASSWORD, signUp, type TestCatalog } from '../support/harness.ts';

interface Held {
  token: string;
  /** Of the realm that the token of an upload is for. */
  slug?: string;
}

export interface Credential {
  /** The values of the header Authorization. */
  authorization: string[];
  slug?: string;
  /** It was refused: the next one is another. */
  ended(): Promise<void>;
}

/** No two of them are wrong in the same way. */
const bad: string[][] = [
  ['Bearer rlm_key_mistyped'],
  ['Bearer rlm_upload_mistyped'],
  ['Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
  ['Bearer eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCIsImtpZCI6IngifQ.e30.AAAA'],
  ['Bearer a.b.c'],
  ['Bearer unknown'],
  ['Bearer'],
  ['Bearer  '],
  ['bearer x y'],
  ['Basic YWRtaW46YWRtaW4='],
  [''],
  ['Bearer one', 'Bearer two'],
  [`Bearer ${'x'.repeat(4_000)}`],
  ['Bearer \u00e9'],
];

const nothing = async () => undefined;

/** `learn` is told what is known of those who are signed up. */
export async function credentials(catalog: TestCatalog, learn: (facts: Record<string, string>) => void) {
  const made = new Map<CallerName, Promise<Held>>();
  const realm = { name: 'Uploaded', description: 'For an upload.', category: 'api' };

  async function person(fields: { role?: 'curator' | 'admin' } = {}) {
    const username = `p-${randomUUID()}`;
    const { token, refreshToken } = await signUp(catalog, { username, ...fields });
    learn({ username, password: PASSWORD, currentPassword: PASSWORD, refreshToken });
    return { token };
  }
  const make: Record<Exclude<CallerName, 'nobody' | 'impostor'>, () => Promise<Held>> = {
    key: async () => ({ token: (await aKey(catalog, (await person()).token)).key }),
    token: person,
    curator: () => person({ role: 'curator' }),
    admin: () => person({ role: 'admin' }),
    application: async () => ({ token: (await anAccessToken(catalog, (await person()).token)).accessToken }),
    async upload() {
      const { token } = await held('key');
      const { body } = await catalog.ask('/v1/realms', json(realm, token));
      return { token: body.uploadToken, slug: body.slug };
    },
  };
  function held(caller: keyof typeof make): Promise<Held> {
    const one = made.get(caller) ?? make[caller]();
    made.set(caller, one);
    return one;
  }

  async function of(caller: CallerName, number: number): Promise<Credential> {
    if (caller === 'nobody') return { authorization: [], ended: nothing };
    if (caller === 'impostor') return { authorization: bad[number % bad.length] ?? [], ended: nothing };
    const one = await held(caller);
    return {
      ...one,
      authorization: [`Bearer ${one.token}`],
      async ended() {
        if ((await made.get(caller))?.token === one.token) made.delete(caller); // unless there is another by now
      },
    };
  }
  for (const caller of callers) await of(caller, 0);
  return of;
}
