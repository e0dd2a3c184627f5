// The operator's commands, run as an operator runs them, beside a catalog that is running.
// Run: both stores, own process
// Needs: minutes
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { jobs } from '../../src/concurrency/jobs.ts';
import { openJobRecord } from '../../src/ops/job-record.ts';
import { jobRuns } from '../../src/telemetry.ts';
import { adminCommand, adminCommands, type Outcome } from './admin-command.ts';
import { aKey, anAccount, aRealm, bearer, json, logIn, PASSWORD, signUp, useCatalog } from '../support/harness.ts';
import { describeOnce, testOnce } from '../support/once.ts';

const ada = anAccount({ username: 'realm-catalog' });
const realms = ['one', 'two', 'three'].map((slug) => aRealm(ada, { slug, name: slug }));

const catalog = useCatalog({ accounts: [ada], realms });

const admin = (...words: string[]) => adminCommand(words, catalog.env).ended;

/** A command that finds a password on standard input. */
const typed = (input: string | Buffer, ...words: string[]) =>
  adminCommand([...words, '--password-stdin'], catalog.env, undefined, input).ended;

/** What a command prints when it does what it was told. */
async function done(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin(...words);
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  assert.match(stdout, /^\S.*\n$/, 'one line');
  await catalog.services.catalog.follow(); // as it does by itself, four times a second
  return stdout.trim();
}

