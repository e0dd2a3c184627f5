// The readers of plans: what they refuse and what they let pass, on plans as the databases write them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { normalized } from '../support/statements.ts';
import { postgresWalks, type Indexes, type PlanNode } from './plans/postgres-plan.ts';
import { sqliteWalks, type Instruction, type Pages } from './plans/sqlite-plan.ts';
import { contains, sharedLength, templatesOf } from './plans/templates.ts';

const pages: Pages = new Map([
  ['realms', { page: 2, table: 'realms' }],
  ['realms_slug', { page: 3, table: 'realms' }],
  ['realms_newest', { page: 4, table: 'realms' }],
  ['changes', { page: 5, table: 'changes' }],
]);

/** A loop over a page: with a limit after its rows, or with so many comparisons that go to the next row. */
function loop(page: number, { limit = false, filters = 0 } = {}): Instruction[] {
  const body = [
    ...Array.from({ length: filters }, () => ({ opcode: 'Ne', p1: 1, p2: 0 })),
    { opcode: 'ResultRow', p1: 1, p2: 1 },
    ...(limit ? [{ opcode: 'DecrJumpZero', p1: 1, p2: 0 }] : []),
  ];
  const end = body.length + 2;
  return [
    { opcode: 'Init', p1: 0, p2: 0 },
    { opcode: 'OpenRead', p1: 7, p2: page },
    ...body.map((one) => ({ ...one, p2: one.opcode === 'Ne' ? end : end + 1 })),
    { opcode: 'Next', p1: 7, p2: 2 },
    { opcode: 'Halt', p1: 0, p2: 0 },
  ].map((instruction, addr) => ({ addr, ...instruction }));
}

const sqliteTables = (line: string, program: Instruction[] = loop(2), text = '') =>
  sqliteWalks(text, { lines: [line], program }, pages).map(({ table }) => table);

describe('on SQLite,', () => {
  for (const line of [
    'SCAN realms',
    'SCAN realms USING COVERING INDEX realms_slug',
    'SEARCH realms USING INDEX realms_newest (visibility=?)',
    'SEARCH realms USING INDEX realms_newest (visibility=? AND created_at>?)',
    'SEARCH realms USING INTEGER PRIMARY KEY (rowid>?)',
    'SEARCH realms USING AUTOMATIC PARTIAL COVERING INDEX (license=?)',
    'SEARCH realms USING AUTOMATIC COVERING INDEX (license=?) LEFT-JOIN',
  ])
    test(`a walk: ${line}`, () => assert.deepEqual(sqliteTables(line), ['realms']));

  for (const line of [
    'SEARCH realms USING INDEX realms_slug (slug=?)',
    'SEARCH realms USING COVERING INDEX realms_newest (visibility=? AND created_at=?)',
    'SEARCH realms USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN',
    'SEARCH realms USING COVERING INDEX realms_slug', // the least or the greatest
    'SEARCH realms',
    'SCAN 3 CONSTANT ROWS',
    'SCAN CONSTANT ROW',
    'SCAN wanted',
    'SCAN (subquery-2)',
    'SCAN json_each VIRTUAL TABLE INDEX 1:',
    'USE TEMP B-TREE FOR ORDER BY',
    'LIST SUBQUERY 1',
    'MULTI-INDEX OR',
  ])
    test(`no walk: ${line}`, () => assert.deepEqual(sqliteTables(line), []));

  test('an alias is the table that it stands for', () => {
    assert.deepEqual(sqliteTables('SCAN r', loop(2), 'select r.id from realms r'), ['realms']);
    assert.deepEqual(sqliteTables('SEARCH r USING INDEX realms_newest (visibility=?)', loop(4)), ['realms']);
  });

  test('a limit excuses a walk, unless a comparison drops rows before it', () => {
    const line = 'SEARCH realms USING INDEX realms_newest (visibility=?)';
    assert.deepEqual(sqliteTables(line, loop(4, { limit: true })), []);
    assert.deepEqual(sqliteTables(line, loop(4, { limit: true, filters: 1 })), ['realms']);
    assert.deepEqual(sqliteTables(line, [...loop(4, { limit: true }), ...loop(4)]), ['realms']); // in a second program
    assert.deepEqual(sqliteTables(line, [...loop(3, { limit: true }), ...loop(4)]), ['realms']); // the limit of another
  });

  test('the comparison with a row value, by which SQLite has searched already, is no filter', () => {
    const line = 'SEARCH changes USING PRIMARY KEY ((revision,seq)>(?,?))';
    assert.deepEqual(sqliteTables(line, loop(5, { limit: true, filters: 1 })), []);
    assert.deepEqual(sqliteTables(line, loop(5, { limit: true, filters: 2 })), ['changes']);
    assert.deepEqual(sqliteTables(line, loop(5)), ['changes']);
  });
});

