// `realm login`: logs in at a catalog by the device grant, or with a token, and stores the credential.
import { hostname, platform } from 'node:os';
import { isCatalogError } from '@realm-catalog/client';
import { openInBrowser } from '../browser.ts';
import { createCatalogClient } from '../catalog/catalog-client.ts';
import type { CommandDefinition } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { checkedToken, refuseUnsafe } from '../credentials/credential.ts';
import { credentialStore, type CredentialStore, type StoreName } from '../credentials/credential-store.ts';
import { codeJson, codeText } from '../credentials/device-login.ts';
import { findKeychain } from '../credentials/keychain.ts';
import { oauthServer } from '../credentials/oauth-server.ts';
import { revokeToken, startDeviceLogin, waitForLogin, type OAuthServer } from '../credentials/oauth.ts';
import type { StoredCredential } from '../credentials/stored-credential.ts';
import { CommandError } from '../failure.ts';
import { configFolder } from '../settings/paths.ts';
import { readInput } from '../terminal/read-input.ts';
import { userAgent } from '../version.ts';

interface LoginOptions {
  withToken?: boolean;
  store?: StoreName;
  scopes: string;
  web?: boolean;
  /** False with `--no-browser`. */
  browser?: boolean;
}

const MAX_INPUT_BYTES = 65_536;
const DEFAULT_SCOPES = 'realms:read,realms:write';

export const command: CommandDefinition<[], LoginOptions> = {
  options: [
    { flags: '--with-token', description: 'read a token, such as an API key, from stdin' },
    {
      flags: '--store <place>',
      description: 'where to store the token; the keychain by default',
      choices: ['keychain', 'file'],
    },
    { flags: '--scopes <list>', description: 'what the login may do, separated by commas', default: DEFAULT_SCOPES },
    { flags: '--web', description: 'show the code and wait, even without a terminal' },
    { flags: '--no-browser', description: 'show the address instead of opening a browser' },
  ],
  fields: ['registry', 'username', 'scopes', 'storedIn'],
  examples: [
    ['login', 'Shows a code, and waits until you allow the login in your browser.'],
    ['login --with-token --store file < key.txt', 'Stores an API key, on a machine without a keychain.'],
    ['login --scopes realms:read', 'This login can read your private realms, but change nothing.'],
  ],
  async run(context, _, options) {
    const { output, settings, env } = context;
    refuseUnsafe(settings.registry, context.options.insecure === true);
    const store = credentialStore(configFolder(env), env);
    const place = await chooseStore(context, store, options);
    const before = await store.find(settings.registry).catch(() => undefined);
    const server = serverOf(context);
    const credential = options.withToken ? await givenToken(context) : await deviceLogin(context, server, options);
    const { username, scopes } = await checkAndSave(context, server, credential, (good) =>
      store.save(settings.registry, good, place, context.signal),
    );
    await endLogin(server, before?.credential);
    output.record(
      { registry: settings.registry, username, scopes, storedIn: store.describe(place) },
      (login) => `Logged in to ${login.registry} as ${login.username}, with the scopes ${login.scopes.join(', ')}.\n`,
    );
    output.note(`The token is stored in ${store.describe(place)}.`);
  },
};

/** The keychain if there is one. A file is never chosen silently: it is asked for, or named. */
async function chooseStore(context: CommandContext, store: CredentialStore, options: LoginOptions): Promise<StoreName> {
  const place = options.store === 'file' || !(await findKeychain(context.env)) ? 'file' : 'keychain';
  if (options.store === 'keychain' && place === 'file')
    throw new CommandError('usage', 'This program can use no keychain on this machine.', {
      hint: 'It needs macOS, or secret-tool with a running Secret Service. Otherwise, use --store file.',
    });
  const isNamed = place === 'keychain' || options.store === 'file';
  refuseWithoutPerson(context, options, isNamed ? [] : ['--store', 'file']);
  const message = `There is no keychain. Store the token in ${store.describe('file')}, a file that only you can read?`;
  const otherwise = `${context.typedWith('--store', 'file')}${options.withToken ? ' < FILE' : ''}`;
  if (!isNamed && !(await context.prompt.confirm({ message, otherwise })))
    throw new CommandError('usage', 'Nothing was stored.', { hint: 'You can also set REALM_TOKEN.' });
  return place;
}

