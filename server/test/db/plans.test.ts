// How the databases go about every statement that the other tests have prepared: by an index, and not through a table that grows. Run by
// `server/test/run.ts` after the others.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { oneLine, readStatements } from '../support/statements.ts';
import { databaseUrl, TEMPLATE } from '../support/stores.ts';
import { allowedWalks, isSmall, type AllowedWalk } from './plans/allowed.ts';
import { explainOnPostgres, explainOnSqlite, type Explainer } from './plans/explain.ts';
import { contains, sharedLength, templatesIn, type Template } from './plans/templates.ts';

const { TEST_STATEMENT_LOG: log = '', TEST_HAS_ALL_STATEMENTS: hasAll, TEST_DATABASE_URL: server = '' } = process.env;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const templates = templatesIn(root, 'server/src/**/*.ts');
const testFiles = '{server/test,cli/test,clients/typescript/test,action/test,faults,worst-cases}/**/*.ts';
const testTemplates = templatesIn(root, testFiles);
const testSources = globSync(testFiles, { cwd: root }).map((file) => oneLine(readFileSync(root + file, 'utf8')));
const prepared = readStatements(log);

/** A statement is of the file whose template has most of its text. Those of tests may do as they like. */
function isOfServer(text: string): boolean {
  const shared = longest(text, templates);
  const isQuoted = shared < text.length && testSources.some((source) => source.includes(text));
  return shared > 0 && !isQuoted && shared >= longest(text, testTemplates);
}

function longest(text: string, among: Template[]): number {
  return among.reduce((most, template) => Math.max(most, sharedLength(text, template)), 0);
}

/** All but `begin`. */
const statements = prepared.filter((text) => /^(select|insert|update|delete|with) /.test(text) && isOfServer(text));

const used = new Set<AllowedWalk>();

/** The walks of a statement through tables that grow, without those that are allowed. */
async function refusedWalks(explainer: Explainer, text: string): Promise<string[]> {
  const walks = await explainer.walksOf(text).catch((cause: unknown) => {
    throw new Error(`it cannot be explained: ${text}`, { cause });
  });
  return walks.flatMap(({ table, line }) => {
    if (isSmall(table)) return [];
    const allowed = allowedWalks.find((one) => [table, '*'].includes(one.table) && one.statement.test(text));
    if (allowed) used.add(allowed);
    return allowed ? [] : `${line}\n    of ${text}`;
  });
}

/** Each walks through a table: so that the test would notice if it read no plan any more. */
const bad = [
  'select at from audit where position is not null and action = ?',
  'select slug from realms where license = ?',
  'select count(*) from realms',
  'select slug from realms order by created_at limit ?',
  'select slug from realms where license = ? order by seq limit ?',
  'select versions.size from versions join accounts on accounts.id = versions.published_by where accounts.username = ?',
];

const databases = {
  SQLite: explainOnSqlite,
  ...(server !== '' && { PostgreSQL: () => explainOnPostgres(databaseUrl(server, TEMPLATE), isSmall) }),
};

describe(
  'no statement of the server walks through a table that grows,',
  { skip: log === '' && 'server/test/run.ts collects the statements' },
  () => {
    for (const [name, open] of Object.entries(databases))
      test(`on ${name}`, async () => {
        await using explainer = await open();
        for (const text of bad) assert.notDeepEqual(await refusedWalks(explainer, text), [], `not noticed: ${text}`);
        const refused: string[] = [];
        for (const text of statements) refused.push(...(await refusedWalks(explainer, text)));
        assert.equal(refused.join('\n'), '');
      });

    if (hasAll) {
      test('each walk that is allowed is needed', () => {
        assert.deepEqual(
          allowedWalks.filter((one) => !used.has(one)),
          [],
        );
      });

      test('every SQL template of the server is part of a statement that a test has prepared', () => {
        const missing = templates.filter((template) => !prepared.some((text) => contains(text, template)));
        assert.deepEqual(
          missing.map(({ place }) => place),
          [],
        );
      });
    }
  },
);
