// A real nginx for tests, with deploy/nginx.conf.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedConfiguration, startBalancer, type Balancer } from './balancer.ts';

/** With `tls`, it also listens there, with a certificate of its own. */
export function startNginx(upstreamPorts: number[], tls?: TlsFiles): Promise<Balancer | undefined> {
  return startBalancer('nginx', ({ folder, port }) => {
    const conf = adapted(shippedConfiguration('nginx.conf'), upstreamPorts, port);
    writeFileSync(join(folder, 'catalog.conf'), conf.replaceAll('/etc/nginx/realm-catalog', join(folder, 'tls')));
    if (tls) installTls(join(folder, 'tls'), tls);
    writeFileSync(join(folder, 'nginx.conf'), around(folder));
    return ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'];
  });
}

export interface TlsFiles {
  port: number;
  certificate: string;
  key: string;
}

function installTls(folder: string, { port, certificate, key }: TlsFiles): void {
  const conf = shippedConfiguration('tls/tls.conf.example')
    .replaceAll('/etc/nginx/realm-catalog', folder)
    .replace('listen 443', `listen 127.0.0.1:${port}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'tls.conf'), conf);
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  writeFileSync(join(folder, 'privkey.pem'), key);
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
