import type { OperationRow } from './operation.js';
export declare const operations: {
    readonly listRealms: {
        readonly method: 'GET';
        readonly path: '/realms';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly createRealm: {
        readonly method: 'POST';
        readonly path: '/realms';
        readonly access: {
            readonly scope: 'realms:write';
        };
        readonly input: 'body';
        readonly hasIdempotencyKey: true;
    };
    readonly getRealm: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}';
        readonly access: 'public';
    };
    readonly updateRealm: {
        readonly method: 'PATCH';
        readonly path: '/realms/{slug}';
        readonly access: {
            readonly scope: 'realms:write';
        };
        readonly input: 'body';
    };
    readonly deleteRealm: {
        readonly method: 'DELETE';
        readonly path: '/realms/{slug}';
        readonly access: {
            readonly scope: 'realms:write';
        };
    };
    readonly starRealm: {
        readonly method: 'PUT';
        readonly path: '/realms/{slug}/star';
        readonly access: {
            readonly scope: 'realms:write';
        };
    };
    readonly getStar: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/star';
        readonly access: 'credential';
        readonly name: 'isStarred';
        readonly returns: 'boolean';
    };
    readonly unstarRealm: {
        readonly method: 'DELETE';
        readonly path: '/realms/{slug}/star';
        readonly access: {
            readonly scope: 'realms:write';
        };
    };
    readonly listTags: {
        readonly method: 'GET';
        readonly path: '/tags';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly listCategories: {
        readonly method: 'GET';
        readonly path: '/categories';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly suggest: {
        readonly method: 'GET';
        readonly path: '/suggest';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly downloadRealm: {
        readonly method: 'POST';
        readonly path: '/realms/{slug}/download';
        readonly access: 'public';
        readonly input: 'query';
        readonly hasIdempotencyKey: true;
    };
    readonly getDownloads: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/downloads';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly listVersions: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/versions';
        readonly access: 'public';
    };
    readonly openUpload: {
        readonly method: 'POST';
        readonly path: '/realms/{slug}/versions';
        readonly access: {
            readonly scope: 'realms:write';
        };
        readonly hasIdempotencyKey: true;
    };
    readonly uploadArchive: {
        readonly method: 'PUT';
        readonly path: '/realms/{slug}/upload';
        readonly access: 'upload';
        readonly input: 'archive';
        readonly name: 'upload';
    };
    readonly getVersion: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/versions/{version}';
        readonly access: 'public';
    };
    readonly updateVersion: {
        readonly method: 'PATCH';
        readonly path: '/realms/{slug}/versions/{version}';
        readonly access: {
            readonly scope: 'realms:write';
        };
        readonly input: 'body';
    };
    readonly listFiles: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/versions/{version}/files';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly getFile: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/versions/{version}/files/{path...}';
        readonly access: 'public';
        readonly returns: 'response';
    };
    readonly compareVersions: {
        readonly method: 'GET';
        readonly path: '/realms/{slug}/diff';
        readonly access: 'public';
        readonly input: 'query';
        readonly name: 'diff';
    };
    readonly listCollections: {
        readonly method: 'GET';
        readonly path: '/collections';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly getCollection: {
        readonly method: 'GET';
        readonly path: '/collections/{slug}';
        readonly access: 'public';
    };
    readonly createCollection: {
        readonly method: 'POST';
        readonly path: '/collections';
        readonly access: {
            readonly scope: 'collections:write';
        };
        readonly input: 'body';
    };
    readonly updateCollection: {
        readonly method: 'PATCH';
        readonly path: '/collections/{slug}';
        readonly access: {
            readonly scope: 'collections:write';
        };
        readonly input: 'body';
    };
    readonly deleteCollection: {
        readonly method: 'DELETE';
        readonly path: '/collections/{slug}';
        readonly access: {
            readonly scope: 'collections:write';
        };
    };
    readonly getStats: {
        readonly method: 'GET';
        readonly path: '/stats';
        readonly access: 'public';
    };
    readonly getSeries: {
        readonly method: 'GET';
        readonly path: '/stats/series';
        readonly access: 'public';
        readonly input: 'query';
    };
    readonly getUser: {
        readonly method: 'GET';
        readonly path: '/users/{username}';
        readonly access: 'public';
    };
    readonly register: {
        readonly method: 'POST';
        readonly path: '/auth/register';
        readonly access: 'public';
        readonly input: 'body';
    };
    readonly login: {
        readonly method: 'POST';
        readonly path: '/auth/login';
        readonly access: 'public';
        readonly input: 'body';
    };
    readonly refresh: {
        readonly method: 'POST';
        readonly path: '/auth/refresh';
        readonly access: 'public';
        readonly input: 'body';
    };
    readonly logout: {
        readonly method: 'POST';
        readonly path: '/auth/logout';
        readonly access: 'public';
        readonly input: 'body';
    };
    readonly getMe: {
        readonly method: 'GET';
        readonly path: '/me';
        readonly access: 'credential';
        readonly name: 'get';
    };
    readonly updateMe: {
        readonly method: 'PATCH';
        readonly path: '/me';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'body';
        readonly name: 'update';
    };
    readonly listMyRealms: {
        readonly method: 'GET';
        readonly path: '/me/realms';
        readonly access: {
            readonly scope: 'realms:read';
        };
        readonly input: 'query';
        readonly name: 'realms';
    };
    readonly listMyStars: {
        readonly method: 'GET';
        readonly path: '/me/stars';
        readonly access: 'credential';
        readonly input: 'query';
        readonly name: 'stars';
    };
    readonly listSessions: {
        readonly method: 'GET';
        readonly path: '/me/sessions';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'query';
    };
    readonly endSession: {
        readonly method: 'DELETE';
        readonly path: '/me/sessions/{id}';
        readonly access: {
            readonly scope: 'account';
        };
    };
    readonly listGrants: {
        readonly method: 'GET';
        readonly path: '/me/grants';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'query';
    };
    readonly revokeGrant: {
        readonly method: 'DELETE';
        readonly path: '/me/grants/{id}';
        readonly access: {
            readonly scope: 'account';
        };
    };
    readonly createKey: {
        readonly method: 'POST';
        readonly path: '/keys';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'body';
    };
    readonly listKeys: {
        readonly method: 'GET';
        readonly path: '/keys';
        readonly access: {
            readonly scope: 'account';
        };
    };
    readonly revokeKey: {
        readonly method: 'DELETE';
        readonly path: '/keys/{id}';
        readonly access: {
            readonly scope: 'account';
        };
    };
    readonly createOAuthClient: {
        readonly method: 'POST';
        readonly path: '/oauth/clients';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'body';
    };
    readonly listOAuthClients: {
        readonly method: 'GET';
        readonly path: '/oauth/clients';
        readonly access: {
            readonly scope: 'account';
        };
    };
    readonly updateOAuthClient: {
        readonly method: 'PATCH';
        readonly path: '/oauth/clients/{id}';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'body';
    };
    readonly createClientSecret: {
        readonly method: 'POST';
        readonly path: '/oauth/clients/{id}/secret';
        readonly access: {
            readonly scope: 'account';
        };
        readonly input: 'body';
        readonly name: 'createSecret';
    };
    readonly deleteOAuthClient: {
        readonly method: 'DELETE';
        readonly path: '/oauth/clients/{id}';
        readonly access: {
            readonly scope: 'account';
        };
    };
    readonly getRateLimit: {
        readonly method: 'GET';
        readonly path: '/rate_limit';
        readonly access: 'public';
        readonly name: 'get';
    };
    readonly listAudit: {
        readonly method: 'GET';
        readonly path: '/audit';
        readonly access: {
            readonly scope: 'admin';
        };
        readonly input: 'query';
    };
};
export type { OperationRow };
export type OperationId = keyof typeof operations;
