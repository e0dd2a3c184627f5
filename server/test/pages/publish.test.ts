// Publishing in the browser without a script: a realm is created, and archives are sent by a form; the rules and the limits are those of the API.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import sql from 'sql-template-tag';
import { lockedTokens, project, tarGz } from '../publishing/uploads.ts';
import { zip } from '../archives/archive-writers.ts';
import { PUBLIC_URL, signUp, startCatalog, useCatalog } from '../support/harness.ts';
import { BOUNDARY, fileForm, ownForm, signInToWeb, webBrowser, type WebBrowser } from '../support/web-session.ts';

const catalog = useCatalog({}, { QUOTA_BYTES_FREE: '200000' });
const errorOf = (text: string, field: string) => new RegExp(`id="${field}-error">([^<]*)<`).exec(text)?.[1];
const alertIn = (text: string) => /id="error" role="alert">([^<]*)</.exec(text)?.[1];
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location')?.replace(PUBLIC_URL, '');

async function person(username: string): Promise<WebBrowser> {
  await signUp(catalog, { username });
  return signInToWeb(catalog, username);
}

const fields = {
  name: 'My shop',
  description: 'A shop.\r\nFor small things.',
  category: 'ecommerce',
  tags: 'Node, sqlite',
};

async function draft(browser: WebBrowser, more: Record<string, string> = {}): Promise<string> {
  const created = await browser.post('/publish', { ...fields, visibility: 'public', ...more });
  assert.equal(created.status, 303, created.text);
  return /^\/realms\/([^/]+)\/upload\?done=created$/.exec(locationOf(created) ?? '')?.[1] ?? assert.fail();
}

describe('a realm', () => {
  test('is created with what the form says, and its page asks for the archive', async () => {
    const browser = await person('ada');
    const slug = await draft(browser, {
      license: 'MIT',
      repository: 'https://example.com/shop',
      visibility: 'unlisted',
    });
    const { body } = await catalog.ask(`/v1/realms/${slug}`);
    assert.deepEqual(
      [body.name, body.description, body.category, body.tags, body.license, body.visibility, body.author.username],
      ['My shop', 'A shop. For small things.', 'ecommerce', ['node', 'sqlite'], 'MIT', 'unlisted', 'ada'],
    );
    const { text } = await browser.get(`/realms/${slug}/upload?done=created`);
    assert.match(text, /role="status">The realm is created\. Next, its files\./);
    assert.match(text, /or\s+<strong class="number">1\.0\.0</);
    const [forOwner, forOthers] = [await browser.get(`/realms/${slug}`), await catalog.ask(`/realms/${slug}`)];
    assert.match(forOwner.text, /nothing to download yet[\s\S]*>Upload its files</);
    assert.doesNotMatch(forOthers.text, /Upload its files/);
  });

  test('is refused beside each field, with what was typed', async () => {
    const browser = await person('amy');
    const { status, text } = await browser.post('/publish', {
      name: '',
      description: 'x'.repeat(501),
      category: 'No Category',
      tags: 'a,<b>',
      visibility: 'secret',
      repository: 'ftp://a',
      slug: 'Not A Slug',
    });
    assert.equal(status, 400);
    const said = ['name', 'description', 'category', 'tags', 'visibility', 'repository', 'slug'].map((name) =>
      errorOf(text, name),
    );
    assert.deepEqual(said, [
      'Name must not be empty.',
      'Description must have at most 500 characters.',
      'Category must have 1 to 32 lower-case letters, digits and dashes, and must not begin with a dash.',
      'Tags must have 1 to 32 letters, digits and + . # - each, and begin with a letter or a digit.',
      'The visibility must be one of public, unlisted, private.',
      'Repository must be an absolute http or https address.',
      'Slug must have lower-case letters and digits, with single dashes between them.',
    ]);
    assert.match(text, /value="a,&lt;b&gt;"/);
  });

  test('takes the slug that was typed, and proposes a free one for one that is or was another’s', async () => {
    const browser = await person('ava');
    assert.equal(await draft(browser, { slug: 'first-choice' }), 'first-choice');
    const taken = await browser.post('/publish', { ...fields, visibility: 'public', slug: 'first-choice' });
    assert.equal(taken.status, 409);
    assert.equal(errorOf(taken.text, 'slug'), 'Slug is taken, or was; first-choice-2 is free.');
    assert.equal(alertIn(taken.text), undefined);
  });

  test('suggests the categories of other realms', async () => {
    const browser = await person('ann');
    await draft(browser, { category: 'gardens' });
    assert.match((await browser.get('/publish')).text, /<datalist id="category-suggestions">[\s\S]*value="gardens"/);
  });

  test('has a slug that can be checked while it is typed', async () => {
    const browser = await person('alex');
    await draft(browser, { slug: 'known-one' });
    const check = async (query: string) => (await browser.get(`/publish/slug?${query}`)).body;
    assert.deepEqual(await check('slug=known-one'), {
      isGood: false,
      text: 'known-one is taken, or was; known-one-2 is free.',
    });
    assert.deepEqual(await check('slug=new-one'), { isGood: true, text: 'new-one is free.' });
    assert.equal((await check('slug=New%20One')).isGood, false);
    assert.deepEqual(await check('name=Caf%C3%A9%20au%20lait'), { isGood: true, text: 'It will be cafe-au-lait.' });
    assert.deepEqual(await check('name=Known%20one'), {
      isGood: true,
      text: 'known-one is taken, so it will have a number.',
    });
    assert.deepEqual(await check('name='), { isGood: true, text: '' });
    assert.equal((await browser.get('/publish/slug?slug=a')).headers.get('cache-control'), 'private, no-store');
  });
});

