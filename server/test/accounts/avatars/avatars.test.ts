// The picture that an account uploads: a small square, for everyone, for as long as the profile shows it.
// Run: both stores, shared process
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { halves, noise, png } from '../../pictures/sample-pictures.ts';
import { bearer, json, PASSWORD, signUp, useCatalog } from '../../support/harness.ts';

const catalog = useCatalog();
const put = (token: string, bytes: Buffer) =>
  catalog.ask('/v1/me/avatar', { method: 'PUT', body: new Uint8Array(bytes), ...bearer(token) });
const pathIn = ({ image }: { image: string }) => new URL(image).pathname;

test('a picture of any shape becomes a square of 256 pixels, upright and without metadata', async () => {
  const { token } = await signUp(catalog, { username: 'ada' });
  const turned = await halves(600, 300).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { status, body } = await put(token, turned);
  assert.equal(status, 200);
  const path = pathIn(body);
  const picture = await fetch(catalog.url + path);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp']);
  assert.match(picture.headers.get('cache-control') ?? '', /immutable/);
  const { data, info } = await sharp(await picture.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [256, 256]);
  const [top, bottom] = [data.subarray(0, 3), data.subarray(-info.channels).subarray(0, 3)];
  assert.ok((top[0] ?? 0) > 200 && (bottom[2] ?? 0) > 200, 'the left half came up');
  assert.equal((await sharp(await (await fetch(catalog.url + path)).arrayBuffer()).metadata()).exif, undefined);
  assert.equal((await catalog.ask('/v1/users/ada')).body.image, body.image);
});

test('a picture that does not compress is small as well', async () => {
  const { token } = await signUp(catalog, { username: 'noisy' });
  const { body } = await put(token, await noise(500, 500).webp({ quality: 60 }).toBuffer());
  assert.ok((await (await fetch(catalog.url + pathIn(body))).arrayBuffer()).byteLength <= 40_000);
});

test('what is too large, no picture, damaged or has too many pixels is refused, and changes nothing', async () => {
  const { token } = await signUp(catalog, { username: 'clumsy' });
  const refused: [status: number, bytes: Buffer][] = [
    [413, Buffer.alloc(1_048_577)],
    [415, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [415, Buffer.alloc(0)],
    [422, (await png(40, 40)).subarray(0, 50)],
    [
      422,
      await sharp({ create: { width: 9_000, height: 1, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    ],
  ];
  for (const [status, bytes] of refused) assert.equal((await put(token, bytes)).status, status);
  const chunked = await fetch(`${catalog.url}/v1/me/avatar`, {
    method: 'PUT',
    ...bearer(token),
    body: new Blob([new Uint8Array(1_200_000)]).stream(),
    duplex: 'half',
  });
  assert.equal(chunked.status, 413);
  assert.equal((await catalog.ask('/v1/me', bearer(token))).body.image, '');
});

test('a picture is gone when it is replaced, removed, or its account is', async () => {
  const { token } = await signUp(catalog, { username: 'changing' });
  const upload = async (size: number) => pathIn((await put(token, await png(size, size))).body);
  const status = async (path: string) => (await catalog.ask(path)).status;
  const first = await upload(10);
  const second = await upload(20);
  assert.deepEqual([await status(first), await status(second)], [404, 200]);
  assert.equal((await catalog.ask('/v1/me/avatar', { method: 'DELETE', ...bearer(token) })).status, 204);
  assert.deepEqual([await status(second), (await catalog.ask('/v1/me', bearer(token))).body.image], [404, '']);
  const third = await upload(30);
  await catalog.ask('/v1/me', json({ image: 'https://elsewhere.example/me.png' }, token, 'PATCH'));
  assert.equal(await status(third), 404);
  const fourth = await upload(40);
  assert.equal((await catalog.ask('/v1/me', json({ password: PASSWORD }, token, 'DELETE'))).status, 204);
  assert.equal(await status(fourth), 404);
});

test('two accounts with the same picture each keep it', async () => {
  const people = [await signUp(catalog, { username: 'twin-one' }), await signUp(catalog, { username: 'twin-two' })];
  const paths = await Promise.all(people.map(async ({ token }) => pathIn((await put(token, await png(50, 50))).body)));
  assert.equal(paths[0], paths[1]);
  await catalog.ask('/v1/me/avatar', { method: 'DELETE', ...bearer(people[0]?.token ?? '') });
  assert.equal((await catalog.ask(paths[1] ?? '')).status, 200);
});
