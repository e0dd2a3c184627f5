// The table of methods beside the contract: every operation has a method, and each takes and gives what the contract says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specifications, type OperationId, type Specification } from '@realm-catalog/contract';
import { methods } from '../src/methods.ts';
import type { Row } from '../src/method-types.ts';

const rows: Row[] = Object.values(methods).flatMap((group: Record<string, Row>) => Object.values(group));
const specificationOf = (id: OperationId): Specification => specifications[id];

test('every operation of the contract has one method', () => {
  assert.deepEqual(rows.map(({ operation }) => operation).toSorted(), Object.keys(specifications).toSorted());
});

test('a method takes the query, the body or the archive that the contract names', () => {
  for (const { operation, input } of rows) {
    const { query, body, archive } = specificationOf(operation);
    assert.equal(input, archive ? 'archive' : query ? 'query' : body ? 'body' : undefined, operation);
    assert.ok(!(query && body), `${operation} takes one of the two`);
  }
});

test('a method sends a key where the operation recognizes retries by it', () => {
  for (const { operation, hasIdempotencyKey = false } of rows)
    assert.equal(
      hasIdempotencyKey,
      specificationOf(operation).requestHeaders?.includes('Idempotency-Key') ?? false,
      operation,
    );
});

test('a page has one list, whose items are told apart by an id, a value or a path', () => {
  for (const { operation } of rows) {
    const { method, reply } = specificationOf(operation);
    const properties = ('schema' in reply && 'properties' in reply.schema ? reply.schema.properties : {}) as Shapes;
    if (!properties['pagination']) continue;
    const lists = Object.values(properties).filter(({ type }) => type === 'array');
    assert.equal(lists.length, 1, operation);
    const known = Object.keys(lists[0]?.items?.properties ?? {}).filter((name) => /^(?:id|value|path)$/.test(name));
    assert.equal(known.length, 1, operation);
    assert.equal(method, 'GET', operation);
  }
});

type Shapes = Record<string, { type?: string; items?: { properties?: object } }>;
