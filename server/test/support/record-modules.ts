// Writes the address of every module that this process loads into a file, a line for each, and a line when it listens.
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
import { registerHooks } from 'node:module';

export const LISTENING = 'listening';

const log = process.env['TEST_MODULE_LOG'];
if (log) {
  const write = (line: string) => appendFileSync(log, `${line}\n`);
  subscribe('tracing:net.server.listen:asyncEnd', () => write(LISTENING));
  registerHooks({
    load(url, context, nextLoad) {
      write(url);
      return nextLoad(url, context);
    },
  });
}
