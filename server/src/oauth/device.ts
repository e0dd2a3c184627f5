// The pages that connect a device without a browser (RFC 8628): the device shows a code, and its owner enters the code here.
import type { Client, Context } from 'oidc-provider';
import { html, type Html } from '../pages/html.ts';
import { alert, page, sendPage, sessionForm, userChosenName } from './pages.ts';

const errorMessages: Record<string, string> = {
  NoCodeError: 'Enter the code first.',
  NotFoundError: 'No device shows this code. Look at it again.',
  ExpiredError: 'This code has expired. Ask your device for another.',
  AlreadyUsedError: 'This code was used already. Ask your device for another.',
  AbortedError: 'The device was not connected.',
};

/** The part of the provider's configuration that renders the pages. */
export function deviceFlow(base: string, usernameOf: (accountId: string) => Promise<string | undefined>): object {
  const formOfSession = async ({ oidc: { session } }: Context): Promise<Html | undefined> => {
    const username = session.accountId && (await usernameOf(session.accountId));
    return username ? sessionForm(base, username) : undefined;
  };
  return {
    enabled: true,
    deviceInfo: () => ({}), // nothing is stored about a device
    async userCodeInputSource(ctx: Context, _form: string, out?: object, error?: Error & { userCode?: string }) {
      const { [CODE_HINT]: hint } = ctx.query;
      const code = error?.userCode ?? (typeof hint === 'string' ? hint : '');
      const message = out && (errorMessages[error?.name ?? ''] ?? 'The request could not be completed. Try again.');
      sendPage(ctx, enterPage(base, { xsrf: xsrfOf(ctx), code, error: message, session: await formOfSession(ctx) }));
    },
    async userCodeConfirmSource(ctx: Context, _form: string, client: Client, _device: object, code: string) {
      const view = { xsrf: xsrfOf(ctx), code, client: client.clientName, session: await formOfSession(ctx) };
      sendPage(ctx, confirmPage(base, view));
    },
    async successSource(ctx: Context) {
      sendPage(ctx, successPage(base, ctx.oidc.client?.clientName ?? '', await formOfSession(ctx)));
    },
  };
}

/** The query parameter that fills in the code. The provider's own parameter, `user_code`, would make it send a page with a script. */
export const CODE_HINT = 'user_code_hint';

function xsrfOf({ oidc }: Context): string {
  return oidc.session.state?.secret ?? '';
}

interface EnterView {
  xsrf: string;
  code: string;
  error: string | undefined;
  session: Html | undefined;
}

interface ConfirmView {
  xsrf: string;
  code: string;
  client: string;
  session: Html | undefined;
}

function enterPage(base: string, { xsrf, code, error, session }: EnterView): string {
  return page(
    base,
    'Connect a device',
    'device',
    html`<p id="hint">Enter the code that your device shows.</p>
      ${error !== undefined && alert(error)}
      <form method="post" action="${base}/oauth/device" class="oauth-form">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <label for="user_code">Code</label>
        <input
          id="user_code"
          name="user_code"
          class="oauth-code"
          value="${code}"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          maxlength="20"
          required
          autofocus
          ${error === undefined ? html`aria-describedby="hint"` : html`aria-invalid="true" aria-describedby="error"`}
        />
        <div class="oauth-actions"><button class="oauth-primary">Continue</button></div>
      </form>
      ${session}`,
  );
}

function confirmPage(base: string, view: ConfirmView): string {
  return page(
    base,
    'Is this your device?',
    'confirm',
    html`<p>${userChosenName('client', view.client)} on your device should show this code:</p>
      <p class="oauth-code">${view.code}</p>
      <p class="oauth-note">If it shows another one, or someone sent you the code, do not go on.</p>
      <form method="post" action="${base}/oauth/device" class="oauth-form">
        <input type="hidden" name="xsrf" value="${view.xsrf}" />
        <input type="hidden" name="user_code" value="${view.code}" />
        <input type="hidden" name="confirm" value="yes" />
        <div class="oauth-actions">
          <button class="oauth-primary">It is mine</button>
          <button class="oauth-secondary" name="abort" value="yes">Cancel</button>
        </div>
      </form>
      ${view.session}`,
  );
}

function successPage(base: string, client: string, session: Html | undefined): string {
  return page(
    base,
    'Your device is connected',
    'success',
    html`<p role="status">
        ${userChosenName('client', client)} may now act for you. You can close this page and go back to your device.
      </p>
      ${session}`,
  );
}
