// Renders the pages that connect a device without a browser (RFC 8628), which the provider asks for.
import { scopes } from '@realm-catalog/contract';
import type { Client, Context } from 'oidc-provider';
import { deviceOf } from '../http/client-address.ts';
import { CODE_HINT } from './addresses.ts';
import { applicationOf } from './clients.ts';
import type { Render } from './page-response.ts';

const errorMessages: Record<string, string> = {
  NoCodeError: 'Enter the code first.',
  NotFoundError: 'No device shows this code. Look at it again.',
  ExpiredError: 'This code has expired. Ask your device for another.',
  AlreadyUsedError: 'This code was used already. Ask your device for another.',
  AbortedError: 'The device was not connected.',
};

interface Lookups {
  usernameOf: (accountId: string) => Promise<string | undefined>;
  /** The address of the current request. */
  addressOf: () => string;
}

/** The part of the provider's configuration that renders the pages. */
export function deviceFlow(render: Render, { usernameOf, addressOf }: Lookups): object {
  const userOf = async ({ oidc: { session } }: Context): Promise<string | undefined> =>
    session.accountId === undefined ? undefined : usernameOf(session.accountId);
  return {
    enabled: true,
    // Its owner is shown from where the code was asked for. The record ends with the code.
    deviceInfo: ({ req }: Context) => deviceOf({ headers: req.headers, ip: addressOf() }),
    async userCodeInputSource(ctx: Context, _form: string, out?: object, error?: Error & { userCode?: string }) {
      const { [CODE_HINT]: hint } = ctx.query;
      const code = error?.userCode ?? (typeof hint === 'string' ? hint : '');
      const message = out && (errorMessages[error?.name ?? ''] ?? 'The request could not be completed. Try again.');
      const view = { xsrf: xsrfOf(ctx), code, error: message, username: await userOf(ctx) };
      await respondWithPage(render, ctx, async (site) =>
        (await import('@realm-catalog/web/pages/oauth/device')).deviceCodePage(site, view),
      );
    },
    async userCodeConfirmSource(ctx: Context, _form: string, client: Client, device: DeviceInfo, code: string) {
      const { iat = 0, params } = ctx.oidc.entities.DeviceCode ?? {};
      const requested = (params?.scope ?? '').split(' ');
      const view = {
        xsrf: xsrfOf(ctx),
        code,
        application: applicationOf(client),
        device: device?.device ?? '',
        address: device?.address ?? '',
        askedAt: new Date(iat * 1_000).toISOString(),
        scopes: scopes.filter((scope) => requested.includes(scope)),
        username: await userOf(ctx),
      };
      await respondWithPage(render, ctx, async (site) =>
        (await import('@realm-catalog/web/pages/oauth/device')).deviceConfirmPage(site, view),
      );
    },
    async successSource(ctx: Context) {
      const view = { client: ctx.oidc.client?.clientName ?? '', username: await userOf(ctx) };
      await respondWithPage(render, ctx, async (site) =>
        (await import('@realm-catalog/web/pages/oauth/device')).deviceDonePage(site, view),
      );
    },
  };
}

/** Absent in a code that an earlier version made. */
type DeviceInfo = Partial<ReturnType<typeof deviceOf>> | undefined;

/** Sends a page as the provider's response. */
export async function respondWithPage(render: Render, ctx: Context, view: Parameters<Render>[1]): Promise<void> {
  const text = await render(ctx.req, view);
  ctx.type = 'html';
  ctx.body = text;
}

function xsrfOf({ oidc }: Context): string {
  return oidc.session.state?.secret ?? '';
}
