// `realm yank`, `unyank` and `deprecate`.
// Run: one store, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runRealm } from '../support/run-realm.ts';
import { blog, catalog, env, publish, startBeforeTests } from './projects.ts';

startBeforeTests();

describe('yank, unyank and deprecate', () => {
  test('a version is yanked with its reason, and served again', async () => {
    assert.equal((await publish(blog('yanked-blog'))).code, 0);
    const yanked = await runRealm(['yank', 'yanked-blog@1.0.0', '--reason', 'It does not start.'], { env });
    assert.equal(yanked.stdout, 'yanked-blog\t1.0.0\tyanked\n');
    const path = '/v1/realms/yanked-blog/versions/1.0.0';
    assert.equal((await catalog.ask(path)).body.reason, 'It does not start.');
    assert.equal((await runRealm(['unyank', 'yanked-blog@1.0.0'], { env })).code, 0);
    assert.equal((await catalog.ask(path)).body.yanked, false);
    assert.equal((await runRealm(['yank', 'yanked-blog'], { env })).code, 2);
    const newer = await runRealm(['yank', 'yanked-blog@9.9.9'], { env });
    assert.equal(newer.code, 3);
    assert.match(newer.stderr, /The newest version of yanked-blog is 1\.0\.0\./);
    for (const word of ['yank', 'unyank']) {
      const { code, stderr } = await runRealm([word, 'yanked-blgo@1.0.0'], { env });
      assert.equal(code, 3);
      assert.match(stderr, /Did you mean .*yanked-blog/);
    }
  });

  test('a realm is deprecated in favour of another, and that is taken back', async () => {
    for (const slug of ['old-blog', 'new-blog']) assert.equal((await publish(blog(slug))).code, 0);
    const words = ['deprecate', 'old-blog', '--message', 'Use the other.', '--successor', 'new-blog', '--json'];
    const { code, stdout, stderr } = await runRealm(words, { env });
    assert.equal(code, 0, stderr);
    assert.deepEqual(JSON.parse(stdout), {
      slug: 'old-blog',
      isDeprecated: true,
      message: 'Use the other.',
      successor: 'new-blog',
    });
    assert.equal((await runRealm(['deprecate', 'old-blog', '--undo'], { env })).stdout, 'old-blog\tcurrent\n');
    assert.equal((await runRealm(['deprecate', 'old-blog', '--undo', '--message', 'x'], { env })).code, 2);
  });
});
