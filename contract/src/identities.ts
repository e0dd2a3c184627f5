// Identities at another provider, by which people sign in to an account.
import { createdAt, id } from './fields.ts';
import type { Resource } from './operation.ts';
import { list, object, string, type Static } from './schema.ts';

const Identity = object({
  id,
  issuer: string({ description: 'The address of the provider.', examples: ['https://login.example.com'] }),
  name: string({ description: 'How the provider called you when you linked it.', examples: ['Alice'] }),
  createdAt,
  lastUsedAt: string({ description: 'When you last signed in with it; empty: never.', examples: [''] }),
});
const Identities = object({ identities: list(Identity) });

export const identityResource = {
  chapter: 'Identities',
  description: 'The accounts at another provider with which you sign in in the browser.',
  schemas: { Identities, Identity },
  meanings: { Identities: 'The identities of an account.', Identity: 'Who you are at another provider.' },
  details: {
    listIdentities: {
      clientMethod: 'account.identities',
      summary: 'List your identities',
      description: 'Those that are linked to your account. Identities are linked in the browser.',
      reply: { status: 200, schema: Identities },
    },
    unlinkIdentity: {
      clientMethod: 'account.unlinkIdentity',
      summary: 'Unlink an identity',
      description:
        'It no longer signs in to your account. The last way in stays: without a password, a passkey or another identity this is a 409. Takes a login of the last 30 minutes, and no key or OAuth token.',
      params: object({ id: string({ format: 'uuid', description: 'The identity’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found', 'conflict'],
    },
  },
} as const satisfies Resource;

export type Identity = Static<typeof Identity>;
