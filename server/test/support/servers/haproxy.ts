// A real HAProxy for tests, with deploy/haproxy.cfg.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedConfiguration, startBalancer, type Balancer } from './balancer.ts';

export function startHaproxy(upstreamPorts: number[]): Promise<Balancer | undefined> {
  return startBalancer('haproxy', ({ program, folder, port }) => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, adapted(shippedConfiguration('haproxy.cfg'), upstreamPorts, port));
    execFileSync(program.path, ['-c', '-q', '-f', file], { env: program.env }); // throws what is wrong with it
    return ['-db', '-f', file];
  });
}

/** In each backend, one server for each port. */
function adapted(config: string, upstreamPorts: number[], port: number): string {
  const servers = upstreamPorts.map((upstream, at) => `  server catalog-${at + 1} 127.0.0.1:${upstream}\n`).join('');
  return config.replaceAll(/(?:^ *server \S+ \S+:3000\n)+/gm, servers).replace('bind :80', `bind 127.0.0.1:${port}`);
}
