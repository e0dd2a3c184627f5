// A real nginx for tests, with deploy/nginx.conf.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedConfiguration, startBalancer, type Balancer } from './balancer.ts';

export function startNginx(upstreamPorts: number[]): Promise<Balancer | undefined> {
  return startBalancer('nginx', ({ folder, port }) => {
    writeFileSync(join(folder, 'catalog.conf'), adapted(shippedConfiguration('nginx.conf'), upstreamPorts, port));
    writeFileSync(join(folder, 'nginx.conf'), around(folder));
    return ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'];
  });
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
