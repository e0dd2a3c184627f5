// Asks the API over real HTTP, on a real SQLite file.

import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createApp } from '../src/app.js';
import { openTasks } from '../src/tasks.js';

const folder = mkdtempSync(join(tmpdir(), 'rest-api-'));
const tasks = openTasks(folder);
const server = createServer(createApp({ tasks }));
let address;

before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${server.address().port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
  tasks.close();
  rmSync(folder, { recursive: true });
});

async function ask(method, path, body, headers = {}) {
  const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const response = await fetch(address + path, {
    method,
    ...content,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
}

test('a task can be added, read, changed and removed', async () => {
  const added = await ask('POST', '/tasks', { title: 'Water the plant', due: '2026-05-01' });
  assert.equal(added.status, 201);
  const path = added.headers.get('location');
  assert.deepEqual((await ask('GET', path)).body, added.body);
  const changed = await ask('PATCH', path, { done: true });
  assert.deepEqual([changed.body.done, changed.body.title, changed.body.due], [true, 'Water the plant', '2026-05-01']);
  assert.equal((await ask('DELETE', path)).status, 204);
  assert.equal((await ask('GET', path)).status, 404);
});

test('the list is paged, newest first, and can be filtered and searched', async () => {
  for (const number of [1, 2, 3]) await ask('POST', '/tasks', { title: `Page ${number}`, done: number === 2 });
  const { body } = await ask('GET', '/tasks?search=page&limit=2');
  assert.deepEqual(
    body.tasks.map((task) => task.title),
    ['Page 3', 'Page 2'],
  );
  assert.deepEqual(body.pagination, { total: 3, limit: 2, offset: 0, hasMore: true });
  const rest = await ask('GET', '/tasks?search=page&limit=2&offset=2');
  assert.deepEqual([rest.body.tasks.length, rest.body.pagination.hasMore], [1, false]);
  assert.deepEqual(
    (await ask('GET', '/tasks?search=PAGE&done=true')).body.tasks.map((task) => task.title),
    ['Page 2'],
  );
  assert.equal((await ask('GET', '/tasks?search=%25')).body.pagination.total, 0);
});

const refused = [
  { title: 'a task without a title', body: {}, field: 'title' },
  { title: 'a blank title', body: { title: '  ' }, field: 'title' },
  { title: 'a title that is a number', body: { title: 7 }, field: 'title' },
  { title: 'an unknown field', body: { title: 'a', colour: 'red' }, field: 'colour' },
  { title: 'a day that does not exist', body: { title: 'a', due: '2026-02-30' }, field: 'due' },
  { title: 'a body that is not JSON', body: '{', field: '' },
  { title: 'a list instead of a task', body: [], field: '' },
  { title: 'a body that is far too large', body: { title: 'x'.repeat(100_000) }, status: 413 },
  { title: 'a page size of zero', method: 'GET', path: '/tasks?limit=0', field: 'limit' },
  { title: 'a page size that is no number', method: 'GET', path: '/tasks?limit=1e2', field: 'limit' },
  { title: 'a filter given twice', method: 'GET', path: '/tasks?done=true&done=false', field: 'done' },
  { title: 'a method that is not offered', method: 'PUT', body: {}, status: 405 },
  { title: 'an unknown address', method: 'GET', path: '/nothing', status: 404 },
];

for (const { title, method = 'POST', path = '/tasks', body, status = 400, field } of refused) {
  test(`${title} is refused with ${status}`, async () => {
    const reply = await ask(method, path, body);
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('content-type'), 'application/problem+json');
    assert.equal(reply.body.status, status);
    assert.equal(reply.body.errors?.[0].field, field);
  });
}

test('a body that does not say it is JSON is refused with 415', async () => {
  assert.equal((await ask('POST', '/tasks', { title: 'a' }, { 'content-type': 'text/plain' })).status, 415);
});

test('a wrong method is answered with the right ones', async () => {
  assert.equal((await ask('PUT', '/tasks', {})).headers.get('allow'), 'GET, HEAD, POST');
});

test('an edit of an old state is refused, so that nobody overwrites another', async () => {
  const added = await ask('POST', '/tasks', { title: 'Shared' });
  const path = `/tasks/${added.body.id}`;
  const seen = { 'if-match': added.headers.get('etag') };
  assert.equal((await ask('PATCH', path, { title: 'First' }, seen)).status, 200);
  assert.equal((await ask('PATCH', path, { title: 'Second' }, seen)).status, 412);
  assert.equal((await ask('GET', path)).body.title, 'First');
});

test('a task that has not changed is not sent again', async () => {
  const added = await ask('POST', '/tasks', { title: 'Still' });
  const headers = { 'if-none-match': added.headers.get('etag') };
  assert.equal((await ask('GET', `/tasks/${added.body.id}`, undefined, headers)).status, 304);
});

test('the OpenAPI document describes every method that is served', async () => {
  const { body } = await ask('GET', '/openapi.json');
  assert.deepEqual(Object.keys(body.paths['/tasks']), ['get', 'post']);
  assert.deepEqual(Object.keys(body.paths['/tasks/{id}']), ['parameters', 'get', 'patch', 'delete']);
  assert.equal(body.components.schemas.NewTask.properties.title.maxLength, 200);
});
