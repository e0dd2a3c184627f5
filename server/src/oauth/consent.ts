// The step in which a person allows the scopes that a client asks for.
import { scopes, type Scope } from '@realm-catalog/contract';
import { isRecent } from '../accounts/sign-in/web-sessions.ts';
import { hasRole } from '../credentials/caller.ts';
import { findActiveAccount, isStillValid } from '../credentials/queries.ts';
import { ConditionError, type Database } from '../db/database.ts';
import type { Response } from '../http/response.ts';
import { resourceOf } from './addresses.ts';
import { pageExpired } from './failures.ts';
import {
  finishStep,
  originOf,
  redirect,
  showPage,
  type InteractionContext,
  type InteractionStep,
} from './interaction-step.ts';

export async function showConsent(
  { services: { db, config }, render }: InteractionContext,
  step: InteractionStep,
): Promise<Response> {
  const { interaction, application } = step;
  const { username, grantable } = await readConsent(db, step);
  if (needsNewSignIn(step, grantable)) return askToSignIn(step, config.publicUrl);
  const redirectUri = interaction.params['redirect_uri'];
  const view = { application, username, scopes: grantable, redirectUri };
  return showPage(render, step, async (site) =>
    (await import('@realm-catalog/web/pages/oauth/consent')).consentPage(site, view),
  );
}

export async function allow(
  { services: { db, config }, open, requests }: InteractionContext,
  step: InteractionStep,
): Promise<Response> {
  const { accountId, requested, grantable } = await readConsent(db, step);
  if (needsNewSignIn(step, grantable)) return askToSignIn(step, config.publicUrl);
  const provider = await open();
  const grant = new provider.Grant({ accountId, clientId: step.interaction.params['client_id'] ?? '' });
  const resource = resourceOf(config);
  grant.addOIDCScope(grantable.join(' '));
  grant.addResourceScope(resource, grantable.join(' '));
  const rejected = requested.filter((scope) => !grantable.includes(scope)).join(' ');
  if (rejected) grant.rejectOIDCScope(rejected);
  if (rejected) grant.rejectResourceScope(resource, rejected);
  const saveCondition = step.viewer && isStillValid(step.viewer.caller.source);
  const grantId = await requests.run({ ...originOf(step), saveCondition }, () => grant.save()).catch(rethrowSignedOut);
  return finishStep(open, step, { consent: { grantId } });
}

/** The session of whoever allows it has ended meanwhile. */
function rethrowSignedOut(error: unknown): never {
  throw error instanceof ConditionError ? pageExpired() : error;
}

/** With these, an application could make credentials of its own, or do everything: they need a sign-in of the last half hour. */
const DANGEROUS_SCOPES = new Set<Scope>(['account', 'admin']);

function needsNewSignIn({ viewer }: InteractionStep, grantable: Scope[]): boolean {
  return grantable.some((scope) => DANGEROUS_SCOPES.has(scope)) && !(viewer && isRecent(viewer));
}

/** At the page of the web catalog, from which the person comes back. */
function askToSignIn(step: InteractionStep, publicUrl: string): Response {
  return redirect(
    step,
    `${publicUrl}/sign-in?return=${encodeURIComponent(`/oauth/interaction/${step.interaction.uid}`)}`,
  );
}

/** The scopes that the client requests, and those of them that the role of the account allows and that were not taken from the client since. */
async function readConsent(db: Database, { interaction: { session, params }, clientScopes }: InteractionStep) {
  const account = session && (await findActiveAccount(db, session.accountId));
  if (!account) throw pageExpired();
  const names = (params['scope'] ?? '').split(' ');
  const requested = scopes.filter((scope) => names.includes(scope));
  const grantable = requested.filter(
    (scope) => hasRole(account.role, scope) && clientScopes.split(' ').includes(scope),
  );
  return { accountId: account.id, username: account.username, requested, grantable };
}