/** A refusal: on stderr, short, without a stack, and nothing on stdout for a script to take. */
function assertRefused({ code, stdout, stderr }: Outcome, says: RegExp): void {
  assert.notEqual(code, 0);
  assert.notEqual(code, null);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  const [line = '', ...hint] = stderr.trim().split('\n');
  assert.match(line, /^(admin|error): \S/);
  assert.ok(hint.length === 0 || (hint.length === 1 && hint[0]?.includes('--help')), stderr);
  assert.doesNotMatch(stderr, /\bat .*\(|node:|\.ts\b|Error:/);
}

/** A command, and what it says. */
type Saying = [says: RegExp, ...words: string[]];

async function assertAllRefused(about: string, refusals: Saying[]): Promise<void> {
  const outcomes = await adminCommands(
    refusals.map(([, ...words]) => [about, ...words]),
    catalog.env,
  );
  for (const [at, [says]] of refusals.entries()) assertRefused(outcomes[at] ?? assert.fail(), says);
}

const me = (token: string) => catalog.ask('/v1/me', bearer(token));
const login = (username: string, password = PASSWORD) => catalog.ask('/v1/auth/login', json({ username, password }));

describe('users', () => {
  test('add opens an account that can log in, by default free and without a role', async () => {
    await done('users', 'add', 'Alice', '--password', PASSWORD);
    const { token } = await logIn(catalog, 'alice');
    const { username, plan, role } = (await me(token)).body;
    assert.deepEqual({ username, plan, role }, { username: 'alice', plan: 'free', role: 'user' });
    await done(
      'users',
      'add',
      'boss',
      '--password',
      PASSWORD,
      '--plan',
      'premium',
      '--role',
      'admin',
      '--name',
      'The Boss',
    );
    const { body } = await me((await logIn(catalog, 'boss')).token);
    assert.deepEqual([body.plan, body.role, body.name], ['premium', 'admin', 'The Boss']);
  });

  test('set changes what is named, in the running catalog at once, and nothing else', async () => {
    const { token } = await signUp(catalog, { username: 'climber', name: 'Climber' });
    const limit = async () => (await catalog.ask('/v1/realms', bearer(token))).headers.get('x-ratelimit-limit');
    assert.equal(await limit(), '1000');
    await done('users', 'set', 'CLIMBER', '--plan', 'premium');
    assert.equal(await limit(), '5000');
    await done('users', 'set', 'climber', '--role', 'curator');
    const { plan, role, name } = (await me(token)).body;
    assert.deepEqual({ plan, role, name }, { plan: 'premium', role: 'curator', name: 'Climber' });
    await done('users', 'set', 'climber', '--plan', 'free', '--role', 'user');
    assert.equal(await limit(), '1000');
  });

  test('set with a password ends every session', async () => {
    const { token } = await signUp(catalog, { username: 'locked-out' });
    const { key } = await aKey(catalog, token);
    await done('users', 'set', 'locked-out', '--password', 'a new password');
    assert.equal((await me(token)).status, 401);
    assert.equal((await me(key)).status, 200);
    assert.equal((await login('locked-out')).status, 401);
    assert.equal((await login('locked-out', 'a new password')).status, 200);
  });

  test('add and set take a password from standard input, without the line feed at its end', async () => {
    for (const [at, [input, password]] of [
      [`${PASSWORD}\n`, PASSWORD],
      [`${PASSWORD}\r\n`, PASSWORD],
      [PASSWORD, PASSWORD],
      [` two  lines\n and blanks \n\n`, ' two  lines\n and blanks \n'],
      ['ein Schlüssel ☂\n', 'ein Schlüssel ☂'],
    ].entries()) {
      const { code, stderr } = await typed(input ?? '', 'users', 'add', `typist-${at}`);
      assert.equal(code, 0, stderr);
      assert.equal((await login(`typist-${at}`, password)).status, 200);
    }
    const { code, stderr } = await typed('another password\n', 'users', 'set', 'typist-0', '--plan', 'premium');
    assert.equal(code, 0, stderr);
    assert.equal((await login('typist-0')).status, 401);
    assert.equal((await login('typist-0', 'another password')).status, 200);
  });

  testOnce('no password, an empty one, two of them, and what is none are refused', async () => {
    assertRefused(await admin('users', 'add', 'nobody'), /needs a password/);
    for (const input of ['', '\n', '\r\n'])
      assertRefused(await typed(input, 'users', 'add', 'nobody'), /Standard input holds no password/);
    for (const command of ['add', 'set'])
      assertRefused(await typed(PASSWORD, 'users', command, 'nobody', '--password', PASSWORD), /not both/);
    assertRefused(await typed('short\n', 'users', 'add', 'nobody'), /password must have/);
    assertRefused(await typed('x'.repeat(1_025), 'users', 'add', 'nobody'), /password must have/);
    assertRefused(await typed('x'.repeat(100_000), 'users', 'add', 'nobody'), /more than a password/);
    assertRefused(await typed(Buffer.from('ff'.repeat(9), 'hex'), 'users', 'add', 'nobody'), /not valid UTF-8/);
    const anId = randomUUIDv7();
    assertRefused(await admin('users', 'add', anId, '--password', PASSWORD), /username must not look like an id/);
    assert.equal((await login('nobody')).status, 401);
  });

  test('remove ends every credential at once; the realms stay, and so does the name', async () => {
    const { token } = await signUp(catalog, { username: 'leaver' });
    const { key } = await aKey(catalog, token);
    const fields = { name: 'Left behind', description: 'It stays.', category: 'api' };
    const { slug } = (await catalog.ask('/v1/realms', json(fields, key))).body;
    await done('users', 'remove', 'leaver');
    for (const credential of [token, key]) assert.equal((await me(credential)).status, 401);
    assert.equal((await login('leaver')).status, 401);
    assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.author.username, 'leaver');
    assertRefused(await admin('users', 'add', 'leaver', '--password', PASSWORD), /leaver/);
  });

  test('suspend refuses every credential at once, and restore accepts them again', async () => {
    const { token } = await signUp(catalog, { username: 'suspect' });
    await done('users', 'suspend', 'SUSPECT');
    assert.equal((await me(token)).body.code, 'suspended');
    await done('users', 'restore', 'suspect');
    assert.equal((await me(token)).status, 200);
  });

  test('list shows accounts by name, role, plan and suspension', async () => {
    await signUp(catalog, { username: 'listed-curator', role: 'curator' });
    await signUp(catalog, { username: 'listed-payer', plan: 'premium' });
    await done('users', 'suspend', 'listed-payer');
    const all = ['users', 'list', '--search', 'listed-'];
    const curator = 'listed-curator  curator  free  0 realms  0 bytes';
    const payer = /^listed-payer {2}user {2}premium {2}0 realms {2}0 bytes {2}suspended since \d{4}-\S+$/;
    const [first, second, ...more] = (await admin(...all)).stdout.trim().split('\n');
    assert.deepEqual([first, more], [curator, []]);
    assert.match(second ?? '', payer);
    assert.equal(await done(...all, '--role', 'curator'), curator);
    assert.match(await done(...all, '--plan', 'premium', '--suspended'), payer);
    assert.match(await done('users', 'list', '--suspended', '--limit', '1'), payer);
    assert.equal(await done(...all, '--role', 'admin'), 'There is no such account.');
    await done('users', 'restore', 'listed-payer');
  });

  const refusals: Saying[] = [
    [/no whole number/, 'list', '--limit', 'x'],
    [
      /name must not contain control characters, invisible characters/,
      'add',
      'x',
      '--password',
      PASSWORD,
      '--name',
      'A\u{202e}b',
    ],
    [/taken/, 'add', 'Realm-Catalog', '--password', PASSWORD],
    [/username/, 'add', 'no spaces', '--password', PASSWORD],
    [/username/, 'add', '', '--password', PASSWORD],
    [/at least 8 characters and at most 1,024 bytes/, 'add', 'short', '--password', '1234567'],
    [/at least 8 characters and at most 1,024 bytes/, 'add', 'long', '--password', 'x'.repeat(1_025)],
    [/--password/, 'add', 'nameless'],
    [/--password/, 'add', 'valueless', '--password'],
    [/free, premium/, 'add', 'rich', '--password', PASSWORD, '--plan', 'gold'],
    [/user, curator, admin/, 'add', 'mighty', '--password', PASSWORD, '--role', 'king'],
    [/e-?mail/i, 'add', 'unreachable', '--password', PASSWORD, '--email', 'nowhere'],
    [/name/i, 'add', 'controlled', '--password', PASSWORD, '--name', 'a\u0007b'],
    [/no account unknown/, 'set', 'unknown', '--plan', 'premium'],
    [/no account unknown/, 'suspend', 'unknown'],
    [/no account unknown/, 'remove', 'unknown'],
    [/username/, 'remove'],
    [/--colour/, 'set', 'realm-catalog', '--colour', 'red'],
  ];
  testOnce('what cannot be is refused, saying why', () => assertAllRefused('users', refusals));

  test('what was refused opened nothing', async () => {
    for (const name of ['short', 'long', 'rich', 'mighty', 'unreachable', 'controlled', 'nameless'])
      assert.equal((await login(name)).status, 401, name);
  });
});

