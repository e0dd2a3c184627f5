// `realm init`.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runRealm } from '../support/run-realm.ts';
import { catalog, env, project, publish, realmFile, startBeforeTests } from './projects.ts';

startBeforeTests();

describe('init', () => {
  test('writes realm.json from options and package.json, which publish then takes', async () => {
    const folder = project({
      'package.json': {
        name: '@alice/my-api',
        description: 'An API.',
        license: 'MIT',
        version: '0.3.0',
        keywords: ['rest', 'Not A Tag'],
      },
    });
    const { code, stderr } = await runRealm(['init', '--category', 'api', '--no-input'], { env, cwd: folder });
    assert.equal(code, 0, stderr);
    const { $schema, ...fields } = JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8'));
    assert.deepEqual(fields, {
      slug: 'my-api',
      name: 'my-api',
      description: 'An API.',
      category: 'api',
      tags: ['rest'],
      license: 'MIT',
      version: '0.3.0',
      variables: { projectName: { ask: 'What is it called?', replaces: 'My Api', default: '{folder}' } },
    });
    assert.equal((await catalog.ask(new URL($schema).pathname)).status, 200);
    assert.equal((await publish(folder)).record.version, '0.3.0');
    const again = await runRealm(['init', '--category', 'api'], { env, cwd: folder });
    assert.equal(again.code, 6);
  });

  test('names the flag for a slug where the name gives none and nobody can be asked', async () => {
    const words = ['init', '--name', '日本語', '--description', 'A kit.', '--category', 'api', '--no-input'];
    const cwd = project({});
    const refused = await runRealm(words, { env, cwd });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /needs a slug[^]*--slug my-realm/);
    assert.equal((await runRealm([...words, '--slug', 'nihongo'], { env, cwd })).code, 0);
    assert.equal(JSON.parse(readFileSync(join(cwd, 'realm.json'), 'utf8')).slug, 'nihongo');
  });

  test('refuses what the catalog would refuse, and writes nothing', async () => {
    const cwd = project({});
    const words = ['init', '--name', 'X', '--description', 'A kit.', '--category', 'Data Science'];
    const { code, stderr } = await runRealm(words, { env, cwd });
    assert.equal(code, 2);
    assert.match(stderr, /category must have 1 to 32 lower-case letters/);
    assert.equal(existsSync(join(cwd, 'realm.json')), false);
  });

  test('makes no folder of a name that was mistyped', async () => {
    const cwd = project({});
    const words = ['init', 'my-bolg', '--name', 'X', '--description', 'A kit.', '--category', 'api'];
    const { code, stderr } = await runRealm(words, { env, cwd });
    assert.equal(code, 2);
    assert.match(stderr, /my-bolg is not a folder/);
    assert.equal(existsSync(join(cwd, 'my-bolg')), false);
  });

  test('is followed by commands that name fields which nobody reads, with those that were meant', async () => {
    const file = { ...realmFile('known-fields'), catgory: 'x', licence: 'MIT', features: { auht: true }, mood: 'good' };
    const cwd = project({ 'realm.json': file });
    const expected = [
      'realm.json has an unknown field, catgory. Did you mean category?',
      'realm.json has an unknown field, licence. Did you mean license?',
      'realm.json has an unknown field, features.auht. Did you mean features.auth?',
      'realm.json has an unknown field, mood.',
    ];
    for (const words of [
      ['pack', '--dry-run'],
      ['publish', '--dry-run'],
    ]) {
      const { code, stdout } = await runRealm([...words, '--json=warnings'], { env, cwd });
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(stdout).warnings.toSorted(), expected.toSorted(), words[0]);
      const { stderr } = await runRealm(words, { env, cwd });
      for (const line of expected) assert.ok(stderr.includes(`Warning: ${line}\n`), stderr);
    }
  });

  /** Each alone is a reason to ask nothing. */
  const reasons: [reason: string, words: string[], variables: object, terminals: ('stdin' | 'stderr')[]][] = [
    ['stdin is no terminal', [], {}, ['stderr']],
    ['stderr is no terminal', [], {}, ['stdin']],
    ['CI is set', [], { CI: '1' }, ['stdin', 'stderr']],
    ...['--yes', '--no-input', '--json', '--ndjson'].map((word): (typeof reasons)[number] => [
      `${word} is given`,
      [word],
      {},
      ['stdin', 'stderr'],
    ]),
  ];

  test('asks nothing for each reason not to', async () => {
    const cwd = project({});
    for (const [reason, words, variables, terminals] of reasons) {
      const { code } = await runRealm(['init', ...words], { env: { ...env, ...variables }, cwd, terminals });
      assert.equal(code, 2, reason);
    }
  });

  test('where nobody can be asked, it writes nothing, and shows one command that does', async () => {
    const folder = project({});
    const { code, stderr } = await runRealm(['init', '--name', "Bob's blog"], { env, cwd: folder });
    assert.equal(code, 2);
    assert.match(stderr, /This needs a description and a category/);
    assert.equal(existsSync(join(folder, 'realm.json')), false);
    const [, typed = ''] = /Run, with your own text:\n {2}npx realm (.*)\n$/.exec(stderr) ?? [];
    const words = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${typed}`], { encoding: 'utf8' }).trimEnd();
    const again = await runRealm(words.split('\n'), { env, cwd: folder });
    assert.equal(again.code, 0, `${typed}: ${again.stderr}`);
    assert.equal(JSON.parse(readFileSync(join(folder, 'realm.json'), 'utf8')).name, "Bob's blog");
  });
});