describe('an archive', () => {
  test('is published, with its page as others see it, and a message that only its owner gets', async () => {
    const browser = await person('bea');
    const slug = await draft(browser);
    const sent = await browser.sendFile(`/realms/${slug}/upload`, await project('1.2.0'));
    assert.deepEqual([sent.status, locationOf(sent)], [303, `/realms/${slug}?done=published`], sent.text);
    const { body } = await catalog.ask(`/v1/realms/${slug}`);
    assert.equal(body.version, '1.2.0');
    assert.match(
      (await browser.get(`/realms/${slug}?done=published`)).text,
      /role="status">\s*Version <span class="number">1\.2\.0/,
    );
    for (const other of [webBrowser(catalog), await person('bella')])
      assert.doesNotMatch((await other.get(`/realms/${slug}?done=published`)).text, /role="status"/);
    const { how } = (await catalog.services.db.get<{ how: string }>(
      sql`select how from audit where action = 'realm.create' and subject = ${slug}`,
    )) ?? { how: '' };
    assert.equal(how, 'browser');
  });

  test('of a next version gets the next number; the same files once more change nothing, other files are refused', async () => {
    const browser = await person('ben');
    const slug = await draft(browser);
    const path = `/realms/${slug}/upload`;
    assert.equal((await browser.sendFile(path, await project('1.0.0'))).status, 303);
    assert.match((await browser.get(path)).text, /newest version is <strong class="number">1\.0\.0[\s\S]*1\.0\.1</);
    assert.equal(
      locationOf(await browser.sendFile(path, zip([{ name: 'a.txt', content: 'a' }]), 'a.zip')),
      `/realms/${slug}?done=published`,
    );
    assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.version, '1.0.1');
    const again = await browser.sendFile(path, await project('1.0.0'));
    assert.equal(locationOf(again), `${path}?done=existing`);
    assert.match((await browser.get(`${path}?done=existing`)).text, /exactly these files exists already/);
    const other = await browser.sendFile(path, await project('1.0.0', { license: 'MIT' }));
    assert.equal(other.status, 409);
    assert.match(alertIn(other.text) ?? '', /Version 1\.0\.0 is already published with other files/);
  });

  test('that the inspection refuses is named on the page, with the file and the reason; nothing is published', async () => {
    const browser = await person('bill');
    const slug = await draft(browser);
    const path = `/realms/${slug}/upload`;
    const refusals: [Buffer | string, RegExp][] = [
      [await tarGz({ 'app/../../etc/passwd': 'x' }), /etc\/passwd/],
      [await tarGz({ 'realm.json': '{"version": 1}' }), /realm\.json/],
      ['no archive at all', /\.tar\.gz|\.zip|archive/],
      [await tarGz({ 'realm.json': '{"preview": "site"}' }), /site is named in realm\.json/],
    ];
    for (const [content, reason] of refusals) {
      const { status, text } = await browser.sendFile(path, content);
      assert.ok(status === 422 || status === 415, `${status}`);
      assert.match(alertIn(text) ?? text, reason);
      assert.match(text, /aria-describedby="archive-help error"/);
    }
    const none = await browser.sendFile(path, '', '');
    assert.deepEqual([none.status, alertIn(none.text)], [422, 'Choose an archive first.']);
    assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.version, '0.0.0');
  });

  test('above the quota is refused on the page, by what the form says of its size, or by what comes', async () => {
    const browser = await person('bob');
    const slug = await draft(browser);
    const { status, text } = await browser.sendFile(`/realms/${slug}/upload`, randomBytes(300_000));
    assert.equal(status, 403);
    assert.match(alertIn(text) ?? '', /uses 0 of 200000 bytes/);
  });

  test('of someone who is not signed in, or not its owner, is not taken', async () => {
    const browser = await person('cleo');
    const slug = await draft(browser);
    const path = `/realms/${slug}/upload`;
    const anonymous = await webBrowser(catalog).sendFile(path, await project('1.0.0'));
    assert.equal(locationOf(anonymous), `/sign-in?return=${encodeURIComponent(path)}`);
    assert.equal((await (await person('carl')).sendFile(path, await project('1.0.0'))).status, 403);
    assert.equal((await catalog.ask(`/v1/realms/${slug}`)).body.version, '0.0.0');
  });

  test('counts as a program’s upload does: two requests of the account', async () => {
    const browser = await person('dan');
    const slug = await draft(browser);
    const used = async () =>
      Number(/API requests this hour<\/dt>\s*<dd>(\d+) of/.exec((await browser.get('/settings')).text)?.[1]);
    const before = await used();
    await browser.sendFile(`/realms/${slug}/upload`, await project('1.0.0'));
    assert.equal((await used()) - before, 2);
  });

  test('that comes too slowly is ended with a page, and its realm can be uploaded to again', async () => {
    await using slow = await startCatalog({}, {}, { bodyGraceMs: 300, minBodyBytesPerSecond: 1_000_000 });
    await signUp(slow, { username: 'fay' });
    const browser = await signInToWeb(slow, 'fay');
    const path = `/realms/${await draft(browser)}/upload`;
    const headers = {
      ...ownForm,
      cookie: browser.cookie,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': '100000',
    };
    const sending = request(`${slow.url}${path}`, { method: 'POST', headers });
    sending.write(fileForm('x'.repeat(100)).subarray(0, -50));
    const [{ statusCode }] = (await once(sending, 'response')) as [IncomingMessage];
    sending.destroy();
    assert.equal(statusCode, 408);
    assert.equal(await lockedTokens(slow), 0);
    assert.equal((await browser.sendFile(path, await project('1.0.0'))).status, 303);
  });

  test('leaves no temporary file, whether it is taken or refused', async () => {
    const browser = await person('eve');
    const slug = await draft(browser);
    const folder = dirname(catalog.services.archives.temporaryFile());
    const before = readdirSync(folder).length;
    await browser.sendFile(`/realms/${slug}/upload`, await project('1.0.0'));
    await browser.sendFile(`/realms/${slug}/upload`, 'none');
    assert.equal(readdirSync(folder).length, before);
  });
});
