// Samples of the operations of administrators.
import { byJwt, entry } from '../audit/expected-entries.ts';
import { json, signUp } from '../support/harness.ts';
import { asAdmin, asBob, asCurator, bobs, of } from './made.ts';
import type { Here, OperationSamples } from './sample.ts';

async function aUser({ catalog }: Here): Promise<{ username: string }> {
  const { account } = await signUp(catalog, { username: `user-${process.hrtime.bigint()}` });
  return { username: account.username };
}
const aRealmOfBob = async (here: Here) => ({ slug: (await bobs(here)).slug });

export const operatorSamples = {
  listUsers: {
    answers: [
      asAdmin,
      { query: 'search=b&role=user&plan=free&suspended=false&limit=1', ...asAdmin },
      { query: 'role=user&limit=1', ...asAdmin },
      { query: 'plan=free&limit=1', ...asAdmin },
      { query: 'suspended=true&limit=1', ...asAdmin },
      { status: 400, query: 'role=nobody', ...asAdmin },
      { status: 403, ...asBob },
      { status: 403, ...asCurator },
    ],
  },
  updateUser: {
    answers: [
      { ...asAdmin, body: { plan: 'premium', role: 'curator', suspended: true }, ...of(aUser) },
      { status: 400, body: { plan: 'golden' }, ...asAdmin },
      { status: 400, body: { suspended: false, reason: 'None.' }, ...asAdmin, ...of(aUser) },
      { status: 403, body: {}, ...asCurator },
      { status: 409, params: { username: 'admin' }, body: { suspended: true }, ...asAdmin },
      { status: 409, params: { username: 'ADMIN' }, body: { role: 'user' }, ...asAdmin },
    ],
    audit: {
      'changing a plan and a role, and suspending an account': async ({ catalog, root, ask }) => {
        const { account } = await signUp(catalog, { username: 'fay' });
        const send = (body: object) => ask(200, '/v1/admin/users/fay', json(body, root.token, 'PATCH'));
        await send({});
        await send({ plan: 'premium', role: 'curator' });
        for (const suspended of [true, true, false, false]) await send({ suspended });
        await send({ suspended: true, reason: 'It sends spam.' });
        const done = (action: 'account.update' | 'account.suspend' | 'account.restore', details = {}) =>
          entry(action, byJwt(root), account.id, details);
        return [
          entry('account.create', ['', 'anonymous'], account.id),
          entry('login.succeed', [account.id, 'password'], account.id, { at: 'api' }),
          done('account.update', { fields: 'plan role', plan: 'premium', role: 'curator' }),
          done('account.suspend'),
          done('account.restore'),
          done('account.suspend', { reason: 'It sends spam.' }),
        ];
      },
    },
  },
  listQuarantined: {
    answers: [
      asAdmin,
      { query: 'limit=1&before=019a8b2e-5f00-7c3d-9e41-2a6f0d9b7c11', ...asAdmin },
      { status: 400, query: 'before=x', ...asAdmin },
      { status: 403, ...asBob },
    ],
  },
  moderateRealm: {
    answers: [
      {
        ...asAdmin,
        body: { featured: true, quarantined: true, reason: 'It sends passwords elsewhere.' },
        ...of(aRealmOfBob),
      },
      { status: 400, body: { quarantined: true }, ...asAdmin },
      { status: 400, body: { reason: 'Nothing.' }, ...asAdmin },
      { status: 403, body: {}, ...asBob },
    ],
    audit: {
      'featuring and quarantining a realm, and ending both': async ({ root, newRealm, created, ask }) => {
        const { slug } = await newRealm();
        const send = (body: object) => ask(200, `/v1/admin/realms/${slug}`, json(body, root.token, 'PATCH'));
        await send({});
        for (const reason of ['one', 'one', 'two']) await send({ featured: true, quarantined: true, reason });
        for (const _ of 'twice') await send({ featured: false, quarantined: false });
        const done = (action: Parameters<typeof entry>[0]) => entry(action, byJwt(root), slug);
        return [
          created(slug),
          done('realm.feature'),
          done('realm.quarantine'),
          done('realm.quarantine'),
          done('realm.unfeature'),
          done('realm.release'),
        ];
      },
    },
  },
  getStorage: {
    answers: [asAdmin, { status: 403, ...asBob }],
  },
} satisfies Record<string, OperationSamples>;
