// How the client calls each operation. `npm run docs` writes this file from the contract.

/** By the group of methods and, where it has another name, the first word of the path: the method of HTTP, that of the client, the rest of the path, what it takes (`-`: nothing), the fields by which its answer is known (`-`: it has none), and what else is special. */
export const calls: Record<string, string> = {
  realms: `
GET list / query realms,pagination
POST create / body id key
GET get /{slug} - id
PATCH update /{slug} body id
DELETE delete /{slug}
PUT star /{slug}/star
GET isStarred /{slug}/star - - boolean
DELETE unstar /{slug}/star
POST download /{slug}/download query downloadUrl key
GET downloads /{slug}/downloads query total
GET versions /{slug}/versions - versions
POST openUpload /{slug}/versions - uploadUrl key
PUT upload /{slug}/upload archive slug
GET version /{slug}/versions/{version} - version
PATCH updateVersion /{slug}/versions/{version} body version
GET files /{slug}/versions/{version}/files query files,pagination
GET file /{slug}/versions/{version}/files/{path...} - - response
GET diff /{slug}/diff query files,pagination`,
  tags: `
GET list / query tags,pagination`,
  categories: `
GET list / query categories,pagination`,
  'search suggest': `
GET suggest / query realms`,
  collections: `
GET list / query collections,pagination
GET get /{slug} - id
POST create / body id
PATCH update /{slug} body id
DELETE delete /{slug}`,
  stats: `
GET get / - totalRealms
GET series /series query metric`,
  users: `
GET get /{username} - username`,
  auth: `
POST register /register body id
POST login /login body token
POST refresh /refresh body token
POST logout /logout body
POST requestPasswordReset /reset body
PUT resetPassword /reset body
POST verifyEmail /verify-email body`,
  'account me': `
GET get / - id
PATCH update / body id
DELETE delete / body
PUT setAvatar /avatar picture id
DELETE removeAvatar /avatar
GET data /data - account
GET realms /realms query realms,pagination
GET stars /stars query realms,pagination
GET sessions /sessions query sessions,pagination
DELETE endSession /sessions/{id}
GET grants /grants query grants,pagination
DELETE revokeGrant /grants/{id}
POST requestEmailVerification /verify-email
GET secondFactors /second-factors - isOn
POST createTotp /second-factors/totp - secret
PUT confirmTotp /second-factors/totp body
DELETE deleteTotp /second-factors/totp
POST createRecoveryCodes /second-factors/recovery-codes - codes
PUT confirmRecoveryCodes /second-factors/recovery-codes body
POST askForPasskey /second-factors/passkey-question - options
POST createPasskey /second-factors/passkeys body id
DELETE deletePasskey /second-factors/passkeys/{id}
GET identities /identities - identities
DELETE unlinkIdentity /identities/{id}`,
  keys: `
POST create / body id
GET list / - keys
DELETE revoke /{id}`,
  'oauthClients oauth': `
POST create /clients body id
GET list /clients - clients
PATCH update /clients/{id} body id
POST createSecret /clients/{id}/secret body clientSecret
DELETE delete /clients/{id}`,
  'limits rate_limit': `
GET get / - tier`,
  admin: `
GET users /users query users,pagination
PATCH updateUser /users/{username} body id
GET quarantined /realms query realms,pagination
PATCH moderateRealm /realms/{slug} body id
GET storage /storage - bytes`,
  audit: `
GET list / query entries,pagination`,
};