describe('keys', () => {
  test('add prints the key alone, and it is good at once, by default with the default scopes', async () => {
    await signUp(catalog, { username: 'machine' });
    const key = await done('keys', 'add', 'machine', '--name', 'ci');
    assert.match(key, /^rlm_key_[0-9A-Za-z]+_[0-9a-f]{8}$/);
    const { status, body } = await me(key);
    assert.equal(status, 200);
    assert.deepEqual(body.credential, { kind: 'key', scopes: ['realms:read', 'realms:write'], expiresAt: '' });
    const narrow = await done('keys', 'add', 'Machine', '--name', 'ci', '--scopes', 'realms:read,account');
    assert.deepEqual((await me(narrow)).body.credential.scopes, ['realms:read', 'account']);
    const { body: listed } = await catalog.ask('/v1/keys', bearer(narrow));
    assert.deepEqual(
      (listed.keys as { name: string }[]).map(({ name }) => name),
      ['ci', 'ci'],
    );
  });

  const refusals: Saying[] = [
    [/no account unknown/, 'add', 'unknown', '--name', 'ci'],
    [/--name/, 'add', 'realm-catalog'],
    [/name must not be empty/, 'add', 'realm-catalog', '--name', ' '],
    [/name must not contain control characters, invisible characters/, 'add', 'realm-catalog', '--name', 'c\u{200b}i'],
    [/name .* 30 combining marks/, 'add', 'realm-catalog', '--name', `c${'\u{301}'.repeat(31)}`],
    [/everything/, 'add', 'realm-catalog', '--name', 'ci', '--scopes', 'everything'],
    [/scope/, 'add', 'realm-catalog', '--name', 'ci', '--scopes', 'realms:read,'],
    [/username/, 'add', '--name', 'ci'],
  ];
  testOnce('what cannot be is refused, saying why', () => assertAllRefused('keys', refusals));
});

const featured = async () =>
  ((await catalog.ask('/v1/realms?featured')).body.realms as { slug: string }[]).map(({ slug }) => slug);

describe('realms', () => {
  test('feature and unfeature show', async () => {
    await done('realms', 'feature', 'two');
    assert.deepEqual(await featured(), ['two']);
    await done('realms', 'feature', 'two');
    assert.deepEqual(await featured(), ['two']);
    await done('realms', 'unfeature', 'two');
    assert.deepEqual(await featured(), []);
  });

  test('quarantine and release show', async () => {
    await done('realms', 'quarantine', 'three', '--reason', 'It is broken.');
    assert.equal((await catalog.ask('/v1/realms/three')).status, 404);
    assert.match(await done('realms', 'quarantined'), /^three {2}realm-catalog {2}public {2}\S+ {2}"It is broken\."$/);
    await done('realms', 'release', 'three');
    assert.equal((await catalog.ask('/v1/realms/three')).status, 200);
    assert.equal(await done('realms', 'quarantined'), 'No realm is quarantined.');
  });

  testOnce('a quarantine without a reason, or with too long a one, is refused', () =>
    assertAllRefused('realms', [
      [/--reason/, 'quarantine', 'one'],
      [/reason/, 'quarantine', 'one', '--reason', ' '],
      [/reason/, 'quarantine', 'one', '--reason', 'x'.repeat(501)],
      [/no realm unknown/, 'quarantine', 'unknown', '--reason', 'x'],
    ]),
  );

  testOnce('an unknown or missing slug is refused', async () => {
    const refusals = ['feature', 'unfeature', 'release'].flatMap((word): Saying[] => [
      [/no realm unknown/, word, 'unknown'],
      [/slug/, word],
    ]);
    await assertAllRefused('realms', refusals);
  });
});

