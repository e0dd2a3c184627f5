// The settings of one's profile: a preview of what is typed, and the picture, by forms.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { png } from '../pictures/sample-pictures.ts';
import { bearer, signUp, useCatalog } from '../support/harness.ts';
import { BOUNDARY, signInToWeb, webBrowser } from '../support/web-session.ts';

const catalog = useCatalog();

async function signUpInWeb(username: string) {
  const { token } = await signUp(catalog, { username });
  const browser = await signInToWeb(catalog, username);
  const account = async () => (await catalog.ask('/v1/me', bearer(token))).body;
  return { browser, account };
}

const shown = (html: string, field: string): string =>
  new RegExp(`data-shows="${field}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? assert.fail(`no preview of ${field}`);
const secondFile = Buffer.from(
  `\r\n--${BOUNDARY}\r\nContent-Disposition: form-data; name="archive"; filename="two.png"\r\n\r\nmore`,
);
const uploaded = /src="\/avatars\/[0-9a-f]{64}\.webp"/g;

describe('the profile', () => {
  test('is shown as others would see it before it is saved', async () => {
    const { browser, account } = await signUpInWeb('ada');
    const { status, text } = await browser.post('/settings', { name: 'Ada <b>', bio: 'Machines', preview: 'yes' });
    assert.equal(status, 200);
    assert.deepEqual([shown(text, 'name'), shown(text, 'bio')], ['Ada &lt;b&gt;', 'Machines']);
    assert.match(text, /value="Ada &lt;b&gt;"/);
    assert.equal((await account()).bio, '', 'nothing is saved');
    assert.equal(shown((await browser.get('/settings')).text, 'name'), 'ada', 'without a name it is the user name');
    const saved = await browser.post('/settings', { name: 'Ada', bio: 'Machines' });
    assert.match(saved.headers.get('location') ?? '', /\/settings\?done=saved$/);
    assert.deepEqual([(await account()).name, (await account()).bio], ['Ada', 'Machines']);
  });

  test('has a picture that is uploaded, shown in the header, and taken back', async () => {
    const { browser, account } = await signUpInWeb('bob');
    const sent = await browser.sendFile('/settings/avatar', await png(300, 200), 'me.png');
    assert.match(sent.headers.get('location') ?? '', /\/settings\?done=picture$/, sent.text);
    const { text } = await browser.get('/settings?done=picture');
    assert.match(text, /Your picture is changed\./);
    assert.equal(text.match(uploaded)?.length, 2, 'in the header and in the preview');
    const [, path = ''] = /src="(\/avatars\/[^"]*)"/.exec(text) ?? [];
    assert.equal((await catalog.ask(path)).headers.get('content-type'), 'image/webp');
    assert.match((await catalog.ask('/@bob')).text, uploaded);
    const removed = await browser.post('/settings/avatar/remove');
    assert.match(removed.headers.get('location') ?? '', /\/settings\?done=picture-removed$/);
    assert.equal((await account()).image, '');
    assert.doesNotMatch((await browser.get('/settings')).text, uploaded);
  });

  test('says what is wrong with a picture, and keeps the one before', async () => {
    const { browser, account } = await signUpInWeb('carol');
    await browser.sendFile('/settings/avatar', await png(30, 30), 'me.png');
    const { image } = await account();
    const wrong: [status: number, bytes: Buffer, name: string, message: RegExp][] = [
      [422, Buffer.alloc(0), '', /Choose a picture first\./],
      [415, Buffer.from('<svg></svg>'), 'me.svg', /PNG, JPEG, WebP or AVIF/],
      [413, Buffer.alloc(3_000_000), 'me.png', /The picture has 2\.9 MiB\. At most 1 MiB is taken\./],
      [422, (await png(30, 30)).subarray(0, 60), 'me.png', /The picture /],
      [400, Buffer.concat([await png(30, 30), secondFile]), 'me.png', /has more than one file/],
    ];
    for (const [status, bytes, name, message] of wrong) {
      const reply = await browser.sendFile('/settings/avatar', bytes, name);
      assert.equal(reply.status, status, reply.text);
      assert.match(reply.text, new RegExp(`role="alert">[^<]*${message.source}`));
    }
    assert.equal((await account()).image, image);
  });

  test('is changed by nobody who is not signed in', async () => {
    const anonymous = webBrowser(catalog);
    for (const reply of [
      await anonymous.post('/settings', { name: 'x' }),
      await anonymous.sendFile('/settings/avatar', await png(30, 30), 'me.png'),
      await anonymous.post('/settings/avatar/remove'),
    ])
      assert.match(reply.headers.get('location') ?? '', /\/sign-in\?return=%2Fsettings$/);
  });
});
