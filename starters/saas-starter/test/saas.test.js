// Visits the service over real HTTP, the way a browser does: it keeps its cookie and sends the token of each form.

import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createApp } from '../src/app.js';
import { createAttempts } from '../src/attempts.js';
import { createSessions } from '../src/sessions.js';
import { openStore } from '../src/store.js';

const folder = mkdtempSync(join(tmpdir(), 'saas-starter-'));
const store = openStore(folder);
const sessions = createSessions({ store, secret: 'a test', secure: false });
const server = createServer(createApp({ store, sessions, attempts: createAttempts({ most: 3 }) }));
let address;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
  store.close();
  rmSync(folder, { recursive: true });
});

function visitor() {
  let cookie = '';
  let token = '';
  const ask = async (path, options = {}) => {
    const response = await fetch(address + path, { redirect: 'manual', headers: { cookie }, ...options });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const text = await response.text();
    token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
    return { status: response.status, location: response.headers.get('location'), headers: response.headers, text };
  };
  const post = (path, values) => ask(path, { method: 'POST', body: new URLSearchParams({ token, ...values }) });
  return { get: ask, post };
}

async function signedUp(email, teamName = 'Example team') {
  const person = visitor();
  await person.get('/sign-up');
  const reply = await person.post('/sign-up', { name: 'Alice', email, password: 'correct horse', teamName });
  assert.equal(reply.location, '/workspace');
  await person.get('/workspace');
  return person;
}

test('the workspace sends a stranger to the sign-in page', async () => {
  assert.equal((await visitor().get('/workspace')).location, '/sign-in');
});

test('an account that signs out can sign in again, and only with its password', async () => {
  const alice = await signedUp('alice@example.com');
  await alice.post('/sign-out');
  await alice.get('/sign-in');
  assert.equal((await alice.post('/sign-in', { email: 'alice@example.com', password: 'wrong horse!' })).status, 422);
  const reply = await alice.post('/sign-in', { email: 'ALICE@example.com', password: 'correct horse' });
  assert.equal(reply.location, '/workspace');
});

test('guessing passwords is stopped after a few attempts', async () => {
  const guesser = visitor();
  await guesser.get('/sign-in');
  const statuses = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    statuses.push((await guesser.post('/sign-in', { email: 'nobody@example.com', password: 'guess' })).status);
  }
  assert.deepEqual(statuses, [422, 422, 422, 429]);
});

test('a form without its token is refused and changes nothing', async () => {
  const bob = await signedUp('bob@example.com');
  assert.equal((await bob.post('/workspace/projects', { name: 'Forged', token: 'made up' })).status, 403);
  assert.doesNotMatch((await bob.get('/workspace')).text, /Forged/);
});

test('a cookie whose signature does not fit is nobody', async () => {
  const reply = await visitor().get('/workspace', { headers: { cookie: 'session=someone.else' } });
  assert.equal(reply.location, '/sign-in');
});

test('the free plan holds three projects, and the next plan holds more', async () => {
  const carol = await signedUp('carol@example.com');
  for (const name of ['One', 'Two', 'Three']) await carol.post('/workspace/projects', { name });
  assert.equal((await carol.post('/workspace/projects', { name: 'Four' })).status, 422);
  await carol.post('/plans', { plan: 'team' });
  assert.equal((await carol.post('/workspace/projects', { name: 'Four' })).location, '/workspace');
});

test('an invited person joins the team and cannot change its plan', async () => {
  const owner = await signedUp('dan@example.com', 'Dan & friends');
  const [invitation] = /\/sign-up\?invite=[\w-]+/.exec((await owner.get('/workspace')).text);
  const guest = visitor();
  assert.match((await guest.get(invitation)).text, /Join Dan &amp; friends/);
  const invite = invitation.split('=')[1];
  await guest.post('/sign-up', { name: 'Erin', email: 'erin@example.com', password: 'battery staple', invite });
  assert.match((await guest.get('/workspace')).text, /Dan &amp; friends/);
  assert.equal((await guest.post('/plans', { plan: 'studio' })).status, 403);
});

test('one team cannot remove the project of another', async () => {
  const owner = await signedUp('frank@example.com', 'Frank');
  await owner.post('/workspace/projects', { name: 'Mine alone' });
  const id = /name="id" value="(\d+)"/.exec((await owner.get('/workspace')).text)[1];
  const other = await signedUp('grace@example.com', 'Grace');
  await other.post('/workspace/projects/remove', { id });
  assert.match((await owner.get('/workspace')).text, /Mine alone/);
});

test('what people type is shown as text, never as HTML', async () => {
  const person = await signedUp('heidi@example.com', '<script>alert(1)</script>');
  const page = await person.get('/workspace');
  assert.match(page.text, /&lt;script&gt;/);
  assert.doesNotMatch(page.text, /<script>/);
  assert.match(page.headers.get('content-security-policy'), /default-src 'none'/);
});

test('a form that is far too large is refused', async () => {
  const person = visitor();
  await person.get('/sign-in');
  assert.equal((await person.post('/sign-in', { email: 'x'.repeat(100_000) })).status, 413);
});
