// Loaded into a process (`node --import`), it shifts that process's clock by as much as its parent says, at any time.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const SystemDate = Date;
const systemId = crypto.randomUUIDv7;
let shift = Number(process.env['SHIFT'] ?? 0);

const now = () => SystemDate.now() + shift;

globalThis.Date = new Proxy(SystemDate, {
  construct: (target, args: number[]) => Reflect.construct(target, args.length === 0 ? [now()] : args) as Date,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

/** Which begin with the time, read from the system and not from `Date`. */
crypto.randomUUIDv7 = () => {
  const time = now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${systemId().slice(13)}` as ReturnType<typeof systemId>;
};
syncBuiltinESMExports();

process.on('message', (message: { shift: number }) => {
  ({ shift } = message);
  process.send?.({ shift });
});
process.channel?.unref();
