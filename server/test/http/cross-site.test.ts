// Tests from where forms are accepted: whatever a browser or a program says of itself, at every route that takes a form.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forms, type FormRow } from '../../src/pages/table.ts';
import { routesOf } from '../leaks/routes.ts';
import { PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';
import { signInToWeb } from '../support/web-session.ts';

const catalog = await startCatalog();
after(() => catalog[Symbol.asyncDispose]());

/** The cookies with which a browser comes back to the form of a device. */
const { headers } = await catalog.ask('/oauth/device');
const cookie = headers
  .getSetCookie()
  .map((text) => text.replace(/;.*/, ''))
  .join('; ');

const routes = ['/oauth/device', '/sign-out', '/oauth/interaction/x'];
const EVIL = 'https://evil.test';

async function statusesWith(sent: Record<string, string>): Promise<number[]> {
  const form = new URLSearchParams({ xsrf: 'x', user_code: 'BBBB-BBBB', action: 'deny' });
  const answers = routes.map((route) => catalog.ask(route, { method: 'POST', headers: sent, body: form }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe('a form', () => {
  test('is taken at these routes alone; the others are for programs, and read no cookie', async () => {
    const ofPrograms = ['device/authorize', 'introspect', 'revoke', 'token'].map((name) => `/oauth/${name}`);
    const others = Object.values<FormRow>(forms).flatMap(({ path }) => (path === '/sign-out' ? [] : [path])); // all of these are read in one place
    const known = [...ofPrograms, ...routes, ...others].map((route) => `POST ${route.replace('/x', '/:uid')}`);
    const posts = routesOf(catalog).filter((route) => /^(?:POST|PUT|PATCH|DELETE) (?!\/v1\/)/.test(route));
    assert.deepEqual(posts, known.toSorted());
  });

  test('with a cookie is accepted from a page of this catalog alone', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL },
      { origin: PUBLIC_URL },
    ];
    // A form that was let in: the code of the device is wrong, nobody is signed in, and the page of the interaction is gone.
    for (const sent of own) assert.deepEqual(await statusesWith({ ...sent, cookie }), [400, 303, 400]);
    const others: Record<string, string>[] = [
      {},
      ...['cross-site', 'same-site', 'none', '', 'same-origin, same-origin'].flatMap((site) => [
        { 'sec-fetch-site': site },
        { 'sec-fetch-site': site, origin: PUBLIC_URL },
        { 'sec-fetch-site': site, origin: EVIL },
      ]),
      ...[EVIL, 'null', '', `${PUBLIC_URL}.evil.test`, `${PUBLIC_URL}/`, 'http://catalog.example'].map((origin) => ({
        origin,
      })),
    ];
    for (const sent of others)
      assert.deepEqual(await statusesWith({ ...sent, cookie }), [403, 403, 403], JSON.stringify(sent));
  });

  test('is refused at every route that takes one, also of an administrator who is signed in', async () => {
    await signUp(catalog, { username: 'root', role: 'admin' });
    const { cookie: session } = await signInToWeb(catalog, 'root');
    const programs = /^POST \/oauth\//;
    const posts = routesOf(catalog).filter((route) => /^POST (?!\/v1\/)/.test(route) && !programs.test(route));
    assert.ok(posts.length > 40);
    const send = async (route: string, headers: Record<string, string>) => {
      const path = route.replace('POST ', '').replaceAll(/:\w+/g, 'x');
      return (await catalog.ask(path, { method: 'POST', headers: { cookie: session, ...headers } })).status;
    };
    const foreign: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: PUBLIC_URL },
      { origin: EVIL },
      { origin: 'null' },
    ];
    for (const headers of foreign)
      for (const route of posts) assert.equal(await send(route, headers), 403, `${route} ${JSON.stringify(headers)}`);
    for (const route of posts)
      assert.notEqual(await send(route, { 'sec-fetch-site': 'same-origin' }), 403, `${route} of a page of ours`);
  });

  test('without a cookie is refused if a browser says that it comes from another site, and else where it needs one', async () => {
    for (const sent of [{ 'sec-fetch-site': 'cross-site' }, { origin: EVIL }])
      assert.deepEqual(await statusesWith(sent), [403, 403, 403]);
    for (const sent of [{}, { 'sec-fetch-site': 'same-origin' }, { origin: PUBLIC_URL }])
      assert.deepEqual(await statusesWith(sent), [400, 303, 400]);
  });

  test('with a bearer token is no form of a page, whatever else it says', async () => {
    const authorization = 'Bearer x';
    for (const sent of [{ 'sec-fetch-site': 'cross-site' }, { origin: EVIL }, {}])
      assert.deepEqual(await statusesWith({ ...sent, authorization, cookie }), [400, 303, 400]);
    const basic = { authorization: 'Basic eDp4', 'sec-fetch-site': 'cross-site', cookie };
    assert.deepEqual(await statusesWith(basic), [403, 403, 403]);
  });

  test('of another site is told so on a page, or as a problem', async () => {
    const sent = { cookie, 'sec-fetch-site': 'cross-site' };
    for (const route of ['/oauth/device', '/sign-out']) {
      const page = await catalog.ask(route, { method: 'POST', headers: { ...sent, accept: 'text/html' } });
      assert.match(page.text, /Send forms from a page of this catalog/);
    }
    const { body } = await catalog.ask('/oauth/device', { method: 'POST', headers: sent });
    assert.equal(body.code, 'forbidden');
  });
});
