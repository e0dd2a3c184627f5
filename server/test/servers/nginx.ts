// A real nginx for tests, with deploy/nginx.conf: only the addresses in it are others.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './debian.ts';
import { freePort } from '../free-port.ts';
import { listening } from './listening.ts';
import { runTied } from './tied.ts';

export interface NginxServer extends AsyncDisposable {
  readonly url: string;
}

const shipped = new URL('../../../deploy/nginx.conf', import.meta.url);

/** Undefined where there is no nginx. */
export async function startNginx(upstreamPorts: number[], port?: number): Promise<NginxServer | undefined> {
  const program = findProgram('nginx');
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'realm-catalog-nginx-'));
  const at = port ?? (await freePort());
  writeFileSync(join(folder, 'catalog.conf'), adapted(readFileSync(shipped, 'utf8'), upstreamPorts, at));
  writeFileSync(join(folder, 'nginx.conf'), around(folder));
  const running = runTied(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], folder);
  await listening(at, 'nginx').catch((error: unknown) => {
    throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'), { cause: error });
  });
  return {
    url: `http://127.0.0.1:${at}`,
    async [Symbol.asyncDispose]() {
      await running.end();
      rmSync(folder, { recursive: true });
    },
  };
}

function adapted(conf: string, upstreamPorts: number[], port: number): string {
  const [first = '', ...rest] = conf.match(/^ *server \S+:3000 .*\n/gm) ?? [];
  const servers = upstreamPorts.map((upstream) => first.replace(/\S+:3000/, `127.0.0.1:${upstream}`));
  return rest
    .reduce((text, line) => text.replace(line, ''), conf)
    .replace(first, servers.join(''))
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
}

/** What a machine's own nginx.conf has around it, in one folder and without a daemon. */
function around(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  return `
    daemon off;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/pid;
    worker_processes 2;
    worker_shutdown_timeout 1s;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.join('\n')}
      include ${folder}/catalog.conf;
    }`;
}
