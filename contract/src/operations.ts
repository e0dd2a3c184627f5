// The table of operations: the id, method, path, access and input of each. It imports nothing when it runs, so a client in a browser loads no schema.
import type { OperationRow } from './operation.ts';

export const operations = {
  listRealms: { method: 'GET', path: '/realms', access: 'public', input: 'query' },
  createRealm: {
    method: 'POST',
    path: '/realms',
    access: { scope: 'realms:write' },
    input: 'body',
    hasIdempotencyKey: true,
  },
  getRealm: { method: 'GET', path: '/realms/{slug}', access: 'public' },
  updateRealm: { method: 'PATCH', path: '/realms/{slug}', access: { scope: 'realms:write' }, input: 'body' },
  deleteRealm: { method: 'DELETE', path: '/realms/{slug}', access: { scope: 'realms:write' } },
  starRealm: { method: 'PUT', path: '/realms/{slug}/star', access: { scope: 'realms:write' } },
  getStar: { method: 'GET', path: '/realms/{slug}/star', access: 'credential', returns: 'boolean' },
  unstarRealm: { method: 'DELETE', path: '/realms/{slug}/star', access: { scope: 'realms:write' } },

  listTags: { method: 'GET', path: '/tags', access: 'public', input: 'query' },
  listCategories: { method: 'GET', path: '/categories', access: 'public', input: 'query' },
  suggest: { method: 'GET', path: '/suggest', access: 'public', input: 'query' },

  downloadRealm: {
    method: 'POST',
    path: '/realms/{slug}/download',
    access: 'public',
    input: 'query',
    hasIdempotencyKey: true,
  },
  getDownloads: { method: 'GET', path: '/realms/{slug}/downloads', access: 'public', input: 'query' },

  listVersions: { method: 'GET', path: '/realms/{slug}/versions', access: 'public' },
  openUpload: {
    method: 'POST',
    path: '/realms/{slug}/versions',
    access: { scope: 'realms:write' },
    hasIdempotencyKey: true,
  },
  uploadArchive: { method: 'PUT', path: '/realms/{slug}/upload', access: 'upload', input: 'archive' },
  getVersion: { method: 'GET', path: '/realms/{slug}/versions/{version}', access: 'public' },
  updateVersion: {
    method: 'PATCH',
    path: '/realms/{slug}/versions/{version}',
    access: { scope: 'realms:write' },
    input: 'body',
  },

  listFiles: { method: 'GET', path: '/realms/{slug}/versions/{version}/files', access: 'public', input: 'query' },
  getFile: {
    method: 'GET',
    path: '/realms/{slug}/versions/{version}/files/{path...}',
    access: 'public',
    returns: 'response',
  },
  compareVersions: { method: 'GET', path: '/realms/{slug}/diff', access: 'public', input: 'query' },

  listCollections: { method: 'GET', path: '/collections', access: 'public', input: 'query' },
  getCollection: { method: 'GET', path: '/collections/{slug}', access: 'public' },
  createCollection: { method: 'POST', path: '/collections', access: { scope: 'collections:write' }, input: 'body' },
  updateCollection: {
    method: 'PATCH',
    path: '/collections/{slug}',
    access: { scope: 'collections:write' },
    input: 'body',
  },
  deleteCollection: { method: 'DELETE', path: '/collections/{slug}', access: { scope: 'collections:write' } },

  getStats: { method: 'GET', path: '/stats', access: 'public' },
  getSeries: { method: 'GET', path: '/stats/series', access: 'public', input: 'query' },

  getUser: { method: 'GET', path: '/users/{username}', access: 'public' },

  register: { method: 'POST', path: '/auth/register', access: 'public', input: 'body' },
  login: { method: 'POST', path: '/auth/login', access: 'public', input: 'body' },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'public', input: 'body' },
  logout: { method: 'POST', path: '/auth/logout', access: 'public', input: 'body' },
  requestPasswordReset: { method: 'POST', path: '/auth/reset', access: 'public', input: 'body' },
  resetPassword: { method: 'PUT', path: '/auth/reset', access: 'public', input: 'body' },
  verifyEmail: { method: 'POST', path: '/auth/verify-email', access: 'public', input: 'body' },
  getMe: { method: 'GET', path: '/me', access: 'credential' },
  updateMe: { method: 'PATCH', path: '/me', access: { scope: 'account' }, input: 'body' },

  deleteMe: { method: 'DELETE', path: '/me', access: { scope: 'account' }, input: 'body' },
  putAvatar: { method: 'PUT', path: '/me/avatar', access: { scope: 'account' }, input: 'picture' },
  deleteAvatar: { method: 'DELETE', path: '/me/avatar', access: { scope: 'account' } },
  getMyData: { method: 'GET', path: '/me/data', access: { scope: 'account' } },

  listMyRealms: { method: 'GET', path: '/me/realms', access: { scope: 'realms:read' }, input: 'query' },
  listMyStars: { method: 'GET', path: '/me/stars', access: 'credential', input: 'query' },
  listSessions: { method: 'GET', path: '/me/sessions', access: { scope: 'account' }, input: 'query' },
  endSession: { method: 'DELETE', path: '/me/sessions/{id}', access: { scope: 'account' } },
  listGrants: { method: 'GET', path: '/me/grants', access: { scope: 'account' }, input: 'query' },
  revokeGrant: { method: 'DELETE', path: '/me/grants/{id}', access: { scope: 'account' } },

  requestEmailVerification: { method: 'POST', path: '/me/verify-email', access: { scope: 'account' } },

  getSecondFactors: { method: 'GET', path: '/me/second-factors', access: { scope: 'account' } },
  createTotp: { method: 'POST', path: '/me/second-factors/totp', access: { scope: 'account' } },
  confirmTotp: { method: 'PUT', path: '/me/second-factors/totp', access: { scope: 'account' }, input: 'body' },
  deleteTotp: { method: 'DELETE', path: '/me/second-factors/totp', access: { scope: 'account' } },
  createRecoveryCodes: { method: 'POST', path: '/me/second-factors/recovery-codes', access: { scope: 'account' } },
  confirmRecoveryCodes: {
    method: 'PUT',
    path: '/me/second-factors/recovery-codes',
    access: { scope: 'account' },
    input: 'body',
  },

  askForPasskey: { method: 'POST', path: '/me/second-factors/passkey-question', access: { scope: 'account' } },
  createPasskey: { method: 'POST', path: '/me/second-factors/passkeys', access: { scope: 'account' }, input: 'body' },
  deletePasskey: { method: 'DELETE', path: '/me/second-factors/passkeys/{id}', access: { scope: 'account' } },

  listIdentities: { method: 'GET', path: '/me/identities', access: { scope: 'account' } },
  unlinkIdentity: { method: 'DELETE', path: '/me/identities/{id}', access: { scope: 'account' } },

  createKey: { method: 'POST', path: '/keys', access: { scope: 'account' }, input: 'body' },
  listKeys: { method: 'GET', path: '/keys', access: { scope: 'account' } },
  revokeKey: { method: 'DELETE', path: '/keys/{id}', access: { scope: 'account' } },

  createOAuthClient: { method: 'POST', path: '/oauth/clients', access: { scope: 'account' }, input: 'body' },
  listOAuthClients: { method: 'GET', path: '/oauth/clients', access: { scope: 'account' } },
  updateOAuthClient: { method: 'PATCH', path: '/oauth/clients/{id}', access: { scope: 'account' }, input: 'body' },
  createClientSecret: {
    method: 'POST',
    path: '/oauth/clients/{id}/secret',
    access: { scope: 'account' },
    input: 'body',
  },
  deleteOAuthClient: { method: 'DELETE', path: '/oauth/clients/{id}', access: { scope: 'account' } },

  getRateLimit: { method: 'GET', path: '/rate_limit', access: 'public' },

  listUsers: { method: 'GET', path: '/admin/users', access: { scope: 'admin' }, input: 'query' },
  updateUser: { method: 'PATCH', path: '/admin/users/{username}', access: { scope: 'admin' }, input: 'body' },
  listQuarantined: { method: 'GET', path: '/admin/realms', access: { scope: 'admin' }, input: 'query' },
  moderateRealm: { method: 'PATCH', path: '/admin/realms/{slug}', access: { scope: 'admin' }, input: 'body' },
  getStorage: { method: 'GET', path: '/admin/storage', access: { scope: 'admin' } },

  listAudit: { method: 'GET', path: '/audit', access: { scope: 'admin' }, input: 'query' },
} as const satisfies Record<string, OperationRow>;

export type { OperationRow };
export type OperationId = keyof typeof operations;
