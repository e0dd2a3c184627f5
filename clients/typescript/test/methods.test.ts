// The methods of the client beside the contract: every operation has one of its own, and lists are as the client reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specifications, type Specification } from '@realm-catalog/contract';
import { clientApi } from '../../generate/client-api.ts';
import { createClient } from '../src/index.ts';

test('every operation of the contract has one method', () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1' });
  const groups = Object.entries(client).filter(([, group]) => typeof group === 'object');
  const names = groups.flatMap(([group, methods]) => Object.keys(methods).map((name) => `${group}.${name}`));
  const expected = Object.values<Specification>(specifications).map(({ clientMethod }) => clientMethod);
  assert.deepEqual(names.toSorted(), [...expected, 'realms.publish'].toSorted(), 'two operations share a method');
});

test('a page has one list, whose items are told apart by an id, a value or a path', () => {
  for (const [operation, { method, reply }] of Object.entries<Specification>(specifications)) {
    const properties = ('schema' in reply && 'properties' in reply.schema ? reply.schema.properties : {}) as Shapes;
    if (!properties['pagination']) continue;
    const lists = Object.values(properties).filter(({ type }) => type === 'array');
    assert.equal(lists.length, 1, operation);
    const known = Object.keys(lists[0]?.items?.properties ?? {}).filter((name) => /^(?:id|value|path)$/.test(name));
    assert.equal(known.length, 1, operation);
    assert.equal(method, 'GET', operation);
  }
});

test('every type and every method of the client has words', () => {
  const { types, groups } = clientApi();
  const described = [...types, ...groups, ...groups.flatMap(({ methods }) => methods)];
  assert.ok(described.length > 100);
  assert.deepEqual(
    described.filter(({ description }) => !description).map(({ name }) => name),
    [],
  );
});

type Shapes = Record<string, { type?: string; items?: { properties?: object } }>;
