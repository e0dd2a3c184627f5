// Documents that arrive piece by piece, as over a slow network: nothing that is shown moves when the rest comes.
// Needs: Debian packages
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { visit, withoutBrowser } from './browser.ts';
import { siteInBrowser } from './site-in-browser.ts';

const PIECE_BYTES = 512;
/** The footer of a short page stands at the bottom of the window, and each of its lines might move it. */
const FOOTER_PIECE_BYTES = 64;
const PIECE_PAUSE_MS = 20;

async function sendInPieces(response: ServerResponse, document: Buffer): Promise<void> {
  const head = document.indexOf('<body');
  response.write(document.subarray(0, head));
  await setTimeout(500); // the stylesheet is there before the first piece of the body
  const footer = document.indexOf('<footer'); // some pages have none
  for (let at = head; at < document.length;) {
    const end = at + (footer !== -1 && at >= footer ? FOOTER_PIECE_BYTES : PIECE_BYTES);
    response.write(document.subarray(at, end));
    await setTimeout(PIECE_PAUSE_MS);
    at = end;
  }
  response.end();
}

/** Passes on what a catalog answers, its documents in pieces. */
async function slowly(catalogUrl: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => void passOn(request.url ?? '', response));
  async function passOn(path: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(catalogUrl + path, { headers: { 'accept-encoding': 'identity' } });
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': type });
    if (type.startsWith('text/html')) await sendInPieces(response, body);
    else response.end(body);
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('in a browser', { skip: withoutBrowser }, () => {
  const opened = siteInBrowser();

  for (const path of [
    '/',
    '/realms',
    '/realms/meadow',
    '/realms/meadow/files/1.1.0/src',
    '/realms/meadow/files/1.1.0/src/data.bin',
    '/oauth/device',
  ])
    test(`nothing moves on ${path}`, async () => {
      await using server = await slowly(opened.site.catalog.url);
      for (const isNarrow of [false, true]) {
        await using visitor = await visit(opened.browser, server.url, { isNarrow });
        const response = await visitor.page.goto(path, { waitUntil: 'load' });
        assert.equal(response?.status(), 200);
        assert.deepEqual(await visitor.page.evaluate('inPage.recordedFaults()'), []);
        assert.deepEqual(visitor.problems, []);
      }
    });
});