test('storage shows what is stored, and the quotas', async () => {
  const { body } = await catalog.ask(
    '/v1/admin/storage',
    bearer((await signUp(catalog, { username: 'storekeeper', role: 'admin' })).token),
  );
  const [all, ...others] = (await admin('storage')).stdout.trim().split('\n');
  assert.equal(all, `all  ${body.users} accounts  ${body.realms} realms  ${body.bytes} bytes`);
  assert.equal(others[0], 'quota of free  500 realms  1073741824 bytes');
  assert.equal(others.length, 2 + body.largest.length);
});

test('jobs shows all of them, and how they have run in all processes', async () => {
  const { db } = catalog.services;
  let isBroken = true;
  const batch: typeof db.batch = (statements) => (isBroken ? Promise.reject(new Error('no')) : db.batch(statements));
  const records = [openJobRecord({ ...db, batch }), openJobRecord(db)];
  const run = { job: 'sending mail', ms: 10_000 }; // no other mail is sent here
  jobRuns.publish({ ...run, failed: true });
  await records[0]?.run();
  isBroken = false;
  jobRuns.publish({ ...run, failed: false });
  for (const record of records) await record.run();
  for (const record of records) await record.close();
  const lines = (await admin('jobs')).stdout.trim().split('\n');
  assert.equal(lines.length, Object.keys(jobs).length);
  const lineOf = (name: string) => lines.find((line) => line.startsWith(name)) ?? '';
  assert.match(lineOf('scoring downloads'), /^scoring downloads  every 10 s  one process  /);
  const [, runs, failures] =
    /^sending mail  every 5 s  each process  (\d+) runs  10000 ms each  last 20\S+Z  (\d+) failures  last 20\S+Z$/.exec(
      lineOf('sending mail'),
    ) ?? [];
  assert.ok(Number(runs) >= 4, 'two have recorded both, and the catalog itself may have');
  assert.equal(Number(failures), Number(runs) / 2);
});

const named = async (name: string, query = '') => {
  const { body } = await catalog.ask(`/v1/collections${query}`);
  return (body.collections as Record<string, unknown>[]).find((one) => one['name'] === name);
};

describe('collections', () => {
  const about = ['--description', 'To begin with.'];

  test('add, set and remove show at once', async () => {
    await done('collections', 'add', 'firsts', '--name', 'Firsts', ...about, '--realms', 'three, one', '--featured');
    const { description, realms, createdBy } = (await named('Firsts', '?featured')) ?? assert.fail();
    assert.deepEqual([description, realms, createdBy], ['To begin with.', ['three', 'one'], 'realm-catalog']);

    await done('collections', 'set', 'firsts', '--realms', 'one,two,three');
    assert.deepEqual((await named('Firsts', '?featured'))?.['realms'], ['one', 'two', 'three']);
    await done('collections', 'set', 'firsts', '--name', ' Seconds ', '--no-featured');
    assert.equal(await named('Seconds', '?featured'), undefined);
    assert.equal((await named('Seconds'))?.['description'], 'To begin with.');
    assert.deepEqual((await named('Seconds'))?.['realms'], ['one', 'two', 'three']);

    await done('collections', 'remove', 'firsts');
    assert.equal(await named('Seconds'), undefined);
    assert.equal((await catalog.ask('/v1/realms/one')).status, 200);
  });

  testOnce('what cannot be is refused, saying why, and changes nothing', async () => {
    await done('collections', 'add', 'kept', '--name', 'Kept', ...about, '--realms', 'one');
    const before = (await catalog.ask('/v1/collections')).text;
    const refusals: Saying[] = [
      [/already/, 'add', 'kept', '--name', 'X', ...about, '--realms', 'one'],
      [/slug/, 'add', 'No Slug', '--name', 'X', ...about, '--realms', 'one'],
      [/no realm unknown/, 'add', 'x', '--name', 'X', ...about, '--realms', 'one,unknown'],
      [/no account nobody/, 'add', 'x', '--name', 'X', ...about, '--realms', 'one', '--by', 'nobody'],
      [/--name/, 'add', 'x', ...about, '--realms', 'one'],
      [/--realms/, 'add', 'x', '--name', 'X', ...about],
      [
        /name must not contain control characters, invisible characters/,
        'add',
        'x',
        '--name',
        'X\u{202e}',
        ...about,
        '--realms',
        'one',
      ],
      [/name must not be empty/, 'add', 'x', '--name', ' ', ...about, '--realms', 'one'],
      [/name must not hold control/, 'set', 'kept', '--name', 'Y\u{7}'],
      [/description .* 30 combining marks/, 'set', 'kept', '--description', `a${'\u{301}'.repeat(31)}`],
      [/no realm unknown/, 'set', 'kept', '--name', 'Y', '--realms', 'unknown'],
      [/no collection unknown/, 'set', 'unknown', '--name', 'Y'],
      [/no collection unknown/, 'remove', 'unknown'],
    ];
    await assertAllRefused('collections', refusals);
    assert.equal((await catalog.ask('/v1/collections')).text, before);
  });
});

