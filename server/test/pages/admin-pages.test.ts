// The pages of the administration, as administrators use them without scripts, and as nobody else can.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, json, prepare, signUp, useCatalog, type Person } from '../support/harness.ts';
import { create } from '../publishing/uploads.ts';
import { signInToWeb, type WebBrowser } from '../support/web-session.ts';

const catalog = useCatalog();
let root: WebBrowser;
let alice: Person;
prepare(async () => {
  await signUp(catalog, { username: 'root', role: 'admin' });
  alice = await signUp(catalog, { username: 'alice', name: 'Alice' });
  await signUp(catalog, { username: 'cleo', role: 'curator' });
  root = await signInToWeb(catalog, 'root');
});

const PATHS = ['/admin', '/admin/realms', '/admin/realms?slug=secret-plan', '/admin/storage', '/admin/audit'];
const me = () => catalog.ask('/v1/me', bearer(alice.token));

/** Sends a form, and returns the page that it leads to. */
async function submit(path: string, fields: Record<string, string>) {
  const { status, headers, text } = await root.post(path, fields);
  assert.equal(status, 303, text);
  return root.get(new URL(headers.get('location') ?? '').href.replace(/^https?:\/\/[^/]+/, ''));
}

test('they are for administrators, and stored nowhere', async () => {
  await create(catalog, alice, { name: 'Secret plan', visibility: 'private' });
  const others = [await signInToWeb(catalog, 'alice'), await signInToWeb(catalog, 'cleo')];
  for (const path of PATHS) {
    const shown = await root.get(path);
    assert.equal(shown.status, 200, path);
    assert.match(shown.headers.get('cache-control') ?? '', /no-store/);
    assert.match((await catalog.ask(path)).headers.get('location') ?? '', /\/sign-in\?return=/);
    for (const other of others) {
      const { status, text } = await other.get(path);
      assert.equal(status, 403, path);
      assert.doesNotMatch(text, /Secret plan/);
    }
  }
  for (const other of others) {
    assert.equal((await other.post('/admin', { username: 'alice', role: 'admin' })).status, 403);
    assert.equal((await other.post('/admin/realms', { slug: 'secret-plan', featured: 'true' })).status, 403);
  }
  assert.equal((await me()).body.role, 'user');
});

test('an administrator changes a plan and a role, and suspends an account', async () => {
  assert.match(
    (await submit('/admin', { username: 'alice', plan: 'premium', role: 'curator' })).text,
    /The account is changed/,
  );
  assert.deepEqual([(await me()).body.plan, (await me()).body.role], ['premium', 'curator']);
  const suspend = '/admin/users/alice/suspend';
  assert.ok((await root.get('/admin?search=alice')).text.includes(`href="${suspend}"`));
  for (const reason of ['', ' \r\n']) {
    const without = await root.post(suspend, { reason });
    assert.equal(without.status, 400);
    assert.match(without.text, /id="reason-error"/);
  }
  assert.equal((await me()).status, 200, 'not without a reason');
  const suspended = await submit(suspend, { reason: 'It <b>sends</b>\r\nspam.' });
  assert.match(suspended.text, /is suspended[\s\S]*Restore/);
  assert.match(
    (await root.get('/admin/audit?action=account.suspend')).text,
    /reason: [\s\S]*It &lt;b&gt;sends&lt;\/b&gt; spam\./,
  );
  assert.equal((await me()).body.code, 'suspended');
  assert.match((await root.get('/admin?suspended=true')).text, /alice/);
  assert.doesNotMatch((await root.get('/admin?suspended=false&search=a')).text, /@alice/);
  await submit('/admin', { username: 'alice', restored: 'yes' });
  assert.equal((await me()).status, 200);
});

test('a suspended account is not signed in any more, and cannot sign in', async () => {
  const browser = await signInToWeb(catalog, 'cleo');
  await submit('/admin/users/cleo/suspend', { reason: 'It sends spam.' });
  assert.equal((await browser.get('/me')).status, 302);
  const refused = await browser.post('/sign-in', { username: 'cleo', password: 'correct horse battery staple' });
  assert.equal(refused.status, 401);
  assert.match(refused.text, /suspended/);
  await submit('/admin', { username: 'cleo', restored: 'yes' });
  assert.equal((await browser.get('/me')).status, 200);
});

test('what cannot be is said on the page, and an administrator has no buttons for itself', async () => {
  const { status, text } = await root.post('/admin/users/root/suspend', { reason: 'Enough.' });
  assert.equal(status, 409);
  assert.match(text, /You cannot suspend yourself/);
  const own = (await root.get('/admin?search=root')).text;
  assert.doesNotMatch(own, />Suspend<|Role of root/);
  assert.equal((await root.post('/admin', { username: 'nobody-here', plan: 'free' })).status, 404);
  assert.equal((await root.get('/admin/users/alic/suspend')).status, 404);
});

test('a realm is featured, quarantined with a reason, and released', async () => {
  const { slug } = await create(catalog, alice, { name: 'Public thing' });
  const isThere = async () => (await catalog.ask(`/v1/realms/${slug}`)).status === 200;
  assert.match((await submit('/admin/realms', { slug, featured: 'true' })).text, /The realm is featured/);
  assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.featured, true);
  const without = await root.post('/admin/realms', { slug, quarantined: 'true', reason: '' });
  assert.equal(without.status, 400);
  assert.match(without.text, /id="reason-error"/);
  assert.ok(await isThere());
  const shown = await submit('/admin/realms', { slug, quarantined: 'true', reason: 'It <b>sends</b>\r\npasswords.' });
  assert.match(shown.text, /It &lt;b&gt;sends/);
  assert.ok(!(await isThere()));
  await submit('/admin/realms', { slug, quarantined: 'false' });
  assert.ok(await isThere());
  assert.match((await root.get('/admin/realms?slug=not-there')).text, /No realm has the slug/);
});

test('the audit is filtered by what stands in the address, and goes on page by page', async () => {
  await catalog.ask('/v1/me', json({ bio: 'x' }, alice.token, 'PATCH'));
  const { text } = await root.get('/admin/audit?action=account.update&actor=alice');
  assert.match(text, /<code>account\.update<\/code>[\s\S]*alice/);
  assert.doesNotMatch(text, /<code>login\.succeed<\/code>/);
  assert.match(text, /data-name="To">account <bdi[^>]*>alice<\/bdi>/, 'names, and no ids');
  assert.match((await root.get('/admin/audit?from=2000-01-01&to=2000-01-02')).text, /There is no such entry/);
  for (let at = 0; at < 60; at += 1) await catalog.ask('/v1/me', json({ bio: String(at) }, alice.token, 'PATCH'));
  const first = (await root.get('/admin/audit?actor=alice')).text;
  const [, older = assert.fail('no further page')] = /href="([^"]+)" rel="next"/.exec(first) ?? [];
  assert.match((await root.get(older.replaceAll('&amp;', '&'))).text, /account\.create|login\.succeed/);
});

test('storage names the quotas and the accounts that keep the most', async () => {
  const { text } = await root.get('/admin/storage');
  for (const said of ['Quotas', 'premium', 'The largest accounts']) assert.ok(text.includes(said), said);
});
