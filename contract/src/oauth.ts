// OAuth clients, which people register for their applications.
import { defaultScopes, Scope } from './access.ts';
import { createdAt, id, displayName } from './fields.ts';
import type { Resource } from './operation.ts';
import { boolean, list, object, oneOf, string, type Static } from './schema.ts';

const grantTypes = ['authorization_code', 'refresh_token', 'device_code', 'client_credentials'] as const;

const type = oneOf(['public', 'confidential'], {
  description:
    'Whether the client can keep a secret. Programs on people’s own machines cannot; their redirect URIs may use any loopback ' +
    'port.',
  default: 'public',
  examples: ['public'],
});
const fields = {
  redirectUris: list(string({ format: 'uri', maxLength: 2_000 }), {
    maxItems: 20,
    description:
      'The redirect URIs, which must match exactly: https, http on a loopback address, or, for public clients, a private scheme ' +
      'with a dot.',
    examples: [['http://127.0.0.1/callback']],
  }),
  grantTypes: list(oneOf(grantTypes), {
    minItems: 1,
    maxItems: 20,
    description:
      'Default: authorization_code and refresh_token. Only confidential clients may have client_credentials.',
    examples: [['authorization_code', 'refresh_token']],
  }),
  scopes: list(Scope, {
    minItems: 1,
    maxItems: 20,
    description: 'The scopes that it may ask for. Default: realms:read and realms:write.',
    examples: [defaultScopes],
  }),
};
const clientId = object({ id: string({ format: 'uuid', description: 'The client’s id.' }) });
const name = string({ description: 'The name that people see when the client asks for access.', examples: ['My app'] });

const OAuthClientFields = object({ name: { ...displayName, minLength: 1, examples: ['My app'] } }, { type, ...fields });
const OAuthClient = object({ id, name, type, ...fields, createdAt });
const CreatedOAuthClient = object(
  { id, name, type, ...fields, createdAt },
  {
    clientSecret: string({
      description: 'The secret of a confidential client. It is shown only once.',
      examples: ['rlm_client_…'],
    }),
  },
);
const OAuthClientChanges = object({}, { name: { ...displayName, minLength: 1, examples: ['My app'] }, ...fields });
const NewClientSecret = object({
  clientSecret: string({ description: 'The new secret. It is shown only once.', examples: ['rlm_client_…'] }),
  formerSecretEndsAt: string({
    description: 'When the old secret stops working. Empty if it already has.',
    examples: [''],
  }),
});
const OAuthClientList = object({ clients: list(OAuthClient) });

export type OAuthClientFields = Static<typeof OAuthClientFields>;
export type OAuthClient = Static<typeof OAuthClient>;

export type OAuthClientChanges = Static<typeof OAuthClientChanges>;

export const oauthResource = {
  chapter: 'OAuth clients',
  description: 'Applications that are registered for OAuth 2.0.',
  schemas: { CreatedOAuthClient, NewClientSecret, OAuthClientList, OAuthClient },
  meanings: {
    CreatedOAuthClient: 'A new OAuth client.',
    NewClientSecret: 'A new secret of an OAuth client.',
    OAuthClientList: 'All your OAuth clients.',
    OAuthClient: 'An application that is registered for OAuth 2.0.',
  },
  details: {
    createOAuthClient: {
      clientMethod: 'oauthClients.create',
      summary: 'Register an OAuth client',
      description:
        'Its `id` is the `client_id` of OAuth 2.0. The secret of a confidential client is shown only once; the catalog stores only ' +
        'its hash. Names that look like a name of the catalog itself are refused.',
      body: OAuthClientFields,
      reply: { status: 201, schema: CreatedOAuthClient },
      errors: ['conflict'],
    },
    listOAuthClients: {
      clientMethod: 'oauthClients.list',
      summary: 'List your OAuth clients',
      description: 'Newest first, without their secrets.',
      reply: { status: 200, schema: OAuthClientList },
    },
    updateOAuthClient: {
      clientMethod: 'oauthClients.update',
      summary: 'Change an OAuth client',
      description:
        'Only the fields that you send change. The type cannot change. If you remove a scope, every grant and token that has it ends. ' +
        'Your credential needs every scope that the client will have.',
      params: clientId,
      body: OAuthClientChanges,
      reply: { status: 200, schema: OAuthClient },
      errors: ['not_found'],
    },
    createClientSecret: {
      clientMethod: 'oauthClients.createSecret',
      summary: 'Create a new client secret',
      description:
        'The old secret stays valid for 24 hours, unless `revoke` is true. Your credential needs every scope that the client has. A ' +
        'public client has no secret, so this is a 409.',
      params: clientId,
      body: object({}, { revoke: boolean({ default: false, description: 'End the old secret at once.' }) }),
      reply: { status: 201, schema: NewClientSecret },
      errors: ['not_found', 'conflict'],
    },
    deleteOAuthClient: {
      clientMethod: 'oauthClients.delete',
      summary: 'Delete an OAuth client',
      description: 'All its grants, tokens and codes end at once.',
      params: clientId,
      reply: { status: 204 },
      errors: ['not_found'],
    },
  },
} as const satisfies Resource;
