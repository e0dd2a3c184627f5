// The pages that send a browser to the other provider, and that it comes back to. A cookie, encrypted, remembers the flow meanwhile.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { NEW_FORM } from '@realm-catalog/web/forms/form';
import { signInPage } from '@realm-catalog/web/pages/account/sign-in';
import { accountOfPerson, linkPerson } from '../../accounts/sign-in/provider-sign-in.ts';
import { signInByIdentity, type SignInServices } from '../../accounts/sign-in/sign-in.ts';
import type { Config } from '../../config/config.ts';
import type { SecretCipher } from '../../credentials/secret-cipher.ts';
import { isFromOwnPage } from '../../http/cross-site.ts';
import { problem, retryLater } from '../../http/problem.ts';
import {
  openIdentityProvider,
  ProviderError,
  type ProviderFlow,
  type ProviderPerson,
} from '../../accounts/identities/provider.ts';
import { isRecent } from '../../accounts/sign-in/web-sessions.ts';
import { isLinkTokenOf } from './link-token.ts';
import type { PageHandler, PageRequest, PageResult } from '../page.ts';
import { returnPath, signInPath } from '../return-path.ts';
import { showSecondStep } from './second-step-pages.ts';

const FLOW_SECONDS = 600;
const CALLBACK_PATH = '/sign-in/provider/callback';
const IDENTITIES_PATH = '/settings/identities';

interface RememberedFlow extends ProviderFlow {
  returnTo: string;
  /** The account to link the identity to; empty to sign in. */
  linkTo: string;
  endsAt: number;
}

interface ProviderServices extends SignInServices {
  config: Config;
  keyring: { cipher: SecretCipher };
}

export function createProviderPages(services: ProviderServices) {
  const { config, keyring } = services;
  const { identityProvider, publicUrl } = config;
  const provider = identityProvider && openIdentityProvider(identityProvider, publicUrl + CALLBACK_PATH);
  const flows = flowCookie(keyring.cipher, publicUrl);

  /**
   * Only a page of ours begins it: a page of another site could let the provider name somebody else, and link that to the viewer's account.
   * A README on our pages may have any link as well, so that of the settings carries a proof.
   */
  const begin: PageHandler = async ({ query, headers, viewer }) => {
    if (!provider) throw problem('not_found', 'This catalog has no other provider to sign in with.');
    const proof = query.get('link');
    const isLink = proof !== null;
    const returnTo = isLink ? IDENTITIES_PATH : returnPath(query.get('return'));
    const mayLink = isLink && viewer && isRecent(viewer) && isLinkTokenOf(keyring.cipher, viewer, proof);
    const isAllowed = isFromOwnPage(headers, publicUrl) && (!isLink || mayLink);
    if (!isAllowed) return { location: publicUrl + (isLink ? IDENTITIES_PATH : signInPath(returnTo)) };
    const begun = await provider.begin().catch(() => undefined);
    if (!begun) throw retryLater(`${provider.name} does not answer at the moment`);
    const { url: location, flow } = begun;
    const linkTo = isLink ? (viewer?.caller.account.id ?? '') : '';
    const endsAt = Date.now() + FLOW_SECONDS * 1_000;
    return { location, setCookie: flows.write({ ...flow, returnTo, linkTo, endsAt }) };
  };

  const finish: PageHandler = async (request) => {
    if (!provider) throw problem('not_found', 'This catalog has no other provider to sign in with.');
    const flow = flows.read(request.headers);
    if (!flow) return refused(request, '/', 'That took too long. Sign in again.');
    try {
      const person = await provider.finish(new URL(publicUrl + request.url), flow);
      return await (flow.linkTo === '' ? signInAs(request, person, flow) : link(request, person, flow));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return refused(request, flow.returnTo, `${provider.name} did not sign you in.`);
    }
  };

  async function signInAs(
    request: PageRequest,
    person: ProviderPerson,
    { returnTo }: RememberedFlow,
  ): Promise<PageResult> {
    const found = await accountOfPerson(services, person, request);
    if (!found)
      return refused(request, returnTo, 'You have no account here yet, and this catalog asks for an invitation.');
    const result = await signInByIdentity(services, found, request);
    if ('secondStep' in result) return showSecondStep(request.site, returnTo, result.secondStep);
    if ('refusal' in result) return refused(request, returnTo, result.refusal.message);
    return { location: publicUrl + returnTo, setCookie: result.setCookie };
  }

  async function link(request: PageRequest, person: ProviderPerson, { linkTo }: RememberedFlow): Promise<PageResult> {
    const { viewer } = request;
    const isLinked =
      viewer?.caller.account.id === linkTo && (await linkPerson(services.db, viewer.caller, person, request));
    return { location: `${publicUrl}${IDENTITIES_PATH}?done=${isLinked ? 'linked' : 'not-linked'}` };
  }

  return { provider: begin, providerCallback: finish };
}

function refused({ site }: PageRequest, returnTo: string, error: string): PageResult {
  return { status: 401, personalHtml: signInPage(site, { form: { ...NEW_FORM, error }, returnTo, again: undefined }) };
}

/** Lax, so that the browser sends it when it comes back from the other site. */
function flowCookie(cipher: SecretCipher, publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}realm-provider-${hash('sha256', publicUrl).slice(0, 8)}`;
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    write: (flow: RememberedFlow): string =>
      `${name}=${cipher.encrypt(JSON.stringify(flow), name)}; Max-Age=${FLOW_SECONDS}${attributes}`,
    read({ cookie = '' }: IncomingHttpHeaders): RememberedFlow | undefined {
      const sent = cookie.split(';').find((text) => text.trimStart().startsWith(`${name}=`));
      if (sent === undefined) return undefined;
      try {
        const flow = JSON.parse(cipher.decrypt(sent.trim().slice(name.length + 1), name)) as RememberedFlow;
        return flow.endsAt > Date.now() ? flow : undefined;
      } catch {
        return undefined; // made with another key, or changed
      }
    },
  };
}
