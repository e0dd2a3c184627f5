// The forms of the web pages: from where they are accepted, who sends them, and how they are read and answered.
import type { Viewer, WebSessions } from '../accounts/sign-in/web-sessions.ts';
import type { Sender } from '../api/sender.ts';
import { closingIfUnread } from '../http/body.ts';
import { clientLeft } from '../http/socket/client-left.ts';
import { maxBodySizes } from '../http/socket/connection-limits.ts';
import { refuseCrossSiteForm } from '../http/cross-site.ts';
import { readFileForm } from '../http/file-form.ts';
import { readForm } from '../http/form.ts';
import { hostError } from '../http/host.ts';
import type { Exchange } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import type { Windows } from '../limits/windows.ts';
import type { FormRequest, PageCaller } from './page.ts';
import { callAnswer, type CallerOf } from './page-callers.ts';
import { toFormResponse } from './page-response.ts';
import type { Refuse } from './refusal.ts';
import { signInPath } from './return-path.ts';
import type { FormRow } from './table.ts';
import type { PageTools } from './tools.ts';

/** Answers a form that a page of this catalog has sent. */
type Submit = (exchange: Exchange, row: FormRow, params: Record<string, string>) => void;

interface FormParts {
  openTools: () => Promise<PageTools>;
  sender: Sender;
  windows: Windows;
  webSessions: WebSessions;
  publicUrl: string;
}

export function createForms(parts: FormParts, callerOf: CallerOf, refuse: Refuse): Submit {
  const { openTools, sender, windows, webSessions, publicUrl } = parts;
  const publicOrigin = new URL(publicUrl).origin;

  async function check({ request }: Exchange): Promise<void> {
    const invalid = hostError(request);
    if (invalid) throw invalid;
    refuseCrossSiteForm(request.headers, publicOrigin);
  }

  async function answerTo(exchange: Exchange, row: FormRow, params: Record<string, string>, who: PageCaller) {
    const { request, ip, id: requestId } = exchange;
    if (!row.isDownload) await windows.pages.admit(ip);
    else if (who.viewer) await windows.accountPageDownloads.admit(who.viewer.caller.account.id);
    else await windows.pageDownloads.admit(ip);
    const file = row.hasFile ? await readFileForm(request, maxBodySizes.archive) : undefined;
    const form = file ? new URLSearchParams() : await readForm(request);
    const tools = await openTools();
    const { headers } = request;
    const site = tools.siteFor(themeOf(headers), who.viewer);
    const signal = clientLeft(exchange.response);
    const sent: FormRequest = { ...who, params, form, file, site, ip, requestId, headers, signal };
    const page = row.page.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    try {
      return toFormResponse(await callAnswer(row, tools, sent, { seeOther: signInPath(page) }), publicUrl);
    } finally {
      // A browser sends the whole file whatever is answered, and then shows the page that says why it was refused.
      if (who.viewer) await file?.discard();
    }
  }

  return (exchange, row, params) => {
    let viewer: Viewer | undefined;
    check(exchange)
      .then(() => webSessions.findViewer(exchange))
      .then((found) => answerTo(exchange, row, params, callerOf((viewer = found), exchange)))
      .then(
        (made) => sender.send(exchange, row.path, made, closingIfUnread(exchange.request)),
        (error: unknown) => refuse(exchange, row, error, viewer),
      );
  };
}
