// Limits the number of connections, in all and from one address. Further ones are closed at once.
import type { Server } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import { clientAddress } from '../client-address.ts';
import { droppedConnections } from '../telemetry.ts';
import type { ConnectionLimits } from './connection-limits.ts';

export function limitConnections(server: Server, limits: ConnectionLimits, trustedProxies: string[]): void {
  server.maxHeadersCount = limits.maxHeadersCount;
  server.maxConnections = limits.maxConnections;
  server.on('drop', () => droppedConnections.publish());
  const proxies = networksOf(trustedProxies);
  const open = new Map<string, number>();

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket; // undefined, if the client has disconnected already
    if (proxies.check(remoteAddress, isIPv4(remoteAddress) ? 'ipv4' : 'ipv6')) return;
    const address = clientAddress(remoteAddress);
    const others = open.get(address) ?? 0;
    if (others >= limits.maxConnectionsOfAddress) return void socket.destroy();
    open.set(address, others + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });

  // RFC 9110, 10.1.1: expectations other than 100-continue may be ignored. Node would refuse them without a problem document.
  server.on('checkExpectation', (request, reply) => server.emit('request', request, reply));
}

function networksOf(entries: string[]): BlockList {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return networks;
}
