// Samples of the operations on accounts, their sessions and what they have allowed applications.
import assert from 'node:assert/strict';
import sql from 'sql-template-tag';
import { remove, type Actors } from '../audit/actors.ts';
import { byJwt, entry } from '../audit/expected-entries.ts';
import { png } from '../pictures/sample-pictures.ts';
import { turnOn } from '../accounts/factors/factors.ts';
import { bearer, json, logIn, PASSWORD, signUp } from '../support/harness.ts';
import { aGrant, asBob, of } from './made.ts';
import type { Here, OperationSamples } from './sample.ts';

const withRefreshToken = async ({ catalog }: Here) => ({
  body: { refreshToken: (await logIn(catalog, 'bob')).refreshToken },
});
const logInAsAlice = ({ ask }: Actors) =>
  ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD })) as Promise<{
    token: string;
    refreshToken: string;
  }>;
const loggedIn = ({ alice }: Actors) =>
  entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' });

let people = 0;
async function someone(catalog: Here['catalog']): Promise<{ token: string }> {
  const { token } = await signUp(catalog, { username: `someone-${(people += 1)}` });
  return { token };
}

const picture = (bytes: Buffer) => ({ bytes: new Uint8Array(bytes), headers: { 'content-type': 'image/png' } });

export const accountSamples = {
  register: {
    answers: [
      { body: { username: 'carol', password: PASSWORD } },
      { body: { username: 'Dave', password: PASSWORD, name: 'Dave', email: 'dave@mail.example' } },
      { status: 400, body: { username: '!', password: 'x' } },
      { status: 403, body: { username: 'guest', password: PASSWORD, invitation: 'unknown' } },
      { status: 409, body: { username: 'BOB', password: PASSWORD } },
    ],
    audit: {
      'opening an account': async ({ ask }) => {
        const fields = { username: 'carol', password: PASSWORD, name: 'Alice Liddell', email: 'alice@mail.example' };
        const { id } = await ask(201, '/v1/auth/register', json(fields));
        return [entry('account.create', ['', 'anonymous'], id)];
      },
    },
  },
  login: {
    answers: [
      { body: { username: 'bob', password: PASSWORD } },
      { status: 400, body: {} },
      { status: 401, body: { username: 'bob', password: 'wrong password' } },
      {
        status: 401,
        async first({ catalog }) {
          const { token } = await signUp(catalog, { username: 'careful' });
          await turnOn(catalog, token);
          return { body: { username: 'careful', password: PASSWORD } };
        },
      },
    ],
    audit: {
      'logging in': async (by) => {
        await by.ask(200, '/v1/auth/login', json({ username: 'ALICE', password: PASSWORD }));
        return [loggedIn(by)];
      },
      'failing to, with a wrong password, and with a name that nobody has': async ({ alice, ask }) => {
        for (const username of ['alice', PASSWORD])
          await ask(401, '/v1/auth/login', json({ username, password: 'wrong password' }));
        const subjects = [alice.account.id, ''];
        return subjects.map((subject) => entry('login.fail', ['', 'anonymous'], subject, { at: 'api' }));
      },
    },
  },
  refresh: {
    answers: [
      { first: withRefreshToken },
      { status: 400, body: {} },
      { status: 401, body: { refreshToken: 'mistyped' } },
      { status: 500, where: 'broken', first: withRefreshToken },
    ],
    audit: {
      'using a refresh token twice': async (by) => {
        const { alice, ask } = by;
        const { refreshToken } = await logInAsAlice(by);
        await ask(200, '/v1/auth/refresh', json({ refreshToken }));
        for (const _ of 'twice') await ask(401, '/v1/auth/refresh', json({ refreshToken }));
        return [loggedIn(by), entry('login.replay', [alice.account.id, 'refresh'], alice.account.id)];
      },
      'refreshing a session that has ended by itself, which is no theft': async (by) => {
        const { catalog, alice, ask } = by;
        const { refreshToken } = await logInAsAlice(by);
        await catalog.services.db.batch([
          sql`update sessions set expires_at = '2020-01-01T00:00:00.000Z' where account_id = ${alice.account.id}`,
        ]);
        await ask(401, '/v1/auth/refresh', json({ refreshToken }));
        alice.token = (await logInAsAlice(by)).token;
        return [loggedIn(by), loggedIn(by)];
      },
    },
  },
  logout: {
    answers: [
      { first: withRefreshToken },
      { first: async ({ catalog }) => bearer((await logIn(catalog, 'bob')).token) },
      { status: 400, body: { refreshToken: 1 } },
      { status: 401 },
      { status: 500, where: 'broken', as: 'the key' },
    ],
    audit: {
      'logging out, with either token': async (by) => {
        const { catalog, alice, unspoken, ask } = by;
        const [one, two] = [await logIn(catalog, 'alice'), await logIn(catalog, 'alice')];
        for (const { token, refreshToken } of [one, two]) unspoken.add(token).add(refreshToken);
        await ask(204, '/v1/auth/logout', { method: 'POST', ...bearer(one.token) });
        await ask(204, '/v1/auth/logout', json({ refreshToken: two.refreshToken }));
        await ask(204, '/v1/auth/logout', json({ refreshToken: two.refreshToken })); // of which nothing is left
        const ended = (how: 'jwt' | 'refresh') => entry('login.end', [alice.account.id, how], alice.account.id);
        return [loggedIn(by), loggedIn(by), ended('jwt'), ended('refresh')];
      },
    },
  },
  getMe: { answers: [asBob, { as: 'the key' }] },
  updateMe: {
    answers: [
      {
        ...asBob,
        body: { name: 'Bob', bio: 'Builds.', image: 'https://bob.example/me.png', email: 'bob@mail.example' },
      },
      { body: {}, ...asBob },
      { status: 400, body: { image: 'picture' }, ...asBob },
    ],
    audit: {
      'changing a profile and a password': async ({ catalog, ask }) => {
        const dan = await signUp(catalog, { username: 'dan' });
        const { id } = dan.account;
        const send = (status: number, body: object) => ask(status, '/v1/me', json(body, dan.token, 'PATCH'));
        await send(200, {});
        await send(400, { password: 'another password', currentPassword: 'wrong password' });
        await send(200, { name: 'Alice Liddell', email: 'alice@mail.example' });
        await send(200, { bio: 'x', password: 'another password', currentPassword: PASSWORD });
        return [
          entry('account.create', ['', 'anonymous'], id),
          entry('login.succeed', [id, 'password'], id, { at: 'api' }),
          entry('login.fail', byJwt(dan), id, { at: 'password' }),
          entry('account.update', byJwt(dan), id, { fields: 'name email' }),
          entry('account.update', byJwt(dan), id, { fields: 'bio' }),
          entry('account.password', byJwt(dan), id),
        ];
      },
    },
  },
  deleteMe: {
    answers: [
      { first: async ({ catalog }) => ({ ...(await someone(catalog)), body: { password: PASSWORD } }) },
      { status: 400, body: { password: 'wrong password' }, ...asBob },
      { status: 403, body: { password: PASSWORD }, as: 'the key' },
    ],
    audit: {
      'deleting an account, with a wrong password before': async ({ catalog, ask }) => {
        const gil = await signUp(catalog, { username: 'gil' });
        const { id } = gil.account;
        const fields = { name: 'Hidden', description: 'x', category: 'api', visibility: 'private' };
        const { slug } = await ask(201, '/v1/realms', json(fields, gil.token));
        await ask(400, '/v1/me', json({ password: 'wrong password' }, gil.token, 'DELETE'));
        await ask(204, '/v1/me', json({ password: PASSWORD }, gil.token, 'DELETE'));
        return [
          entry('account.create', ['', 'anonymous'], id),
          entry('login.succeed', [id, 'password'], id, { at: 'api' }),
          entry('realm.create', byJwt(gil), slug, { visibility: 'private' }),
          entry('login.fail', byJwt(gil), id, { at: 'deletion' }),
          entry('realm.delete', byJwt(gil), slug),
          entry('account.remove', byJwt(gil), id),
        ];
      },
    },
  },
  putAvatar: {
    answers: [
      { ...asBob, ...picture(await png(300, 200)) },
      { status: 413, ...asBob, ...picture(Buffer.alloc(1_100_000)) },
      { status: 415, ...asBob, ...picture(Buffer.from('<svg></svg>')) },
      { status: 422, ...asBob, ...picture((await png(300, 200)).subarray(0, 60)) },
    ],
    audit: {
      'uploading a picture, and removing it': async ({ alice, ask }) => {
        const body = new Uint8Array(await png(30, 20));
        await ask(200, '/v1/me/avatar', { method: 'PUT', body, ...bearer(alice.token) });
        await ask(204, '/v1/me/avatar', remove(alice.token));
        const changed = entry('account.update', byJwt(alice), alice.account.id, { fields: 'image' });
        return [changed, changed];
      },
    },
  },
  deleteAvatar: { answers: [asBob], audit: { never: 'putAvatar has its entries as well' } },
  getMyData: {
    answers: [asBob, { status: 403, as: 'the key' }],
  },
  listSessions: { answers: [asBob, { status: 400, query: 'limit=0', ...asBob }] },
  endSession: {
    answers: [
      {
        ...asBob,
        ...of(async ({ catalog }) => {
          const { token } = await logIn(catalog, 'bob');
          const { sessions } = (await catalog.ask('/v1/me/sessions?limit=100', bearer(token))).body;
          const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent) as { id: string };
          return { id };
        }),
      },
    ],
    audit: {
      'ending a session': async (by) => {
        const { alice, ask } = by;
        await logInAsAlice(by);
        const { sessions } = await ask(200, '/v1/me/sessions?limit=1', bearer(alice.token));
        const session = sessions[0].id as string;
        for (const status of [204, 404]) await ask(status, `/v1/me/sessions/${session}`, remove(alice.token));
        return [loggedIn(by), entry('login.end', byJwt(alice), alice.account.id, { session })];
      },
    },
  },
  listGrants: {
    answers: [
      { ...asBob, first: async (here) => (await aGrant(here), {}) },
      { status: 400, query: 'limit=0', ...asBob },
    ],
  },
  revokeGrant: {
    answers: [{ ...asBob, ...of(aGrant) }],
    audit: {
      'allowing a client, and revoking that': async ({ alice, ask, consent, newClient, granted }) => {
        const { id } = await newClient();
        await consent(id);
        const { grants } = await ask(200, '/v1/me/grants?limit=1', bearer(alice.token));
        for (const status of [204, 404]) await ask(status, `/v1/me/grants/${grants[0].id}`, remove(alice.token));
        return [...granted(id), entry('consent.revoke', byJwt(alice), id, { account: alice.account.id })];
      },
      'allowing a client, which gives it back': async ({ alice, consent, token, newClient, granted }) => {
        const { id } = await newClient();
        const { access, refresh } = await consent(id);
        assert.equal((await token(id, { token: access }, '/oauth/revoke')).status, 200); // and the others of the same consent with it
        for (const _ of 'twice') assert.equal((await token(id, { token: refresh }, '/oauth/revoke')).status, 200);
        return [...granted(id), entry('consent.revoke', ['', 'client'], id, { account: alice.account.id })];
      },
      'using a code, or a refresh token of a client, twice': async (by) => {
        const { alice, unspoken, consent, token, newClient, granted } = by;
        const { id } = await newClient();
        const { refresh } = await consent(id);
        const again = { grant_type: 'refresh_token', refresh_token: refresh };
        const { body } = await token(id, again);
        unspoken.add(body.refresh_token).add(body.access_token);
        for (const _ of 'twice') assert.equal((await token(id, again)).status, 400);
        return [...granted(id), entry('consent.replay', ['', 'client'], id, { account: alice.account.id })];
      },
    },
  },
} satisfies Record<string, OperationSamples>;
