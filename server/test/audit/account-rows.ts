// Rows for the test of the audit: what people do with their accounts, sessions and keys.
import sql from 'sql-template-tag';
import { bearer, json, logIn, PASSWORD, signUp } from '../support/harness.ts';
import { remove, type Row } from './actors.ts';
import { byJwt, defaults, entry } from './expected-entries.ts';

export const accountRows: Row[] = [
  {
    does: 'opening an account',
    operation: 'register',
    run: async ({ ask }) => {
      const fields = { username: 'carol', password: PASSWORD, name: 'Alice Liddell', email: 'alice@mail.example' };
      const { id } = await ask(201, '/v1/auth/register', json(fields));
      return [entry('account.create', ['', 'anonymous'], id)];
    },
  },
  {
    does: 'logging in',
    operation: 'login',
    run: async ({ alice, ask }) => {
      await ask(200, '/v1/auth/login', json({ username: 'ALICE', password: PASSWORD }));
      return [entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' })];
    },
  },
  {
    does: 'failing to, with a wrong password, and with a name that nobody has',
    run: async ({ alice, ask }) => {
      for (const username of ['alice', PASSWORD])
        await ask(401, '/v1/auth/login', json({ username, password: 'wrong password' }));
      const subjects = [alice.account.id, ''];
      return subjects.map((subject) => entry('login.fail', ['', 'anonymous'], subject, { at: 'api' }));
    },
  },
  {
    does: 'logging out, with either token',
    operation: 'logout',
    run: async ({ catalog, alice, unspoken, ask }) => {
      const [one, two] = [await logIn(catalog, 'alice'), await logIn(catalog, 'alice')];
      for (const { token, refreshToken } of [one, two]) [token, refreshToken].forEach((secret) => unspoken.add(secret));
      await ask(204, '/v1/auth/logout', { method: 'POST', ...bearer(one.token) });
      await ask(204, '/v1/auth/logout', json({ refreshToken: two.refreshToken }));
      await ask(204, '/v1/auth/logout', json({ refreshToken: two.refreshToken })); // of which nothing is left
      const login = entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' });
      const ended = (how: 'jwt' | 'refresh') => entry('login.end', [alice.account.id, how], alice.account.id);
      return [login, login, ended('jwt'), ended('refresh')];
    },
  },
  {
    does: 'ending a session',
    operation: 'endSession',
    run: async ({ alice, ask }) => {
      await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }));
      const { sessions } = await ask(200, '/v1/me/sessions?limit=1', bearer(alice.token));
      const session = sessions[0].id as string;
      for (const status of [204, 404]) await ask(status, `/v1/me/sessions/${session}`, remove(alice.token));
      return [
        entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' }),
        entry('login.end', byJwt(alice), alice.account.id, { session }),
      ];
    },
  },
  {
    does: 'using a refresh token twice',
    run: async ({ alice, ask }) => {
      const { refreshToken } = await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }));
      await ask(200, '/v1/auth/refresh', json({ refreshToken }));
      for (const _ of 'twice') await ask(401, '/v1/auth/refresh', json({ refreshToken }));
      const by = (how: 'password' | 'refresh'): [string, typeof how] => [alice.account.id, how];
      return [
        entry('login.succeed', by('password'), alice.account.id, { at: 'api' }),
        entry('login.replay', by('refresh'), alice.account.id),
      ];
    },
  },
  {
    does: 'refreshing a session that has ended by itself, which is no theft',
    run: async ({ catalog, alice, ask }) => {
      const { refreshToken } = await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }));
      await catalog.services.db.batch([
        sql`update sessions set expires_at = '2020-01-01T00:00:00.000Z' where account_id = ${alice.account.id}`,
      ]);
      await ask(401, '/v1/auth/refresh', json({ refreshToken }));
      alice.token = (await ask(200, '/v1/auth/login', json({ username: 'alice', password: PASSWORD }))).token;
      const login = entry('login.succeed', [alice.account.id, 'password'], alice.account.id, { at: 'api' });
      return [login, login];
    },
  },
  {
    does: 'changing a profile and a password',
    operation: 'updateMe',
    run: async ({ catalog, ask }) => {
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
  {
    does: 'making a key',
    operation: 'createKey',
    run: async ({ alice, ask }) => {
      const { id } = await ask(201, '/v1/keys', json({ name: 'Alice Liddell' }, alice.token));
      return [entry('key.create', byJwt(alice), id, { scopes: defaults, expiresAt: '' })];
    },
  },
  {
    does: 'revoking a key',
    operation: 'revokeKey',
    run: async ({ alice, ask }) => {
      const { id } = await ask(201, '/v1/keys', json({ name: 'x', scopes: ['account'] }, alice.token));
      await ask(204, `/v1/keys/${id}`, remove(alice.token));
      return [
        entry('key.create', byJwt(alice), id, { scopes: 'account', expiresAt: '' }),
        entry('key.revoke', byJwt(alice), id),
      ];
    },
  },
];
