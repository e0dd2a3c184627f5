// API keys, which an account makes for its programs.
import { defaultScopes, Scope } from './access.ts';
import type { Resource } from './operation.ts';
import { createdAt, id, displayName } from './fields.ts';
import { list, object, string } from './schema.ts';

const keyScopes = list(Scope, {
  description: 'Default: realms:read and realms:write.',
  minItems: 1,
  maxItems: 20,
  examples: [defaultScopes],
});
const KeyFields = object(
  { name: { ...displayName, minLength: 1, examples: ['laptop'] } },
  {
    scopes: keyScopes,
    expiresAt: string({
      format: 'date-time',
      description:
        'When the key expires. By default, with the key or grant that creates it, or never. It cannot expire later than that key or ' +
        'grant.',
    }),
  },
);

const keyFields = {
  id,
  name: string({ examples: ['laptop'] }),
  scopes: keyScopes,
  createdAt,
  expiresAt: string({ description: 'When the key expires. Empty if never.', examples: [''] }),
};
const CreatedKey = object({
  ...keyFields,
  key: string({ description: 'The key itself. It is shown only once.', examples: ['rlm_key_…'] }),
});
const Key = object({
  ...keyFields,
  lastUsedAt: string({ description: 'About when the key was last used. Empty if never.', examples: [''] }),
});
const KeyList = object({ keys: list(Key) });

export const keyResource = {
  chapter: 'Keys',
  description: 'API keys for your programs.',
  schemas: { Scope, CreatedKey, KeyList, Key },
  meanings: {
    CreatedKey: 'A new API key.',
    KeyList: 'All your API keys.',
    Key: 'An API key, without the key itself.',
  },
  details: {
    createKey: {
      clientMethod: 'keys.create',
      summary: 'Create an API key',
      description: 'The key is shown only once. The catalog stores only its hash.',
      body: KeyFields,
      reply: { status: 201, schema: CreatedKey },
      errors: ['conflict'],
    },
    listKeys: {
      clientMethod: 'keys.list',
      summary: 'List your API keys',
      description: 'Newest first, without the keys themselves.',
      reply: { status: 200, schema: KeyList },
    },
    revokeKey: {
      clientMethod: 'keys.revoke',
      summary: 'Revoke an API key',
      description: 'The key stops working at once.',
      params: object({ id: string({ format: 'uuid', description: 'The key’s id.' }) }),
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
