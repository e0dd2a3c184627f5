// The checks of `realm doctor` on a catalog that answers: its clock, what is left of the limit, its version, and whether it knows the account.
import type { CommandContext } from '../context.ts';
import { failureOf, outcomeOf } from '../failure.ts';
import { timeText } from '../hints.ts';
import { readVersion } from '../version.ts';
import { bad, good, type Finding } from './finding.ts';
import { probe, type Probe } from './probe.ts';

const MAX_CLOCK_DIFFERENCE_S = 60;

/** Links and tokens end by the catalog's clock. */
export function checkClock({ date }: Probe): Finding {
  const difference = Math.round((Date.now() - Date.parse(date)) / 1_000);
  if (Number.isNaN(difference)) return good('clock', 'the catalog does not send its time');
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_S) return good('clock', 'same as the catalog');
  const side = difference > 0 ? 'ahead of' : 'behind';
  return bad(
    'clock',
    'unexpected',
    `This machine's clock is ${Math.abs(difference)} s ${side} the catalog's.`,
    'Correct the wrong clock: links and tokens expire by it.',
  );
}

/**
 * Of the account that commands use, or of this address: asking costs nothing. Undefined where the catalog does not take the credential, which is
 * another finding.
 */
export async function checkLimit({
  client,
  credential,
  programName,
  signal,
}: CommandContext): Promise<Finding | undefined> {
  const found = await client.limits.get({ signal, retry: 0 }).catch(() => undefined);
  if (!found) return undefined;
  const { limit, remaining, reset } = found;
  const end = timeText(new Date(reset * 1_000));
  if (remaining > 0) return good('limit', `${remaining} of ${limit} requests left until ${end}`);
  const more = (await credential()) ? '' : ` The limit is higher when you are logged in: ${programName} login`;
  const message = `You have used all ${limit} requests of this hour.`;
  return bad('limit', 'rateLimited', message, `Try again after ${end}.${more}`);
}

/** Catalog and program are released together; an older catalog lacks operations that a newer program calls. */
export async function checkVersion(context: CommandContext): Promise<Finding> {
  const { status, body } = await probe(context, '/v1/openapi.json').catch(() => ({ status: 0, body: undefined }));
  if (status === 429) return good('version', 'unknown: this address has reached its rate limit');
  const { info } = (body ?? {}) as { info?: { version?: unknown } };
  const theirs = typeof info?.version === 'string' ? info.version : '';
  const ours = readVersion();
  if (!/^\d+\.\d+\.\d+/.test(theirs))
    return bad('version', 'network', 'The response has no version.', 'Is this the address of a catalog?');
  if (!isOlder(theirs, ours)) return good('version', theirs);
  const message = `The catalog has version ${theirs}, which is older than this program (${ours}).`;
  return bad('version', 'unexpected', message, 'Newer commands will fail. Ask its operator to update it.');
}

/** By major and minor: a patch adds nothing. */
function isOlder(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

export async function checkAccount({ client, credential, programName, signal }: CommandContext): Promise<Finding> {
  try {
    const used = await credential();
    if (!used) return good('account', `none; ${programName} login`);
    const me = await client.account.get({ signal, retry: 0 });
    return good(
      'account',
      `${me.username}, logged in by ${used.source}, with the scopes ${me.credential.scopes.join(', ')}`,
    );
  } catch (error) {
    const { message, hint = `${programName} login` } = failureOf(error);
    return bad('account', outcomeOf(error), message, hint);
  }
}
