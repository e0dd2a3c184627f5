// Limits the connections, in all and from one address: further ones are closed at once, and so are all of an address that floods the server.
import type { Server } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { clientAddress } from '../client-address.ts';
import { droppedConnections } from '../../telemetry.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** Closes a connection that sends too much at once; with the third within a minute, all connections of its address. */
export type CloseFlooding = (socket: Socket) => void;

/** Addresses whose floods are remembered. Beyond, the one that was used least recently is forgotten. */
const MAX_FLOODING_ADDRESSES = 10_000;

/** `onRefusal` is called with an address whose connections are refused from now on. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  trustedProxies: string[],
  onRefusal: (address: string) => void,
): CloseFlooding {
  server.on('drop', () => droppedConnections.publish());
  // RFC 9110, 10.1.1: expectations other than 100-continue may be ignored. Node would refuse them without a problem document.
  server.on('checkExpectation', (request, reply) => server.emit('request', request, reply));

  const proxies = networksOf(trustedProxies);
  const connections = connectionsByAddress();
  const floods = new LRUCache<string, number>({ max: MAX_FLOODING_ADDRESSES, ttl: limits.floodMemoryMs });
  const isRefused = (address: string) => (floods.get(address) ?? 0) >= limits.maxFloodsOfAddress;

  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket; // undefined, if the client has disconnected already
    if (proxies.check(remoteAddress, isIPv4(remoteAddress) ? 'ipv4' : 'ipv6')) return;
    const address = clientAddress(remoteAddress);
    if (isRefused(address)) drop(socket);
    else if (connections.of(address).size >= limits.maxConnectionsOfAddress) socket.destroy();
    else connections.add(address, socket);
  });

  return (socket) => {
    drop(socket);
    const address = connections.addressOf(socket);
    if (address === undefined) return; // a trusted proxy
    floods.set(address, (floods.get(address) ?? 0) + 1);
    if (!isRefused(address)) return;
    onRefusal(address);
    for (const other of connections.of(address)) if (other !== socket) drop(other);
  };
}

function drop(socket: Socket): void {
  socket.destroy();
  droppedConnections.publish();
}

/** The open connections of each address. */
function connectionsByAddress() {
  const open = new Map<string, Set<Socket>>();
  const addresses = new WeakMap<Socket, string>();
  const of = (address: string): Set<Socket> => open.get(address) ?? new Set();

  return {
    of,
    addressOf: (socket: Socket) => addresses.get(socket),
    add(address: string, socket: Socket): void {
      const sockets = of(address).add(socket);
      open.set(address, sockets);
      addresses.set(socket, address);
      socket.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0) open.delete(address);
      });
    },
  };
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
