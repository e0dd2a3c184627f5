// Errors as pages: what happened, the request id, and ways on.
import type { BaseLogger } from 'pino';
import type { Viewer } from '../accounts/sign-in/web-sessions.ts';
import { MovedError, movedResponse } from '../api/moved.ts';
import type { Sender } from '../api/sender.ts';
import { closingIfUnread } from '../http/body.ts';
import { ClientLeftError } from '../http/socket/client-left.ts';
import type { Exchange } from '../http/response.ts';
import type { PageTools } from './tools.ts';
import { toErrorPage } from './page-response.ts';

/** `page` has the pattern of the address. The viewer is who is known to be signed in. */
export type Refuse = (exchange: Exchange, page: { path: string } | undefined, error: unknown, viewer?: Viewer) => void;

interface RefusalParts {
  openTools: () => Promise<PageTools>;
  sender: Sender;
  log: BaseLogger;
  publicUrl: string;
}

export function createRefusal({ openTools, sender, log, publicUrl }: RefusalParts): Refuse {
  return (exchange, page, error, viewer) => {
    const route = page?.path ?? '';
    if (error instanceof ClientLeftError) return sender.sendError(exchange, route, error);
    if (error instanceof MovedError)
      return sender.send(exchange, route, movedResponse(exchange.request.url ?? '', error, publicUrl), {});
    openTools()
      .then((tools) => toErrorPage(tools, exchange, error, log, viewer))
      .then(
        (made) => sender.send(exchange, route, made, closingIfUnread(exchange.request)),
        (failure: unknown) => sender.sendError(exchange, route, failure),
      );
  };
}
