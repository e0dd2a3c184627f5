// The page about counting names every cookie that the catalog sets.
// Run: one store, own process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationRequest } from '../support/authorization-request.ts';
import { json, PASSWORD, PUBLIC_URL, signUp, startCatalog } from '../support/harness.ts';
import { startIdentityProvider } from '../support/servers/identity-provider.ts';
import { ownForm } from '../support/web-session.ts';

test('/docs/counting names every cookie that is set by signing in, by another provider and by applications', async () => {
  const other = await startIdentityProvider(`${PUBLIC_URL}/sign-in/provider/callback`);
  await using catalog = await startCatalog({}, other.settings);
  const { token } = await signUp(catalog, { username: 'alice' });
  const redirectUris = ['http://127.0.0.1/back'];
  const application = { name: 'Shop', type: 'public', redirectUris, grantTypes: ['authorization_code'] };
  const { body: client } = await catalog.ask(
    '/v1/oauth/clients',
    json({ ...application, scopes: ['realms:read'] }, token),
  );
  const { url } = await authorizationRequest({ client_id: client.id, redirect_uri: redirectUris[0] ?? '' });
  const body = new URLSearchParams({ username: 'alice', password: PASSWORD });
  const replies = [
    await catalog.ask('/sign-in', { method: 'POST', headers: ownForm, body }),
    await catalog.ask('/sign-in/provider', { headers: ownForm }),
    await catalog.ask('/oauth/device'),
    await catalog.ask(url.slice(PUBLIC_URL.length)),
  ];
  await other.close();
  const names = replies.map(({ headers }) => headers.getSetCookie().map((cookie) => cookie.replace(/=.*/s, '')));
  for (const [at, some] of names.entries()) assert.notEqual(some.length, 0, `the reply ${at} sets a cookie`);
  const { text } = await catalog.ask('/docs/counting');
  const isNamed = (name: string) => text.includes(`<code>${name}</code>`);
  const general = names.flat().map((name) => name.replace(/\.sig$/, '').replace(/[0-9a-f]{8}$/, '…'));
  assert.deepEqual(
    [...new Set(general)].filter((name) => !isNamed(name)),
    [],
  );
  assert.ok(isNamed('theme'), 'a script sets it');
});
