// What the API can do: each path, its methods, and what each of them answers.

import { openapi } from './openapi.js';
import { changedMeanwhile, invalid, notFound } from './problem.js';
import { listQuery, newTask, taskChange } from './schema.js';
import { findErrors, readQuery } from './validate.js';

export const routes = [
  { path: /^\/$/, GET: () => ({ body: { tasks: '/tasks', description: '/openapi.json', health: '/healthz' } }) },
  { path: /^\/healthz$/, GET: () => ({ body: { status: 'ok' } }) },
  { path: /^\/openapi\.json$/, GET: () => ({ body: openapi }) },
  { path: /^\/tasks$/, GET: listTasks, POST: addTask },
  { path: /^\/tasks\/(?<id>[^/]+)$/, GET: getTask, PATCH: changeTask, DELETE: removeTask },
];

function listTasks({ tasks, query }) {
  const { values, errors } = readQuery(listQuery, query);
  if (errors.length > 0) throw invalid(errors);
  const { limit, offset } = values;
  const { tasks: found, total } = tasks.list(values);
  const hasMore = offset + found.length < total;
  return { body: { tasks: found, pagination: { total, limit, offset, hasMore } } };
}

async function addTask({ tasks, readBody }) {
  const task = tasks.add(checked(newTask, await readBody()));
  return { status: 201, headers: { Location: `/tasks/${task.id}`, ETag: etag(task) }, body: task };
}

function getTask({ tasks, id, request }) {
  const task = tasks.find(id);
  if (!task) throw notFound();
  const isKnown = request.headers['if-none-match'] === etag(task);
  return { status: isKnown ? 304 : 200, headers: { ETag: etag(task) }, body: isKnown ? undefined : task };
}

async function changeTask({ tasks, id, request, readBody }) {
  const changes = checked(taskChange, await readBody());
  mayChange(tasks.find(id), request);
  const task = tasks.change(id, changes);
  return { headers: { ETag: etag(task) }, body: task };
}

function removeTask({ tasks, id, request }) {
  mayChange(tasks.find(id), request);
  tasks.remove(id);
  return { status: 204 };
}

const etag = (task) => `"${task.revision}"`;

function checked(schema, value) {
  const errors = findErrors(schema, value);
  if (errors.length > 0) throw invalid(errors);
  return value;
}

// With If-Match a client says which state it has seen, so that two editors never overwrite each other unknowingly.
function mayChange(task, request) {
  if (!task) throw notFound();
  const expected = request.headers['if-match'];
  if (expected !== undefined && expected !== '*' && expected !== etag(task)) throw changedMeanwhile();
}