const indexes: Indexes = new Map([
  ['realms_slug', { table: 'realms', columns: ['slug'] }],
  ['realms_newest', { table: 'realms', columns: ['visibility', 'created_at', 'id'] }],
  ['versions_pkey', { table: 'versions', columns: ['realm_id', 'version'] }],
]);

const by = (index: string, condition?: string, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': 'Index Scan',
  'Relation Name': indexes.get(index)?.table ?? '',
  'Index Name': index,
  ...(condition && { 'Index Cond': condition }),
  'Parent Relationship': 'Outer',
  ...more,
});
const above = (type: string, ...plans: PlanNode[]): PlanNode => ({
  'Node Type': type,
  'Parent Relationship': 'Outer',
  Plans: plans,
});
const postgresTables = (plan: PlanNode) => postgresWalks(plan, indexes).map(({ table }) => table);

describe('on PostgreSQL,', () => {
  const walks: Record<string, PlanNode> = {
    'a sequential scan': { 'Node Type': 'Seq Scan', 'Relation Name': 'realms' },
    'an index without a condition': by('realms_slug'),
    'an index by a column of few values': by('realms_newest', "(visibility = 'public'::text)"),
    'an index by its last column': by('realms_newest', '((visibility = $1) AND (id = $2))'),
    'a range': by('realms_slug', '(slug > $1)'),
    'a bitmap of a whole index': above(
      'Bitmap Heap Scan',
      by('realms_slug', undefined, { 'Node Type': 'Bitmap Index Scan' }),
    ),
    'a filter below a limit': above('Limit', by('realms_slug', '(slug > $1)', { Filter: '(featured = 1)' })),
    'a condition on a later column below a limit': above(
      'Limit',
      by('realms_newest', '((visibility > $1) AND (id = $2))'),
    ),
    'a bitmap below a limit': above(
      'Limit',
      above('Bitmap Heap Scan', by('realms_slug', '(slug > $1)', { 'Node Type': 'Bitmap Index Scan' })),
    ),
    'a sort below a limit': above('Limit', above('Sort', by('realms_slug'))),
    'the inner side of a join below a limit': above(
      'Limit',
      above(
        'Nested Loop',
        by('versions_pkey', '(realm_id = $1)'),
        by('realms_slug', undefined, { 'Parent Relationship': 'Inner' }),
      ),
    ),
  };
  for (const [what, plan] of Object.entries(walks))
    test(`a walk: ${what}`, () => assert.deepEqual(postgresTables(plan), ['realms']));

  const others: Record<string, PlanNode> = {
    'one value': by('realms_slug', '(slug = $1)'),
    'some values': by('realms_slug', '(slug = ANY (ARRAY[$1, $2]))'),
    'the value of another table': by(
      'versions_pkey',
      '((realm_id = realms.id) AND ((version)::text = realms.version))',
    ),
    'a walk that a limit ends': above('Limit', above('Nested Loop', by('realms_slug', '(slug > $1)'))),
    'the greatest': above('Limit', by('realms_slug', '(slug IS NOT NULL)')),
    'a union that a limit ends': above(
      'Limit',
      above('Append', by('realms_slug', undefined, { 'Parent Relationship': 'Member' })),
    ),
    'a row value': above('Limit', by('versions_pkey', '(ROW(realm_id, version) > ROW($1, $2))')),
    'no table': above('Nested Loop', { 'Node Type': 'Values Scan' }, { 'Node Type': 'CTE Scan' }),
  };
  for (const [what, plan] of Object.entries(others))
    test(`no walk: ${what}`, () => assert.deepEqual(postgresTables(plan), []));
});

test('statements that differ in the length of a list have one text, and one value is no list', () => {
  assert.equal(normalized('select a\n  from b where c in ($1,$2)'), normalized('select a from b where c in (?, ?, ?)'));
  assert.equal(
    normalized('values (cast(? as text), ?),(cast(? as text), ?)'),
    normalized(`values ${'(cast(? as text), ?),'.repeat(8)}(cast(? as text), ?)`),
  );
  assert.equal(normalized('insert into a (b, c) values ($1, $2)'), 'insert into a (b, c) values (?, ?)');
  assert.equal(normalized('where a in ($1)'), 'where a in (?)');
});

test('a statement is known by the texts of its templates', () => {
  const source =
    'const page = sql`select ${columns} from realms\n  where ${join(ids.map((id) => sql`id = ${id}`))} limit ${n}`;';
  const [page, condition] = templatesOf(source, 'queries.ts');
  assert.ok(page && condition);
  assert.deepEqual(
    [page.parts, condition.parts],
    [
      ['select', 'from realms where', 'limit', ''],
      ['id =', ''],
    ],
  );
  const statement = 'select slug from realms where id = ? limit ?';
  assert.ok(contains(statement, page) && contains(statement, condition));
  assert.equal(sharedLength(statement, page), 'selectfrom realms wherelimit'.length);
  assert.equal(sharedLength(statement, condition), 0);
  assert.ok(!contains('select slug from accounts where id = ? limit ?', page));
});
