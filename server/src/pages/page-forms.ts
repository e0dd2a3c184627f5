// The forms of the web pages: from where they are accepted, who sends them, and how they are read and answered.
import type { Viewer, WebSessions } from '../accounts/web-sessions.ts';
import type { Sender } from '../api/sender.ts';
import { closingIfUnread } from '../http/body.ts';
import { clientLeft } from '../http/client-left.ts';
import { maxBodySizes } from '../http/connection-limits.ts';
import { refuseCrossSiteForm } from '../http/cross-site.ts';
import { readFileForm } from '../http/file-form.ts';
import { readForm } from '../http/form.ts';
import { hostError } from '../http/host.ts';
import { tooManyRequests } from '../http/problem.ts';
import type { Exchange } from '../http/response.ts';
import { themeOf } from '../http/theme.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { LoadedPages, PageCaller } from './page.ts';
import type { CallerOf } from './page-callers.ts';
import { toFormResponse } from './page-response.ts';
import { downloadForms, fileForms, formPaths, type FormId } from './paths.ts';
import type { Refuse } from './refusal.ts';

/** Answers a form that a page of this catalog has sent. */
type Submit = (exchange: Exchange, id: FormId, params: Record<string, string>) => void;

interface FormParts {
  load: () => Promise<LoadedPages>;
  sender: Sender;
  limiter: Pick<Limiter, 'countPage' | 'countPageDownload'>;
  webSessions: WebSessions;
  publicUrl: string;
}

export function createForms(parts: FormParts, callerOf: CallerOf, refuse: Refuse): Submit {
  const { load, sender, limiter, webSessions, publicUrl } = parts;
  const publicOrigin = new URL(publicUrl).origin;

  async function check({ request }: Exchange): Promise<void> {
    const invalid = hostError(request);
    if (invalid) throw invalid;
    refuseCrossSiteForm(request.headers, publicOrigin);
  }

  async function answerTo(exchange: Exchange, id: FormId, params: Record<string, string>, who: PageCaller) {
    const { request, ip, id: requestId } = exchange;
    const exceeded = await (downloadForms.has(id) ? limiter.countPageDownload(who.caller, ip) : limiter.countPage(ip));
    if (exceeded) throw tooManyRequests(exceeded.reason, exceeded.endsAt);
    const file = fileForms.has(id) ? await readFileForm(request, maxBodySizes.archive) : undefined;
    const form = file ? new URLSearchParams() : await readForm(request);
    const { loadAccountPages, siteFor } = await load();
    const { forms } = await loadAccountPages();
    const { headers } = request;
    const site = siteFor(themeOf(headers), who.viewer);
    const signal = clientLeft(exchange.response);
    const sent = { params, form, file, site, ip, requestId, headers, signal };
    try {
      return toFormResponse(await forms[id]({ ...who, ...sent }), publicUrl);
    } finally {
      // A browser sends the whole file whatever is answered, and then shows the page that says why it was refused.
      if (who.viewer) await file?.discard();
    }
  }

  return (exchange, id, params) => {
    const path = formPaths[id];
    let viewer: Viewer | undefined;
    check(exchange)
      .then(() => webSessions.findViewer(exchange))
      .then((found) => answerTo(exchange, id, params, callerOf((viewer = found), exchange)))
      .then(
        (made) => sender.send(exchange, path, made, closingIfUnread(exchange.request)),
        (error: unknown) => refuse(exchange, { path }, error, viewer),
      );
  };
}