describe('secrets', () => {
  test('rotate makes new keys: what was signed stays good, and within a minute the running catalog signs with them', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { token } = await signUp(catalog, { username: 'signed' });
    await done('secrets', 'rotate');
    assert.equal((await me(token)).status, 200);
    t.mock.timers.tick(61_000);
    const { token: next } = await logIn(catalog, 'signed');
    assert.notEqual(decodeProtectedHeader(next).kid, decodeProtectedHeader(token).kid);
    for (const one of [token, next]) assert.equal((await me(one)).status, 200);
  });
});

describeOnce('help', {}, () => {
  const levels: Saying[] = [
    [/users[\s\S]*keys[\s\S]*realms[\s\S]*collections[\s\S]*secrets/],
    [/add[\s\S]*set[\s\S]*remove/, 'users'],
    [/--password[\s\S]*--plan[\s\S]*--role/, 'users', 'add'],
    [/--plan/, 'users', 'set'],
    [/username/, 'users', 'remove'],
    [/add/, 'keys'],
    [/--name[\s\S]*--scopes/, 'keys', 'add'],
    [/feature[\s\S]*unfeature/, 'realms'],
    [/slug/, 'realms', 'feature'],
    [/slug/, 'realms', 'unfeature'],
    [/add[\s\S]*set[\s\S]*remove/, 'collections'],
    [/--name[\s\S]*--description[\s\S]*--realms[\s\S]*--featured/, 'collections', 'add'],
    [/--no-featured/, 'collections', 'set'],
    [/slug/, 'collections', 'remove'],
    [/rotate/, 'secrets'],
    [/Usage/, 'secrets', 'rotate'],
    [/list[\s\S]*head[\s\S]*verify[\s\S]*export/, 'audit'],
  ];
  test('every command says with --help what it takes', async () => {
    const outcomes = await adminCommands(
      levels.map(([, ...words]) => [...words, '--help']),
      catalog.env,
    );
    for (const [at, [says]] of levels.entries()) {
      const { code, stdout, stderr } = outcomes[at] ?? assert.fail();
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Usage: admin/);
      assert.match(stdout, says);
    }
  });

  test('a command that is missing is refused and shown what there is', async () => {
    const missing = [[], ['users'], ['keys'], ['realms'], ['collections'], ['secrets']];
    for (const [at, { code, stdout, stderr }] of (await adminCommands(missing, catalog.env)).entries()) {
      assert.notEqual(code, 0, missing[at]?.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, /Usage: admin|--help/);
      assert.doesNotMatch(stderr, /\bat .*\(|node:/);
    }
  });

  test('an unknown command or option is refused, saying which', async () => {
    assertRefused(await admin('planets'), /planets/);
    assertRefused(await admin('users', 'praise'), /praise/);
    assertRefused(await admin('--loud'), /--loud/);
    assertRefused(await admin('realms', 'feature', 'one', 'two'), /argument/);
  });
});

describeOnce('settings', {}, () => {
  test('that are wrong stop a command with one line', async () => {
    const env = { DATA_DIR: catalog.services.config.dataDir, PORT: 'x' };
    const { code, stderr } = await adminCommand(['realms', 'feature', 'one'], env).ended;
    assert.notEqual(code, 0);
    assert.match(stderr, /^admin: PORT [^\n]*\n$/);
  });
});
