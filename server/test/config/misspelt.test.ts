// Names in the environment that are no settings: those that were meant as settings stop a start, and those of other programs do not.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OperatorError, readConfig, settings } from '../../src/config/config.ts';

const refusalOf = (name: string, value = 'x'): string => {
  try {
    readConfig({ [name]: value });
    return '';
  } catch (error) {
    assert.ok(error instanceof OperatorError);
    return error.message;
  }
};

for (const [name, like] of [
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL_FILE', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['ARCHIVE_URL', 'ARCHIVES_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['SECRETKEY', 'SECRET_KEY'],
  ['SITE_COLOUR', 'SITE_COLOR'],
  ['PROT', 'PORT'],
] as const)
  test(`${name} is refused in a line that names ${like}`, () =>
    assert.equal(refusalOf(name), `${name} is not a setting. Did you mean ${like}?`));

for (const name of ['RATE_LIMIT_ANONYMOUS', 'QUOTA_FREE', 'ARCHIVES_BUCKET', 'DATABASE_POOL_SIZE'])
  test(`${name} begins as a setting does, and is refused`, () =>
    assert.equal(refusalOf(name), `${name} is not a setting. docs/self-hosting.md lists all settings.`));

test('every setting is accepted under its name, and from a file', () => {
  for (const name of Object.keys(settings))
    for (const one of [name, `${name}_FILE`]) assert.doesNotMatch(refusalOf(one), /is not a setting/, one);
});

test('a misspelt name without a value is accepted, since it would change nothing', () => {
  assert.equal(refusalOf('DATABSE_URL', ''), '');
});

/** Of shells, systems, Node, clouds, other programs, other databases and our own command line. */
const OTHERS = `
  PATH HOME HOSTNAME HOSTTYPE HOSTS LANG LC_ALL LOGNAME MAIL MAILCHECK MANPATH OLDPWD PS1 PWD SHELL SHLVL TERM TMPDIR TZ USER _ DISPLAY EDITOR PAGER
  SSH_AUTH_SOCK SSH_CONNECTION XDG_RUNTIME_DIR DBUS_SESSION_BUS_ADDRESS INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET STATE_DIRECTORY SYSTEMD_EXEC_PID
  npm_config_cache npm_package_name npm_lifecycle_event INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_VERSION
  UV_THREADPOOL_SIZE MALLOC_ARENA_MAX LD_PRELOAD COLOR NO_COLOR FORCE_COLOR CI
  http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY ALL_PROXY SSL_CERT_FILE SSL_CERT_DIR
  AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_S3_ENDPOINT AWS_ENDPOINT_URL GOOGLE_APPLICATION_CREDENTIALS
  OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_ENDPOINT SENTRY_DSN DD_AGENT_HOST
  PGHOST PGPORT PGUSER PGPASSWORD POSTGRES_PASSWORD POSTGRES_DB DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER DATABASE_PASSWORD
  DATABASE_SSL DATABASE_URL_2 LOGLEVEL PREVIEW WORKER DATABASE_URL_UNPOOLED DATABASE_PRIVATE_URL DATABASE_CONNECTION_POOL_URL HEROKU_POSTGRESQL_URL POSTGRES_URL MYSQL_URL MONGODB_URL
  REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_TLS_URL REDISCLI_AUTH S3_BUCKET S3_ACCESS_KEY S3_SECRET_KEY SECRET_KEY_BASE DJANGO_SECRET_KEY
  SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD SMTP_FROM EMAIL_FROM MAIL_HOST MAIL_FROM_ADDRESS OIDC_REDIRECT_URI OIDC_SCOPE
  SITE_URL SITE_ID BASE_URL APP_URL API_URL PUBLIC_DIR PUBLIC_KEY LOG_FILE LOG_FORMAT LOG_DIR WEB_CONCURRENCY
  KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP DATABASE_SERVICE_HOST QUOTA_SERVICE_PORT ARCHIVES_PORT ARCHIVES_PORT_80_TCP_ADDR
  DOKKU_APP_TYPE DYNO FLY_APP_NAME RENDER_EXTERNAL_URL RAILWAY_STATIC_URL VERCEL_URL PLATFORM_ROUTES VCAP_SERVICES GITHUB_TOKEN CI_COMMIT_SHA
  REALM_REGISTRY REALM_TOKEN MOVE_TO_URL MOVE_TO_URL_FILE TEST_DATABASE_URL TEST_SIZE`
  .split(/\s+/)
  .filter(Boolean);

test('no name of another program is refused', () => {
  for (const name of [...OTHERS, ...Object.keys(process.env)])
    assert.doesNotMatch(refusalOf(name), /is not a setting/, name);
});

test('no variable of the files for operators is refused', () => {
  const root = new URL('../../../', import.meta.url);
  for (const file of [
    '.env.example',
    'deploy/compose.yaml',
    'deploy/realm-catalog.service',
    'deploy/make-secrets.sh',
  ]) {
    const names = readFileSync(new URL(file, root), 'utf8').match(/\b[A-Z][A-Z\d]+_[A-Z\d_]+\b/g) ?? [];
    assert.ok(names.length > 0, file);
    for (const name of names) assert.doesNotMatch(refusalOf(name), /is not a setting/, `${file}: ${name}`);
  }
});

test('a file that is missing is a clear line, for a logo and for every setting', () => {
  const file = join(import.meta.dirname, 'missing');
  const reason = `must be a file that can be read, not "${file}" (ENOENT).`;
  assert.equal(refusalOf('SITE_LOGO', file), `SITE_LOGO ${reason}`);
  assert.equal(refusalOf('SECRET_KEY_FILE', file), `SECRET_KEY_FILE ${reason}`);
  assert.equal(
    refusalOf('SITE_LOGO', import.meta.dirname),
    `SITE_LOGO ${reason.replace(file, import.meta.dirname).replace('ENOENT', 'EISDIR')}`,
  );
});
