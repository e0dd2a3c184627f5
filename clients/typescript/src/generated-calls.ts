// How the client calls each operation. `npm run docs` writes this file from the contract.

/** By the group of methods and, where it has another name, the first word of the path: the method of HTTP, that of the client, the rest of the path, what it takes (`-`: nothing), and what else is special. */
export const calls: Record<string, string> = {
  realms: `
GET list / query
POST create / body key
GET get /{slug}
PATCH update /{slug} body
DELETE delete /{slug}
PUT star /{slug}/star
GET isStarred /{slug}/star - boolean
DELETE unstar /{slug}/star
POST download /{slug}/download query key
GET downloads /{slug}/downloads query
GET versions /{slug}/versions
POST openUpload /{slug}/versions - key
PUT upload /{slug}/upload archive
GET version /{slug}/versions/{version}
PATCH updateVersion /{slug}/versions/{version} body
GET files /{slug}/versions/{version}/files query
GET file /{slug}/versions/{version}/files/{path...} - response
GET diff /{slug}/diff query`,
  tags: `
GET list / query`,
  categories: `
GET list / query`,
  'search suggest': `
GET suggest / query`,
  collections: `
GET list / query
GET get /{slug}
POST create / body
PATCH update /{slug} body
DELETE delete /{slug}`,
  stats: `
GET get /
GET series /series query`,
  users: `
GET get /{username}`,
  auth: `
POST register /register body
POST login /login body
POST refresh /refresh body
POST logout /logout body
POST requestPasswordReset /reset body
PUT resetPassword /reset body
POST verifyEmail /verify-email body`,
  'account me': `
GET get /
PATCH update / body
DELETE delete / body
PUT setAvatar /avatar picture
DELETE removeAvatar /avatar
GET data /data
GET realms /realms query
GET stars /stars query
GET sessions /sessions query
DELETE endSession /sessions/{id}
GET grants /grants query
DELETE revokeGrant /grants/{id}
POST requestEmailVerification /verify-email
GET secondFactors /second-factors
POST createTotp /second-factors/totp
PUT confirmTotp /second-factors/totp body
DELETE deleteTotp /second-factors/totp
POST createRecoveryCodes /second-factors/recovery-codes
PUT confirmRecoveryCodes /second-factors/recovery-codes body
POST askForPasskey /second-factors/passkey-question
POST createPasskey /second-factors/passkeys body
DELETE deletePasskey /second-factors/passkeys/{id}
GET identities /identities
DELETE unlinkIdentity /identities/{id}`,
  keys: `
POST create / body
GET list /
DELETE revoke /{id}`,
  'oauthClients oauth': `
POST create /clients body
GET list /clients
PATCH update /clients/{id} body
POST createSecret /clients/{id}/secret body
DELETE delete /clients/{id}`,
  'limits rate_limit': `
GET get /`,
  admin: `
GET users /users query
PATCH updateUser /users/{username} body
GET quarantined /realms query
PATCH moderateRealm /realms/{slug} body
GET storage /storage`,
  audit: `
GET list / query`,
};
