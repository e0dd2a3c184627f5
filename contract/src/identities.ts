// Identities at another provider, by which people sign in to an account.
import { createdAt, id } from './fields.ts';
import type { Resource } from './operation.ts';
import { list, object, string, type Static } from './schema.ts';

const Identity = object({
  id,
  issuer: string({ description: 'The address of the provider.', examples: ['https://login.example.com'] }),
  name: string({ description: 'Your name at the provider when you linked the identity.', examples: ['Alice'] }),
  createdAt,
  lastUsedAt: string({ description: 'When you last signed in with it. Empty if never.', examples: [''] }),
});
const Identities = object({ identities: list(Identity) });

export const identityResource = {
  chapter: 'Identities',
  description: 'Accounts at other providers that you use to sign in with a browser.',
  schemas: { Identities, Identity },
  meanings: { Identities: 'The identities of an account.', Identity: 'Your account at another provider.' },
  details: {
    listIdentities: {
      clientMethod: 'account.identities',
      summary: 'List your identities',
      description: 'The identities that are linked to your account. You link them in the browser.',
      reply: { status: 200, schema: Identities },
    },
    unlinkIdentity: {
      clientMethod: 'account.unlinkIdentity',
      summary: 'Unlink an identity',
      description:
        'You can then no longer sign in with it. You cannot remove your last way to sign in: without a password, a passkey or another ' +
        'identity, this is a 409. Needs the JWT of a login in the last 30 minutes; API keys and OAuth tokens are refused.',
      params: object({ id: string({ format: 'uuid', description: 'The identity’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found', 'conflict'],
    },
  },
} as const satisfies Resource;

export type Identity = Static<typeof Identity>;
