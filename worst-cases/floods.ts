// An address that has flooded connections as often as it may: its next flood is refused before anything of it is parsed.
import assert from 'node:assert/strict';
import { connectionLimits } from '../server/src/http/socket/connection-limits.ts';
import { pipelined } from './connections.ts';
import type { Measured } from './measure.ts';
import { exchange } from './request-bytes.ts';
import { FLOODING_ADDRESS, type Aimed } from './target.ts';

export const FLOODS = 'As many requests as 64 KiB hold, from an address that has sent them three times';

export async function measureFloods({ target, ask }: Aimed): Promise<Measured> {
  const bytes = pipelined(target, 'GET', '/');
  const flood = () => exchange(target.host, bytes, FLOODING_ADDRESS);
  for (let times = 0; times < connectionLimits.maxFloodsOfAddress; times += 1) await flood();
  const { held: before = 0 } = await ask('memory');
  await ask('begin');
  const { statuses, ms } = await flood();
  const { busy: heldUpMs = Infinity } = await ask('delay');
  const { held: after = 0 } = await ask('memory');
  assert.deepEqual(statuses, []);
  return {
    name: FLOODS,
    worst: 'GET /',
    heldUpMs,
    answeredMs: ms,
    keptBytes: after - before,
  };
}
