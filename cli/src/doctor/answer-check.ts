// The check of `realm doctor` that asks the catalog, and tells apart what can answer in its place.
import type { CommandContext } from '../context.ts';
import { failureOf, type Failure } from '../failure.ts';
import { proxyFor, proxyForPeople } from '../settings/proxy.ts';
import { isLoopback } from '../settings/settings.ts';
import { bad, good, type Finding } from './finding.ts';
import { probe, type Probe } from './probe.ts';

/** Asks for what costs nothing of the rate limit. There is an answer only where a catalog gave it. */
export async function checkAnswer(context: CommandContext): Promise<{ finding: Finding; answer?: Probe }> {
  const answer = await probe(context, '/v1/api/rate_limit').catch(failureOf);
  if ('exitCode' in answer) return { finding: unreachable(answer, context) };
  const problem = strangeAnswer(answer, context) ?? refusal(answer);
  if (problem) return { finding: problem };
  return { finding: good('answer', `status ${answer.status} after ${answer.durationMs} ms`), answer };
}

function unreachable({ message, causes = [] }: Failure, { settings, programName }: CommandContext): Finding {
  const text = [message, ...causes].join(': ');
  const isHere = isLoopback(settings.registry);
  const [, hint = 'A firewall or a proxy may be in the way.'] = reasons.find(([pattern]) => pattern.test(text)) ?? [];
  const isStopped = isHere && /ECONNREFUSED/.test(text);
  const start = `No catalog is running here. Start one with npm start in its folder, or use another: ${programName} config set registry https://…`;
  return bad('answer', 'network', text, isStopped ? start : hint);
}

/** What the errors of Node and OpenSSL mean. */
const reasons: [RegExp, string][] = [
  [
    /certificate|self.signed|CERT_/i,
    'Node does not trust the certificate. Name the authority that signed it: NODE_EXTRA_CA_CERTS=/path/to/ca.pem',
  ],
  [/wrong version number|EPROTO|packet length/i, 'The address begins with https, but the server speaks plain http.'],
  [/ENOTFOUND|EAI_AGAIN/, 'Is the address mistyped, or is this machine offline?'],
  [/ECONNREFUSED/, 'Nothing is listening on this port. Is it the right one?'],
  [/bad port/, 'Node and browsers block this port, which belongs to another protocol. Run the catalog on another one.'],
  [/timeout|timed out/i, 'There was no response in time. A firewall or a proxy may be in the way.'],
];

/** An answer that no catalog gives. */
function strangeAnswer({ status, type, isJson, location }: Probe, context: CommandContext): Finding | undefined {
  const { settings, env, programName } = context;
  const proxy = proxyFor(settings.registry, env);
  if (location) {
    const hint = `If that is the catalog: ${programName} config set registry ${new URL(location).origin}`;
    return bad('answer', 'network', `It redirects to ${location}.`, hint);
  }
  if (!isJson) {
    const hint = proxy
      ? `This may be a page of the proxy ${proxyForPeople(proxy)}. To bypass it for a host, name the host in NO_PROXY.`
      : 'This may be another website, or a login page of your network.';
    const what = /html/.test(type) ? 'HTML' : type || 'nothing';
    return bad('answer', 'network', `It responds with ${what} instead of JSON (status ${status}).`, hint);
  }
  if (status !== 404) return undefined;
  return bad('answer', 'network', 'There is no API of a catalog at this address (status 404).', 'Is the path right?');
}

/** An answer of a catalog, or of what stands before it, that tells nothing of the rest. */
function refusal({ status, body }: Probe): Finding | undefined {
  if (status === 429)
    return bad('answer', 'rateLimited', 'The rate limit has been reached.', 'Try again later, or log in.');
  if (status >= 400)
    return bad('answer', 'unexpected', `The server responds with an error (status ${status}).`, 'Try again later.');
  const { limit } = Object(body) as { limit?: unknown };
  if (typeof limit === 'number') return undefined;
  const message = 'It responds with JSON, but not like a catalog: the rate limit is missing.';
  return bad('answer', 'network', message, 'Is this the address of a catalog?');
}
