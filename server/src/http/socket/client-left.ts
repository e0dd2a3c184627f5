// A signal for work that only one client waits for: it is aborted when the client closes its connection before it has the response.
import type { ServerResponse } from 'node:http';
import { UnavailableError } from '../../errors.ts';

/** Work was ended because nobody waits for it. */
export class ClientLeftError extends UnavailableError {
  constructor() {
    super('The client has left');
  }
}

export function clientLeft(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const leave = () => {
    if (!response.writableFinished) controller.abort(new ClientLeftError());
  };
  if (response.closed) leave();
  else response.once('close', leave);
  return controller.signal;
}
