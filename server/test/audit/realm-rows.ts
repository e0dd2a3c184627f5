// Rows for the test of the audit: what is done with realms, their versions and collections.
import { hash } from 'node:crypto';
import { json } from '../support/harness.ts';
import { archive, remove, type Row } from './actors.ts';
import { byJwt, entry } from './expected-entries.ts';

export const realmRows: Row[] = [
  {
    does: 'creating a realm',
    operation: 'createRealm',
    run: async ({ newRealm, created }) => [created((await newRealm()).slug)],
  },
  {
    does: 'changing a realm and who sees it',
    operation: 'updateRealm',
    run: async ({ root, byKey, newRealm, change, created }) => {
      const { slug } = await newRealm();
      const send = (body: object, by?: string) => change(slug, body, by);
      await send({ name: 'Alice Liddell', tags: ['x'] });
      await send({ visibility: 'public' });
      await send({ visibility: 'private', license: 'MIT' });
      await send({ visibility: 'unlisted' }, root.token);
      return [
        created(slug),
        entry('realm.update', byKey(), slug, { fields: 'name tags' }),
        entry('realm.update', byKey(), slug, { fields: 'visibility' }),
        entry('realm.visibility', byKey(), slug, { to: 'private' }),
        entry('realm.update', byKey(), slug, { fields: 'visibility license' }),
        entry('realm.visibility', byJwt(root), slug, { to: 'unlisted' }),
      ];
    },
  },
  {
    does: 'renaming a realm, deprecating it and taking that back',
    operation: 'updateRealm',
    run: async ({ byKey, newRealm, change, created }) => {
      const { slug } = await newRealm();
      const now = `${slug}-renamed`;
      await change(slug, { slug: now });
      await change(now, { deprecated: { message: 'Use another.', successor: '' } });
      await change(now, { deprecated: null });
      return [
        created(slug),
        entry('realm.rename', byKey(), slug, { to: now }),
        entry('realm.update', byKey(), now, { fields: 'deprecated' }),
        entry('realm.update', byKey(), now, { fields: 'deprecated' }),
      ];
    },
  },
  {
    does: 'renaming a realm together with other changes',
    operation: 'updateRealm',
    run: async ({ byKey, newRealm, change, created }) => {
      const { slug } = await newRealm();
      const [second = '', third = '', last = ''] = ['second', 'third', 'last'].map((word) => `${slug}-${word}`);
      await change(slug, { slug: second, visibility: 'public' });
      await change(second, { slug: third, visibility: 'private' });
      await change(third, { slug: third, visibility: 'public' });
      await change(third, { slug: last, name: 'Another name' });
      await change(last, { slug: last, visibility: 'public' });
      return [
        created(slug),
        entry('realm.rename', byKey(), slug, { to: second }),
        entry('realm.rename', byKey(), second, { to: third }),
        entry('realm.visibility', byKey(), second, { to: 'private' }),
        entry('realm.visibility', byKey(), third, { to: 'public' }),
        entry('realm.rename', byKey(), third, { to: last }),
        entry('realm.update', byKey(), third, { fields: 'name slug' }),
        entry('realm.update', byKey(), last, { fields: 'visibility slug' }),
      ];
    },
  },
  {
    does: 'deleting a realm',
    operation: 'deleteRealm',
    run: async ({ key, ask, byKey, newRealm, created }) => {
      const { slug } = await newRealm();
      await ask(204, `/v1/realms/${slug}`, remove(key.key));
      return [created(slug), entry('realm.delete', byKey(), slug)];
    },
  },
  {
    does: 'opening the upload of a next version',
    operation: 'openUpload',
    run: async ({ key, ask, byKey, newRealm, created }) => {
      const { slug } = await newRealm();
      await ask(201, `/v1/realms/${slug}/versions`, json({}, key.key));
      return [created(slug), entry('upload.open', byKey(), slug)];
    },
  },
  {
    does: 'publishing a version',
    operation: 'uploadArchive',
    run: async ({ alice, upload, newRealm, created }) => {
      const { slug, uploadToken } = await newRealm();
      await upload(slug, uploadToken);
      const details = { version: '1.0.0', sha256: hash('sha256', archive) };
      return [created(slug), entry('realm.publish', [alice.account.id, 'upload'], slug, details)];
    },
  },
  {
    does: 'yanking a version, and taking that back',
    operation: 'updateVersion',
    run: async ({ alice, key, ask, upload, byKey, newRealm, created }) => {
      const { slug, uploadToken } = await newRealm();
      await upload(slug, uploadToken);
      for (const yanked of [true, true, false])
        await ask(200, `/v1/realms/${slug}/versions/1.0.0`, json({ yanked }, key.key, 'PATCH'));
      const details = { version: '1.0.0', sha256: hash('sha256', archive) };
      return [
        created(slug),
        entry('realm.publish', [alice.account.id, 'upload'], slug, details),
        entry('realm.yank', byKey(), slug, { version: '1.0.0' }),
        entry('realm.unyank', byKey(), slug, { version: '1.0.0' }),
      ];
    },
  },
  ...(['createCollection', 'updateCollection', 'deleteCollection'] as const).map((operation): Row => ({
    does: `a curator’s ${operation}`,
    operation,
    run: async ({ root, ask }) => {
      const slug = operation.toLowerCase();
      await ask(201, '/v1/collections', json({ slug, name: 'x', description: '', realms: [] }, root.token));
      const made = entry('collection.create', byJwt(root), slug);
      if (operation === 'createCollection') return [made];
      if (operation === 'updateCollection') {
        await ask(200, `/v1/collections/${slug}`, json({ name: 'y', realms: [] }, root.token, 'PATCH'));
        return [made, entry('collection.update', byJwt(root), slug, { fields: 'name realms' })];
      }
      await ask(204, `/v1/collections/${slug}`, remove(root.token));
      return [made, entry('collection.remove', byJwt(root), slug)];
    },
  })),
];
