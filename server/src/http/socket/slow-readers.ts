// Bounds the bytes that wait in memory until clients have read them: for one address, and in all. Beyond a bound, the slowest client is closed:
// of that address, or of the address for which most waits.
import type { ServerResponse } from 'node:http';
import { clientAddress } from '../client-address.ts';
import { droppedConnections } from '../../telemetry.ts';
import type { ConnectionLimits } from './connection-limits.ts';

/** Between a file and a socket: what Node reads ahead of each, and what is held back while its digest is computed (`archives/verifier.ts`). */
export const STREAM_BYTES = 256 * 1_024;

export interface SlowReaders {
  /** Counts so many bytes of this client's address until the response has ended. */
  add(response: ServerResponse, ip: string, bytes: number): void;
}

interface Transfer {
  response: ServerResponse;
  address: string;
  bytes: number;
  startedAt: number;
  /** What was written to the connection before this response. */
  writtenBefore: number;
}

interface Transfers {
  bytes: number;
  all: Set<Transfer>;
}

/** Every client counts as having read so much before it began, so that one that has just begun is not the slowest. */
const HEAD_START_BYTES = 256 * 1_024;

type Limits = Pick<ConnectionLimits, 'maxWaitingBytes' | 'maxWaitingBytesOfAddress'>;

export function slowReaders({ maxWaitingBytes, maxWaitingBytesOfAddress }: Limits): SlowReaders {
  const addresses = new Map<string, Transfers>();
  const inAll = { bytes: 0 };

  function transfersOf(address: string): Transfers {
    const found = addresses.get(address) ?? { bytes: 0, all: new Set() };
    addresses.set(address, found);
    return found;
  }

  function remove(transfer: Transfer): void {
    const transfers = transfersOf(transfer.address);
    if (transfers.all.delete(transfer)) {
      transfers.bytes -= transfer.bytes;
      inAll.bytes -= transfer.bytes;
    }
    if (transfers.all.size === 0) addresses.delete(transfer.address);
  }

  function close(transfer: Transfer): void {
    remove(transfer);
    transfer.response.destroy();
    droppedConnections.publish();
  }

  return {
    add(response, ip, bytes) {
      const { socket } = response;
      if (!socket || socket.destroyed) return;
      const address = clientAddress(ip);
      const transfer = { response, address, bytes, startedAt: performance.now(), writtenBefore: socket.bytesWritten };
      const transfers = transfersOf(address);
      transfers.all.add(transfer);
      transfers.bytes += bytes;
      inAll.bytes += bytes;
      response.once('close', () => remove(transfer));
      while (transfers.bytes > maxWaitingBytesOfAddress) close(slowestOf([transfers]) ?? transfer);
      while (inAll.bytes > maxWaitingBytes) close(slowestOf(largestOf([...addresses.values()])) ?? transfer);
    },
  };
}

/** Those for which most waits: few clients of many addresses are not closed for the sake of many of one. */
function largestOf(addresses: Transfers[]): Transfers[] {
  const most = Math.max(...addresses.map(({ bytes }) => bytes));
  return addresses.filter(({ bytes }) => bytes === most);
}

/** The one that has read the fewest bytes in its time. */
function slowestOf(addresses: Transfers[]): Transfer | undefined {
  const now = performance.now();
  let slowest: Transfer | undefined;
  let lowestRate = Infinity;
  for (const transfer of addresses.flatMap(({ all }) => [...all])) {
    const { response, startedAt, writtenBefore } = transfer;
    const written = (response.socket?.bytesWritten ?? writtenBefore) - writtenBefore;
    const rate = (written + HEAD_START_BYTES) / (now - startedAt + 1);
    if (rate < lowestRate) [slowest, lowestRate] = [transfer, rate];
  }
  return slowest;
}
