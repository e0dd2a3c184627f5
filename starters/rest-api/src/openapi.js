// The description of the API (OpenAPI 3.1), made from the same schemas that check the requests.

import { listQuery, newTask, task, taskChange } from './schema.js';

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema) => ({ 'application/json': { schema } });
const problem = (description) => ({ description, content: { 'application/problem+json': { schema: ref('Problem') } } });
const etag = { ETag: { description: 'The state of the task, for If-Match.', schema: { type: 'string' } } };
const oneTask = (description) => ({ description, headers: etag, content: json(ref('Task')) });

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag last seen; the request fails when the task has changed since.',
  schema: { type: 'string' },
};
const listParameters = Object.entries(listQuery).map(([name, { description, ...schema }]) => ({
  name,
  in: 'query',
  description,
  schema,
}));

const pagination = {
  type: 'object',
  properties: {
    total: { type: 'integer' },
    limit: { type: 'integer' },
    offset: { type: 'integer' },
    hasMore: { type: 'boolean' },
  },
  required: ['total', 'limit', 'offset', 'hasMore'],
};

const problemSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
  required: ['type', 'title', 'status'],
};

export const openapi = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1.0.0', description: 'Keeps tasks.' },
  paths: {
    '/tasks': {
      get: {
        operationId: 'listTasks',
        summary: 'List tasks, newest first',
        parameters: listParameters,
        responses: {
          200: { description: 'A page of tasks', content: json(ref('TaskPage')) },
          400: problem('Not valid'),
        },
      },
      post: {
        operationId: 'addTask',
        summary: 'Add a task',
        requestBody: { required: true, content: json(ref('NewTask')) },
        responses: {
          201: oneTask('The new task'),
          400: problem('Not valid'),
          413: problem('Too large'),
          415: problem('Not JSON'),
        },
      },
    },
    '/tasks/{id}': {
      parameters: [id],
      get: {
        operationId: 'getTask',
        summary: 'Read one task',
        responses: { 200: oneTask('The task'), 304: { description: 'Unchanged' }, 404: problem('Unknown') },
      },
      patch: {
        operationId: 'changeTask',
        summary: 'Change some of a task',
        parameters: [ifMatch],
        requestBody: { required: true, content: json(ref('TaskChange')) },
        responses: {
          200: oneTask('The changed task'),
          400: problem('Not valid'),
          404: problem('Unknown'),
          412: problem('Changed in the meantime'),
          413: problem('Too large'),
          415: problem('Not JSON'),
        },
      },
      delete: {
        operationId: 'removeTask',
        summary: 'Remove a task',
        parameters: [ifMatch],
        responses: {
          204: { description: 'Removed' },
          404: problem('Unknown'),
          412: problem('Changed in the meantime'),
        },
      },
    },
  },
  components: {
    schemas: {
      Task: task,
      NewTask: newTask,
      TaskChange: taskChange,
      TaskPage: {
        type: 'object',
        properties: { tasks: { type: 'array', items: ref('Task') }, pagination },
        required: ['tasks', 'pagination'],
      },
      Problem: problemSchema,
    },
  },
};
