// Routes that are no operations of the contract: archives, pictures, documents, health. Each handler makes its response by itself.
import { hostError } from '../http/host.ts';
import type { CacheableResponse, Exchange, Response } from '../http/response.ts';
import type { Route } from '../http/routes.ts';
import { rateHeaders, type Admission, type Admit } from './admission.ts';
import type { Sender } from './sender.ts';

export type RawHandler = (exchange: Exchange, params: Record<string, string>) => Promise<Response | CacheableResponse>;

/** Makes the route of a GET. With `admit`, its requests count as requests to the API. */
export type RawRoute = (path: string, handle: RawHandler, admit?: Admit) => Route;

export function rawRoutes(sender: Sender): RawRoute {
  return (path, handle, admit) => {
    async function answer(exchange: Exchange, params: Record<string, string>): Promise<void> {
      const invalid = hostError(exchange.request);
      if (invalid) return sender.sendError(exchange, path, invalid);
      let admission: Admission | undefined;
      let made: Response | CacheableResponse;
      try {
        admission = await admit?.(exchange);
        made = await handle(exchange, params);
      } catch (error) {
        return sender.sendError(exchange, path, error, admission);
      }
      sender.send(exchange, path, made, admission ? rateHeaders(admission.rate) : {});
    }
    return { method: 'GET', path, answerTo: (params) => (exchange) => void answer(exchange, params) };
  };
}
