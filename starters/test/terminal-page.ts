// A page that shows commands and what they really print, as a terminal would: the picture of a starter without pages.

import { run } from './running.ts';
import type { Copy, Started } from './running.ts';

export type Told = { command: string; output: string };

// Runs a command of the starter, by the name that `npm link` gives it.
export async function tellCommand(copy: Copy, name: string, words: string[]): Promise<Told> {
  const { stdout, stderr } = await run(copy, 'node', ['src/main.js', ...words]);
  const typed = words.map((word) => (/\s/.test(word) ? JSON.stringify(word) : word)).join(' ');
  return { command: `${name} ${typed}`, output: stdout + stderr };
}

// Sends a request to the starter, and tells it as curl would.
export async function tellRequest(
  { address }: Started,
  method: string,
  path: string,
  { body, token }: { body?: object; token?: string } = {},
): Promise<Told> {
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const words = [
    'curl -i',
    ...(method === 'GET' || body ? [] : [`-X ${method}`]),
    `http://127.0.0.1:3000${path}`,
    ...(token === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body ? [`-d '${JSON.stringify(body)}'`] : []),
  ];
  const heads = ['content-type', 'location', 'etag'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  const text = await response.text();
  const shown = text.startsWith('{') ? JSON.stringify(JSON.parse(text), undefined, 2) : text;
  const output = [`HTTP/1.1 ${response.status} ${response.statusText}`, ...heads, '', shown].join('\n');
  return { command: words.join(' '), output: output.replaceAll(address, 'http://127.0.0.1:3000') };
}

export function terminalPage(told: Told[]): string {
  const parts = told.map(({ command, output }) => `<b>$ ${escape(command)}</b>\n${escape(output.trimEnd())}\n`);
  return `<!doctype html>
<meta charset="utf-8">
<style>
  body { margin: 0; background: #10151b; color: #d5dde5; }
  header { height: 44px; background: #1d252d; display: flex; gap: 10px; align-items: center; padding-left: 20px; }
  i { width: 13px; height: 13px; border-radius: 50%; background: #e5675f; }
  i + i { background: #e3b341; }
  i + i + i { background: #4ac26b; }
  pre { margin: 0; padding: 26px 32px; font: 19px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
  b { color: #7ee0a1; font-weight: normal; }
</style>
<header><i></i><i></i><i></i></header>
<pre>${parts.join('\n')}</pre>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