/** Before anything else is asked for: `more` is what the command that works here needs beside a token. */
function refuseWithoutPerson(
  { isInteractive, typedWith }: CommandContext,
  { withToken, web }: LoginOptions,
  more: string[],
): void {
  if (isInteractive || withToken || web) return;
  throw new CommandError('usage', 'A person has to allow the login, and there is no terminal to ask on.', {
    code: 'input_needed',
    hint: `With a token, such as an API key, in FILE, run\n  ${typedWith('--with-token', ...more)} < FILE`,
  });
}

async function givenToken(context: CommandContext): Promise<StoredCredential> {
  const question = { message: 'Token', otherwise: `${context.typedWith()} < FILE` };
  const text = context.isInteractive
    ? await context.prompt.password(question)
    : await readInput(context, MAX_INPUT_BYTES);
  return { kind: 'token', token: checkedToken(text, 'The input') };
}

async function deviceLogin(
  context: CommandContext,
  server: OAuthServer,
  options: LoginOptions,
): Promise<StoredCredential> {
  const { output, env, isInteractive } = context;
  const login = await startDeviceLogin(
    server,
    options.scopes.split(',').map((scope) => scope.trim()),
  );
  context.io.stderr.write(`${output.isJson ? codeJson(login) : codeText(login, output.noteStyle)}\n`);
  if (isInteractive && options.browser !== false) await openInBrowser(login.verificationUriComplete, env);
  return waitForLogin(login);
}

/** A token that the catalog does not take is not stored. One that cannot be stored is of use to nobody, and is revoked. */
async function checkAndSave(
  { io, settings, options, signal }: CommandContext,
  server: OAuthServer,
  login: StoredCredential,
  save: (login: StoredCredential) => Promise<void>,
): Promise<{ username: string; scopes: string[] }> {
  const credential = async () => ({ token: login.token, source: 'this login' });
  const client = createCatalogClient({ io, settings, options, credential });
  try {
    const { username, credential: facts } = await client.account.get({ signal });
    const expiresAt = login.kind === 'token' ? facts.expiresAt : undefined; // of a login by the browser, this is the end of the grant
    await save({ ...(expiresAt && { expiresAt }), ...login });
    return { username, scopes: facts.scopes };
  } catch (error) {
    await endLogin({ ...server, signal: undefined }, login);
    throw isCatalogError(error, 'unauthorized') && login.kind === 'token' ? badToken(error, settings.registry) : error;
  }
}

/** Not the hint of other commands, which is about the token that is stored. */
const badToken = ({ message, code }: Error & { code: string }, registry: string) =>
  new CommandError('login', `${registry} does not accept the token: ${message}`, {
    code,
    hint: 'It may be mistyped, cut off, expired, revoked, or from another catalog. Nothing was stored, and any earlier login stays.',
  });

/** Best effort: a login that the catalog cannot be told of ends by itself. A token that was pasted may be used elsewhere. */
async function endLogin(server: OAuthServer, login: StoredCredential | undefined): Promise<void> {
  if (login?.refreshToken) await revokeToken(server, login.refreshToken).catch(() => undefined);
}

/** The page shows the name that the program gives itself, so that people recognize the machine that asks. */
function serverOf({ settings, io, options }: CommandContext): OAuthServer {
  const host = hostname()
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 64);
  const server = oauthServer(settings.registry, io, options);
  return { ...server, userAgent: `${userAgent()} (${platform()}; ${host})` };
}
