// What a task is, written once as JSON Schema: requests are checked against it, and the OpenAPI document shows it.

const title = { type: 'string', minLength: 1, maxLength: 200, description: 'What is to be done.' };
const notes = { type: 'string', maxLength: 5000, description: 'Anything worth remembering about it.' };
const done = { type: 'boolean', description: 'Whether it is finished.' };
const due = { type: ['string', 'null'], format: 'date', description: 'The day it should be finished.' };

export const newTask = {
  type: 'object',
  properties: { title, notes, done, due },
  required: ['title'],
  additionalProperties: false,
};

export const taskChange = {
  type: 'object',
  properties: { title, notes, done, due },
  required: [],
  minProperties: 1,
  additionalProperties: false,
};

export const task = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    title,
    notes,
    done,
    due,
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'title', 'notes', 'done', 'due', 'createdAt', 'updatedAt'],
};

// The query string of the list. Its values arrive as text, so each says how it is read.
export const listQuery = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many tasks a page holds.' },
  offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0, description: 'How many to skip.' },
  done: { type: 'boolean', description: 'Only finished, or only unfinished tasks.' },
  search: { type: 'string', maxLength: 200, description: 'Words that occur in the title or the notes.' },
};
