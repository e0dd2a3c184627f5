// What to do about an error: who was logged in, which host and proxy were asked, when to try again.
import { isCatalogError, type NetworkError } from '@realm-catalog/client';
import type { CommandContext } from './context.ts';
import { proxyFor, proxyForPeople } from './settings/proxy.ts';
import { DEFAULT_REGISTRY } from './settings/serving-catalog.ts';
import { isLoopback } from './settings/settings.ts';

export async function hintFor(error: unknown, context: CommandContext): Promise<string | undefined> {
  if (isCatalogError(error, 'unauthorized') && error.code === 'second_factor_required')
    return `With a second factor, log in with the browser: ${context.programName} login`;
  if (isCatalogError(error, 'unauthorized')) return loginHint(context);
  if (isCatalogError(error, 'forbidden')) return accountHint(error.message, context);
  if (isCatalogError(error, 'rate_limited')) return rateHint(error.resetAt, context);
  if (isCatalogError(error, 'network')) return networkHint(error, context);
  if (isCatalogError(error, 'timeout') || isCatalogError(error, 'unexpected_response'))
    return `${whereText(context.settings.registry, context)}\n${context.programName} doctor finds out more.`;
  return undefined;
}

async function loginHint({ credential, programName }: CommandContext): Promise<string> {
  const used = await credential();
  if (!used) return `Log in: ${programName} login`;
  return `The catalog does not accept the token from ${used.source}: it is expired, revoked or from another catalog.${endText(used.expiresAt)}\nLog in: ${programName} login`;
}

/** The account that the token belongs to is asked for only now. */
async function accountHint(
  message: string,
  { client, credential, programName, signal }: CommandContext,
): Promise<string | undefined> {
  const used = await credential();
  if (!used) return `Log in: ${programName} login`;
  const me = await client.account.get({ signal, retry: 0 }).catch(() => undefined);
  if (!me) return undefined;
  const { scopes, expiresAt } = me.credential;
  const [, missing] = /\bscope ([a-z]+(?::[a-z]+)?)\b/.exec(message) ?? [];
  const login = missing
    ? `\nTo log in with that scope: ${programName} login --scopes ${[...scopes, missing].join(',')}`
    : '';
  return `The token from ${used.source} belongs to ${me.username} and has the scopes ${scopes.join(', ')}.${endText(expiresAt)}${login}`;
}

/** When a token ends, where that is known; one that does not end has none. */
function endText(expiresAt = ''): string {
  const isOver = Date.parse(expiresAt) <= Date.now();
  return expiresAt && ` It ${isOver ? 'ended' : 'ends'} at ${expiresAt}.`;
}

async function rateHint(resetAt: Date | undefined, { credential, programName }: CommandContext): Promise<string> {
  const when = resetAt ? `Try again after ${timeText(resetAt)}.` : 'Try again later.';
  return (await credential()) ? when : `${when} The limit is higher when you are logged in: ${programName} login`;
}

/** To the second. A catalog may name a time that no calendar has. */
export const timeText = (time: Date) =>
  Number.isNaN(time.getTime()) ? 'some time' : time.toISOString().replace(/\.\d+/, '');

function networkHint(error: NetworkError, context: CommandContext): string {
  const { registry } = context.settings;
  const { programName } = context;
  const isLocal = registry === DEFAULT_REGISTRY && isLoopback(registry) && error.message.includes('ECONNREFUSED');
  const start = isLocal
    ? `\nNo catalog is running on this machine. Start one with npm start in its folder, or use another: ${programName} config set registry https://…`
    : '';
  return `${whereText(registry, context)}${start}\n${programName} doctor finds out more.`;
}

function whereText(registry: string, { settings, env }: CommandContext): string {
  const proxy = proxyFor(registry, env);
  return `The catalog is ${registry} (from ${settings.source}), reached ${proxy ? `through the proxy ${proxyForPeople(proxy)}` : 'without a proxy'}.`;
}
