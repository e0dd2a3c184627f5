// The table of operations: the id, method, path and access of each. It imports nothing when it runs, so a client in a browser loads no schema.
import type { OperationRow } from './operation.ts';

export const operations = {
  listRealms: { method: 'GET', path: '/realms', access: 'public' },
  createRealm: { method: 'POST', path: '/realms', access: { scope: 'realms:write' } },
  getRealm: { method: 'GET', path: '/realms/{slug}', access: 'public' },
  updateRealm: { method: 'PATCH', path: '/realms/{slug}', access: { scope: 'realms:write' } },
  deleteRealm: { method: 'DELETE', path: '/realms/{slug}', access: { scope: 'realms:write' } },
  starRealm: { method: 'PUT', path: '/realms/{slug}/star', access: { scope: 'realms:write' } },
  getStar: { method: 'GET', path: '/realms/{slug}/star', access: 'credential' },
  unstarRealm: { method: 'DELETE', path: '/realms/{slug}/star', access: { scope: 'realms:write' } },

  listTags: { method: 'GET', path: '/tags', access: 'public' },
  listCategories: { method: 'GET', path: '/categories', access: 'public' },
  suggest: { method: 'GET', path: '/suggest', access: 'public' },

  downloadRealm: { method: 'POST', path: '/realms/{slug}/download', access: 'public' },
  getDownloads: { method: 'GET', path: '/realms/{slug}/downloads', access: 'public' },

  listVersions: { method: 'GET', path: '/realms/{slug}/versions', access: 'public' },
  openUpload: { method: 'POST', path: '/realms/{slug}/versions', access: { scope: 'realms:write' } },
  uploadArchive: { method: 'PUT', path: '/realms/{slug}/upload', access: 'upload' },
  getVersion: { method: 'GET', path: '/realms/{slug}/versions/{version}', access: 'public' },
  updateVersion: { method: 'PATCH', path: '/realms/{slug}/versions/{version}', access: { scope: 'realms:write' } },

  listFiles: { method: 'GET', path: '/realms/{slug}/versions/{version}/files', access: 'public' },
  getFile: { method: 'GET', path: '/realms/{slug}/versions/{version}/files/{path...}', access: 'public' },
  compareVersions: { method: 'GET', path: '/realms/{slug}/diff', access: 'public' },

  listCollections: { method: 'GET', path: '/collections', access: 'public' },
  getCollection: { method: 'GET', path: '/collections/{slug}', access: 'public' },
  createCollection: { method: 'POST', path: '/collections', access: { scope: 'collections:write' } },
  updateCollection: { method: 'PATCH', path: '/collections/{slug}', access: { scope: 'collections:write' } },
  deleteCollection: { method: 'DELETE', path: '/collections/{slug}', access: { scope: 'collections:write' } },

  getStats: { method: 'GET', path: '/stats', access: 'public' },
  getSeries: { method: 'GET', path: '/stats/series', access: 'public' },

  getUser: { method: 'GET', path: '/users/{username}', access: 'public' },

  register: { method: 'POST', path: '/auth/register', access: 'public' },
  login: { method: 'POST', path: '/auth/login', access: 'public' },
  refresh: { method: 'POST', path: '/auth/refresh', access: 'public' },
  logout: { method: 'POST', path: '/auth/logout', access: 'public' },
  getMe: { method: 'GET', path: '/me', access: 'credential' },
  updateMe: { method: 'PATCH', path: '/me', access: { scope: 'account' } },

  listMyRealms: { method: 'GET', path: '/me/realms', access: { scope: 'realms:read' } },
  listMyStars: { method: 'GET', path: '/me/stars', access: 'credential' },
  listSessions: { method: 'GET', path: '/me/sessions', access: { scope: 'account' } },
  endSession: { method: 'DELETE', path: '/me/sessions/{id}', access: { scope: 'account' } },
  listGrants: { method: 'GET', path: '/me/grants', access: { scope: 'account' } },
  revokeGrant: { method: 'DELETE', path: '/me/grants/{id}', access: { scope: 'account' } },

  createKey: { method: 'POST', path: '/keys', access: { scope: 'account' } },
  listKeys: { method: 'GET', path: '/keys', access: { scope: 'account' } },
  revokeKey: { method: 'DELETE', path: '/keys/{id}', access: { scope: 'account' } },

  createOAuthClient: { method: 'POST', path: '/oauth/clients', access: { scope: 'account' } },
  listOAuthClients: { method: 'GET', path: '/oauth/clients', access: { scope: 'account' } },
  updateOAuthClient: { method: 'PATCH', path: '/oauth/clients/{id}', access: { scope: 'account' } },
  createClientSecret: { method: 'POST', path: '/oauth/clients/{id}/secret', access: { scope: 'account' } },
  deleteOAuthClient: { method: 'DELETE', path: '/oauth/clients/{id}', access: { scope: 'account' } },

  getRateLimit: { method: 'GET', path: '/rate_limit', access: 'public' },

  listAudit: { method: 'GET', path: '/audit', access: { scope: 'admin' } },
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operations;
